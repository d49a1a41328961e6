// A redirect is not followed: its target becomes a candidate that passes the whole walk as a request of its own (invariant 6, HW-RED).
import { describe, expect, test } from 'vitest'
import type { FakeAnswer, FakePage } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

function to(
  location: string,
  status = 302,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } {
  return { status, headers: { location } }
}

function chain(hops: number): Readonly<Record<string, FakePage>> {
  return Object.fromEntries([
    ...Array.from({ length: hops }, (_, n) => [`/${n}`, to(`/${n + 1}`)] as const),
    [`/${hops}`, 'the end'],
  ])
}

onEachStore((makeStore) => {
  test('each hop of a chain is a request of its own, in the time of its host', async () => {
    const walk = scenario(
      {
        '/0': to('/1', 301),
        '/1': to('2', 303),
        '/2': to('//a.test/3#part', 307),
        '/3': to('?x=1', 308),
        '/3?x=1': 'the end',
      },
      { store: makeStore(), seeds: 'https://a.test/0' },
    )
    expect(await walk.run()).toMatchObject({
      fetched: 5,
      discovered: 5,
      delivered: 1,
      redirected: 4,
      failed: {},
      refused: {},
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/0', 1_000],
      ['https://a.test/1', 2_000],
      ['https://a.test/2', 3_000],
      ['https://a.test/3', 4_000],
      ['https://a.test/3?x=1', 5_000],
    ])
  })

  test('ten redirects in a row are followed, the eleventh is one too many', async () => {
    const ten = scenario(chain(10), { store: makeStore(), seeds: 'https://a.test/0' })
    expect(await ten.run()).toMatchObject({ redirected: 10, delivered: 1, failed: {} })
    const eleven = scenario(chain(11), { store: makeStore(), seeds: 'https://a.test/0' })
    expect(await eleven.run()).toMatchObject({
      redirected: 10,
      delivered: 0,
      failed: { 'redirect-limit': 1 },
      discovered: 11,
      examples: { 'failed:redirect-limit': 'https://a.test/10' },
    })
    expect(eleven.failures.map(({ message }) => message)).toEqual([
      '11 redirects; limits.maxRedirects allows 10.',
    ])
  })

  test.each<[string, Readonly<Record<string, FakePage>>, number, string]>([
    [
      'to itself',
      { '/0': to('/0') },
      0,
      'The redirects lead back to https://a.test/0 after 1 redirect.',
    ],
    [
      'of two',
      { '/0': to('/1'), '/1': to('/0') },
      1,
      'The redirects lead back to https://a.test/0 after 2 redirects.',
    ],
    [
      'into the middle of a chain',
      { '/0': to('/1'), '/1': to('/2'), '/2': to('/1') },
      2,
      'The redirects lead back to https://a.test/1 after 3 redirects.',
    ],
    [
      'that differs in its fragment only',
      { '/0': to('/0#again') },
      0,
      'The redirects lead back to https://a.test/0 after 1 redirect.',
    ],
    [
      'that asks for every time a new URL',
      { '/0': to('/1'), '/1': to('/2'), '/2': to('/3'), '/3': to('/4') },
      3,
      '4 redirects; limits.maxRedirects allows 3.',
    ],
  ])('a loop %s ends as redirect-limit', async (_, pages, redirected, message) => {
    const walk = scenario(pages, {
      store: makeStore(),
      seeds: 'https://a.test/0',
      limits: { maxRedirects: 3 },
    })
    expect(await walk.run()).toMatchObject({
      delivered: 0,
      redirected,
      failed: { 'redirect-limit': 1 },
      discovered: redirected + 1,
    })
    expect(walk.failures.map((failure) => failure.message)).toEqual([message])
  })

  test('a page that many redirects lead to is fetched once', async () => {
    const sources = Array.from({ length: 6 }, (_, n) => `/${n}`)
    const walk = scenario(
      {
        '/': links(...sources, '/target'),
        ...Object.fromEntries(sources.map((path) => [path, to('/target')])),
        '/target': '',
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({ discovered: 8, delivered: 2, redirected: 6 })
    expect(walk.site.urls.filter((url) => url.endsWith('/target'))).toHaveLength(1)
  })

  test('the target keeps depth and label, and says where it comes from', async () => {
    const met: unknown[] = []
    const walk = scenario(
      { '/': links('/a'), '/a': to('/b'), '/b': '' },
      {
        store: makeStore(),
        onPage: (page) => {
          met.push([page.url.pathname, page.depth, page.label, page.via])
          page.follow(undefined, { label: 'item' })
        },
      },
    )
    await walk.run()
    expect(met).toEqual([
      ['/', 0, undefined, undefined],
      ['/b', 1, 'item', 'https://a.test/a'],
    ])
  })

  describe('to another host', () => {
    test('of a seed: the host joins the scope, which the report says, and its robots.txt is asked first', async () => {
      const walk = scenario(
        {
          'https://a.test/': to('https://www.a.test/home', 301),
          'https://www.a.test/robots.txt': robotsTxt('User-agent: *', 'Disallow: /closed'),
          'https://www.a.test/home': links(
            '/closed',
            '/open',
            'https://a.test/more',
            'https://c.test/',
          ),
          '/open': '',
          '/more': '',
        },
        { store: makeStore() },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 3,
        redirected: 1,
        refused: { 'disallow-rule': 1, 'off-scope': 1 },
        hosts: 2,
        notes: [
          'The seed https://a.test/ redirects to https://www.a.test/home, which joins the scope.',
        ],
      })
      expect(walk.starts).toEqual([
        ['https://a.test/robots.txt', 0],
        ['https://a.test/', 1_000],
        ['https://www.a.test/robots.txt', 1_000],
        ['https://a.test/more', 2_000],
        ['https://www.a.test/home', 2_000],
        ['https://www.a.test/open', 3_000],
      ])
    })

    test('of a seed: a later run knows the scope', async () => {
      const walk = scenario(
        {
          'https://a.test/': to('https://b.test/'),
          'https://b.test/': links('/1', '/2'),
          '/1': '',
          '/2': '',
        },
        { store: makeStore(), maxPages: 1 },
      )
      await walk.run()
      const second = walk.again({ maxPages: 100 })
      expect(await second.run()).toMatchObject({ delivered: 3, refused: {}, notes: [] })
    })

    test('of any other page: refused as off-scope, and nobody is asked', async () => {
      const walk = scenario(
        { '/': links('/out'), '/out': to('https://b.test/x') },
        { store: makeStore() },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 1,
        redirected: 1,
        refused: { 'off-scope': 1 },
        hosts: 1,
        discovered: 3,
        examples: { 'refused:off-scope': 'https://b.test/x' },
      })
      expect(walk.starts.map(([url]) => new URL(url).host)).toEqual(['a.test', 'a.test', 'a.test'])
    })

    test('a target that its robots.txt closes is not asked for', async () => {
      const walk = scenario(
        { '/': to('/closed'), '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /closed') },
        { store: makeStore() },
      )
      expect(await walk.run()).toMatchObject({
        redirected: 1,
        refused: { 'disallow-rule': 1 },
        discovered: 2,
      })
    })
  })
})

describe('where a redirect may not lead', () => {
  test.each([
    ['another scheme', 'ftp://a.test/x', { redirected: 1, refused: { 'blocked-scheme': 1 } }],
    ['a script', 'javascript:alert(1)', { redirected: 1, refused: { 'blocked-scheme': 1 } }],
    ['a file', 'file:///etc/passwd', { redirected: 1, refused: { 'blocked-scheme': 1 } }],
    ['data', 'data:text/html,x', { redirected: 1, refused: { 'blocked-scheme': 1 } }],
    ['this machine', 'http://127.0.0.1/', { redirected: 1, refused: { 'blocked-address': 1 } }],
    [
      'this machine, in hexadecimal',
      '//0x7f.1/',
      { redirected: 1, refused: { 'blocked-address': 1 } },
    ],
    ['this machine, by name', '//localhost/', { redirected: 1, refused: { 'blocked-address': 1 } }],
    [
      'a metadata service',
      'http://169.254.169.254/latest',
      { redirected: 1, refused: { 'blocked-address': 1 } },
    ],
    [
      'an IPv6 address of this machine',
      'http://[::ffff:127.0.0.1]/',
      { redirected: 1, refused: { 'blocked-address': 1 } },
    ],
    [
      'a port of another service',
      '//a.test:6379/',
      { redirected: 1, refused: { 'blocked-address': 1 } },
    ],
    ['no URL', 'https://:0/', { redirected: 0, failed: { 'redirect-invalid': 1 } }],
    ['nowhere', '', { redirected: 0, failed: { 'redirect-invalid': 1 } }],
    ['too far', `/${'x'.repeat(2_100)}`, { redirected: 1, refused: { 'url-too-long': 1 } }],
  ])('%s', async (_, location, expected) => {
    const walk = scenario(
      { '/': links('/out'), '/out': to(location) },
      { seeds: 'http://a.test/', scope: () => true },
    )
    expect(await walk.run()).toMatchObject({ delivered: 1, ...expected })
    expect(walk.starts.map(([url]) => url)).toEqual([
      'http://a.test/robots.txt',
      'http://a.test/',
      'http://a.test/out',
    ])
  })

  test('from https to http, unless allowDowngrade lifts it', async () => {
    const pages = { 'https://a.test/': to('http://a.test/'), 'http://a.test/': '' }
    const strict = scenario(pages)
    expect(await strict.run()).toMatchObject({ redirected: 0, failed: { 'redirect-invalid': 1 } })
    expect(strict.failures[0]?.message).toBe(
      'From https to http (http://a.test/); allowDowngrade lifts it.',
    )
    const lenient = scenario(pages, { allowDowngrade: true })
    expect(await lenient.run()).toMatchObject({ redirected: 1, delivered: 1, failed: {} })
  })

  test('to where credentials are named: they are dropped and never sent', async () => {
    const walk = scenario({ '/': to('https://user:secret@a.test/x'), '/x': '' })
    expect(await walk.run()).toMatchObject({ redirected: 1, delivered: 1 })
    expect(
      JSON.stringify(walk.audit.filter((event) => event.event === 'request').map(({ url }) => url)),
    ).not.toContain('secret')
    expect(walk.site.urls.at(-1)).toBe('https://a.test/x')
  })

  test('a chain that takes longer than limits.chainDeadlineMs', async () => {
    const walk = scenario(
      {
        '/0': { ...to('/1'), latencyMs: 4_000 },
        '/1': { ...to('/2'), latencyMs: 4_000 },
        '/2': { ...to('/3'), latencyMs: 4_000 },
        '/3': '',
      },
      { seeds: 'https://a.test/0', limits: { chainDeadlineMs: 10_000 } },
    )
    expect(await walk.run()).toMatchObject({ redirected: 2, failed: { 'redirect-limit': 1 } })
    expect(walk.failures[0]?.message).toBe(
      'The chain of redirects took 12000 ms; limits.chainDeadlineMs allows 10000.',
    )
  })
})

describe("a header of the user's own", () => {
  test('goes to its origin and to no other, whatever redirects there or back', async () => {
    const seen: (readonly [string, string | undefined])[] = []
    const record =
      (answer: FakeAnswer): FakePage =>
      (request) => {
        seen.push([request.url, request.headers['authorization']])
        return answer
      }
    const walk = scenario(
      {
        'https://a.test/': record(to('https://b.test/')),
        'https://b.test/': record(to('https://a.test:8443/')),
        'https://a.test:8443/': record(to('https://a.test/back')),
        'https://a.test/back': record(''),
      },
      { headers: { 'https://a.test': { Authorization: 'Basic eA==' } } },
    )
    await walk.run()
    expect(seen).toEqual([
      ['https://a.test/', 'Basic eA=='],
      ['https://b.test/', undefined],
      ['https://a.test:8443/', undefined],
      ['https://a.test/back', 'Basic eA=='],
    ])
  })
})
