// What is left out by the user's word: scope and patterns refuse, limits leave waiting what a later run may take up (decision 13).
import { sameDomain, sameOrigin, within } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { links, onEachStore, scenario } from './scenario.ts'
import type { ScenarioOptions } from './scenario.ts'

const FOUR_HOSTS = links(
  'https://a.test/1',
  'http://a.test/1',
  'https://www.a.test/1',
  'https://a.test:8443/1',
  'https://b.test/1',
)

describe('scope', () => {
  test.each<[string, ScenarioOptions, number]>([
    ['the host of the seed, over http and https, where nothing else is said', {}, 2],
    ['sameOrigin', { scope: sameOrigin }, 1],
    ['sameDomain', { scope: sameDomain }, 4],
    ['several seeds: the union over them', { seeds: ['https://a.test/', 'https://b.test/'] }, 3],
    ['a path', { scope: within('/1') }, 2],
    ["a function of the user's own", { scope: (url) => url.port !== '' }, 1],
  ])('%s', async (_, options, followed) => {
    const walk = scenario({ '/1': '', '/': FOUR_HOSTS }, options)
    const { discovered, refused } = await walk.run()
    const seeds = Array.isArray(options.seeds) ? options.seeds.length : 1
    expect(discovered).toBe(5 + seeds)
    expect(refused).toEqual({ 'off-scope': 5 - followed })
  })

  test.each<[string, ScenarioOptions, readonly string[]]>([
    ['include', { include: ['/docs/*'] }, ['/', '/docs/a', '/docs/old.pdf']],
    ['exclude', { exclude: ['*.pdf', /\/blog/] }, ['/', '/docs/a']],
    ['both', { include: ['/docs/*'], exclude: ['*.pdf'] }, ['/', '/docs/a']],
  ])("%s patterns; the seed is the user's word", async (_, options, paths) => {
    const walk = scenario(
      {
        '/': links('/docs/a', '/docs/old.pdf', '/blog/1'),
        '/docs/a': '',
        '/docs/old.pdf': '',
        '/blog/1': '',
      },
      options,
    )
    const report = await walk.run()
    expect(walk.starts.slice(1).map(([url]) => new URL(url).pathname)).toEqual(paths)
    expect(report.refused).toEqual({ 'off-scope': 4 - paths.length })
  })

  test('a run with a narrower scope refuses what an earlier one had queued', async () => {
    const scope = { narrow: false }
    const judged = (url: URL): boolean => !scope.narrow || url.pathname < '/2'
    const walk = scenario(
      { '/': links('/1', '/2', '/3'), '/1': '', '/2': '', '/3': '' },
      { scope: judged, maxPages: 1 },
    )
    await walk.run()
    scope.narrow = true
    expect(await walk.again({ maxPages: 10 }).run()).toMatchObject({
      delivered: 2,
      refused: { 'off-scope': 2 },
      waiting: {},
    })
  })

  test('what many pages link to is refused once', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [
        `/${n}`,
        links('https://off.test/', 'mailto:a@b.test', 'https://:0/'),
      ]),
    )
    const seeds = Object.keys(pages).map((path) => `https://a.test${path}`)
    const walk = scenario(pages, {
      seeds,
      politeness: { delayMs: 0, perOriginInFlight: 5 },
      onPage: async (page) => void page.follow(),
    })
    expect(await walk.run()).toMatchObject({
      delivered: 5,
      refused: { 'off-scope': 1, 'blocked-scheme': 1, 'url-invalid': 1 },
      discovered: 8,
    })
    expect(walk.audit.filter((event) => event.event === 'refused')).toHaveLength(3)
  })
})

onEachStore((makeStore) => {
  describe('a limit is not a refusal', () => {
    const site = {
      '/': links('/1', '/2', '/3'),
      '/1': links('/1/1'),
      '/1/1': links('/1/1/1'),
      '/1/1/1': '',
      '/2': '',
      '/3': '',
    }

    test('maxPages leaves the rest waiting, over the runs of one store', async () => {
      const walk = scenario(site, { store: makeStore(), maxPages: 2 })
      expect(await walk.run()).toMatchObject({
        delivered: 2,
        discovered: 5,
        waiting: { 'max-pages': 3 },
        ended: 'max-pages',
        resumable: true,
      })
      const same = walk.again()
      expect(await same.run()).toMatchObject({
        delivered: 2,
        waiting: { 'max-pages': 3 },
        ended: 'max-pages',
        elapsedMs: 0,
      })
      const more = walk.again({ maxPages: 100 })
      expect(await more.run()).toMatchObject({
        delivered: 6,
        discovered: 6,
        waiting: {},
        ended: 'done',
        resumable: false,
      })
      expect(walk.site.urls).toEqual([...new Set(walk.site.urls)])
    })

    test('maxPages that the site does not reach changes nothing', async () => {
      const walk = scenario(site, { store: makeStore(), maxPages: 6 })
      expect(await walk.run()).toMatchObject({
        delivered: 6,
        waiting: {},
        ended: 'done',
        resumable: false,
      })
    })

    test('maxPages counts delivered pages, not failures and redirects', async () => {
      const walk = scenario(
        {
          '/': links('/gone', '/moved', '/1', '/2'),
          '/moved': { status: 301, headers: { location: '/1' } },
          '/1': '',
          '/2': '',
        },
        { store: makeStore(), maxPages: 2, concurrency: 1 },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 2,
        redirected: 1,
        failed: { 'http-status': 1 },
        waiting: { 'max-pages': 1 },
        ended: 'max-pages',
      })
    })

    test('maxPages holds for many hosts at once', async () => {
      const seeds = Array.from({ length: 20 }, (_, n) => `https://${n}.test/`)
      const walk = scenario(
        { '/': { body: links('/x'), latencyMs: 70 }, '/x': '' },
        { store: makeStore(), seeds, maxPages: 5 },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 5,
        ended: 'max-pages',
        discovered: expect.any(Number),
      })
    })

    test('maxDepth leaves deeper links waiting, and a run with a larger one takes them up', async () => {
      const walk = scenario(site, { store: makeStore(), maxDepth: 1 })
      expect(await walk.run()).toMatchObject({
        delivered: 4,
        discovered: 5,
        waiting: { depth: 1 },
        ended: 'done',
        resumable: true,
        examples: { 'waiting:depth': 'https://a.test/1/1' },
      })
      const deeper = walk.again({ maxDepth: 2 })
      expect(await deeper.run()).toMatchObject({
        delivered: 5,
        discovered: 6,
        waiting: { depth: 1 },
      })
      expect(deeper.starts.map(([url]) => new URL(url).pathname)).toEqual(['/1/1'])
      expect(await walk.again({ maxDepth: 3 }).run()).toMatchObject({
        delivered: 6,
        waiting: {},
        resumable: false,
      })
    })

    test('maxDepth 0 takes the seeds alone', async () => {
      const walk = scenario(site, { store: makeStore(), maxDepth: 0 })
      expect(await walk.run()).toMatchObject({ delivered: 1, waiting: { depth: 3 } })
    })

    test('maxTimeMs starts nothing after it, and lets what is under way finish', async () => {
      const walk = scenario(
        { ...site, '/1': { body: links('/1/1'), latencyMs: 5_000 } },
        { store: makeStore(), maxTimeMs: 2_500 },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 2,
        waiting: { 'budget-spent': 3 },
        ended: 'max-time',
        elapsedMs: 7_000,
        resumable: true,
      })
      expect(walk.audit.at(-1)).toEqual({ event: 'stop', atMs: 7_000, reason: 'max-time' })
      expect(await walk.again({ maxTimeMs: 1_000_000 }).run()).toMatchObject({
        delivered: 6,
        waiting: {},
        ended: 'done',
      })
      expect(walk.site.urls).toHaveLength(7)
    })

    test('maxUrlsPerOrigin leaves further links of that origin waiting', async () => {
      const walk = scenario(site, { store: makeStore(), limits: { maxUrlsPerOrigin: 3 } })
      expect(await walk.run()).toMatchObject({
        delivered: 4,
        waiting: { 'budget-spent': 1 },
        ended: 'done',
        resumable: true,
      })
    })
  })
})

describe('a page asks not to be followed', () => {
  test.each<[string, object | string, object]>([
    [
      'by its meta tag',
      `<meta name="robots" content="nofollow">${links('/1', '/2')}`,
      { nofollow: 2 },
    ],
    [
      'by its header',
      { body: links('/1', '/2'), headers: { 'x-robots-tag': 'NoFollow' } },
      { nofollow: 2 },
    ],
    ['by "none"', `<meta name="ROBOTS" content="NONE">${links('/1', '/2')}`, { nofollow: 2 }],
    [
      'to our token alone',
      { body: links('/1', '/2'), headers: { 'x-robots-tag': 'examplebot: nofollow' } },
      { nofollow: 2 },
    ],
    [
      'to another crawler',
      { body: links('/1', '/2'), headers: { 'x-robots-tag': 'otherbot: nofollow' } },
      {},
    ],
    [
      'in a link',
      '<a rel="nofollow" href="/1">x</a><a rel="ugc" href="/2">x</a><a rel="sponsored" href="/3">x</a><a href="/4">x</a>',
      { nofollow: 3 },
    ],
  ])('%s', async (_, body, expected) => {
    const walk = scenario({ '/': body, '/1': '', '/2': '', '/4': '' })
    expect((await walk.run()).refused).toEqual(expected)
  })

  test('but followNofollow lifts it', async () => {
    const walk = scenario(
      {
        '/': `<meta name="robots" content="nofollow">${links('/1')}<a rel="nofollow" href="/2">x</a>`,
        '/1': '',
        '/2': '',
      },
      { followNofollow: true },
    )
    expect(await walk.run()).toMatchObject({ delivered: 3, refused: {} })
  })

  test('a link that another page follows is fetched all the same, if it comes first', async () => {
    const walk = scenario({
      '/': '<a href="/1">x</a><a rel="nofollow" href="/2">x</a>',
      '/1': links('/2'),
      '/2': '',
    })
    // A known key changes nothing: /2 was refused when the first page was committed.
    expect(await walk.run()).toMatchObject({ delivered: 2, refused: { nofollow: 1 } })
  })

  test.each([
    ['noindex', '<meta name="robots" content="noindex">', {}],
    ['none in the header', '', { 'x-robots-tag': 'none' }],
    [
      'a date that has passed',
      '',
      { 'x-robots-tag': 'unavailable_after: Wed, 31 Dec 1969 00:00:00 GMT' },
    ],
  ])(
    'a page that asks not to be indexed (%s) is delivered with the mark',
    async (_, body, headers) => {
      const marks: boolean[] = []
      const walk = scenario(
        { '/': { body, headers } },
        { onPage: (page) => void marks.push(page.noindex) },
      )
      expect(await walk.run()).toMatchObject({ delivered: 1 })
      expect(marks).toEqual([true])
      expect(
        (await walk.clock.run(walk.again().crawler.explain('https://a.test/'))).details,
      ).toMatchObject({ noindex: true })
    },
  )
})
