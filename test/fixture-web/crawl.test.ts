// A crawl of the whole fixture web over real sockets, on default limits and without waits of our own: each URL's fate is the one that its
// site promises, and what was not fetched has a named reason.
import { createCrawler, memoryStore } from '@curtsy/core'
import type { CrawlReport, RequestEvent } from '@curtsy/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixtureWeb } from '../../examples/src/fixture-web/index.ts'
import type { FixtureWeb } from '../../examples/src/fixture-web/index.ts'

const store = memoryStore()
const requests: RequestEvent[] = []
let web: FixtureWeb
let report: CrawlReport
const outcomes = new Map<string, string>()

beforeAll(async () => {
  web = await startFixtureWeb()
  const crawler = createCrawler({
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    seeds: web.seeds,
    resolve: web.resolve,
    allowAddresses: ['127.0.0.0/8'],
    politeness: { delayMs: 0 },
    sitemaps: true,
    store,
  })
  crawler.on('request', (event) => requests.push(event))
  // The store is read after the run.
  await crawler.open()
  report = await crawler.run()
  for (const url of web.expected.keys()) {
    const record = await store.find(url)
    const state = record?.state
    outcomes.set(
      url,
      state === undefined
        ? 'unknown'
        : 'reason' in state
          ? `${state.kind}:${state.reason}`
          : state.kind,
    )
  }
}, 90_000)

afterAll(async () => {
  await web.close()
})

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0)
}

describe('a crawl of the fixture web', () => {
  test('gives each URL the fate that its site promises', () => {
    const expected = Object.fromEntries(
      Array.from(web.expected, ([url, { outcome }]) => [url, outcome]),
    )
    expect(Object.fromEntries(outcomes)).toEqual(expected)
  })

  test('discovers nothing else: the states add up', () => {
    const { delivered, redirected, failed, refused, waiting, discovered } = report
    expect(delivered + redirected + sum(failed) + sum(refused) + sum(waiting)).toBe(discovered)
    expect(discovered).toBe(web.expected.size)
  })

  test('makes as many requests as it must, and none for what it refuses', () => {
    const made = new Map<string, number>()
    for (const { host, path } of web.log) {
      const url = web.origin(host) + path
      made.set(url, (made.get(url) ?? 0) + 1)
    }
    for (const [url, { outcome, requests: wanted }] of web.expected) {
      const once = outcome.startsWith('refused') || outcome.startsWith('waiting') ? 0 : 1
      if (outcome.startsWith('failed')) continue
      expect([url, made.get(url) ?? 0]).toEqual([url, wanted ?? once])
    }
  })

  test('keeps two seconds between contacts of b.demo, as its robots.txt asks', () => {
    const times = web.log
      .filter(({ host }) => host === 'b.demo')
      .map(({ startMs, endMs }) => ({ startMs, endMs }))
    // Its /sitemap.xml is among them: robots.txt names none.
    expect(times).toHaveLength(7)
    const gaps = times.slice(1).map(({ startMs }, at) => startMs - (times[at]?.endMs ?? Number.NaN))
    expect(gaps.filter((gapMs) => !(gapMs >= 2_000))).toEqual([])
  })

  test('writes one audit event for each request the server saw', () => {
    const served = web.log.map(({ host, path }) => web.origin(host) + path).toSorted()
    const audited = requests
      .filter(({ status }) => status !== null)
      .map(({ url }) => url)
      .toSorted()
    expect(audited).toEqual(served)
  })

  test('names the robots.txt line of every refusal by rule', async () => {
    for (const [url, { robotsLine }] of web.expected) {
      if (robotsLine === undefined) continue
      const record = await store.find(url)
      expect([url, record?.details?.['rule']]).toMatchObject([url, { line: robotsLine }])
    }
  })
})
