// Many hosts at once: independent of each other, fair, with several requests in flight where the user says so, and bound by the address that
// they share (invariants 1, 2, 13 and 23, HW-NET).
import { describe, expect, test } from 'vitest'
import type { FakePage } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'
import type { Walk } from './scenario.ts'

const PUBLIC = '93.184.216.34'

function startsOf(walk: Walk, host: string): readonly (readonly [string, number])[] {
  return walk.starts.filter(([url]) => new URL(url).host === host)
}

/** What a walk refuses, and why. */
async function refusedOf(walk: Walk): Promise<readonly unknown[]> {
  await walk.run()
  return walk.audit.flatMap((event) =>
    event.event === 'refused' ? [[event.url, event.reason]] : [],
  )
}

onEachStore((makeStore) => {
  test.each<[string, Readonly<Record<string, FakePage>>]>([
    [
      'is slow',
      { 'https://b.test/': { body: links('/1', '/2'), latencyMs: 19_000, bodyMs: 14_000 } },
    ],
    ['never answers', { 'https://b.test/robots.txt': { latencyMs: Infinity } }],
    [
      'asks for a pause',
      { 'https://b.test/': { status: 503, headers: { 'retry-after': '3000' } } },
    ],
    [
      'asks for more patience than there is',
      { 'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 9999') },
    ],
    ['breaks every connection', { 'https://b.test/': { error: 'ECONNRESET' } }],
    ['has no robots.txt that can be read', { 'https://b.test/robots.txt': { status: 500 } }],
    [
      'redirects its robots.txt to the first',
      {
        'https://b.test/robots.txt': {
          status: 302,
          headers: { location: 'https://c.test/robots.txt' },
        },
      },
    ],
  ])('a host that %s does not move the schedule of another by a millisecond', async (_, other) => {
    const site = {
      '/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 2'),
      '/': { body: links('/1', '/2', '/3'), latencyMs: 120 },
      '/1': { body: '', latencyMs: 3_000 },
      '/2': [{ status: 500 }, ''],
      '/3': '',
    }
    const alone = scenario(site, { store: makeStore() })
    await alone.run()
    const beside = scenario(
      { ...site, ...other },
      {
        store: makeStore(),
        seeds: ['https://b.test/', 'https://a.test/', 'https://b.test/1', 'https://b.test/2'],
      },
    )
    // The seeds of a crawl are its scope: what is asked of a.test stays the same.
    await beside.run()
    expect(startsOf(beside, 'a.test')).toEqual(alone.starts)
  })

  test('one host with very many URLs does not keep others waiting', async () => {
    const many = Array.from({ length: 400 }, (_, n) => `https://big.test/${n}`)
    const few = Array.from({ length: 5 }, (_, n) => `https://s${n}.test/`)
    const walk = scenario(
      { '/': '', ...Object.fromEntries(many.map((url) => [url, ''])) },
      { store: makeStore(), seeds: [...many, ...few], concurrency: 2, maxTimeMs: 3_000 },
    )
    expect(await walk.run()).toMatchObject({ ended: 'max-time' })
    for (const url of few)
      expect(walk.starts.filter(([asked]) => asked.startsWith(url))).toEqual([
        [`${url}robots.txt`, 0],
        [url, 1_000],
      ])
  })

  describe('three requests in flight on one host', () => {
    const politeness = { perOriginInFlight: 3 }
    const seeds = Array.from({ length: 7 }, (_, n) => `https://a.test/${n}`)
    const slow = Object.fromEntries(seeds.map((seed) => [seed, { body: '', latencyMs: 2_400 }]))

    test('start a delay apart, and never more than three', async () => {
      const walk = scenario(slow, {
        store: makeStore(),
        seeds,
        politeness: { ...politeness, latencyFactor: 0 },
      })
      await walk.run()
      // Each answer is followed by the delay too, so they come in threes.
      expect(walk.starts.slice(1).map(([, startMs]) => startMs)).toEqual([
        1_000, 2_000, 3_000, 6_400, 7_400, 8_400, 11_800,
      ])
    })

    test('with delay 0 all start at once', async () => {
      const walk = scenario(slow, {
        store: makeStore(),
        seeds,
        politeness: { ...politeness, delayMs: 0 },
      })
      await walk.run()
      expect(walk.starts.slice(1).map(([, startMs]) => startMs)).toEqual([
        0, 0, 0, 2_400, 2_400, 2_400, 4_800,
      ])
    })

    test('become one where the site names a crawl-delay', async () => {
      const walk = scenario(
        { ...slow, '/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 1') },
        { store: makeStore(), seeds, politeness: { ...politeness, latencyFactor: 0 } },
      )
      await walk.run()
      expect(walk.starts.slice(1).map(([, startMs]) => startMs)).toEqual([
        1_000, 4_400, 7_800, 11_200, 14_600, 18_000, 21_400,
      ])
    })

    test('a handler that takes its time does not bring back what the host was like before', async () => {
      const walk = scenario(
        {
          '/0': '',
          '/1': { status: 503 },
          '/2': { status: 503 },
          '/3': '',
        },
        {
          store: makeStore(),
          seeds: seeds.slice(0, 4),
          politeness,
          limits: { maxRetries: 0 },
          // /0 is settled at 4 s, when a back-off of 5 s has begun.
          onPage: () => walk.clock.sleep(3_000),
        },
      )
      await walk.run()
      // 5 s, then twice as long: the second failure is not taken for the first.
      expect(walk.starts.slice(1).map(([, startMs]) => startMs)).toEqual([
        1_000, 2_000, 7_000, 17_000,
      ])
    })

    test('a failure that is tried again holds back the others as well', async () => {
      const walk = scenario(
        { '/0': [{ status: 503, latencyMs: 1 }, ''], '/1': '', '/2': '' },
        { store: makeStore(), seeds: seeds.slice(0, 3), politeness },
      )
      expect(await walk.run()).toMatchObject({ delivered: 3 })
      expect(walk.starts.slice(1, 4).map(([, startMs]) => startMs)).toEqual([1_000, 6_001, 7_001])
    })

    test('a Retry-After holds for those that have not started, whatever held them up', async () => {
      const answer = { status: 429, headers: { 'retry-after': '60' }, latencyMs: 2_200 }
      const walk = scenario(
        { ...slow, 'https://a.test/0': answer },
        {
          store: makeStore(),
          seeds,
          politeness: { ...politeness, latencyFactor: 0 },
          limits: { maxRetries: 0 },
          // /2 is claimed at 3 s and would start at 3.9 s, but /0 is answered at 3.2 s.
          plugins: [
            {
              name: 'slow',
              fetch: async (request, next) => {
                if (request.url.pathname === '/2') await walk.clock.sleep(900)
                return next(request)
              },
            },
          ],
        },
      )
      await walk.run()
      expect(
        walk.starts.slice(1, 5).map(([url, startMs]) => [new URL(url).pathname, startMs]),
      ).toEqual([
        ['/0', 1_000],
        ['/1', 2_000],
        ['/2', 64_100],
        ['/3', 65_100],
      ])
    })
  })

  describe('two hosts on one address', () => {
    test('start half a second apart at the least, two in flight', async () => {
      const walk = scenario(
        { '/': { body: links('/1'), latencyMs: 3_000 }, '/1': '' },
        {
          store: makeStore(),
          seeds: ['https://a.test/', 'https://b.test/', 'https://c.test/'],
          resolve: async () => [PUBLIC],
          politeness: { latencyFactor: 0 },
        },
      )
      await walk.run()
      expect(walk.starts.map(([, startMs]) => startMs)).toEqual([
        // robots.txt of each, and two pages that take 3 s.
        0, 500, 1_000, 1_500, 2_000,
        // Half a second after the later one has ended; the third page takes 3 s as well.
        5_500, 6_000, 6_500, 9_500,
      ])
    })

    test('with perAddressInFlight 1 and a longer delay', async () => {
      const walk = scenario(
        { '/': { body: '', latencyMs: 700 } },
        {
          store: makeStore(),
          seeds: ['https://a.test/', 'https://b.test/'],
          resolve: async () => [PUBLIC],
          politeness: { perAddressInFlight: 1, perAddressDelayMs: 3_000 },
        },
      )
      await walk.run()
      expect(walk.starts.map(([, startMs]) => startMs)).toEqual([0, 3_000, 6_000, 9_700])
    })

    test('delay 0 switches off that wait too, not the bound on requests in flight', async () => {
      const seeds = Array.from({ length: 5 }, (_, n) => `https://${n}.test/`)
      const walk = scenario(
        { '/': { body: '', latencyMs: 1_000 } },
        { store: makeStore(), seeds, resolve: async () => [PUBLIC], politeness: { delayMs: 0 } },
      )
      await walk.run()
      const starts = walk.starts
        .filter(([url]) => !url.endsWith('robots.txt'))
        .map(([, startMs]) => startMs)
      expect(starts).toEqual([0, 0, 1_000, 1_000, 2_000])
    })

    test('another address is another matter', async () => {
      const addresses: Readonly<Record<string, string>> = {
        'a.test': PUBLIC,
        'b.test': '93.184.216.35',
      }
      const walk = scenario(
        { '/': '' },
        {
          store: makeStore(),
          seeds: ['https://a.test/', 'https://b.test/'],
          resolve: async (name) => [addresses[name]!],
        },
      )
      await walk.run()
      expect(walk.starts.map(([, startMs]) => startMs)).toEqual([0, 0, 1_000, 1_000])
      expect(
        walk.audit
          .flatMap((event) => (event.event === 'request' ? [event.address] : []))
          .toSorted((a, b) => String(a).localeCompare(String(b))),
      ).toEqual([PUBLIC, PUBLIC, '93.184.216.35', '93.184.216.35'])
    })
  })

  test('a name that is slow to resolve holds up its own host alone', async () => {
    const walk = scenario(
      { '/': '' },
      {
        store: makeStore(),
        seeds: ['https://a.test/', 'https://b.test/'],
        resolve: async (name) => {
          if (name === 'a.test') await walk.clock.sleep(3_000)
          return [name === 'a.test' ? PUBLIC : '93.184.216.35']
        },
      },
    )
    await walk.run()
    expect(startsOf(walk, 'b.test')).toEqual([
      ['https://b.test/robots.txt', 0],
      ['https://b.test/', 1_000],
    ])
    expect(startsOf(walk, 'a.test')).toEqual([
      ['https://a.test/robots.txt', 3_000],
      ['https://a.test/', 4_000],
    ])
  })

  test('a name that does not resolve is tried again and fails as dns-failure; robots.txt of it stays unknown', async () => {
    const walk = scenario(
      { '/': '' },
      { store: makeStore(), resolve: async () => Promise.reject(new Error('NXDOMAIN')) },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 0,
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    expect(walk.site.urls).toEqual([])
    expect(
      walk.audit.flatMap((event) =>
        event.event === 'request' ? [[event.outcome, event.status, event.address]] : [],
      ),
    ).toEqual(Array.from({ length: 3 }, () => ['dns-failure', null, null]))
  })
})

describe('no request is made to a special address', () => {
  test.each([
    ['http://127.0.0.1/'],
    ['http://0.0.0.0/'],
    ['http://10.1.2.3/'],
    ['http://100.64.0.1/'],
    ['http://169.254.169.254/'],
    ['http://172.16.0.1/'],
    ['http://192.168.1.1/'],
    ['http://198.18.0.1/'],
    ['http://224.0.0.1/'],
    ['http://255.255.255.255/'],
    ['http://[::1]/'],
    ['http://[::]/'],
    ['http://[fe80::1]/'],
    ['http://[fc00::1]/'],
    ['http://[::ffff:10.0.0.1]/'],
    ['http://[64:ff9b::7f00:1]/'],
    ['http://localhost/'],
    ['http://printer.local/'],
    ['http://db.internal/'],
    ['http://a.test:22/'],
    ['http://a.test:25/'],
  ])('%s', async (target) => {
    const walk = scenario({ '/': links(target) }, { seeds: 'http://a.test/', scope: () => true })
    expect(await refusedOf(walk)).toEqual([[new URL(target).href, 'blocked-address']])
    expect(walk.site.urls).toEqual(['http://a.test/robots.txt', 'http://a.test/'])
  })

  test.each([
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['short', 'http://127.1/'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['full width', 'http://１２７.0.0.1/'],
    ['with a dot at its end', 'http://127.0.0.1./'],
  ])('in %s spelling', async (_, target) => {
    const walk = scenario({ '/': links(target) }, { seeds: 'http://a.test/', scope: () => true })
    expect(await walk.run()).toMatchObject({ delivered: 1, refused: { 'blocked-address': 1 } })
  })

  test.each([
    ['a private one', ['10.0.0.1']],
    ['one of several', [PUBLIC, '127.0.0.1']],
    ['IPv6', ['::1']],
    ['an embedded one', ['::ffff:192.168.0.1']],
  ])('that a name leads to: %s', async (_, addresses) => {
    const walk = scenario(
      { '/': '', '/1': '' },
      {
        seeds: ['https://inside.test/', 'https://inside.test/1', 'https://a.test/'],
        resolve: async (name) => (name === 'a.test' ? [PUBLIC] : addresses),
      },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 1,
      refused: { 'blocked-address': 2 },
      waiting: {},
      ended: 'done',
    })
    expect(walk.site.urls).toEqual(['https://a.test/robots.txt', 'https://a.test/'])
    expect(walk.audit.find((event) => event.event === 'refused')).toMatchObject({
      message: expect.stringMatching(/allow/i),
    })
  })

  test('that a name leads to only later, when the page is wanted', async () => {
    let lookups = 0
    const walk = scenario(
      { '/': links('/1'), '/1': '' },
      {
        politeness: { delayMs: 61_000 },
        resolve: async () => [lookups++ === 0 ? PUBLIC : '127.0.0.1'],
      },
    )
    expect(await walk.run()).toMatchObject({ delivered: 0, refused: { 'blocked-address': 1 } })
    expect(walk.site.urls).toEqual(['https://a.test/robots.txt'])
  })

  test('unless allowAddresses names it, which settings and report say', async () => {
    const walk = scenario(
      { '/': links('http://127.0.0.2/', 'http://10.0.0.1/') },
      { seeds: 'http://127.0.0.1/', scope: () => true, allowAddresses: ['127.0.0.0/8'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'blocked-address': 1 },
      notes: ['Special addresses that may be contacted: 127.0.0.0/8.'],
    })
    expect(walk.audit[0]).toMatchObject({ allowAddresses: ['127.0.0.0/8'] })
  })

  test("a port that a seed names is the user's word", async () => {
    const walk = scenario(
      { '/': links('http://a.test:6379/x'), '/x': '' },
      { seeds: 'http://a.test:6379/' },
    )
    expect(await walk.run()).toMatchObject({ delivered: 2, refused: {} })
  })
})
