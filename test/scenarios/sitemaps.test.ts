// Sitemap files are entries of the frontier: each one waits for its host, passes robots.txt, and is counted apart from pages (HW-MAP).
import { describe, expect, test } from 'vitest'
import type { FakePage } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

function xml(body: string, more: object = {}): FakePage {
  return { body, headers: { 'content-type': 'application/xml' }, ...more }
}
const urlset = (...locs: readonly string[]): FakePage =>
  xml(`<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`)
const index = (...locs: readonly string[]): FakePage =>
  xml(
    `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`,
  )

onEachStore((makeStore) => {
  test('those that robots.txt names are read before other pages, an index leads to its children', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt(
          'User-agent: *',
          'Disallow: /closed',
          'Sitemap: https://a.test/index.xml',
          'Sitemap: /relative.xml',
        ),
        '/index.xml': index(
          'https://a.test/1.xml',
          'https://a.test/closed/2.xml',
          'https://b.test/3.xml',
        ),
        '/1.xml': urlset(
          'https://a.test/x',
          'https://a.test/closed/y',
          'https://b.test/z',
          'https://a.test/',
        ),
        '/relative.xml': urlset('https://a.test/relative'),
        '/': links('/linked'),
        '/x': '',
        '/linked': '',
        '/relative': '',
      },
      { store: makeStore(), sitemaps: true },
    )
    const report = await walk.run()
    expect(walk.starts.map(([url]) => url)).toEqual([
      'https://a.test/robots.txt',
      'https://a.test/',
      'https://a.test/index.xml',
      'https://a.test/relative.xml',
      'https://a.test/1.xml',
      // Its sitemap was read first.
      'https://a.test/relative',
      'https://a.test/x',
      'https://a.test/linked',
    ])
    expect(report).toMatchObject({
      delivered: 4,
      refused: { 'disallow-rule': 1 },
      sitemaps: { delivered: 3, refused: { 'disallow-rule': 1 }, discovered: 4 },
      hosts: 1,
    })
  })

  test('the crawl-delay of the host holds for them', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt(
          'User-agent: *',
          'Crawl-delay: 3',
          'Sitemap: https://a.test/m.xml',
        ),
        '/m.xml': urlset('https://a.test/x'),
        '/': '',
        '/x': '',
      },
      { store: makeStore(), sitemaps: true },
    )
    await walk.run()
    expect(walk.starts.map(([, startMs]) => startMs)).toEqual([0, 3_000, 6_000, 9_000])
  })

  test('the user may name them, also on another host, whose robots.txt is asked first', async () => {
    const walk = scenario(
      {
        'https://cdn.test/m.xml': urlset('https://a.test/x', 'https://cdn.test/y'),
        '/': '',
        '/x': '',
      },
      { store: makeStore(), sitemaps: ['https://cdn.test/m.xml', '/none.xml'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'off-scope': 1 },
      sitemaps: { delivered: 1, failed: { 'http-status': 1 } },
    })
    expect(walk.starts.filter(([url]) => url.includes('cdn'))).toEqual([
      ['https://cdn.test/robots.txt', 0],
      ['https://cdn.test/m.xml', 1_000],
    ])
  })

  test('failures are tried again, Retry-After counts', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('Sitemap: https://a.test/m.xml'),
        '/m.xml': [
          { status: 503, headers: { 'retry-after': '40' } },
          urlset('https://a.test/x') as object,
        ],
        '/': '',
        '/x': '',
      },
      { store: makeStore(), sitemaps: true },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      sitemaps: { delivered: 1, discovered: 1 },
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 1_000],
      ['https://a.test/m.xml', 2_000],
      ['https://a.test/m.xml', 42_000],
      ['https://a.test/x', 43_000],
    ])
  })

  test('a stop while one is read: the next run reads it again, and nothing is lost or doubled', async () => {
    const locs = Array.from({ length: 30 }, (_, n) => `https://a.test/${n}`)
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('Sitemap: https://a.test/m.xml'),
        '/m.xml': xml(
          `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`,
          { bodyMs: 9_000 },
        ),
        '/': '',
        ...Object.fromEntries(locs.map((loc) => [loc, ''])),
      },
      { store: makeStore(), sitemaps: true, maxTimeMs: 3_000, limits: { shutdownGraceMs: 1_000 } },
    )
    expect(await walk.run()).toMatchObject({
      ended: 'max-time',
      elapsedMs: 4_000,
      sitemaps: { waiting: { 'budget-spent': 1 } },
    })
    expect(await walk.again({ maxTimeMs: 1_000_000, limits: {} }).run()).toMatchObject({
      delivered: 31,
      sitemaps: { delivered: 1, discovered: 1 },
      ended: 'done',
    })
  })
})

describe('redirects of a sitemap', () => {
  const robots = robotsTxt('Sitemap: https://a.test/m/0')
  test('are followed', async () => {
    const walk = scenario(
      {
        '/robots.txt': robots,
        '/m/0': { status: 301, headers: { location: '/m/1' } },
        '/m/1': urlset('https://a.test/x'),
        '/': '',
        '/x': '',
      },
      { sitemaps: true },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      sitemaps: { redirected: 1, delivered: 1 },
    })
  })

  test.each([
    ['in a circle', 2, 'The redirects lead back to https://a.test/m/0 after 2 redirects.'],
    ['without end', 1_000, '11 redirects; limits.maxRedirects allows 10.'],
  ])('%s end', async (_, length, message) => {
    const chain = Object.fromEntries(
      Array.from({ length: Math.min(length, 40) }, (__, n) => [
        `/m/${n}`,
        { status: 302, headers: { location: `/m/${(n + 1) % length}` } },
      ]),
    )
    const walk = scenario({ '/robots.txt': robots, ...chain, '/': '' }, { sitemaps: true })
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      sitemaps: { failed: { 'redirect-limit': 1 } },
    })
    expect(walk.failures.map((failure) => failure.message)).toEqual([message])
  })

  test('to where nothing may be contacted are refused', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('Sitemap: https://a.test/m/0', 'Sitemap: https://10.0.0.1/m.xml'),
        '/m/0': { status: 302, headers: { location: 'http://localhost/m' } },
        '/': '',
      },
      { sitemaps: true, allowDowngrade: true },
    )
    expect(await walk.run()).toMatchObject({
      sitemaps: { redirected: 1, refused: { 'blocked-address': 2 }, discovered: 3 },
    })
    expect(walk.audit.flatMap((event) => (event.event === 'refused' ? [event.url] : []))).toEqual([
      'https://10.0.0.1/m.xml',
      'http://localhost/m',
    ])
  })
})

test('an index that contains itself is read once, and four levels deep is too deep', async () => {
  const walk = scenario(
    {
      '/robots.txt': robotsTxt('Sitemap: https://a.test/0.xml'),
      '/0.xml': index('https://a.test/0.xml', 'https://a.test/1.xml'),
      '/1.xml': index('https://a.test/2.xml'),
      '/2.xml': index('https://a.test/3.xml'),
      '/3.xml': index('https://a.test/4.xml'),
      '/4.xml': urlset('https://a.test/x'),
      '/': '',
    },
    { sitemaps: true },
  )
  expect(await walk.run()).toMatchObject({
    delivered: 1,
    sitemaps: { delivered: 4, discovered: 4 },
  })
})
