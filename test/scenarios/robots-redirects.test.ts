// robots.txt that redirects: each hop is a contact of the host it leads to, and the rules found belong to the origin that was asked first
// (HW-RED-11, RFC 9309 §2.3.1.2).
import { describe, expect, test } from 'vitest'
import type { FakePage } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'

function to(location: string): FakePage {
  return { status: 302, headers: { location } }
}

const CLOSED = robotsTxt('User-agent: *', 'Disallow: /closed')
const PAGES = { '/': links('/closed', '/open'), '/closed': '', '/open': '' }

onEachStore((makeStore) => {
  test('a hop on the same host waits for that host like any request', async () => {
    const walk = scenario(
      {
        ...PAGES,
        '/robots.txt': to('/a/robots.txt'),
        '/a/robots.txt': to('/b/robots.txt'),
        '/b/robots.txt': CLOSED,
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'disallow-rule': 1 },
      ended: 'done',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/a/robots.txt', 1_000],
      ['https://a.test/b/robots.txt', 2_000],
      ['https://a.test/', 3_000],
      ['https://a.test/open', 4_000],
    ])
    expect(
      walk.audit.flatMap((event) =>
        event.event === 'request' && event.kind === 'robots'
          ? [[event.robotsFor, event.hop, event.outcome]]
          : [],
      ),
    ).toEqual([
      ['https://a.test', 0, 'robots'],
      ['https://a.test', 1, 'robots'],
      ['https://a.test', 2, 'robots'],
    ])
  })

  test('a hop on another host is a contact of that host, in its own time and without its rules', async () => {
    const walk = scenario(
      {
        'https://a.test/robots.txt': to('https://b.test/shared.txt'),
        'https://b.test/shared.txt': CLOSED,
        'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Disallow: /', 'Crawl-delay: 5'),
        ...PAGES,
      },
      { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/'] },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'disallow-rule': 2 },
      hosts: 2,
      ended: 'done',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://b.test/robots.txt', 0],
      ['https://a.test/', 5_000],
      ['https://b.test/shared.txt', 5_000],
      ['https://a.test/open', 6_000],
    ])
  })

  test('a hop to a host that nothing else is wanted of goes there at once', async () => {
    const walk = scenario(
      {
        ...PAGES,
        'https://a.test/robots.txt': to('https://cdn.test/a.txt'),
        'https://cdn.test/a.txt': { body: 'User-agent: *\nDisallow: /closed', latencyMs: 400 },
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'disallow-rule': 1 },
      discovered: 3,
      hosts: 2,
      ended: 'done',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://cdn.test/a.txt', 0],
      ['https://a.test/', 1_000],
      ['https://a.test/open', 2_000],
    ])
  })

  test.each([
    ['five hops are followed', 5, 1],
    ['the sixth means that there is no file', 6, 0],
  ])('%s', async (_, hops, refusedPages) => {
    const chain = Object.fromEntries(
      Array.from({ length: hops }, (__, n) => [
        `/${n === 0 ? 'robots' : n}.txt`,
        to(`/${n + 1}.txt`),
      ]),
    )
    const walk = scenario({ ...PAGES, ...chain, [`/${hops}.txt`]: CLOSED }, { store: makeStore() })
    expect(await walk.run()).toMatchObject({ delivered: 3 - refusedPages, ended: 'done' })
    expect(walk.site.urls.filter((url) => url.endsWith('.txt'))).toHaveLength(6)
  })

  test('a loop ends after the sixth request as if there were no file', async () => {
    const walk = scenario({ ...PAGES, '/robots.txt': to('/robots.txt') }, { store: makeStore() })
    expect(await walk.run()).toMatchObject({ delivered: 3, ended: 'done' })
    expect(walk.starts.slice(0, 7).map(([url]) => new URL(url).pathname)).toEqual([
      ...Array<string>(6).fill('/robots.txt'),
      '/',
    ])
  })

  test('two hosts whose robots.txt lead to each other both come to an end', async () => {
    const walk = scenario(
      {
        ...PAGES,
        'https://a.test/robots.txt': to('https://b.test/robots.txt'),
        'https://b.test/robots.txt': to('https://a.test/robots.txt'),
      },
      { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/'] },
    )
    expect(await walk.run()).toMatchObject({ delivered: 6, hosts: 2, ended: 'done', waiting: {} })
    const requests = walk.audit.flatMap((event) =>
      event.event === 'request' && event.kind === 'robots' ? [event] : [],
    )
    for (const origin of ['https://a.test', 'https://b.test']) {
      expect(
        requests.filter((request) => request.robotsFor === origin).map((request) => request.hop),
      ).toEqual([0, 1, 2, 3, 4, 5])
    }
  })

  test('a chain that leads away and back again is followed on both hosts', async () => {
    const walk = scenario(
      {
        ...PAGES,
        'https://a.test/robots.txt': to('https://b.test/1.txt'),
        'https://b.test/1.txt': to('https://b.test/2.txt'),
        'https://b.test/2.txt': to('https://a.test/3.txt'),
        'https://a.test/3.txt': CLOSED,
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'disallow-rule': 1 },
      ended: 'done',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://b.test/1.txt', 0],
      ['https://a.test/3.txt', 1_000],
      ['https://b.test/2.txt', 1_000],
      ['https://a.test/', 2_000],
      ['https://a.test/open', 3_000],
    ])
  })

  test('from http to https of one host is a hop of the same slot; the rules belong to http', async () => {
    const walk = scenario(
      {
        ...PAGES,
        'http://a.test/robots.txt': to('https://a.test/robots.txt'),
        'https://a.test/robots.txt': CLOSED,
      },
      { store: makeStore(), seeds: 'http://a.test/' },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      refused: { 'disallow-rule': 1 },
      hosts: 1,
    })
    expect(walk.starts).toEqual([
      ['http://a.test/robots.txt', 0],
      ['https://a.test/robots.txt', 1_000],
      ['http://a.test/', 2_000],
      ['http://a.test/open', 3_000],
    ])
  })

  test('many URLs of an origin wait for one hop on another host', async () => {
    const seeds = Array.from({ length: 12 }, (_, n) => `https://a.test/${n}`)
    const walk = scenario(
      {
        ...Object.fromEntries(seeds.map((seed) => [seed, ''])),
        'https://a.test/robots.txt': to('https://cdn.test/a.txt'),
        'https://cdn.test/a.txt': { body: '', latencyMs: 9_000 },
      },
      { store: makeStore(), seeds, politeness: { perOriginInFlight: 3 } },
    )
    expect(await walk.run()).toMatchObject({ delivered: 12, ended: 'done' })
    expect(walk.starts.slice(0, 3)).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://cdn.test/a.txt', 0],
      ['https://a.test/0', 9_000],
    ])
  })
})

describe('a hop that the gate refuses leaves robots.txt unreachable', () => {
  test.each([
    ['an address of this machine', 'http://127.0.0.1/robots.txt'],
    ['a local name', 'https://localhost/robots.txt'],
    ['a port of another service', 'https://b.test:22/robots.txt'],
    ['a name that leads to a private address', 'https://inside.test/robots.txt'],
  ])('%s', async (_, target) => {
    const addresses: Readonly<Record<string, string>> = { 'inside.test': '10.0.0.7' }
    const walk = scenario(
      { ...PAGES, 'https://a.test/robots.txt': to(target) },
      { resolve: async (name) => [addresses[name] ?? '93.184.216.34'] },
    )
    expect(await walk.run()).toMatchObject({
      discovered: 1,
      waiting: { 'robots-unreachable': 1 },
      ended: 'parked',
    })
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/robots.txt', 5_000],
      ['https://a.test/robots.txt', 15_000],
    ])
  })
})

test('a run that stops while a hop is awaited is gone on with', async () => {
  const walk = scenario(
    {
      ...PAGES,
      'https://a.test/robots.txt': to('https://cdn.test/a.txt'),
      'https://cdn.test/a.txt': { ...(CLOSED as object), latencyMs: 5_000 },
    },
    { limits: { shutdownGraceMs: 1_000 }, maxTimeMs: 2_000 },
  )
  expect(await walk.run()).toMatchObject({
    discovered: 1,
    waiting: { 'budget-spent': 1 },
    ended: 'max-time',
  })
  const second = walk.again({ maxTimeMs: 1_000_000 })
  expect(await second.run()).toMatchObject({
    delivered: 2,
    refused: { 'disallow-rule': 1 },
    waiting: {},
    ended: 'done',
  })
  expect(second.starts[0]?.[0]).toBe('https://cdn.test/a.txt')
})
