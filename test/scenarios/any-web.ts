// Webs made up by fast-check: a few hosts that are slow, fail, ask for patience and redirect, with the options, stops and store of a crawl.
import fc from 'fast-check'
import type { FakeAnswer, FakePage } from '@curtsy/core/testing'

/** What an origin's robots.txt answers, in the end with `disallow` and `crawlDelay`, or by leading elsewhere. */
interface AnyRobots {
  /** Answers before the last one. */
  readonly failures: readonly FakeAnswer[]
  readonly last:
    | {
        readonly kind: 'rules'
        readonly disallow: readonly number[]
        readonly crawlDelay: number | undefined
        readonly maxAge: number | undefined
        readonly latencyMs: number
      }
    | { readonly kind: 'none' }
    | { readonly kind: 'elsewhere'; readonly origin: number }
}

interface AnyPage {
  readonly links: readonly (readonly [origin: number, page: number])[]
  readonly answers: readonly AnyAnswer[]
}

/** A sitemap that robots.txt names: how it answers, and the pages in it. */
interface AnySitemap {
  readonly locs: readonly (readonly [origin: number, page: number])[]
  readonly failures: readonly FakeAnswer[]
}

type AnyAnswer =
  | { readonly kind: 'well'; readonly latencyMs: number; readonly bodyMs: number }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfter: string | undefined
      readonly latencyMs: number
    }
  | { readonly kind: 'broken'; readonly error: string; readonly latencyMs: number }
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'moved'
      readonly to: readonly [origin: number, page: number]
      readonly latencyMs: number
    }

export interface AnyWeb {
  readonly origins: readonly {
    readonly robots: AnyRobots
    readonly pages: readonly AnyPage[]
    readonly sitemap: AnySitemap | undefined
  }[]
  readonly addressOf: readonly number[]
}

/** Two schemes of one host, another port, and other hosts. */
export const ORIGINS: readonly string[] = [
  'https://a.test',
  'http://a.test',
  'https://b.test',
  'https://b.test:8443',
  'https://c.test',
]
const PAGES = 6

const latency = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 8_000 }) },
)
const place = fc.tuple(fc.nat(ORIGINS.length - 1), fc.nat(PAGES - 1))
const retryAfter = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 90 }).map(String),
    fc.constant('4000'),
    fc.integer({ min: 0, max: 200 }).map((s) => new Date(s * 1_000).toUTCString()),
    fc.constant('soon'),
  ),
  { nil: undefined, freq: 2 },
)

const well = fc.record({ kind: fc.constant('well' as const), latencyMs: latency, bodyMs: latency })
const answer: fc.Arbitrary<AnyAnswer> = fc.oneof(
  { weight: 8, arbitrary: well },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(404, 429, 500, 503, 503, 429),
      retryAfter,
      latencyMs: latency,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('broken' as const),
      error: fc.constantFrom('ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND'),
      latencyMs: latency,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'silent' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('moved' as const), to: place, latencyMs: latency }),
  },
)
const page: fc.Arbitrary<AnyPage> = fc.record({
  links: fc.array(place, { maxLength: 5 }),
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
})

const robotsFailure: fc.Arbitrary<FakeAnswer> = fc.oneof(
  fc.record({ status: fc.constantFrom(500, 503, 429), latencyMs: latency }),
  fc.record({
    status: fc.constantFrom(503, 429),
    headers: fc.record({ 'retry-after': fc.integer({ min: 1, max: 60 }).map(String) }),
    latencyMs: latency,
  }),
  fc.record({ error: fc.constantFrom('ECONNRESET', 'ETIMEDOUT'), latencyMs: latency }),
  fc.constant({ latencyMs: Infinity }),
)
const sitemap: fc.Arbitrary<AnySitemap | undefined> = fc.option(
  fc.record({
    locs: fc.array(place, { maxLength: 4 }),
    failures: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(robotsFailure, { minLength: 1, maxLength: 2 }) },
    ),
  }),
  { nil: undefined, freq: 1 },
)
const robots: fc.Arbitrary<AnyRobots> = fc.record({
  failures: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(robotsFailure, { minLength: 1, maxLength: 4 }) },
  ),
  last: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('rules' as const),
        disallow: fc.uniqueArray(fc.nat(PAGES - 1), { maxLength: 3 }),
        crawlDelay: fc.option(fc.constantFrom(0.3, 1, 2, 5, 20, 400), { nil: undefined, freq: 2 }),
        maxAge: fc.option(fc.constant(300), { nil: undefined, freq: 3 }),
        latencyMs: latency,
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'none' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('elsewhere' as const),
        origin: fc.nat(ORIGINS.length - 1),
      }),
    },
  ),
})

export const anyWeb: fc.Arbitrary<AnyWeb> = fc.record({
  origins: fc.tuple(
    ...ORIGINS.map(() =>
      fc.record({ robots, sitemap, pages: fc.tuple(...Array.from({ length: PAGES }, () => page)) }),
    ),
  ),
  addressOf: fc.tuple(...ORIGINS.map(() => fc.nat(2))),
})

/** The web as a fake site answers it. */
export function pagesOf({ origins }: AnyWeb): Readonly<Record<string, FakePage>> {
  const pages: Record<string, FakePage> = {}
  for (const [at, origin] of origins.entries()) {
    pages[`${ORIGINS[at]}/robots.txt`] = [
      ...origin.robots.failures,
      robotsAnswer(origin.robots.last, origin.sitemap && `${ORIGINS[at]}/map.xml`),
    ]
    if (origin.sitemap)
      pages[`${ORIGINS[at]}/map.xml`] = [...origin.sitemap.failures, sitemapAnswer(origin.sitemap)]
    for (const [n, one] of origin.pages.entries())
      pages[urlOf([at, n])] = one.answers.map((given) => pageAnswer(one, given))
  }
  return pages
}

export function urlOf([origin, n]: readonly [number, number]): string {
  return `${ORIGINS[origin]}/${n}`
}

function robotsAnswer(last: AnyRobots['last'], sitemapUrl: string | undefined): FakeAnswer {
  if (last.kind === 'none') return { status: 404 }
  if (last.kind === 'elsewhere')
    return { status: 302, headers: { location: `${ORIGINS[last.origin]}/robots.txt` } }
  const lines = [
    'User-agent: *',
    ...last.disallow.map((n) => `Disallow: /${n}`),
    ...(last.crawlDelay === undefined ? [] : [`Crawl-delay: ${last.crawlDelay}`]),
    ...(sitemapUrl === undefined ? [] : [`Sitemap: ${sitemapUrl}`]),
  ]
  return {
    body: lines.join('\n'),
    headers: {
      'content-type': 'text/plain',
      ...(last.maxAge === undefined ? {} : { 'cache-control': `max-age=${last.maxAge}` }),
    },
    latencyMs: last.latencyMs,
  }
}

function sitemapAnswer({ locs }: AnySitemap): FakeAnswer {
  const urls = locs.map((to) => `<url><loc>${urlOf(to)}</loc></url>`).join('')
  return { body: `<urlset>${urls}</urlset>`, headers: { 'content-type': 'application/xml' } }
}

function pageAnswer({ links }: AnyPage, given: AnyAnswer): FakeAnswer {
  switch (given.kind) {
    case 'well':
      return {
        body: links.map((to) => `<a href="${urlOf(to)}">x</a>`).join(''),
        latencyMs: given.latencyMs,
        bodyMs: given.bodyMs,
      }
    case 'status':
      return {
        status: given.status,
        latencyMs: given.latencyMs,
        headers: given.retryAfter === undefined ? {} : { 'retry-after': given.retryAfter },
      }
    case 'broken':
      return { error: given.error, latencyMs: given.latencyMs }
    case 'silent':
      return { latencyMs: Infinity }
    default:
      return { status: 302, headers: { location: urlOf(given.to) }, latencyMs: given.latencyMs }
  }
}

/** The pages that robots.txt closes in the end, by the web as it was made up and not by what a crawler understands. */
export function closedPages({ origins }: AnyWeb): ReadonlySet<string> {
  const closed = new Set<string>()
  for (const at of origins.keys()) {
    let last = origins[at]!.robots.last
    for (let hop = 0; hop < 5 && last.kind === 'elsewhere'; hop++)
      last = origins[last.origin]!.robots.last
    if (last.kind === 'rules') for (const n of last.disallow) closed.add(urlOf([at, n]))
  }
  return closed
}

export interface AnyCrawl {
  readonly seeds: readonly (readonly [number, number])[]
  readonly delayMs: number
  readonly perOriginInFlight: number
  readonly perAddressInFlight: number
  readonly perAddressDelayMs: number
  readonly latencyFactor: number
  readonly concurrency: number
  readonly maxRetries: number
  readonly originFailureBudget: number
  readonly resolveMs: number | undefined
  readonly handlerMs: number
  readonly store: 'memory' | 'late' | 'far'
  readonly seed: number
  /** How long each run but the last may take, and its grace. */
  readonly stops: readonly (readonly [maxTimeMs: number, graceMs: number])[]
}

export const anyCrawl: fc.Arbitrary<AnyCrawl> = fc.record({
  seeds: fc.array(place, { minLength: 1, maxLength: 4 }),
  delayMs: fc.constantFrom(1_000, 0, 250),
  perOriginInFlight: fc.constantFrom(1, 1, 2, 3),
  perAddressInFlight: fc.constantFrom(2, 1, 3),
  perAddressDelayMs: fc.constantFrom(500, 0, 100),
  latencyFactor: fc.constantFrom(1, 0, 2.5),
  concurrency: fc.constantFrom(16, 1, 2, 5),
  maxRetries: fc.constantFrom(2, 0, 4),
  originFailureBudget: fc.constantFrom(5, 2, 9),
  resolveMs: fc.option(fc.constantFrom(0, 40, 700), { nil: undefined }),
  handlerMs: fc.constantFrom(0, 0, 30, 4_000),
  store: fc.constantFrom('memory', 'late', 'far'),
  seed: fc.nat(1_000_000),
  stops: fc.array(fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(10_000, 0, 300)), {
    maxLength: 2,
  }),
})
