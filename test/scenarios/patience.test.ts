// What a site may ask for: crawl-delay, Retry-After, fewer requests. The longest wait wins and is never shortened; a site that asks for more
// than we have is left (design decision 1, invariants 2, 3, 9, 10, 16).
import { describe, expect, test } from 'vitest'
import type { FakeAnswer } from '@curtsy/core/testing'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'
import type { Walk } from './scenario.ts'

/** Starts of the pages, without robots.txt, in milliseconds. */
function pageStarts(walk: Walk): readonly (readonly [string, number])[] {
  return walk.starts
    .filter(([url]) => !url.endsWith('/robots.txt'))
    .map(([url, startMs]) => [new URL(url).pathname, startMs])
}

function httpDate(ms: number): string {
  return new Date(ms).toUTCString()
}

onEachStore((makeStore) => {
  describe('crawl-delay', () => {
    test.each<[string, readonly string[], number]>([
      [
        'of our group',
        ['User-agent: ExampleBot', 'Crawl-delay: 7', '', 'User-agent: *', 'Crawl-delay: 2'],
        7_000,
      ],
      [
        'of *, where our group has none',
        ['User-agent: ExampleBot', 'Allow: /', '', 'User-agent: *', 'Crawl-delay: 2'],
        2_000,
      ],
      [
        'the largest of several',
        ['User-agent: *', 'Crawl-delay: 2', 'Crawl-delay: 9', 'Crawl-delay: 3'],
        9_000,
      ],
      ['a fraction is kept', ['User-agent: *', 'Crawl-delay: 1.25'], 1_250],
      ['shorter than our own delay: ours holds', ['User-agent: *', 'Crawl-delay: 0.2'], 1_000],
      [
        'none that is valid',
        ['User-agent: *', 'Crawl-delay: -4', 'Crawl-delay: soon', 'Crawl-delay: NaN'],
        1_000,
      ],
    ])('%s', async (_, lines, gapMs) => {
      const walk = scenario(
        { '/robots.txt': robotsTxt(...lines), '/': links('/1', '/2'), '/1': '', '/2': '' },
        { store: makeStore() },
      )
      await walk.run()
      expect(pageStarts(walk)).toEqual([
        ['/', gapMs],
        ['/1', 2 * gapMs],
        ['/2', 3 * gapMs],
      ])
    })

    test('holds with delay 0 too, and forces one request in flight', async () => {
      const walk = scenario(
        {
          '/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 4'),
          '/': { body: links('/1', '/2'), latencyMs: 900 },
          '/1': '',
          '/2': '',
        },
        { store: makeStore(), politeness: { delayMs: 0, perOriginInFlight: 5 } },
      )
      await walk.run()
      expect(pageStarts(walk)).toEqual([
        ['/', 4_000],
        ['/1', 8_900],
        ['/2', 12_900],
      ])
    })

    test('of 300 s is waited for; a longer one parks the host for the run, and is not shortened', async () => {
      const walk = scenario(
        {
          'https://a.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 300'),
          'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 301'),
          '/': '',
        },
        { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/'] },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 1,
        waiting: { 'origin-gave-up': 1 },
        ended: 'parked',
        resumable: true,
        parked: [{ slot: 'b.test', queued: 1, reason: 'origin-gave-up', untilMs: 301_000 }],
      })
      expect(walk.starts).toEqual([
        ['https://a.test/robots.txt', 0],
        ['https://b.test/robots.txt', 0],
        ['https://a.test/', 300_000],
      ])
      expect(walk.audit).toContainEqual({
        event: 'parked',
        atMs: 0,
        slot: 'b.test',
        reason: 'origin-gave-up',
        restOfRun: true,
        untilMs: 301_000,
      })
      // The next run keeps the wait that was asked for, and takes the host up again when it is over.
      const early = walk.again()
      expect(await early.run()).toMatchObject({ waiting: { 'origin-gave-up': 1 }, ended: 'parked' })
      expect(early.starts).toEqual([])
      await walk.clock.advance(1_000)
      const later = walk.again()
      expect(await later.run()).toMatchObject({ delivered: 2, waiting: {}, ended: 'done' })
      expect(later.starts).toEqual([['https://b.test/', 301_000]])
    })

    test('of http holds for https of the same host, also in a run that has not read it', async () => {
      const walk = scenario(
        {
          'http://a.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 20'),
          '/': links('/1', '/2'),
          '/1': '',
          '/2': '',
        },
        { store: makeStore(), seeds: ['http://a.test/', 'https://a.test/'], maxPages: 2 },
      )
      await walk.run()
      const second = walk.again({ maxPages: 100 })
      await second.run()
      expect(walk.site.log.map(({ startMs }) => startMs)).toEqual([
        0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000, 140_000,
      ])
    })
  })

  describe('Retry-After', () => {
    test.each<[string, FakeAnswer, number]>([
      ['503 with seconds', { status: 503, headers: { 'retry-after': '90' } }, 91_000],
      ['429 with a date', { status: 429, headers: { 'retry-after': httpDate(120_000) } }, 120_000],
      [
        'an obsolete date',
        { status: 503, headers: { 'retry-after': 'Thu Jan  1 00:03:20 1970' } },
        200_000,
      ],
      [
        'nothing that can be read: back-off',
        { status: 503, headers: { 'retry-after': 'in a while' } },
        6_000,
      ],
      ['zero: back-off', { status: 429, headers: { 'retry-after': '0' } }, 6_000],
      ['a negative number: back-off', { status: 503, headers: { 'retry-after': '-100' } }, 6_000],
      [
        'a date that has passed: back-off',
        { status: 503, headers: { 'retry-after': httpDate(0) } },
        6_000,
      ],
      ['less than the back-off: back-off', { status: 503, headers: { 'retry-after': '2' } }, 6_000],
      ['on a 500 it means nothing', { status: 500, headers: { 'retry-after': '90' } }, 2_000],
      [
        'on a redirect it counts',
        { status: 302, headers: { location: '/2', 'retry-after': '30' } },
        31_000,
      ],
    ])('%s', async (_, answer, nextMs) => {
      const walk = scenario(
        { '/1': answer, '/2': '' },
        {
          store: makeStore(),
          seeds: ['https://a.test/1', 'https://a.test/2'],
          limits: { maxRetries: 0 },
        },
      )
      await walk.run()
      expect(pageStarts(walk)).toEqual([
        ['/1', 1_000],
        ['/2', nextMs],
      ])
    })

    test('holds for the whole host, and for no other', async () => {
      const walk = scenario(
        {
          'https://a.test/': [{ status: 503, headers: { 'retry-after': '60' } }, 'a'],
          '/': links('/1'),
          '/1': '',
        },
        {
          store: makeStore(),
          seeds: ['https://a.test/', 'https://a.test/1', 'http://a.test/1', 'https://b.test/'],
        },
      )
      expect(await walk.run()).toMatchObject({ delivered: 5 })
      // Which of two hosts comes first within one instant is nobody's business.
      const starts = walk.starts.toSorted(([a, atMs], [b, otherMs]) =>
        atMs === otherMs ? a.localeCompare(b, 'en') : atMs - otherMs,
      )
      expect(starts).toEqual([
        ['https://a.test/robots.txt', 0],
        ['https://b.test/robots.txt', 0],
        // http and https take turns on their one slot.
        ['http://a.test/robots.txt', 1_000],
        ['https://b.test/', 1_000],
        ['https://a.test/', 2_000],
        ['https://b.test/1', 2_000],
        ['http://a.test/1', 62_000],
        ['https://a.test/', 63_000],
        ['https://a.test/1', 64_000],
      ])
    })

    test('of more than an hour parks the host for the run and is stored', async () => {
      const walk = scenario(
        { '/': [{ status: 429, headers: { 'retry-after': '3601' } }, 'a'] },
        { store: makeStore(), seeds: ['https://a.test/', 'https://b.test/robots.txt'] },
      )
      expect(await walk.run()).toMatchObject({
        waiting: { 'rate-limited': 1 },
        ended: 'parked',
        parked: [{ slot: 'a.test', reason: 'rate-limited', queued: 1, untilMs: 3_602_000 }],
      })
      expect(walk.audit).toContainEqual({
        event: 'parked',
        atMs: 1_000,
        slot: 'a.test',
        reason: 'rate-limited',
        restOfRun: true,
        untilMs: 3_602_000,
      })
      await walk.clock.advance(3_601_000)
      const later = walk.again()
      expect(await later.run()).toMatchObject({ delivered: 1, waiting: {}, ended: 'done' })
      expect(later.starts).toEqual([['https://a.test/', 3_602_000]])
    })
  })

  describe('back-off', () => {
    test('doubles while the host asks for fewer requests, and ends with an answer that is well', async () => {
      const seeds = Array.from({ length: 8 }, (_, n) => `https://a.test/${n}`)
      const walk = scenario(
        {
          '/0': { status: 429 },
          '/1': { status: 503 },
          '/2': { latencyMs: Infinity },
          '/3': { status: 429 },
          '/4': '',
          '/5': '',
          '/6': { status: 429 },
          '/7': '',
        },
        { store: makeStore(), seeds, limits: { maxRetries: 0, originFailureBudget: 100 } },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 3,
        failed: { 'rate-limited': 3, 'http-status': 1, 'headers-timeout': 1 },
      })
      expect(pageStarts(walk)).toEqual([
        ['/0', 1_000],
        ['/1', 6_000],
        ['/2', 16_000],
        // 20 s until the timeout, then a back-off of 20 s.
        ['/3', 56_000],
        ['/4', 96_000],
        ['/5', 97_000],
        ['/6', 98_000],
        ['/7', 103_000],
      ])
    })

    test('grows to 10 minutes and no further', async () => {
      const seeds = Array.from({ length: 10 }, (_, n) => `https://a.test/${n}`)
      const walk = scenario(Object.fromEntries(seeds.map((seed) => [seed, { status: 503 }])), {
        store: makeStore(),
        seeds,
        limits: { maxRetries: 0, originFailureBudget: 100 },
      })
      await walk.run()
      const starts = pageStarts(walk).map(([, startMs]) => startMs / 1_000)
      expect(starts.slice(1).map((startMs, n) => startMs - starts[n]!)).toEqual([
        5, 10, 20, 40, 80, 160, 320, 600, 600,
      ])
    })

    test('takes one step for requests that were under way together', async () => {
      const seeds = Array.from({ length: 5 }, (_, n) => `https://a.test/${n}`)
      const walk = scenario(
        {
          '/0': { status: 429, latencyMs: 5_000 },
          '/1': { status: 429, latencyMs: 4_500 },
          '/2': { latencyMs: 4_000, body: 'well' },
          '/3': { status: 503 },
          '/4': '',
        },
        {
          store: makeStore(),
          seeds,
          politeness: { perOriginInFlight: 3 },
          limits: { maxRetries: 0 },
        },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 2,
        failed: { 'rate-limited': 2, 'http-status': 1 },
      })
      expect(pageStarts(walk)).toEqual([
        ['/0', 1_000],
        ['/1', 2_000],
        ['/2', 3_000],
        // 5 s from the end of the last of them. That /2 went well ends nothing: it had started before the host complained.
        ['/3', 12_000],
        ['/4', 22_000],
      ])
    })
  })

  describe('a host that fails', () => {
    test('is left alone for 10 minutes after five failures in a row, three times, and then given up', async () => {
      const seeds = Array.from({ length: 30 }, (_, n) => `https://a.test/${n}`)
      const others = Array.from({ length: 9 }, (_, n) => `https://b.test/${n}`)
      const walk = scenario(
        {
          ...Object.fromEntries(seeds.map((seed) => [seed, { status: 500 }])),
          'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 300'),
          ...Object.fromEntries(others.map((url) => [url, ''])),
        },
        { store: makeStore(), seeds: [...seeds, ...others], limits: { maxRetries: 0 } },
      )
      expect(await walk.run()).toMatchObject({
        delivered: 9,
        failed: { 'http-status': 20 },
        waiting: { 'origin-gave-up': 10 },
        ended: 'parked',
      })
      const starts = walk.starts
        .filter(([url]) => url.startsWith('https://a.test'))
        .map(([, startMs]) => startMs / 1_000)
      expect(starts).toEqual([
        0, 1, 2, 3, 4, 5, 605, 606, 607, 608, 609, 1_209, 1_210, 1_211, 1_212, 1_213, 1_813, 1_814,
        1_815, 1_816, 1_817,
      ])
      expect(
        walk.audit.flatMap((event) =>
          event.event === 'parked' ? [[event.atMs, event.untilMs, event.restOfRun]] : [],
        ),
      ).toEqual([
        [5_000, 605_000, false],
        [609_000, 1_209_000, false],
        [1_213_000, 1_813_000, false],
        [1_817_000, 2_417_000, true],
      ])
    })

    test('does not keep a run alive while it is parked', async () => {
      const seeds = Array.from({ length: 7 }, (_, n) => `https://a.test/${n}`)
      const walk = scenario(
        Object.fromEntries(seeds.map((seed) => [seed, { error: 'ECONNRESET' }])),
        { store: makeStore(), seeds, limits: { maxRetries: 0 } },
      )
      expect(await walk.run()).toMatchObject({
        failed: { 'connection-reset': 5 },
        waiting: { 'origin-gave-up': 2 },
        ended: 'parked',
        elapsedMs: 5_000,
      })
    })
  })

  test('waits of one host add up to the longest, and the audit names it', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt('User-agent: *', '', 'Crawl-delay: 2'),
        '/': links('/1', '/2', '/3', '/4'),
        '/1': { body: '', latencyMs: 3_000 },
        '/2': { status: 503 },
        '/3': { status: 429, headers: { 'retry-after': '12' } },
        '/4': '',
      },
      { store: makeStore(), limits: { maxRetries: 0 } },
    )
    await walk.run()
    expect(
      walk.audit.flatMap((event) =>
        event.event === 'request'
          ? [[new URL(event.url).pathname, event.startMs, event.delayMs, event.delayReason]]
          : [],
      ),
    ).toEqual([
      ['/robots.txt', 0, 0, 'first-contact'],
      ['/', 2_000, 2_000, 'crawl-delay, robots.txt line 3'],
      ['/1', 4_000, 2_000, 'crawl-delay, robots.txt line 3'],
      ['/2', 10_000, 3_000, 'adaptive'],
      ['/3', 15_000, 5_000, 'back-off'],
      ['/4', 27_000, 12_000, 'retry-after'],
    ])
  })

  test('a host may be given more patience than the rest, never less than it asks for', async () => {
    const walk = scenario(
      { 'https://b.test/robots.txt': robotsTxt('User-agent: *', 'Crawl-delay: 3'), '/': '' },
      {
        store: makeStore(),
        seeds: ['https://a.test/', 'https://b.test/', 'https://c.test/'],
        politeness: { hosts: { 'a.test': { delayMs: 6_000 }, 'b.test': { delayMs: 100 } } },
      },
    )
    await walk.run()
    expect(pageStarts(walk).map(([, startMs]) => startMs)).toEqual([1_000, 3_000, 6_000])
  })
})
