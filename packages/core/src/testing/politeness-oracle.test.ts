// A checker that finds nothing proves nothing: each invariant is broken here once, and kept once right beside it.
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLITENESS } from '../domain/politeness.ts'
import type { AuditEvent, RequestEvent, RobotsEvent, SettingsEvent } from '../domain/audit-event.ts'
import { politenessOracle } from './politeness-oracle.ts'

function settings(
  politeness: Partial<SettingsEvent['politeness']> = {},
  more: Partial<SettingsEvent> = {},
): SettingsEvent {
  return {
    event: 'settings',
    version: 1,
    atMs: 0,
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    robotsTokens: ['ExampleBot'],
    seeds: ['https://a.test/'],
    politeness: { ...DEFAULT_POLITENESS, ...politeness },
    maxCrawlDelayMs: 300_000,
    maxRetryAfterMs: 3_600_000,
    maxRetries: 2,
    originFailureBudget: 5,
    allowAddresses: [],
    exemptOrigins: [],
    resumed: false,
    ...more,
  }
}

function request(
  url: string,
  startMs: number,
  endMs: number = startMs,
  more: Partial<RequestEvent> = {},
): RequestEvent {
  const { origin, host } = new URL(url)
  const isRobots = url.endsWith('/robots.txt')
  return {
    event: 'request',
    kind: isRobots ? 'robots' : 'page',
    url,
    origin,
    slot: host,
    address: null,
    method: 'GET',
    attempt: 1,
    via: null,
    startMs,
    endMs,
    status: 200,
    outcome: isRobots ? 'robots' : 'delivered',
    retry: false,
    bytes: 0,
    wireBytes: 0,
    delayMs: 0,
    delayReason: 'never looked at',
    retryAfter: null,
    location: null,
    ...(isRobots ? { robotsFor: origin, hop: 0 } : {}),
    ...more,
  }
}

function robots(atMs: number, more: Partial<RobotsEvent> = {}): RobotsEvent {
  return {
    event: 'robots',
    atMs,
    origin: 'https://a.test',
    state: 'fetched',
    status: 200,
    readMs: atMs,
    freshUntilMs: atMs + 86_400_000,
    hash: 'x',
    bytes: 1,
    crawlDelay: null,
    sitemaps: [],
    nextAttemptMs: null,
    notes: [],
    ...more,
  }
}

const stop = (atMs: number): AuditEvent => ({ event: 'stop', atMs, reason: 'done' })
const A = 'https://a.test'
/** A run that has read robots.txt of a.test at 0. */
function run(
  given: readonly AuditEvent[],
  first: SettingsEvent = settings(),
  rules: Partial<RobotsEvent> = {},
): readonly AuditEvent[] {
  return [first, request(`${A}/robots.txt`, 0), robots(0, rules), ...given]
}
const failed = { status: 500, outcome: 'http-status', retry: true } as const
const unavailable = { status: 503, outcome: 'http-status' } as const
const crawlDelay = (seconds: number): Partial<RobotsEvent> => ({
  crawlDelay: { seconds, line: 2, from: 'group' },
})
const unreachable = (atMs: number): RobotsEvent =>
  robots(atMs, { state: 'unreachable', status: 500, readMs: null, freshUntilMs: null, hash: null })

/** Name, what keeps it, what breaks it, and how the breach is called. */
const CASES: readonly (readonly [string, readonly AuditEvent[], readonly AuditEvent[], string])[] =
  [
    [
      'delay from end to start',
      run([request(`${A}/1`, 1_000, 1_200), request(`${A}/2`, 2_200)]),
      run([request(`${A}/1`, 1_000, 1_200), request(`${A}/2`, 2_199)]),
      'gap',
    ],
    [
      'delay of one host',
      run([request(`${A}/1`, 6_000)], settings({ hosts: { 'a.test': { delayMs: 6_000 } } })),
      run([request(`${A}/1`, 5_999)], settings({ hosts: { 'a.test': { delayMs: 6_000 } } })),
      'gap',
    ],
    [
      'robots.txt is a contact too',
      run([request(`${A}/1`, 1_000)]),
      run([request(`${A}/1`, 900)]),
      'gap',
    ],
    [
      'http and https are one host',
      [...run([]), request('http://a.test/robots.txt', 1_000)],
      [...run([]), request('http://a.test/robots.txt', 999)],
      'gap',
    ],
    [
      'another port is another host',
      [...run([]), request('https://a.test:8443/robots.txt', 0)],
      [...run([]), request(`${A}/robots.txt`, 0)],
      'gap',
    ],
    [
      'a slow answer',
      run([request(`${A}/1`, 1_000, 5_000), request(`${A}/2`, 9_000)]),
      run([request(`${A}/1`, 1_000, 5_000), request(`${A}/2`, 8_999)]),
      'gap',
    ],
    [
      'crawl-delay',
      run([request(`${A}/1`, 7_000)], settings(), crawlDelay(7)),
      run([request(`${A}/1`, 6_999)], settings(), crawlDelay(7)),
      'gap',
    ],
    [
      'crawl-delay with delay 0',
      run([request(`${A}/1`, 7_000)], settings({ delayMs: 0 }), crawlDelay(7)),
      run([request(`${A}/1`, 6_000)], settings({ delayMs: 0 }), crawlDelay(7)),
      'window',
    ],
    [
      'starts with three in flight',
      run(
        [request(`${A}/1`, 1_000, 9_000), request(`${A}/2`, 2_000)],
        settings({ perOriginInFlight: 3 }),
      ),
      run(
        [request(`${A}/1`, 1_000, 9_000), request(`${A}/2`, 1_900)],
        settings({ perOriginInFlight: 3 }),
      ),
      'gap',
    ],
    [
      'one in flight',
      run([request(`${A}/1`, 1_000, 3_000), request(`${A}/2`, 9_000)]),
      run([request(`${A}/1`, 1_000, 3_000), request(`${A}/2`, 2_500)]),
      'in-flight',
    ],
    [
      'one in flight under a crawl-delay',
      run(
        [request(`${A}/1`, 1_000, 5_000), request(`${A}/2`, 9_000)],
        settings({ perOriginInFlight: 3 }),
        crawlDelay(1),
      ),
      run(
        [request(`${A}/1`, 1_000, 5_000), request(`${A}/2`, 3_000)],
        settings({ perOriginInFlight: 3 }),
        crawlDelay(1),
      ),
      'in-flight',
    ],
    [
      'back-off',
      run([request(`${A}/1`, 1_000, 1_000, unavailable), request(`${A}/2`, 6_000)]),
      run([request(`${A}/1`, 1_000, 1_000, unavailable), request(`${A}/2`, 5_999)]),
      'back-off',
    ],
    [
      'back-off doubles',
      run([
        request(`${A}/1`, 1_000, 1_000, unavailable),
        request(`${A}/2`, 6_000, 6_000, unavailable),
        request(`${A}/3`, 16_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, unavailable),
        request(`${A}/2`, 6_000, 6_000, unavailable),
        request(`${A}/3`, 15_999),
      ]),
      'back-off',
    ],
    [
      'back-off after a timeout',
      run([
        request(`${A}/1`, 1_000, 1_000, { status: null, outcome: 'headers-timeout' }),
        request(`${A}/2`, 6_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, { status: null, outcome: 'headers-timeout' }),
        request(`${A}/2`, 3_000),
      ]),
      'back-off',
    ],
    [
      'Retry-After in seconds',
      run([
        request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '60' }),
        request(`${A}/2`, 61_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '60' }),
        request(`${A}/2`, 60_999),
      ]),
      'retry-after',
    ],
    [
      'Retry-After as a date',
      run([
        request(`${A}/1`, 1_000, 1_000, {
          ...unavailable,
          retryAfter: 'Thu, 01 Jan 1970 00:02:00 GMT',
        }),
        request(`${A}/2`, 120_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, {
          ...unavailable,
          retryAfter: 'Thu, 01 Jan 1970 00:02:00 GMT',
        }),
        request(`${A}/2`, 119_000),
      ]),
      'retry-after',
    ],
    [
      'Retry-After on a redirect',
      run([
        request(`${A}/1`, 1_000, 1_000, { status: 302, outcome: 'redirected', retryAfter: '9' }),
        request(`${A}/2`, 10_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, { status: 302, outcome: 'redirected', retryAfter: '9' }),
        request(`${A}/2`, 9_000),
      ]),
      'retry-after',
    ],
    [
      'Retry-After on a 500 is none',
      run([
        request(`${A}/1`, 1_000, 1_000, { ...failed, retry: false, retryAfter: '60' }),
        request(`${A}/2`, 2_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '60' }),
        request(`${A}/2`, 2_000),
      ]),
      'retry-after',
    ],
    [
      'a Retry-After beyond measure',
      run([
        request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '3600' }),
        request(`${A}/2`, 3_601_000),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '3601' }),
        request(`${A}/2`, 9_000_000),
      ]),
      'parked',
    ],
    [
      'a crawl-delay beyond measure',
      run([request(`${A}/1`, 300_000)], settings(), crawlDelay(300)),
      run([request(`${A}/1`, 900_000)], settings(), crawlDelay(301)),
      'parked',
    ],
    ['five failures in a row', failures(4, 4_000), failures(5, 5_000), 'failure-budget'],
    [
      'robots.txt first',
      run([request(`${A}/1`, 1_000)]),
      [settings(), request(`${A}/1`, 1_000)],
      'robots-first',
    ],
    [
      'robots.txt of each origin',
      [
        ...run([]),
        request('http://a.test/robots.txt', 1_000),
        robots(1_000, { origin: 'http://a.test' }),
        request('http://a.test/', 2_000),
      ],
      run([request('http://a.test/', 1_000)]),
      'robots-first',
    ],
    [
      'a redirect of robots.txt is followed first',
      run([request(`${A}/1`, 1_000)]),
      run([request(`${A}/1`, 1_000)], settings(), { state: 'redirected', freshUntilMs: null }),
      'robots-first',
    ],
    [
      'an exempt origin',
      [settings({}, { exemptOrigins: [A] }), request(`${A}/1`, 0)],
      [settings(), request(`${A}/1`, 0)],
      'robots-first',
    ],
    [
      'silence while unreachable',
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/robots.txt`, 5_000),
        robots(5_000),
        request(`${A}/1`, 6_000),
      ],
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/1`, 4_000),
      ],
      'unreachable-silence',
    ],
    [
      'robots.txt again after 5 s',
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/robots.txt`, 5_000),
      ],
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/robots.txt`, 4_999),
      ],
      'robots-retry',
    ],
    [
      'and then after 10 s',
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/robots.txt`, 5_000, 5_000, failed),
        unreachable(5_000),
        request(`${A}/robots.txt`, 15_000),
      ],
      [
        settings(),
        request(`${A}/robots.txt`, 0, 0, failed),
        unreachable(0),
        request(`${A}/robots.txt`, 5_000, 5_000, failed),
        unreachable(5_000),
        request(`${A}/robots.txt`, 14_000),
      ],
      'robots-retry',
    ],
    [
      'rules that are fresh',
      run([request(`${A}/1`, 86_399_999)]),
      run([request(`${A}/1`, 86_400_000)]),
      'rules-age',
    ],
    [
      'rules that the server gave less time',
      run([request(`${A}/1`, 1_000), request(`${A}/2`, 299_999)], settings(), {
        freshUntilMs: 300_000,
      }),
      run([request(`${A}/1`, 1_000), request(`${A}/2`, 300_000)], settings(), {
        freshUntilMs: 300_000,
      }),
      'rules-age',
    ],
    [
      'rules that serve once, however old',
      run([request(`${A}/1`, 400_000)], settings(), { freshUntilMs: 300_000 }),
      run([request(`${A}/1`, 400_000), request(`${A}/2`, 500_000)], settings(), {
        freshUntilMs: 300_000,
      }),
      'rules-age',
    ],
    [
      'two in flight at an address',
      atAddress([0, 500, 5_000], 4_000),
      atAddress([0, 500, 1_000], 4_000),
      'address',
    ],
    ['half a second at an address', atAddress([0, 500], 0), atAddress([0, 499], 0), 'address'],
    [
      'once',
      run([request(`${A}/1`, 1_000), request(`${A}/2`, 2_000)]),
      run([request(`${A}/1`, 1_000), request(`${A}/1`, 2_000)]),
      'once',
    ],
    [
      'a retry after 5 s',
      run([
        request(`${A}/1`, 1_000, 1_000, failed),
        request(`${A}/1`, 6_000, 6_000, { attempt: 2 }),
      ]),
      run([
        request(`${A}/1`, 1_000, 1_000, failed),
        request(`${A}/1`, 5_000, 5_000, { attempt: 2 }),
      ]),
      'retry',
    ],
    [
      'no more retries than allowed',
      run([0, 1, 2].map((n) => request(`${A}/1`, n * 20_000 + 1_000, n * 20_000 + 1_000, failed))),
      run(
        [0, 1, 2, 3].map((n) => request(`${A}/1`, n * 30_000 + 1_000, n * 30_000 + 1_000, failed)),
      ),
      'retry',
    ],
    [
      'what was refused stays so',
      run([
        {
          event: 'refused',
          atMs: 0,
          url: `${A}/1`,
          reason: 'disallow-rule',
          via: null,
          message: '',
        },
        request(`${A}/2`, 1_000),
      ]),
      run([
        {
          event: 'refused',
          atMs: 0,
          url: `${A}/1`,
          reason: 'disallow-rule',
          via: null,
          message: '',
        },
        request(`${A}/1`, 1_000),
      ]),
      'refused',
    ],
    [
      'GET only',
      run([request(`${A}/1`, 1_000)]),
      run([request(`${A}/1`, 1_000, 1_000, { method: 'POST' })]),
      'get-only',
    ],
    [
      'nothing after the stop',
      run([request(`${A}/1`, 1_000), stop(1_000)]),
      run([stop(900), request(`${A}/1`, 1_000)]),
      'stop',
    ],
    [
      'the next run keeps the distance',
      [
        ...run([request(`${A}/1`, 1_000, 2_000), stop(2_000)]),
        settings({}, { resumed: true, atMs: 2_000 }),
        request(`${A}/2`, 3_000),
      ],
      [
        ...run([request(`${A}/1`, 1_000, 2_000), stop(2_000)]),
        settings({}, { resumed: true, atMs: 2_000 }),
        request(`${A}/2`, 2_500),
      ],
      'gap',
    ],
    [
      'the next run keeps a Retry-After beyond measure',
      [
        ...run([
          request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '7200' }),
          stop(1_000),
        ]),
        settings({}, { resumed: true }),
        request(`${A}/2`, 7_201_000),
      ],
      [
        ...run([
          request(`${A}/1`, 1_000, 1_000, { ...unavailable, retryAfter: '7200' }),
          stop(1_000),
        ]),
        settings({}, { resumed: true }),
        request(`${A}/2`, 3_601_000),
      ],
      'retry-after',
    ],
  ]

function failures(n: number, nextMs: number): readonly AuditEvent[] {
  return run([
    ...Array.from({ length: n }, (_, k) =>
      request(`${A}/${k}`, (k + 1) * 1_000, (k + 1) * 1_000, { ...failed, retry: false }),
    ),
    request(`${A}/next`, nextMs + 1_000),
  ])
}

/** Starts at one address, on a host each. */
function atAddress(starts: readonly number[], lastsMs: number): readonly AuditEvent[] {
  const events = starts.map((startMs, n) =>
    request(`https://h${n}.test/robots.txt`, startMs, startMs + lastsMs, { address: '192.0.2.1' }),
  )
  return [settings(), ...events]
}

describe('what breaks an invariant is found, what keeps it is not', () => {
  test.each(CASES)('%s', (_, kept, broken, invariant) => {
    expect(politenessOracle(kept)).toEqual([])
    expect(politenessOracle(broken).map((violation) => violation.invariant)).toContain(invariant)
  })
})

test('a breach names the request, the rule and the figures', () => {
  expect(politenessOracle(run([request(`${A}/1`, 400)]))).toEqual([
    {
      invariant: 'gap',
      atMs: 400,
      url: `${A}/1`,
      message: `Not before 1000 (delay after ${A}/robots.txt), but started 600 ms earlier.`,
    },
    {
      invariant: 'gap',
      atMs: 400,
      url: `${A}/1`,
      message: '400 ms from start to start; 1000 ms demanded.',
    },
  ])
})

test('the delay that the crawl says it kept is not believed', () => {
  expect(
    politenessOracle(run([request(`${A}/1`, 400, 400, { delayMs: 400, delayReason: 'delay' })])),
  ).not.toEqual([])
})

test('several requests that failed together are one step of back-off', () => {
  const three = settings({ perOriginInFlight: 3 })
  const events = run(
    [
      request(`${A}/2`, 2_000, 3_900, unavailable),
      request(`${A}/1`, 1_000, 4_000, unavailable),
      request(`${A}/3`, 9_000),
    ],
    three,
  )
  expect(politenessOracle(events)).toEqual([])
})

test('a resumed run alone is judged by what it shows', () => {
  expect(politenessOracle([settings({}, { resumed: true }), request(`${A}/1`, 0)])).toEqual([])
})

test('a trace without settings is no trace', () => {
  expect(politenessOracle([request(`${A}/1`, 0)])).toMatchObject([{ invariant: 'trace' }])
  expect(politenessOracle([])).toEqual([])
})
