// Dry runs (invariant 26): robots.txt and nothing else is fetched; what would be fetched, and when, is what a run then does.
import { createCrawler, memoryStore } from '@curtsy/core'
import type { CrawlerOptions, DryRunReport, Store } from '@curtsy/core'
import { fakeSite, politenessOracle, virtualClock } from '@curtsy/core/testing'
import type { AuditEvent } from '@curtsy/core'
import type { FakePage } from '@curtsy/core/testing'
import { sqliteStore } from '@curtsy/sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { links, robotsTxt, scenario } from './scenario.ts'

/** A web in virtual time, and crawlers on it that share one store. */
function ground(pages: Readonly<Record<string, FakePage>>, options: Partial<CrawlerOptions> = {}) {
  const clock = virtualClock()
  const site = fakeSite(pages, clock)
  const store = options.store ?? memoryStore()
  const audit: AuditEvent[] = []
  const crawler = (more: Partial<CrawlerOptions> = {}) => {
    const made = createCrawler({
      userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
      seeds: 'https://a.test/',
      ...options,
      ...more,
      store,
      clock,
      fetch: site.fetch,
    })
    made.on('audit', (event) => void audit.push(event))
    return made
  }
  return {
    clock,
    site,
    audit,
    crawler,
    dryRun: async (more: Partial<CrawlerOptions> = {}, limit?: number): Promise<DryRunReport> => {
      const one = crawler(more)
      const report = await clock.run(one.dryRun(limit === undefined ? {} : { limit }))
      await clock.run(one.close())
      return report
    },
    run: async (more: Partial<CrawlerOptions> = {}) => {
      const one = crawler(more)
      const report = await clock.run(one.run())
      await clock.run(one.close())
      return report
    },
  }
}

const SLOW = robotsTxt('User-agent: *', 'Crawl-delay: 5', 'Disallow: /no', 'Allow: /yes')

/** URL, earliest instant and reason of each planned one. */
function plan({ planned }: DryRunReport): readonly unknown[] {
  return planned.map(({ url, earliestMs, reason, line }) => [url, earliestMs, reason, line])
}

test('robots.txt is all that is fetched, and each seed is told with its time, its rule or its refusal', async () => {
  const { dryRun, site, audit } = ground(
    { 'https://a.test/robots.txt': SLOW, 'https://a.test/': links('/next') },
    {
      seeds: [
        'https://a.test/yes',
        'https://a.test/no',
        'https://b.test/1',
        'https://a.test/2',
        'https://b.test/2',
        'http://127.0.0.1/',
      ],
    },
  )
  const report = await dryRun()
  expect(site.urls.toSorted()).toEqual(['https://a.test/robots.txt', 'https://b.test/robots.txt'])
  expect(plan(report)).toEqual([
    ['https://b.test/1', 1_000, 'delay', undefined],
    ['https://b.test/2', 2_000, 'delay', undefined],
    ['https://a.test/yes', 5_000, 'crawl-delay', 2],
    ['https://a.test/2', 10_000, 'crawl-delay', 2],
  ])
  expect(report.planned[2]).toMatchObject({ rule: { kind: 'allow', pattern: '/yes', line: 4 } })
  expect(report.refused).toMatchObject([
    { url: 'http://127.0.0.1/', reason: 'blocked-address' },
    { url: 'https://a.test/no', reason: 'disallow-rule', rule: { line: 3 } },
  ])
  expect(report.refused[0]?.message).toContain('127.0.0.1')
  expect(report).toMatchObject({ waiting: [], unlisted: 0, requests: 2, atMs: 0 })
  expect(audit.map(({ event }) => event)).toContain('settings')
  expect(audit.at(-1)).toMatchObject({ event: 'stop', reason: 'dry-run' })
})

describe.each<[string, () => { readonly store: Store; readonly dispose: () => void }]>([
  ['memory', () => ({ store: memoryStore(), dispose: () => undefined })],
  [
    'SQLite',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'curtsy-dry-'))
      return {
        store: sqliteStore(join(folder, 'crawl.db')),
        dispose: () => rmSync(folder, { recursive: true }),
      }
    },
  ],
])('on a store in %s', (_, make) => {
  test('the run that follows does what was said, asks for no robots.txt again, and keeps its distance', async () => {
    const { store, dispose } = make()
    try {
      const pages = {
        'https://a.test/robots.txt': SLOW,
        'https://a.test/yes': '',
        'https://a.test/2': '',
        'https://b.test/': '',
      }
      const seeds = ['https://a.test/yes', 'https://a.test/2', 'https://b.test/']
      const { dryRun, run, site, audit } = ground(pages, { seeds, store })
      const said = await dryRun()
      const before = site.log.length
      expect(await run()).toMatchObject({ delivered: 3, discovered: 3 })
      const starts = site.log.slice(before).map(({ url, startMs }) => `${startMs} ${url}`)
      const planned = said.planned.map(({ url, earliestMs }) => `${earliestMs} ${url}`)
      expect(new Set(starts)).toEqual(new Set(planned))
      expect(politenessOracle(audit)).toEqual([])
    } finally {
      dispose()
    }
  })

  test('what an earlier run left waiting is planned, and nothing of it changes', async () => {
    const { store, dispose } = make()
    try {
      const { dryRun, run, crawler, clock, site } = ground(
        {
          '/': links('/1', '/2', '/3', 'https://off.test/'),
          '/1': '',
          '/2': [{ status: 500 }, ''],
          '/3': '',
        },
        { store },
      )
      await run({ maxPages: 2 })
      const fetched = site.urls.length
      const report = await dryRun()
      expect(site.urls).toHaveLength(fetched)
      expect(report.planned.map(({ url, depth, via }) => [url, depth, via])).toEqual([
        ['https://a.test/2', 1, 'https://a.test/'],
        ['https://a.test/3', 1, 'https://a.test/'],
      ])
      expect(report.known).toMatchObject({
        delivered: 2,
        refused: { 'off-scope': 1 },
        waiting: { queued: 2 },
      })
      expect((await dryRun({}, 1)).unlisted).toBe(1)
      const limited = await dryRun({ maxPages: 3 })
      expect(plan(limited)).toHaveLength(1)
      expect(limited.waiting).toEqual([
        {
          url: 'https://a.test/3',
          kind: 'page',
          reason: 'max-pages',
          message: 'maxPages allows 3.',
          untilMs: undefined,
        },
      ])
      const status = crawler()
      expect(await clock.run(status.status())).toMatchObject({ queued: 2, delivered: 2 })
      await clock.run(status.close())
      expect(await run()).toMatchObject({ delivered: 4, waiting: {} })
    } finally {
      dispose()
    }
  })
})

test('a retry keeps its time, and holds up no other URL', async () => {
  const { dryRun, run } = ground(
    { '/': { status: 500 }, 'https://b.test/': '' },
    { seeds: ['https://a.test/', 'https://a.test/2'], maxTimeMs: 1_500 },
  )
  await run()
  const [first, second] = (await dryRun({ maxTimeMs: 60_000 })).planned
  expect(first).toMatchObject({ url: 'https://a.test/2', reason: 'delay' })
  expect(second).toMatchObject({ url: 'https://a.test/', reason: 'retry' })
  expect(second!.earliestMs).toBeGreaterThanOrEqual(6_000)
})

test('the time of the run counts as a limit', async () => {
  const { dryRun } = ground(
    { 'https://a.test/robots.txt': SLOW },
    { seeds: ['https://a.test/1', 'https://a.test/2'], maxTimeMs: 6_000 },
  )
  const report = await dryRun()
  expect(plan(report)).toEqual([['https://a.test/1', 5_000, 'crawl-delay', 2]])
  expect(report.waiting).toMatchObject([{ url: 'https://a.test/2', reason: 'budget-spent' }])
})

describe('robots.txt that cannot be read', () => {
  test('an error is told with the time of the next attempt, which is not made', async () => {
    const { dryRun, site } = ground({ '/robots.txt': { status: 503 } })
    expect(await dryRun()).toMatchObject({
      planned: [],
      waiting: [{ url: 'https://a.test/', reason: 'robots-unreachable', untilMs: 5_000 }],
      requests: 1,
    })
    expect(site.urls).toEqual(['https://a.test/robots.txt'])
  })

  test("redirects are followed, on this host and on another, each in its host's time", async () => {
    const { dryRun, site } = ground(
      {
        'https://a.test/robots.txt': { status: 301, headers: { location: '/r.txt' } },
        'https://a.test/r.txt': { status: 302, headers: { location: 'https://b.test/r.txt' } },
        'https://b.test/r.txt': robotsTxt('User-agent: *', 'Disallow: /x'),
      },
      { seeds: ['https://a.test/x', 'https://a.test/y'] },
    )
    const report = await dryRun()
    expect(site.log.map(({ url, startMs }) => [url, startMs])).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/r.txt', 1_000],
      ['https://b.test/r.txt', 1_000],
    ])
    expect(report.refused).toMatchObject([{ url: 'https://a.test/x', rule: { line: 2 } }])
    expect(plan(report)).toEqual([['https://a.test/y', 2_000, 'delay', undefined]])
  })

  test('a host that asks for too much patience is told as parked', async () => {
    const { dryRun } = ground({
      'https://a.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 3600'),
    })
    expect(await dryRun()).toMatchObject({
      planned: [],
      waiting: [{ reason: 'origin-gave-up', message: 'a.test is left alone: origin-gave-up.' }],
    })
  })

  test('an origin that may not be contacted is told as refused', async () => {
    const clock = virtualClock()
    const site = fakeSite({}, clock)
    const crawler = createCrawler({
      userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
      seeds: 'https://inside.test/',
      clock,
      fetch: site.fetch,
      resolve: async () => ['10.0.0.7'],
    })
    expect(await clock.run(crawler.dryRun())).toMatchObject({
      planned: [],
      refused: [{ url: 'https://inside.test/', reason: 'blocked-address' }],
      requests: 0,
    })
    expect(site.urls).toEqual([])
  })
})

test('sitemaps that robots.txt names are planned and not read', async () => {
  const { dryRun, site } = ground(
    { '/robots.txt': robotsTxt('Sitemap: https://a.test/map.xml') },
    { sitemaps: true },
  )
  expect((await dryRun()).planned.map(({ url, kind }) => [url, kind])).toEqual([
    ['https://a.test/map.xml', 'sitemap'],
    ['https://a.test/', 'page'],
  ])
  expect(site.urls).toEqual(['https://a.test/robots.txt'])
})

test('what a dry run cannot be is said at once', async () => {
  const { crawler, clock } = ground({})
  await expect(crawler({ fresh: true }).dryRun()).rejects.toMatchObject({ code: 'CURTSY_OPTION' })
  await expect(crawler().dryRun({ limit: 0 })).rejects.toMatchObject({ code: 'CURTSY_OPTION' })
  const open = crawler()
  await clock.run(open.open())
  await expect(open.dryRun()).rejects.toMatchObject({ code: 'CURTSY_STATE' })
  await clock.run(open.close())
  const once = crawler()
  await clock.run(once.dryRun())
  await expect(once.run()).rejects.toMatchObject({ code: 'CURTSY_STATE' })
  await expect(once.dryRun()).rejects.toMatchObject({ code: 'CURTSY_STATE' })
})

test('a stop ends a dry run, and nothing starts after it', async () => {
  const { crawler, clock, site } = ground(
    { 'https://a.test/robots.txt': { latencyMs: 5_000 } },
    { seeds: ['https://a.test/', 'https://b.test/'], concurrency: 1 },
  )
  const one = crawler()
  const dry = one.dryRun()
  await clock.advance(100)
  const stopped = one.stop()
  expect(await clock.run(dry)).toMatchObject({ planned: [{ url: 'https://a.test/' }] })
  await clock.run(stopped)
  expect(site.urls).toEqual(['https://a.test/robots.txt'])
})

test('a run after it is no other run: the scenario checks hold', async () => {
  const walk = scenario({ '/': links('/1'), '/1': '' })
  const dry = createCrawler({
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    seeds: 'https://a.test/',
    store: walk.store,
    clock: walk.clock,
    fetch: walk.site.fetch,
  })
  dry.on('audit', (event) => void walk.audit.push(event))
  await walk.clock.run(dry.dryRun())
  await walk.clock.run(dry.close())
  expect(await walk.again().run()).toMatchObject({ delivered: 2 })
})
