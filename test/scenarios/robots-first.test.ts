// robots.txt is the first request of every origin, however the origin is reached, and it is asked for once (invariants 4 and 5).
import { describe, expect, test } from 'vitest'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

const anywhere = (): boolean => true

onEachStore((makeStore) => {
  test('an origin reached by a link, a redirect or a sitemap is asked for its robots.txt first', async () => {
    const walk = scenario(
      {
        'https://a.test/robots.txt': robotsTxt('Sitemap: https://a.test/map.xml'),
        'https://a.test/': links('https://linked.test/x', '/moved'),
        'https://a.test/moved': { status: 301, headers: { location: 'https://moved.test/x' } },
        'https://a.test/map.xml': {
          body: '<urlset><url><loc>https://a.test/mapped</loc></url></urlset>',
          headers: { 'content-type': 'application/xml' },
        },
        '/mapped': '',
        '/x': '',
      },
      { store: makeStore(), scope: anywhere, sitemaps: true },
    )
    const report = await walk.run()
    expect(report).toMatchObject({
      delivered: 4,
      redirected: 1,
      discovered: 5,
      hosts: 3,
      sitemaps: { delivered: 1, discovered: 1 },
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      // The entry whose turn it was goes on, then the sitemap before anything else.
      ['https://a.test/', 1_000],
      ['https://linked.test/robots.txt', 1_000],
      ['https://a.test/map.xml', 2_000],
      ['https://linked.test/x', 2_000],
      ['https://a.test/mapped', 3_000],
      ['https://a.test/moved', 4_000],
      ['https://moved.test/robots.txt', 4_000],
      ['https://moved.test/x', 5_000],
    ])
  })

  test.each([
    ['one request in flight', 1],
    ['three requests in flight', 3],
  ])('100 seeds of one origin ask for robots.txt once, with %s', async (_, perOriginInFlight) => {
    const seeds = Array.from({ length: 100 }, (__, n) => `https://a.test/${n}`)
    const walk = scenario(
      {
        '/robots.txt': {
          status: 200,
          headers: { 'content-type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /7',
          latencyMs: 3_700,
        },
        ...Object.fromEntries(seeds.map((seed) => [seed, ''])),
      },
      { store: makeStore(), seeds, politeness: { perOriginInFlight } },
    )
    const report = await walk.run()
    expect(report).toMatchObject({
      delivered: 89,
      refused: { 'disallow-rule': 11 },
      discovered: 100,
      elapsedMs: expect.any(Number),
    })
    expect(walk.site.urls.filter((url) => url.endsWith('/robots.txt'))).toHaveLength(1)
    // The answer took 3.7 s, so the first page waits as long.
    expect(walk.starts.slice(0, 4)).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/0', 7_400],
      ['https://a.test/1', 8_400],
      ['https://a.test/2', 9_400],
    ])
  })

  test('http and https of one host share the clock and not the rules', async () => {
    const walk = scenario(
      {
        'http://a.test/robots.txt': robotsTxt(
          'User-agent: *',
          'Disallow: /closed',
          'Crawl-delay: 3',
        ),
        'https://a.test/robots.txt': robotsTxt('User-agent: *', 'Disallow: /x'),
        '/': links('/closed', '/x'),
        '/closed': '',
        '/x': '',
      },
      { store: makeStore(), seeds: ['http://a.test/', 'https://a.test/'] },
    )
    const report = await walk.run()
    expect(report).toMatchObject({
      delivered: 4,
      refused: { 'disallow-rule': 2 },
      discovered: 6,
      hosts: 1,
    })
    // The crawl-delay of http holds for the slot once it is known, so for https as well.
    expect(walk.starts).toEqual([
      ['http://a.test/robots.txt', 0],
      ['https://a.test/robots.txt', 3_000],
      ['http://a.test/', 6_000],
      ['https://a.test/', 9_000],
      // The two origins take turns, and http has used its own for what is closed.
      ['https://a.test/closed', 12_000],
      ['http://a.test/x', 15_000],
    ])
  })

  test('another port is another origin and another slot', async () => {
    const walk = scenario(
      { 'https://a.test:8443/robots.txt': robotsTxt('User-agent: *', 'Disallow: /'), '/': '' },
      { store: makeStore(), seeds: ['https://a.test/', 'https://a.test:8443/'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      refused: { 'disallow-rule': 1 },
      hosts: 2,
      examples: { 'refused:disallow-rule': 'https://a.test:8443/' },
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test:8443/robots.txt', 0],
      ['https://a.test/', 1_000],
    ])
  })

  test('a host without a robots.txt has no rules', async () => {
    const walk = scenario({ '/': links('/admin'), '/admin': '' }, { store: makeStore() })
    expect(await walk.run()).toMatchObject({ delivered: 2, refused: {} })
    expect(
      walk.audit.flatMap((event) =>
        event.event === 'robots'
          ? [[event.state, event.status, event.readMs, event.freshUntilMs]]
          : [],
      ),
    ).toEqual([['unavailable', 404, null, 86_400_000]])
  })

  test('the most specific group of our chain decides, and crawl-delay falls back to the one of *', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt(
          'User-agent: *',
          'Disallow: /',
          'Crawl-delay: 4',
          '',
          'User-agent: ExampleBot',
          'Disallow: /private',
        ),
        '/': links('/private', '/public'),
        '/public': '',
      },
      { store: makeStore(), userAgent: 'ExampleBot-Image/2.0 (+https://example.com/bot)' },
    )
    expect(await walk.run()).toMatchObject({ delivered: 2, refused: { 'disallow-rule': 1 } })
    expect(walk.starts.map(([, startMs]) => startMs)).toEqual([0, 4_000, 8_000])
    expect(
      await walk.clock.run(walk.again().crawler.explain('https://a.test/private')),
    ).toMatchObject({
      robots: {
        state: 'fetched',
        allowed: false,
        group: 'examplebot',
        rule: { line: 6 },
        crawlDelay: { seconds: 4, line: 3, from: 'default' },
      },
    })
  })

  test('rules are read again after a day, and the newest copy judges what was queued long before', async () => {
    const pages = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/${n}`, '']))
    const walk = scenario(
      {
        '/robots.txt': [
          {
            body: 'User-agent: *\nCrawl-delay: 250',
            headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=600' },
          },
          {
            body: 'User-agent: *\nDisallow: /3\nDisallow: /4\nCrawl-delay: 1',
            headers: { 'content-type': 'text/plain' },
          },
        ],
        '/': links(...Object.keys(pages)),
        ...pages,
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({ delivered: 5, refused: { 'disallow-rule': 2 } })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 250_000],
      ['https://a.test/0', 500_000],
      // 600 s are over: the copy is read again before anything else.
      ['https://a.test/robots.txt', 750_000],
      ['https://a.test/1', 751_000],
      ['https://a.test/2', 752_000],
      ['https://a.test/5', 753_000],
    ])
  })
})

test('a crawl-delay longer than the freshness of robots.txt leaves every second contact for a page', async () => {
  const walk = scenario({
    '/robots.txt': {
      body: 'User-agent: *\nCrawl-delay: 300',
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    },
    '/': links('/1'),
    '/1': '',
  })
  expect(await walk.run()).toMatchObject({ delivered: 2, ended: 'done' })
  expect(walk.starts).toEqual([
    ['https://a.test/robots.txt', 0],
    ['https://a.test/', 300_000],
    ['https://a.test/robots.txt', 600_000],
    ['https://a.test/1', 900_000],
  ])
})

test('rules that grow old between a claim and its start are read again before it', async () => {
  const walk = scenario(
    {
      '/robots.txt': {
        body: 'User-agent: *\nCrawl-delay: 149',
        headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=300' },
      },
      '/': links('/1'),
      '/1': '',
    },
    {
      // Claimed at 298 s; the hook holds it until 303 s.
      plugins: [
        {
          name: 'slow',
          fetch: async (request, next) => {
            if (request.url.pathname === '/1' && walk.clock.now() < 300_000)
              await walk.clock.sleep(5_000)
            return next(request)
          },
        },
      ],
    },
  )
  expect(await walk.run()).toMatchObject({ delivered: 2 })
  expect(walk.starts).toEqual([
    ['https://a.test/robots.txt', 0],
    ['https://a.test/', 149_000],
    ['https://a.test/robots.txt', 303_000],
    ['https://a.test/1', 452_000],
  ])
})

describe("robots.txt of an origin of the user's own", () => {
  test('is not asked, which the settings say', async () => {
    const walk = scenario(
      { '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /'), '/': '' },
      { exemptOrigins: ['https://a.test'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      notes: ['robots.txt of https://a.test is not asked: it is named in exemptOrigins.'],
    })
    expect(walk.starts).toEqual([['https://a.test/', 0]])
    expect(walk.audit[0]).toMatchObject({ event: 'settings', exemptOrigins: ['https://a.test'] })
  })
})
