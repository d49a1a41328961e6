// The vectors of robots.json, explained in README.md beside it.
import { readFileSync } from 'node:fs'
import { parseRobots } from '@curtsy/robots'
import { describe, expect, test } from 'vitest'

interface Vector {
  readonly id: string
  readonly why: string
  readonly robots?: string
  readonly robotsBase64?: string
  readonly robotsRepeat?: readonly (readonly [string, number])[]
  readonly agent: string
  readonly agents?: readonly string[]
  readonly url: string
  readonly expect: {
    readonly rfc?: 'allow' | 'disallow'
    readonly google?: 'allow' | 'disallow'
    readonly googleLine?: number
    readonly group?: 'specific' | '*' | null
    readonly crawlDelay?: number | null
    readonly sitemaps?: readonly string[]
  }
}

const vectors = JSON.parse(
  readFileSync(new URL('./robots.json', import.meta.url), 'utf8'),
) as readonly Vector[]

const bytesOf = (vector: Vector): Uint8Array => {
  if (vector.robotsBase64 !== undefined) return Buffer.from(vector.robotsBase64, 'base64')
  const text = vector.robots ?? vector.robotsRepeat!.map(([part, times]) => part.repeat(times)).join('')
  return new TextEncoder().encode(text)
}
const tokenOf = (vector: Vector): string | readonly string[] => vector.agents ?? vector.agent
const named = (list: readonly Vector[]): [string, Vector][] => list.map((v) => [`${v.id}: ${v.why}`, v])
const answer = (allowed: boolean): string => (allowed ? 'allow' : 'disallow')

describe('RFC 9309', () => {
  test.each(named(vectors.filter((v) => v.expect.rfc !== undefined)))('%s', (_name, vector) => {
    const robots = parseRobots(bytesOf(vector))
    expect(answer(robots.check(vector.url, tokenOf(vector)).allowed)).toBe(vector.expect.rfc)
  })

  // ext-11: DisallowAITraining is a record of its own here, not the Disallow it begins with. limit-03: 512 KiB are read, not 500.
  const chosenOtherwise = new Set(['ext-11', 'ext-11b', 'limit-03'])
  const silent = vectors.filter((v) => v.expect.rfc === undefined && v.expect.google !== undefined)
  test.each(named(silent.filter((v) => !chosenOtherwise.has(v.id))))('where it is silent, as google: %s', (_name, vector) => {
    const robots = parseRobots(bytesOf(vector))
    expect(answer(robots.check(vector.url, tokenOf(vector)).allowed)).toBe(vector.expect.google)
  })

  test.each(named(vectors.filter((v) => v.expect.crawlDelay !== undefined)))('crawl-delay %s', (_name, vector) => {
    const delay = parseRobots(bytesOf(vector)).crawlDelay(tokenOf(vector))
    expect(delay?.seconds ?? null).toBe(vector.expect.crawlDelay)
  })

  test.each(named(vectors.filter((v) => v.expect.sitemaps !== undefined)))('sitemaps %s', (_name, vector) => {
    expect(parseRobots(bytesOf(vector)).sitemaps.map((s) => s.url)).toEqual(vector.expect.sitemaps)
  })
})

describe('google', () => {
  test.each(named(vectors.filter((v) => v.expect.google !== undefined)))('%s', (_name, vector) => {
    const verdict = parseRobots(bytesOf(vector), { dialect: 'google' }).check(vector.url, tokenOf(vector))
    expect([answer(verdict.allowed), verdict.rule?.line ?? 0]).toEqual([
      vector.expect.google,
      vector.expect.googleLine ?? verdict.rule?.line ?? 0,
    ])
  })

  test.each(named(vectors.filter((v) => v.expect.sitemaps !== undefined)))('sitemaps %s', (_name, vector) => {
    const robots = parseRobots(bytesOf(vector), { dialect: 'google' })
    expect(robots.sitemaps.map((s) => s.url)).toEqual(vector.expect.sitemaps)
  })
})
