// A stop is prompt and loses nothing: no start after it, what is under way finishes or is put back, and the same store goes on where it
// stopped (invariants 14, 19 and 22, HW-SYS-01).
import { describe, expect, test } from 'vitest'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'
import type { Walk } from './scenario.ts'

const SITE = {
  '/': links('/1', '/2', '/3'),
  '/1': { body: links('/4'), latencyMs: 5_000 },
  '/2': '',
  '/3': '',
  '/4': '',
}

/** Calls `stop` at an instant of the run. */
function stopAt(walk: Walk, atMs: number): void {
  void walk.clock.sleep(atMs).then(() => walk.crawler.stop())
}

/** How often each page was asked for, robots.txt left out. */
function counts(walk: Walk): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const url of walk.site.urls)
    if (!url.endsWith('/robots.txt'))
      counted[new URL(url).pathname] = (counted[new URL(url).pathname] ?? 0) + 1
  return counted
}

onEachStore((makeStore) => {
  test('what is under way finishes, nothing starts, the rest is for the next run', async () => {
    const walk = scenario(SITE, { store: makeStore() })
    stopAt(walk, 2_500)
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      waiting: { cancelled: 3 },
      discovered: 5,
      ended: 'stopped',
      elapsedMs: 7_000,
      resumable: true,
    })
    expect(walk.audit.at(-1)).toEqual({ event: 'stop', atMs: 7_000, reason: 'stopped' })
    const second = walk.again()
    expect(await second.run()).toMatchObject({
      delivered: 5,
      discovered: 5,
      fetched: 3,
      waiting: {},
      ended: 'done',
      resumable: false,
    })
    // 5 s for an answer are 5 s of patience, also over the end of a run.
    expect(second.starts).toEqual([
      ['https://a.test/2', 12_000],
      ['https://a.test/3', 13_000],
      ['https://a.test/4', 14_000],
    ])
    expect(counts(walk)).toEqual({ '/': 1, '/1': 1, '/2': 1, '/3': 1, '/4': 1 })
  })

  test('a request that outlasts the grace is broken off and put back; the next contact keeps its distance', async () => {
    const walk = scenario(SITE, { store: makeStore(), limits: { shutdownGraceMs: 1_000 } })
    stopAt(walk, 2_500)
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      failed: {},
      waiting: { cancelled: 3 },
      elapsedMs: 3_500,
      ended: 'stopped',
    })
    expect(
      walk.audit
        .flatMap((event) =>
          event.event === 'request' ? [[event.outcome, event.startMs, event.endMs]] : [],
        )
        .at(-1),
    ).toEqual(['cancelled', 2_000, 3_500])
    const second = walk.again({ limits: {} })
    expect(await second.run()).toMatchObject({ delivered: 5, waiting: {}, ended: 'done' })
    // It is at the head again, after the 1.5 s that the broken-off contact lasted.
    expect(second.starts.slice(0, 2)).toEqual([
      ['https://a.test/1', 5_000],
      ['https://a.test/2', 15_000],
    ])
    expect(counts(walk)).toEqual({ '/': 1, '/1': 2, '/2': 1, '/3': 1, '/4': 1 })
  })

  test.each([
    ['before the first request', 0],
    ['while robots.txt is awaited', 200],
    ['while the body of robots.txt comes in', 700],
    ['while nothing is under way', 2_500],
    ['while the body of a page comes in', 4_700],
  ])('a stop %s loses nothing and doubles nothing that was done', async (_, atMs) => {
    const slow = { latencyMs: 500, bodyMs: 500 }
    const walk = scenario(
      {
        '/robots.txt': {
          body: 'User-agent: *\nDisallow: /3\nCrawl-delay: 3',
          headers: { 'content-type': 'text/plain' },
          ...slow,
        },
        ...SITE,
        '/': { body: SITE['/'], ...slow },
      },
      { store: makeStore(), limits: { shutdownGraceMs: 100 } },
    )
    stopAt(walk, atMs)
    expect(await walk.run()).toMatchObject({ ended: 'stopped', resumable: true })
    expect(await walk.again({ limits: {} }).run()).toMatchObject({
      delivered: 4,
      refused: { 'disallow-rule': 1 },
      waiting: {},
      ended: 'done',
    })
  })

  test('with many hosts in flight every URL comes to its end once', async () => {
    const seeds = Array.from({ length: 12 }, (_, n) => `https://${n}.test/`)
    const pages = {
      '/': { body: links('/a', '/b'), latencyMs: 300 },
      '/a': { body: '', latencyMs: 900 },
      '/b': '',
    }
    const walk = scenario(pages, { store: makeStore(), seeds, limits: { shutdownGraceMs: 200 } })
    stopAt(walk, 2_600)
    await walk.run()
    let next = walk.again()
    stopAt(next, 900)
    await next.run()
    next = walk.again({ limits: {} })
    expect(await next.run()).toMatchObject({
      delivered: 36,
      discovered: 36,
      waiting: {},
      ended: 'done',
    })
  })

  test.each([
    ['its name is looked up', 'resolve'],
    ['a plugin has it in hand', 'plugin'],
  ])('a request does not start any more while %s', async (_, where) => {
    const slowly = (): Promise<void> => walk.clock.sleep(walk.clock.now() > 0 ? 1_000 : 0)
    const walk: Walk = scenario(
      { '/': '' },
      {
        store: makeStore(),
        politeness: { delayMs: 61_000 },
        resolve: async () => {
          if (where === 'resolve') await slowly()
          return ['93.184.216.34']
        },
        plugins: [
          {
            name: 'slow',
            fetch: async (request, next) => {
              if (where === 'plugin') await slowly()
              return next(request)
            },
          },
        ],
      },
    )
    stopAt(walk, 61_500)
    expect(await walk.run()).toMatchObject({ waiting: { cancelled: 1 }, ended: 'stopped' })
    expect(walk.starts).toEqual([['https://a.test/robots.txt', 0]])
    expect(await walk.again().run()).toMatchObject({ delivered: 1 })
  })

  test('an aborted signal is a stop', async () => {
    const walk = scenario(SITE, { store: makeStore() })
    const signal = AbortSignal.abort()
    const report = await walk.clock.run(walk.crawler.run({ signal }))
    expect(report).toMatchObject({
      delivered: 0,
      waiting: { cancelled: 1 },
      ended: 'stopped',
      elapsedMs: 0,
    })
    expect(walk.site.urls).toEqual([])
  })

  test('waits that a site asked for outlast the run', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 5'),
        '/': links('/1', '/2'),
        '/1': { status: 503, headers: { 'retry-after': '600' } },
        '/2': '',
      },
      { store: makeStore(), maxTimeMs: 12_000, limits: { maxRetries: 0 } },
    )
    expect(await walk.run()).toMatchObject({ ended: 'max-time', waiting: { 'budget-spent': 1 } })
    const second = walk.again({ maxTimeMs: 10_000_000 })
    await second.run()
    expect(second.starts).toEqual([['https://a.test/2', 610_000]])
  })
})

describe('a handler that does not end', () => {
  test('does not hold up the end of a run beyond the grace; its page is for the next run', async () => {
    const pushed: unknown[] = []
    let hang = true
    const walk = scenario(SITE, {
      limits: { shutdownGraceMs: 4_000 },
      onPage: async (page) => {
        page.push({ url: page.url.href })
        page.follow()
        if (page.url.pathname === '/' && hang) await new Promise(() => undefined)
      },
    })
    stopAt(walk, 2_000)
    expect(await walk.run()).toMatchObject({
      delivered: 0,
      failed: {},
      discovered: 1,
      waiting: { cancelled: 1 },
      elapsedMs: 6_000,
      ended: 'stopped',
    })
    hang = false
    const second = walk.again()
    expect(await second.run()).toMatchObject({ delivered: 5, discovered: 5 })
    await walk.store.open({
      clock: walk.clock,
      perAddressInFlight: 2,
      perAddressDelayMs: 0,
      initialHost: { delayMs: 0, inFlight: 1 },
    })
    for await (const record of walk.store.records()) pushed.push(record.json)
    expect(pushed).toHaveLength(5)
  })
})

test('stop before run lets nothing start, and close needs no run', async () => {
  const walk = scenario(SITE)
  await walk.crawler.stop()
  expect(await walk.run()).toMatchObject({
    delivered: 0,
    waiting: { cancelled: 1 },
    ended: 'stopped',
  })
  const idle = walk.again()
  await walk.clock.run(idle.crawler.explain('https://a.test/'))
  await walk.clock.run(idle.crawler.close())
  expect(walk.clock.sleeping).toBe(0)
})

test('a crawler runs once', async () => {
  const walk = scenario(SITE)
  await walk.run()
  await expect(walk.crawler.run()).rejects.toMatchObject({ code: 'CURTSY_STATE' })
})

test('a store of another crawl is refused, with what differs', async () => {
  const walk = scenario(SITE)
  await walk.run()
  await expect(
    walk.clock.run(walk.again({ seeds: 'https://b.test/' }).crawler.run()),
  ).rejects.toMatchObject({
    code: 'CURTSY_STORE_MISMATCH',
    message: expect.stringContaining('list of seeds'),
  })
  const fresh = walk.again({ seeds: 'https://b.test/', fresh: true })
  expect(await walk.clock.run(fresh.crawler.run())).toMatchObject({ delivered: 5, discovered: 5 })
})

test('a clock that is set back between two runs makes no wait longer than it was', async () => {
  const pages = {
    '/': links('/1', '/2'),
    '/1': { status: 503, headers: { 'retry-after': '600' } },
    '/2': '',
  }
  const walk = scenario(pages, { maxTimeMs: 3_000, limits: { maxRetries: 0 } }, 900_000_000)
  expect(await walk.run()).toMatchObject({ waiting: { 'budget-spent': 1 } })
  const later = scenario(pages, { store: walk.store, limits: { maxRetries: 0 } }, 100_000_000)
  expect(await later.run()).toMatchObject({ delivered: 2, ended: 'done' })
  expect(later.starts).toEqual([['https://a.test/2', 100_600_000]])
})
