import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRobots } from './robots.ts'
import { robotsCase } from './testing/generated-files.test-support.ts'
import { googleModel } from './testing/google-model.test-support.ts'

const SLOW = { timeout: 60_000 }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('google: as google/robotstxt reads', () => {
  test('the verdict and the line agree with the plain model in generated cases', SLOW, () => {
    fc.assert(
      fc.property(robotsCase, ({ file, token, url }) => {
        const verdict = parseRobots(file, { dialect: 'google' }).check(url, token)
        expect({ allowed: verdict.allowed, line: verdict.rule?.line ?? 0 }).toEqual(
          googleModel(bytes(file), url, token),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('arbitrary bytes are read like the model reads them', SLOW, () => {
    const likely = fc.constantFrom(...bytes('User-agent:*\nDisallow:/a\r# \0\t\u00E9'))
    const file = fc.uint8Array({ maxLength: 60 })
    const text = fc.array(likely, { maxLength: 60 }).map((codes) => Uint8Array.from(codes))
    fc.assert(
      fc.property(fc.oneof(file, text), (body) => {
        const start = bytes('User-agent: a\nDisallow: /a*')
        const whole = new Uint8Array([...start, ...body])
        const verdict = parseRobots(whole, { dialect: 'google' }).check(
          'https://example.com/a:a',
          'a',
        )
        expect({ allowed: verdict.allowed, line: verdict.rule?.line ?? 0 }).toEqual(
          googleModel(whole, 'https://example.com/a:a', 'a'),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    // URL                                    path that is compared
    ['https://example.com', '/'],
    ['https://example.com?q', '/?q'],
    ['https://example.com;p', '/;p'],
    ['https://example.com/a;p?q#f', '/a;p?q'],
    ['https://example.com/a?b=http://c/d', '/a?b=http://c/d'],
    ['https://example.com#/a', '/'],
    ['https://example.com/a/../b', '/a/../b'],
    ['https://example.com/é', '/%C3%A9'],
    ['https://example.com/%c3%a9', '/%c3%a9'],
    ['https://u:p@example.com:8443/a', '/a'],
    ['//example.com/a', '/a'],
    ['//example.com', '/'],
  ])('%s is compared as %s', (url, path) => {
    const robots = parseRobots('User-agent: *\nDisallow: /', { dialect: 'google' })
    expect(robots.explain(url, 'foobot').path).toBe(path)
  })

  test('a URL object counts as it is written out', () => {
    const robots = parseRobots('User-agent: *\nDisallow: /b$', { dialect: 'google' })
    expect(robots.check(new URL('https://example.com/a/../b'), 'foobot').allowed).toBe(false)
  })
})
