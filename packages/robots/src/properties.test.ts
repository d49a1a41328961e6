// What holds for any file, whatever is in it. fast-check prints the seed of a failure.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterRobotsAnswer, nextRobotsStep, type RobotsAnswer } from './access.ts'
import { ROBOTS_POLICIES, type RobotsPolicy } from './access-policy.ts'
import { compare } from './compare.ts'
import { DIALECTS } from './dialect.ts'
import { lintRobots } from './lint.ts'
import { looksLikeRobots } from './looks-like-robots.ts'
import { parseRobotsDirectives } from './page-directives.ts'
import type { RobotsCopy } from './robots-copy.ts'
import { parseRobots } from './robots.ts'
import { robotsCase } from './testing/generated-files.test-support.ts'

const SLOW = { timeout: 60_000 }

/** The counterexample and its seed, or undefined where the property holds. */
const counterexample = <T>(property: fc.IProperty<T>, numRuns: number): string | undefined =>
  fc.defaultReportMessage(fc.check(property, { numRuns }))

const tokens = fc.constantFrom(
  ...new TextEncoder().encode('User-agent:*\nDisallow:/a$%2F\r#\0\uFEFFAllowCrawl-delay5Sitemap'),
)
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.array(tokens, { maxLength: 300 }).map((octets) => Uint8Array.from(octets)),
)

describe('any bytes', () => {
  test('are a file to everyone: nothing throws, every line is accounted for', SLOW, () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        for (const dialect of DIALECTS) {
          const robots = parseRobots(bytes, { dialect })
          robots.explain('https://example.com/a%2Fa?a', 'foobot')
          robots.crawlDelay('foobot')
          expect(
            robots.groups.length + robots.sitemaps.length + robots.cleanParams.length,
          ).toBeGreaterThanOrEqual(0)
        }
        const { lines, notes } = parseRobots(bytes)
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, at) => at + 1))
        const ends = lines.map(({ byteOffset, byteLength }) => byteOffset + byteLength)
        expect(
          lines.slice(1).every(({ byteOffset }, at) => byteOffset - (ends[at] ?? 0) <= 2),
        ).toBe(true)
        expect(ends.at(-1)).toBe(bytes.length)
        expect(notes.every(({ line }) => line >= 1 && line <= lines.length)).toBe(true)
        lintRobots(parseRobots(bytes))
        looksLikeRobots(bytes)
        compare(bytes, 'https://example.com/a', 'foobot')
      }),
      { numRuns: 200 },
    )
  })

  test('are header fields too', SLOW, () => {
    const text = fc.string({
      unit: fc.constantFrom(...'noindex, :unavailable_after-1 Jun2010GMT'.split('')),
    })
    expect(
      counterexample(
        fc.property(text, text, (header, meta) => {
          parseRobotsDirectives(header, meta, 'foobot')
        }),
        1000,
      ),
    ).toBeUndefined()
  })
})

const verdict = (file: string, url: string, token: string): unknown => {
  const { allowed, reason } = parseRobots(file).check(url, token)
  return [allowed, reason]
}

describe('a verdict does not change', () => {
  test('with the kind of line end', SLOW, () => {
    fc.assert(
      fc.property(robotsCase, ({ file, url, token }) => {
        const lines = file.split(/\r\n|\r|\n/)
        for (const end of ['\n', '\r', '\r\n']) {
          expect(verdict(lines.join(end), url, token)).toEqual(verdict(file, url, token))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('with comments and blank lines', SLOW, () => {
    fc.assert(
      fc.property(
        robotsCase,
        fc.constantFrom('# x', '', ' \t', '#Disallow: /'),
        ({ file, url, token }, extra) => {
          const lines = file.split(/\r\n|\r|\n/)
          const padded = [lines[0], ...lines.slice(1).flatMap((line) => [extra, line]), extra]
          expect(verdict(padded.join('\n'), url, token)).toEqual(verdict(file, url, token))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('with the order of groups', SLOW, () => {
    const rule = fc.tuple(
      fc.constantFrom('Allow', 'Disallow'),
      fc.constantFrom('/', '/a', '/a*', '/ab', '/*b$'),
    )
    const block = fc.record({
      agents: fc.array(fc.constantFrom('foobot', '*', 'other'), { minLength: 1, maxLength: 2 }),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
        const write = (list: typeof blocks): string =>
          list
            .flatMap(({ agents, rules }) => [
              ...agents.map((agent) => `User-agent: ${agent}`),
              ...rules.map(([key, pattern]) => `${key}: ${pattern}`),
            ])
            .join('\n')
        const forward = verdict(write(blocks), 'https://example.com/ab', 'foobot')
        expect(verdict(write(blocks.toReversed()), 'https://example.com/ab', 'foobot')).toEqual(
          forward,
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('access', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  const answer: fc.Arbitrary<RobotsAnswer> = fc.oneof(
    fc.record({
      kind: fc.constant('response' as const),
      status: fc.constantFrom(200, 204, 404, 429, 500, 503),
      cacheControl: fc.constantFrom(undefined, 'max-age=60', 'max-age=7200'),
      retryAfter: fc.constantFrom(undefined, '1', '9000', 'x'),
    }),
    fc.record({
      kind: fc.constant('response' as const),
      status: fc.constantFrom(301, 308),
      location: fc.constantFrom('/x', 'https://other.example/r', undefined),
    }),
    fc.record({
      kind: fc.constant('failure' as const),
      reason: fc.constantFrom('dns' as const, 'timeout' as const, 'body' as const),
    }),
  )
  const gap = fc.oneof(fc.nat(20_000), fc.nat(2 * HOUR), fc.nat(20 * DAY))

  /** What the policy says in words, told again: may anything be fetched, given the history of answers? */
  function mayOpen(policy: RobotsPolicy, copy: RobotsCopy, nowMs: number): boolean {
    const { failing, file, answered } = copy
    if (failing === undefined) return answered !== undefined
    if (policy === 'disallow') return false
    const age = file === undefined ? Infinity : nowMs - file.readAtMs
    const silentFor = nowMs - failing.sinceMs
    if (age < DAY || policy === 'amazon') return true
    if (policy === 'last-good') return file !== undefined && silentFor < 30 * DAY
    if (silentFor < 12 * HOUR) return false
    if (silentFor < 30 * DAY) return file !== undefined || policy === 'google'
    return failing.gotHttp
  }

  test('is never allowed when the policy does not say so, and a fetch is never early', SLOW, () => {
    const history = fc.array(fc.tuple(gap, answer), { maxLength: 40 })
    expect(
      counterexample(
        fc.property(fc.constantFrom(...ROBOTS_POLICIES), history, (policy, answers) => {
          let copy: RobotsCopy | undefined
          let nowMs = 0
          return answers.every(([gapMs, next]) => {
            nowMs += gapMs
            const step = nextRobotsStep('https://example.com', copy, nowMs, policy)
            if (step.do !== 'fetch') {
              const opens = step.do === 'use'
              return (
                step.untilMs > nowMs && copy !== undefined && opens === mayOpen(policy, copy, nowMs)
              )
            }
            const early =
              step.hop === 0 && copy?.failing !== undefined && nowMs < copy.failing.retryAtMs
            const after = afterRobotsAnswer('https://example.com', copy, step, next, nowMs)
            copy = JSON.parse(JSON.stringify(after)) as RobotsCopy
            return !early && step.hop <= 5
          })
        }),
        1000,
      ),
    ).toBeUndefined()
  })

  test('comes to an end: whoever follows the steps is never stuck', SLOW, () => {
    const answers = fc.infiniteStream(answer)
    expect(
      counterexample(
        fc.property(fc.constantFrom(...ROBOTS_POLICIES), answers, (policy, stream) => {
          let copy: RobotsCopy | undefined
          let nowMs = 0
          return Array.from({ length: 60 }).every(() => {
            const step = nextRobotsStep('https://example.com', copy, nowMs, policy)
            if (step.do === 'fetch') {
              copy = afterRobotsAnswer(
                'https://example.com',
                copy,
                step,
                stream.next().value,
                nowMs,
              )
              return true
            }
            const waitMs = step.untilMs - nowMs
            nowMs = step.untilMs
            return waitMs > 0 && waitMs <= 30 * DAY
          })
        }),
        300,
      ),
    ).toBeUndefined()
  })
})
