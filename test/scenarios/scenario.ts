// What all scenarios share: a web without sockets in virtual time, a crawler on it, everything it says, and the checks that hold for every
// walk whatever it is about.
import { createCrawler, memoryStore } from '@curtsy/core'
import type {
  AuditEvent,
  CrawlerOptions,
  CrawlReport,
  Crawler,
  FailedEvent,
  Store,
} from '@curtsy/core'
import { fakeSite, lateStore, politenessOracle, virtualClock } from '@curtsy/core/testing'
import type { FakePage, FakeSite, VirtualClock } from '@curtsy/core/testing'
import { describe, expect } from 'vitest'

const userAgent = 'ExampleBot/1.0 (+https://example.com/bot)'

export type ScenarioOptions = Partial<Omit<CrawlerOptions, 'clock' | 'fetch'>>

/** The walk must not depend on a store that answers at once: main scenarios run on both, with the same instants. */
const STORES: readonly (readonly [string, () => Store])[] = [
  ['memory store', memoryStore],
  ['store that answers late', () => lateStore(memoryStore(), { seed: 7 })],
]

/** Runs the scenarios of `define` once for each store. */
export function onEachStore(define: (makeStore: () => Store) => void): void {
  describe.each(STORES)('on a %s', (_, makeStore) => {
    define(makeStore)
  })
}

/** A page of links, relative or absolute. */
export function links(...urls: readonly string[]): string {
  return `<title>links</title>${urls.map((url) => `<a href="${url}">x</a>`).join('')}`
}

/** A robots.txt. */
export function robotsTxt(...lines: readonly string[]): FakePage {
  return { body: lines.join('\n'), headers: { 'content-type': 'text/plain' } }
}

/** One run of a crawler on a fake web. */
export interface Walk {
  readonly clock: VirtualClock
  readonly site: FakeSite
  readonly crawler: Crawler
  readonly store: Store
  /** Of this run and those before it on the same store. */
  readonly audit: AuditEvent[]
  readonly failures: FailedEvent[]
  /** Errors of handlers and plugins, by their sentences. */
  readonly errors: string[]
  readonly notes: string[]
  /** URL and start of each request of this run, in the order of starts; hosts that start at one instant by their names. */
  readonly starts: readonly (readonly [string, number])[]
  /** Runs to the end, closes, and checks what holds for every walk. */
  run(): Promise<CrawlReport>
  /** Another crawler on the same web, clock and store. */
  again(options?: ScenarioOptions): Walk
  /** The same on another store, which may need the clock to be made. */
  on(store: Store): Walk
}

/** A crawler that has not started. Without seeds it begins at `https://a.test/`; it follows all links unless told otherwise. */
export function scenario(
  pages: Readonly<Record<string, FakePage>>,
  options: ScenarioOptions = {},
  startMs: number = 0,
): Walk {
  const clock = virtualClock(startMs)
  return walkOn(
    { clock, site: fakeSite(pages, clock), store: options.store ?? memoryStore(), audit: [] },
    options,
  )
}

type Ground = Pick<Walk, 'clock' | 'site' | 'store' | 'audit'>

function walkOn(ground: Ground, options: ScenarioOptions): Walk {
  const { clock, site, store, audit } = ground
  const crawler = createCrawler({
    userAgent,
    seeds: 'https://a.test/',
    ...options,
    store,
    clock,
    fetch: site.fetch,
  })
  const failures: FailedEvent[] = []
  const errors: string[] = []
  const notes: string[] = []
  const own: AuditEvent[] = []
  crawler.on('audit', (event) => void own.push(event))
  crawler.on('failed', (event) => void failures.push(event))
  crawler.on('error', (error) => void errors.push(error.message))
  crawler.on('note', ({ message }) => void notes.push(message))
  const logBefore = site.log.length
  return {
    ...ground,
    crawler,
    failures,
    errors,
    notes,
    get starts() {
      return site.log
        .slice(logBefore)
        .toSorted((a, b) => a.startMs - b.startMs || hostOf(a.url).localeCompare(hostOf(b.url)))
        .map(({ url, startMs }) => [url, startMs] as const)
    },
    async run() {
      const report = await clock.run(crawler.run())
      await clock.run(crawler.close())
      audit.push(...own)
      checkReport(report)
      checkAudit(own, site.log.slice(logBefore))
      expect(politenessOracle(audit)).toEqual([])
      return report
    },
    again: (more = {}) => walkOn(ground, { ...options, ...more }),
    on: (other) => walkOn({ ...ground, store: other }, options),
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

/** Each URL is in exactly one state. */
function checkReport({
  discovered,
  delivered,
  redirected,
  failed,
  refused,
  waiting,
  sitemaps,
}: CrawlReport): void {
  expect(delivered + redirected + sum(failed) + sum(refused) + sum(waiting)).toBe(discovered)
  expect(
    sitemaps.delivered +
      sitemaps.redirected +
      sum(sitemaps.failed) +
      sum(sitemaps.refused) +
      sum(sitemaps.waiting),
  ).toBe(sitemaps.discovered)
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0)
}

/** Settings first, stop last, one event for each request that the site saw with its very instants, each refusal once. */
function checkAudit(events: readonly AuditEvent[], log: FakeSite['log']): void {
  expect(events[0]?.event).toBe('settings')
  expect(events.at(-1)?.event).toBe('stop')
  const seen = log.map(({ url, startMs, endMs }) => `${startMs} to ${endMs}: ${url}`)
  const told = events.flatMap((event) => {
    if (event.event !== 'request') return []
    const line = `${event.startMs} to ${event.endMs}: ${event.url}`
    return NEVER_SENT.has(event.outcome) && !seen.includes(line) ? [] : [line]
  })
  expect(told.toSorted()).toEqual(seen.toSorted())
  const refused = events.flatMap((event) => (event.event === 'refused' ? [event.url] : []))
  expect(refused).toEqual([...new Set(refused)])
}

/** Contacts that may have ended before a request could be made. */
const NEVER_SENT: ReadonlySet<string> = new Set(['dns-failure', 'handler-error'])
