// robots.txt that cannot be read: silence for its origin, spaced retries, and a run that ends rather than waits for hours
// (invariants 8 and 11, HW-ROB-01 and 02).
import { describe, expect, test } from 'vitest'
import type { FakeAnswer } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

const OPEN = robotsTxt('User-agent: *', 'Allow: /') as FakeAnswer

describe('an answer of 400 to 499 means that there is no file', () => {
  test.each([400, 401, 403, 404, 410, 418, 451])('%i', async (status) => {
    const walk = scenario({ '/robots.txt': { status, body: 'Disallow: /' }, '/': '' })
    expect(await walk.run()).toMatchObject({ delivered: 1, ended: 'done' })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 1_000],
    ])
  })
})

onEachStore((makeStore) => {
  test.each<[string, FakeAnswer, readonly number[]]>([
    ['500', { status: 500 }, [0, 5_000, 15_000]],
    ['503', { status: 503 }, [0, 5_000, 15_000]],
    ['429', { status: 429 }, [0, 5_000, 15_000]],
    [
      '503 with Retry-After: 30',
      { status: 503, headers: { 'retry-after': '30' } },
      [0, 30_000, 60_000],
    ],
    [
      '429 with Retry-After: 7',
      { status: 429, headers: { 'retry-after': '7' } },
      [0, 7_000, 17_000],
    ],
    // 20 s without headers, then as long again for a host that is so slow.
    ['a server that never answers', { latencyMs: Infinity }, [0, 40_000, 80_000]],
    ['a connection that is refused', { error: 'ECONNREFUSED', latencyMs: 40 }, [0, 5_040, 15_080]],
    ['a name that does not resolve', { error: 'ENOTFOUND' }, [0, 5_000, 15_000]],
    ['304', { status: 304 }, [0, 5_000, 15_000]],
    ['206', { status: 206, body: 'User-agent: *' }, [0, 5_000, 15_000]],
    ['a redirect without a target', { status: 302 }, [0, 5_000, 15_000]],
    [
      'a redirect to another scheme',
      { status: 302, headers: { location: 'ftp://a.test/robots.txt' } },
      [0, 5_000, 15_000],
    ],
  ])(
    '%s: two retries, then the run ends parked and nothing else was asked for',
    async (_, answer, starts) => {
      const walk = scenario({ '/robots.txt': answer, '/': '' }, { store: makeStore() })
      const report = await walk.run()
      expect(report).toMatchObject({
        discovered: 1,
        fetched: 0,
        waiting: { 'robots-unreachable': 1 },
        ended: 'parked',
        resumable: true,
      })
      expect(walk.starts).toEqual(starts.map((startMs) => ['https://a.test/robots.txt', startMs]))
    },
  )

  test('a failure that passes lets the origin go on', async () => {
    const walk = scenario(
      { '/robots.txt': [{ status: 500 }, { error: 'ECONNRESET' }, OPEN], '/': '' },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({ delivered: 1, ended: 'done', resumable: false })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/robots.txt', 5_000],
      ['https://a.test/robots.txt', 15_000],
      ['https://a.test/', 16_000],
    ])
  })

  test('while other work lasts it is asked again after 60 s, doubling to an hour', async () => {
    const pages = Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`/${n}`, '']))
    const walk = scenario(
      {
        'https://a.test/robots.txt': { status: 500 },
        'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 300'),
        '/': links(...Object.keys(pages)),
        ...pages,
      },
      { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 46,
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    expect(
      walk.starts
        .filter(([url]) => url.startsWith('https://a.test'))
        .map(([, startMs]) => startMs / 1_000),
    ).toEqual([0, 5, 15, 75, 195, 435, 915, 1_875, 3_795, 7_395, 10_995])
    // The other host goes on as if nothing had happened.
    expect(
      walk.starts
        .filter(([url]) => url.startsWith('https://b.test'))
        .map(([, startMs]) => startMs / 1_000),
    ).toEqual(Array.from({ length: 47 }, (_, n) => n * 300))
  })

  test('a later run on the same store goes on where the wait ended', async () => {
    const walk = scenario(
      {
        '/robots.txt': [{ status: 500 }, { status: 500 }, { status: 500 }, OPEN],
        '/': links('/x'),
        '/x': '',
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    // Too early: 20 s after the last failure of 60 s to wait. Nothing is asked for.
    await walk.clock.advance(20_000)
    const early = walk.again()
    expect(await early.run()).toMatchObject({
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
      elapsedMs: 0,
    })
    expect(early.starts).toEqual([])
    await walk.clock.advance(40_000)
    const later = walk.again()
    expect(await later.run()).toMatchObject({
      delivered: 2,
      discovered: 2,
      waiting: {},
      ended: 'done',
    })
    expect(later.starts).toEqual([
      ['https://a.test/robots.txt', 75_000],
      ['https://a.test/', 76_000],
      ['https://a.test/x', 77_000],
    ])
  })

  test('https goes on while robots.txt of http fails', async () => {
    const walk = scenario(
      { 'http://a.test/robots.txt': { status: 500 }, '/': '' },
      { store: makeStore(), seeds: ['http://a.test/', 'https://a.test/'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    expect(walk.starts).toEqual([
      ['http://a.test/robots.txt', 0],
      ['https://a.test/robots.txt', 1_000],
      ['https://a.test/', 2_000],
      ['http://a.test/robots.txt', 5_000],
      ['http://a.test/robots.txt', 15_000],
    ])
  })
})

describe('while robots.txt is unreachable', () => {
  test('a copy younger than a day stays in use, with its crawl-delay', async () => {
    const fresh = {
      body: 'User-agent: *\nDisallow: /2\nCrawl-delay: 250',
      headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=300' },
    }
    const walk = scenario({
      '/robots.txt': [fresh, { status: 500 }],
      '/': links('/1', '/2', '/3'),
      '/1': '',
      '/2': '',
      '/3': '',
    })
    expect(await walk.run()).toMatchObject({
      delivered: 3,
      refused: { 'disallow-rule': 1 },
      ended: 'done',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 250_000],
      ['https://a.test/robots.txt', 500_000],
      // The retry is due before the host is: the copy would hold, but asking goes first.
      ['https://a.test/robots.txt', 750_000],
      ['https://a.test/robots.txt', 1_000_000],
      ['https://a.test/robots.txt', 1_250_000],
      ['https://a.test/robots.txt', 1_500_000],
      ['https://a.test/robots.txt', 1_750_000],
      ['https://a.test/1', 2_000_000],
      ['https://a.test/robots.txt', 2_250_000],
      ['https://a.test/3', 2_500_000],
    ])
  })

  test('the policy "disallow" lets no copy count', async () => {
    const fresh = {
      body: 'User-agent: *\nAllow: /',
      headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=300' },
    }
    const walk = scenario(
      { '/robots.txt': [fresh, { status: 500 }], '/': links('/1'), '/1': '' },
      { robotsPolicy: 'disallow', politeness: { delayMs: 200_000 } },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    expect(walk.starts.map(([url]) => new URL(url).pathname)).toEqual([
      '/robots.txt',
      '/',
      '/robots.txt',
      '/robots.txt',
      '/robots.txt',
    ])
  })

  test('a run with a stricter policy is silent where the one before was not', async () => {
    const walk = scenario(
      { '/robots.txt': { status: 500 }, '/': links('/1'), '/1': '' },
      { robotsPolicy: 'amazon', maxPages: 1 },
    )
    expect(await walk.run()).toMatchObject({ delivered: 1, waiting: { 'max-pages': 1 } })
    const strict = walk.again({ robotsPolicy: 'careful', maxPages: 10 })
    expect(await strict.run()).toMatchObject({ waiting: { 'robots-unreachable': 1 } })
    expect(strict.starts).toEqual([
      ['https://a.test/robots.txt', 5_000],
      ['https://a.test/robots.txt', 15_000],
    ])
  })

  test('after 12 hours the last good copy counts again', async () => {
    const fresh = {
      body: 'User-agent: *\nDisallow: /closed',
      headers: { 'content-type': 'text/plain' },
    }
    const walk = scenario(
      {
        '/robots.txt': [fresh, { status: 500 }],
        '/': links('/1', '/closed'),
        '/1': { status: 503, headers: { 'retry-after': '3000' } },
      },
      { limits: { maxRetries: 50 }, maxPages: 1 },
    )
    await walk.run()
    // A day later the copy is old, and cannot be read anew.
    await walk.clock.advance(90_000_000)
    const second = walk.again({ maxPages: 100 })
    expect(await second.run()).toMatchObject({
      waiting: { 'robots-unreachable': 2 },
      ended: 'parked',
    })
    await walk.clock.advance(43_200_000)
    const third = walk.again({ maxPages: 100, limits: { maxRetries: 0 } })
    expect(await third.run()).toMatchObject({
      delivered: 1,
      failed: { 'http-status': 1 },
      refused: { 'disallow-rule': 1 },
      ended: 'done',
    })
  })
})
