// Sites without end, and sites that only look like it (HW-TRAP).
import { describe, expect, test } from 'vitest'
import { links, scenario } from './scenario.ts'
import type { ScenarioOptions } from './scenario.ts'

const fast: ScenarioOptions = { politeness: { delayMs: 0 } }

/** The page of a day in a calendar that begins with 2024. */
function day(n: number): string {
  return `/day/${new Date(Date.UTC(2_024, 0, 1 + n)).toISOString().slice(0, 10)}`
}

test('a calendar ends after a chain of 200 pages of one shape', async () => {
  const days = Array.from({ length: 260 }, (_, n) => [day(n), links(day(n + 1), '/')] as const)
  const walk = scenario(Object.fromEntries([['/', links(day(0))], ...days]), {
    ...fast,
    maxDepth: 1_000,
  })
  // The first day is found on a page of another shape: with it a chain begins.
  expect(await walk.run()).toMatchObject({
    delivered: 202,
    refused: { 'trap-suspected': 1 },
    discovered: 203,
    ended: 'done',
  })
  expect(walk.audit.find((event) => event.event === 'refused')).toMatchObject({
    url: `https://a.test${day(201)}`,
    message:
      '201 pages of one shape led here one after the other; limits.maxShapeChain allows 200.',
  })
})

test('maxShapeChain may be raised, and depth is a bound of its own', async () => {
  const pages = Object.fromEntries([
    ['/', links('/p/0')],
    ...Array.from({ length: 30 }, (_, n) => [`/p/${n}`, links(`/p/${n + 1}`)]),
  ])
  expect(await scenario(pages, { ...fast, limits: { maxShapeChain: 4 } }).run()).toMatchObject({
    delivered: 6,
    refused: { 'trap-suspected': 1 },
  })
  expect(await scenario(pages, fast).run()).toMatchObject({ delivered: 17, waiting: { depth: 1 } })
})

test('a shop of 2,000 numbered items is no trap', async () => {
  const items = Array.from({ length: 2_000 }, (_, n) => `/item/${n}`)
  const lists = Array.from({ length: 20 }, (_, n) => `/list?page=${n}`)
  const walk = scenario(
    {
      '/': links(...lists),
      ...Object.fromEntries(
        lists.map((path, n) => [
          path,
          links(...lists.slice(n + 1, n + 2), ...items.slice(n * 100, n * 100 + 100)),
        ]),
      ),
      ...Object.fromEntries(
        items.map((path, n) => [path, links(`/item/${n + 1}`, `/item/${n + 2}`, '/')]),
      ),
      '/item/2000': '',
      '/item/2001': '',
    },
    fast,
  )
  expect(await walk.run()).toMatchObject({
    delivered: 2_023,
    refused: {},
    waiting: {},
    ended: 'done',
  })
}, 30_000)

describe('the URL alone gives it away', () => {
  test.each([
    [
      'a segment that repeats',
      '/a/b/a/c/a/d/a',
      '"a" stands 4 times in the path; limits.maxRepeatedSegments allows 3.',
    ],
    [
      'too many segments',
      `/${Array.from({ length: 21 }, (_, n) => n).join('/')}`,
      '21 path segments; limits.maxPathSegments allows 20.',
    ],
    [
      'too many query pairs',
      `/?${Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&')}`,
      '21 query pairs; limits.maxQueryPairs allows 20.',
    ],
  ])('%s', async (_, path, message) => {
    const walk = scenario(
      { '/': links(path, '/a/b/a/c/a', '/plain'), '/plain': '', '/a/b/a/c/a': '' },
      fast,
    )
    expect(await walk.run()).toMatchObject({ delivered: 3, refused: { 'trap-suspected': 1 } })
    expect(walk.audit.find((event) => event.event === 'refused')).toMatchObject({ message })
    // A seed is the user's word.
    expect(
      await scenario({ [path]: '' }, { ...fast, seeds: `https://a.test${path}` }).run(),
    ).toMatchObject({ delivered: 1, refused: {} })
  })
})

test('relative links that grow with every page end by themselves', async () => {
  const walk = scenario(
    {},
    {
      ...fast,
      seeds: 'https://a.test/x/',
      maxDepth: 100,
      onPage: (page) => page.follow(),
    },
  )
  const grow = scenario(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`/${'x/'.repeat(n + 1)}`, links('x/')]),
    ),
    { ...fast, seeds: 'https://a.test/x/', maxDepth: 100 },
  )
  expect(await grow.run()).toMatchObject({
    delivered: 3,
    refused: { 'trap-suspected': 1 },
    ended: 'done',
  })
  expect(await walk.run()).toMatchObject({ failed: { 'http-status': 1 } })
})

test('hosts of one domain have a budget', async () => {
  const hosts = Array.from({ length: 8 }, (_, n) => `https://h${n}.wild.test/`)
  const walk = scenario(
    { 'https://a.test/': links(...hosts, 'https://other.test/'), '/': '' },
    { ...fast, scope: () => true, limits: { maxHostsPerDomain: 5 } },
  )
  expect(await walk.run()).toMatchObject({
    delivered: 7,
    refused: { 'trap-suspected': 3 },
    hosts: 7,
  })
})

test('spellings of one page are one page', async () => {
  const spellings = [
    '/page',
    '/page#top',
    '/./page',
    '/x/../page',
    'HTTPS://A.TEST/page',
    'https://a.test:443/page',
    '/p%61ge',
    '/page?',
    'https://u:p@a.test/page',
    ' /page\n',
    '\\page',
  ]
  const walk = scenario(
    {
      '/': links(
        ...spellings,
        '/Page',
        '/page/',
        '/page?b=1&a=2',
        '/page?a=2&b=1',
        '/%2e',
        '/a%2fb',
        '/a%2Fb',
      ),
      '/page': '',
    },
    fast,
  )
  expect(await walk.run()).toMatchObject({ discovered: 7 })
  expect(walk.site.urls.filter((url) => url === 'https://a.test/page')).toHaveLength(1)
})

test('session ids and the order of a query are merged only where the user says so', async () => {
  const pages = {
    '/': links('/p?a=1&b=2', '/p?b=2&a=1', '/p?a=1&b=2&PHPSESSID=77', '/p;jsessionid=1A?a=1&b=2'),
  }
  expect(await scenario(pages, fast).run()).toMatchObject({ discovered: 5 })
  expect(
    await scenario(pages, { ...fast, canonical: { sortQuery: true, stripSessionIds: true } }).run(),
  ).toMatchObject({ discovered: 2 })
})

test('the page that a session id leads back to is not fetched twice', async () => {
  const walk = scenario(
    { '/': { status: 302, headers: { location: '/?sid=9' } }, '/?sid=9': 'x' },
    { ...fast, canonical: { stripSessionIds: true } },
  )
  expect(await walk.run()).toMatchObject({ discovered: 1, failed: { 'redirect-limit': 1 } })
})

test('a page with 5,000 links is counted to the last one', async () => {
  const kinds = [
    (n: number) => `/ok/${n}`,
    (n: number) => `https://off.test/${n}`,
    (n: number) => `mailto:${n}@b.test`,
    (n: number) => `/closed/${n}`,
    (n: number) => `/ok/${n - 4}`,
  ]
  const urls = Array.from({ length: 5_000 }, (_, n) => kinds[n % 5]!(n))
  const walk = scenario(
    {
      '/': links(...urls),
      '/robots.txt': {
        body: 'User-agent: *\nDisallow: /closed/',
        headers: { 'content-type': 'text/plain' },
      },
    },
    { ...fast, maxDepth: 0 },
  )
  expect(await walk.run()).toMatchObject({
    discovered: 4_001,
    delivered: 1,
    refused: { 'off-scope': 1_000, 'blocked-scheme': 1_000 },
    waiting: { depth: 2_000 },
  })
  expect(walk.audit.filter((event) => event.event === 'refused')).toHaveLength(2_000)
})
