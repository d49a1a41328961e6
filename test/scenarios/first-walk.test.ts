// The whole walk on one host: order, instants, and a report in which every URL has a state and a reason.
import { expect, test } from 'vitest'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

onEachStore((makeStore) => {
  test('robots.txt comes first, pages follow a second after the end of the last contact', async () => {
    const walk = scenario(
      {
        'https://a.test/': {
          body: links('/one', '/two', '/private/x', 'https://b.test/', 'mailto:a@b.test'),
          latencyMs: 100,
        },
        '/one': { body: links('/', '/two'), latencyMs: 50 },
        '/two': 'no links',
        '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /private/'),
      },
      { store: makeStore() },
    )
    const report = await walk.run()
    expect(walk.site.log.map(({ url, startMs, endMs }) => [url, startMs, endMs])).toEqual([
      ['https://a.test/robots.txt', 0, 0],
      ['https://a.test/', 1_000, 1_100],
      ['https://a.test/one', 2_100, 2_150],
      ['https://a.test/two', 3_150, 3_150],
    ])
    expect(report).toEqual({
      fetched: 3,
      delivered: 3,
      redirected: 0,
      failed: {},
      waiting: {},
      discovered: 6,
      refused: { 'disallow-rule': 1, 'off-scope': 1, 'blocked-scheme': 1 },
      hosts: 1,
      elapsedMs: 4_150,
      resumable: false,
      ended: 'done',
      parked: [],
      notes: [],
      examples: {
        delivered: 'https://a.test/',
        'refused:disallow-rule': 'https://a.test/private/x',
        'refused:off-scope': 'https://b.test/',
        'refused:blocked-scheme': 'mailto:a@b.test',
      },
      sitemaps: {
        discovered: 0,
        delivered: 0,
        redirected: 0,
        failed: {},
        refused: {},
        waiting: {},
      },
    })
  })

  test('the audit says of each request when it was, and what it had to wait for', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('User-agent: *', 'Allow: /', 'Crawl-delay: 2'),
        '/': { body: links('/a', '/b?x=1#top', 'HTTPS://A.test:443/a'), latencyMs: 300 },
        '/a': 'a',
        '/b?x=1': { status: 404, latencyMs: 20 },
      },
      { store: makeStore() },
    )
    const report = await walk.run()
    expect(report).toMatchObject({
      discovered: 3,
      delivered: 2,
      failed: { 'http-status': 1 },
      fetched: 3,
      elapsedMs: 6_320,
    })
    expect(
      walk.audit.flatMap((event) =>
        event.event === 'request'
          ? [
              [
                event.kind,
                event.url,
                event.startMs,
                event.endMs,
                event.status,
                event.outcome,
                event.delayMs,
                event.delayReason,
                event.rule?.line,
              ],
            ]
          : [],
      ),
    ).toEqual([
      ['robots', 'https://a.test/robots.txt', 0, 0, 200, 'robots', 0, 'first-contact', undefined],
      [
        'page',
        'https://a.test/',
        2_000,
        2_300,
        200,
        'delivered',
        2_000,
        'crawl-delay, robots.txt line 3',
        2,
      ],
      [
        'page',
        'https://a.test/a',
        4_300,
        4_300,
        200,
        'delivered',
        2_000,
        'crawl-delay, robots.txt line 3',
        2,
      ],
      [
        'page',
        'https://a.test/b?x=1',
        6_300,
        6_320,
        404,
        'http-status',
        2_000,
        'crawl-delay, robots.txt line 3',
        2,
      ],
    ])
    expect(walk.failures).toEqual([
      {
        url: 'https://a.test/b?x=1',
        code: 'http-status',
        message: 'Status 404.',
        attempt: 1,
        willRetry: false,
      },
    ])
  })

  test('a slow site is waited for as long as it took to answer', async () => {
    const walk = scenario(
      {
        '/': { body: links('/a', '/b'), latencyMs: 1_500, bodyMs: 500 },
        '/a': { body: 'a', latencyMs: 19_000, bodyMs: 14_000 },
        '/b': 'b',
      },
      { store: makeStore() },
    )
    await walk.run()
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 1_000],
      ['https://a.test/a', 5_000],
      // 33 s for an answer, of which limits.maxAdaptiveDelayMs takes 30 s.
      ['https://a.test/b', 68_000],
    ])
  })

  test('with delay 0 nothing waits but for the site', async () => {
    const walk = scenario(
      {
        '/': { body: links('/a', '/b'), latencyMs: 40 },
        '/a': { body: 'a', latencyMs: 700 },
        '/b': 'b',
      },
      { store: makeStore(), politeness: { delayMs: 0 } },
    )
    await walk.run()
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 0],
      ['https://a.test/a', 40],
      ['https://a.test/b', 740],
    ])
  })

  test('pages of one host go in the order in which they were found, seeds first', async () => {
    const walk = scenario(
      {
        '/': links('/1', '/2'),
        '/1': links('/1/1', '/2', '/1/2'),
        '/2': links('/'),
        '/1/1': '',
        '/1/2': '',
        '/s': links('/t'),
        '/t': '',
      },
      { store: makeStore(), seeds: ['https://a.test/', 'https://a.test/s'] },
    )
    await walk.run()
    expect(walk.starts.map(([url]) => new URL(url).pathname)).toEqual([
      '/robots.txt',
      '/',
      '/s',
      '/1',
      '/2',
      '/t',
      '/1/1',
      '/1/2',
    ])
  })

  test('hosts are walked side by side, each in its own time', async () => {
    const walk = scenario(
      { '/': links('/x'), '/x': '' },
      { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/', 'http://c.test:8080/'] },
    )
    const report = await walk.run()
    expect(report).toMatchObject({ hosts: 3, delivered: 6, elapsedMs: 2_000 })
    for (const origin of ['https://a.test', 'https://b.test', 'http://c.test:8080']) {
      expect(walk.starts.filter(([url]) => url.startsWith(origin))).toEqual([
        [`${origin}/robots.txt`, 0],
        [`${origin}/`, 1_000],
        [`${origin}/x`, 2_000],
      ])
    }
  })

  test('a seed that nobody answers is a report, not an exception', async () => {
    const walk = scenario({}, { store: makeStore(), seeds: 'https://a.test/gone' })
    expect(await walk.run()).toMatchObject({
      discovered: 1,
      delivered: 0,
      failed: { 'http-status': 1 },
      examples: { 'failed:http-status': 'https://a.test/gone' },
    })
  })
})
