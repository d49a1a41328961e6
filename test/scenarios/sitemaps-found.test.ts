// Where sitemaps come from when robots.txt names none, and how much of them a crawl takes (HW-MAP-02 to HW-MAP-05).
import { describe, expect, test } from 'vitest'
import type { Explanation } from '@curtsy/core'
import type { FakePage } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'
import type { Walk } from './scenario.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function xml(body: string, more: object = {}): FakePage {
  return { body, headers: { 'content-type': 'application/xml' }, ...more }
}
const url = (inside: string): string => `<url>${inside}</url>`
const loc = (path: string): string => `<loc>${new URL(path, 'https://a.test').href}</loc>`
const urlset = (...entries: readonly string[]): FakePage =>
  xml(`<urlset xmlns="${NAMESPACE}">${entries.join('')}</urlset>`)
const index = (...locs: readonly string[]): FakePage =>
  xml(
    `<sitemapindex xmlns="${NAMESPACE}">${locs.map((one) => `<sitemap>${loc(one)}</sitemap>`).join('')}</sitemapindex>`,
  )
const asked = (walk: Walk): readonly string[] =>
  walk.starts.map(([one]) => one.replace('https://a.test', ''))

/** What is stored of a sitemap, as `explain` tells it. */
async function explained(walk: Walk, path: string): Promise<Explanation> {
  const { crawler, clock } = walk.again()
  const told = await clock.run(crawler.explain(`https://a.test${path}`))
  await clock.run(crawler.close())
  return told
}
const detailsOf = async (walk: Walk, path: string): Promise<unknown> =>
  (await explained(walk, path)).details

onEachStore((makeStore) => {
  test('robots.txt names none: /sitemap.xml is read, politely, and before other pages', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 2'),
        '/sitemap.xml': urlset(url(loc('/x'))),
        '/': links('/linked'),
        '/x': '',
        '/linked': '',
      },
      { store: makeStore(), sitemaps: true },
    )
    expect(await walk.run()).toMatchObject({ delivered: 3, sitemaps: { delivered: 1 } })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 2_000],
      ['https://a.test/sitemap.xml', 4_000],
      ['https://a.test/x', 6_000],
      ['https://a.test/linked', 8_000],
    ])
  })

  test('no robots.txt and no sitemap: that is explained, and no failure to be told of', async () => {
    const walk = scenario({ '/': '' }, { store: makeStore(), sitemaps: true })
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      sitemaps: { failed: { 'http-status': 1 }, discovered: 1 },
    })
    expect(walk.failures).toEqual([])
    expect(await detailsOf(walk, '/sitemap.xml')).toMatchObject({
      message: 'robots.txt of https://a.test names no sitemap, and none is here: status 404.',
    })
    const { steps } = await explained(walk, '/sitemap.xml')
    expect(steps.map(({ text }) => text).join(' ')).toContain('names no sitemap, and none is here')
  })

  test('a sitemap half read is read again from its start, and entries keep lastmod and priority', async () => {
    const entries = Array.from({ length: 40 }, (_, n) =>
      url(
        `${loc(`/${n}`)}<lastmod>2024-05-06</lastmod><priority>${n === 39 ? '1.0' : '0.1'}</priority>`,
      ),
    )
    const walk = scenario(
      {
        '/sitemap.xml': xml(`<urlset>${entries.join('')}</urlset>`, { bodyMs: 9_000 }),
        '/': '',
        ...Object.fromEntries(entries.map((_, n) => [`/${n}`, ''])),
      },
      { store: makeStore(), sitemaps: true, maxTimeMs: 3_000, limits: { shutdownGraceMs: 1_000 } },
    )
    expect(await walk.run()).toMatchObject({ sitemaps: { waiting: { 'budget-spent': 1 } } })
    const resumed = walk.again({ maxTimeMs: 1_000_000, limits: {} })
    expect(await resumed.run()).toMatchObject({ delivered: 41, sitemaps: { delivered: 1 } })
    // Higher priority goes first, whatever the order in the file.
    expect(asked(resumed).slice(0, 3)).toEqual(['/sitemap.xml', '/39', '/0'])
    expect(new Set(asked(resumed)).size).toBe(asked(resumed).length)
  })
})

describe('/sitemap.xml is not asked for', () => {
  test.each([
    [
      'where robots.txt names one',
      robotsTxt('Sitemap: /m.xml'),
      true,
      ['/robots.txt', '/', '/m.xml'],
    ],
    ['where the user names one', robotsTxt(''), ['/m.xml'], ['/robots.txt', '/m.xml', '/']],
    ['where none is wanted', robotsTxt(''), false, ['/robots.txt', '/']],
    [
      'where robots.txt closes it',
      robotsTxt('User-agent: *', 'Disallow: /*.xml'),
      true,
      ['/robots.txt', '/'],
    ],
  ])('%s', async (_, robots, sitemaps, expected) => {
    const walk = scenario({ '/robots.txt': robots, '/m.xml': urlset(), '/': '' }, { sitemaps })
    await walk.run()
    expect(asked(walk).toSorted()).toEqual(expected.toSorted())
  })

  test('of a host that only a link leads to', async () => {
    const walk = scenario(
      { 'https://a.test/': links('https://b.test/'), 'https://b.test/': '' },
      { sitemaps: true, scope: () => true },
    )
    expect(await walk.run()).toMatchObject({ delivered: 2, sitemaps: { discovered: 1 } })
  })
})

test('a second run that wants sitemaps finds them in the robots.txt that the first one read', async () => {
  const walk = scenario({
    '/robots.txt': robotsTxt('Sitemap: /m.xml'),
    '/m.xml': urlset(url(loc('/x'))),
    '/': '',
    '/x': '',
  })
  expect(await walk.run()).toMatchObject({ delivered: 1, sitemaps: { discovered: 0 } })
  const again = walk.again({ sitemaps: true })
  expect(await again.run()).toMatchObject({ delivered: 2, sitemaps: { delivered: 1 } })
  expect(asked(again)).toEqual(['/m.xml', '/x'])
})

describe('limits of a sitemap', () => {
  const robots = robotsTxt('Sitemap: /m.xml')
  const pages = Object.fromEntries(['/', '/0', '/1', '/2', '/3'].map((path) => [path, '']))
  const four = urlset(...['/0', '/1', '/2', '/3'].map((path) => url(loc(path))))

  test('HW-MAP-04: the crawl takes the first maxSitemapUrls, and marks the file', async () => {
    const site = { '/robots.txt': robots, '/m.xml': four, ...pages }
    const walk = scenario(site, { sitemaps: true, limits: { maxSitemapUrls: 2 } })
    expect(await walk.run()).toMatchObject({ delivered: 3, sitemaps: { delivered: 1 } })
    expect(await detailsOf(walk, '/m.xml')).toMatchObject({ urls: 2, problems: ['truncated'] })
    expect(asked(walk)).not.toContain('/2')
  })

  test('HW-MAP-04: by default that is 50,000, and the file goes on being read no further', async () => {
    const many = urlset(...Array.from({ length: 50_007 }, (_, n) => url(loc(`/${n}`))))
    const site = { '/robots.txt': robots, '/m.xml': many, '/': '' }
    const walk = scenario(site, { sitemaps: true, maxPages: 2 })
    const report = await walk.run()
    expect(report.discovered).toBe(50_001)
  })

  test('HW-MAP-04: what comes before the byte limit counts, and the file is marked', async () => {
    const site = { '/robots.txt': robots, '/m.xml': four, ...pages }
    const sitemap = `<urlset xmlns="${NAMESPACE}">${url(loc('/0'))}${url(loc('/1'))}`.length
    const walk = scenario(site, { sitemaps: true, limits: { maxBodyBytes: { sitemap } } })
    expect(await walk.run()).toMatchObject({ delivered: 3, sitemaps: { delivered: 1 } })
    expect(await detailsOf(walk, '/m.xml')).toMatchObject({
      urls: 2,
      problems: expect.arrayContaining(['too-large', 'truncated']) as unknown,
    })
  })

  test('HW-MAP-02: an entry over maxXmlDepth or maxXmlEntryBytes is left out, and the file goes on', async () => {
    const site = {
      '/robots.txt': robots,
      '/m.xml': urlset(
        url(`<x><y/></x>${loc('/0')}`),
        url(`${loc('/1')}<x>${'z'.repeat(300)}</x>`),
        url(loc('/2')),
      ),
      ...pages,
    }
    const strict = scenario(site, {
      sitemaps: true,
      limits: { maxXmlDepth: 1, maxXmlEntryBytes: 300 },
    })
    expect(await strict.run()).toMatchObject({ delivered: 2 })
    expect(await detailsOf(strict, '/m.xml')).toMatchObject({ problems: ['malformed-xml'] })
    const usual = scenario(site, { sitemaps: true })
    expect(await usual.run()).toMatchObject({ delivered: 4 })
  })

  test.each([
    [{ maxXmlDepth: 1_001 }, 'Expected limits.maxXmlDepth to be at most 1000, got 1001.'],
    [
      { maxXmlEntryBytes: 52_428_801 },
      'Expected limits.maxXmlEntryBytes to be at most 52428800, got 52428801.',
    ],
    [{ maxXmlDepth: -1 }, 'Expected limits.maxXmlDepth to be a number from 0 up, got -1.'],
  ])('%j is more than the reader takes', (limits, message) => {
    expect(() => scenario({}, { limits })).toThrow(message)
    expect(() =>
      scenario({}, { limits: { maxXmlDepth: 1_000, maxXmlEntryBytes: 52_428_800 } }),
    ).not.toThrow()
  })

  test('HW-MAP-03: no more files of an origin than maxSitemapsPerOrigin, by an index', async () => {
    const children = Array.from({ length: 9 }, (_, n) => `/${n}.xml`)
    const walk = scenario(
      {
        '/robots.txt': robots,
        '/m.xml': index(...children),
        ...Object.fromEntries(children.map((path) => [path, urlset()])),
        '/': '',
      },
      { sitemaps: true, limits: { maxSitemapsPerOrigin: 4 } },
    )
    expect(await walk.run()).toMatchObject({ sitemaps: { delivered: 4, discovered: 4 } })
    expect(await detailsOf(walk, '/m.xml')).toMatchObject({ problems: ['too-many-sitemaps'] })
  })

  test('HW-MAP-03: nor by robots.txt, which is said', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `Sitemap: /${n}.xml`)
    const walk = scenario({ '/robots.txt': robotsTxt(...lines), '/': '' }, { sitemaps: true })
    expect(await walk.run()).toMatchObject({
      sitemaps: { discovered: 500 },
      notes: [
        'https://a.test/robots.txt names 100 sitemaps more than limits.maxSitemapsPerOrigin allows (500).',
      ],
    })
  })

  test('HW-MAP-05: a child on another host is read only if that host names the index', async () => {
    const site = {
      'https://a.test/robots.txt': robotsTxt('Sitemap: https://a.test/i.xml'),
      'https://a.test/i.xml': xml(
        '<sitemapindex><sitemap><loc>https://b.test/m.xml</loc></sitemap></sitemapindex>',
      ),
      'https://b.test/m.xml': urlset(url(loc('/0'))),
      ...pages,
    }
    const unproven = scenario(site, { sitemaps: true })
    await unproven.run()
    expect(unproven.starts.filter(([one]) => one.startsWith('https://b.test'))).toEqual([])
    expect(await detailsOf(unproven, '/i.xml')).toMatchObject({
      problems: expect.arrayContaining(['cross-host']) as unknown,
    })
  })
})
