// The composition root: the one place that knows both the application (crawl/) and the adapters.
import { fetchTransport } from './adapters/fetch-transport.ts'
import { cachingResolver } from './adapters/caching-resolver.ts'
import { eventLoopTurns } from './adapters/event-loop-turns.ts'
import { memoryStore } from './adapters/memory-store/memory-store.ts'
import { realClock } from './adapters/real-clock.ts'
import { systemResolver } from './adapters/system-resolver.ts'
import { undiciTransport } from './adapters/undici-transport/undici-transport.ts'
import { createCrawl } from './crawl/crawl.ts'
import type { Crawler } from './crawl/crawl.ts'
import { createErrandsOn } from './crawl/errands.ts'
import type { ErrandOptions, Errands } from './crawl/errands.ts'
import type { Adapters } from './crawl/make-parts.ts'
import type { CrawlerOptions } from './crawl/options.ts'
import type { Plugin } from './crawl/plugin.ts'
import { cookies } from './plugins/cookies.ts'
import { readSettings } from './crawl/settings.ts'
import type { ReadSettings } from './crawl/settings.ts'

/**
 * Makes a crawler. Nothing is contacted before `run`.
 *
 * @throws CurtsyError at once for a mistake in the options: CURTSY_OPTION, CURTSY_USER_AGENT, CURTSY_SEED
 * @example
 * const crawler = createCrawler({
 *   userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
 *   seeds: 'https://example.com/',
 *   onPage: (page) => console.log(page.url.href, page.follow()),
 * })
 * const report = await crawler.run()
 */
export function createCrawler<const Plugins extends readonly Plugin[] = []>(
  options: CrawlerOptions<Plugins>,
): Crawler {
  const read = readSettings(options)
  // What plugins add to the page is known to the caller's types, and to nobody below.
  const given: CrawlerOptions = options
  const all: CrawlerOptions = given.cookies
    ? { ...given, plugins: [cookies(), ...(given.plugins ?? [])] }
    : given
  return createCrawl(all, read, adaptersFor(options, read))
}

/**
 * Makes single requests with all the care of a crawl. Nothing is contacted before the first errand.
 *
 * @throws CurtsyError at once for a mistake in the options: CURTSY_OPTION, CURTSY_USER_AGENT
 * @example
 * const errands = createErrands({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' })
 * const { copy, hops } = await errands.askRobots('https://example.com')
 * await errands.close()
 */
export function createErrands(options: ErrandOptions): Errands {
  // Each file is asked for once: whoever runs an errand waits for its answer, and decides what then.
  const read = readSettings(
    { ...options, seeds: [], limits: { maxRetries: 0, ...options.limits } },
    [],
  )
  return createErrandsOn(read, adaptersFor(options, read))
}

function adaptersFor(
  options: Pick<CrawlerOptions, 'clock' | 'resolve' | 'fetch' | 'store'>,
  { settings }: ReadSettings,
): Adapters {
  const clock = options.clock ?? realClock()
  const ownResolve = options.resolve ?? (options.fetch === undefined ? systemResolver() : undefined)
  return {
    clock,
    turns: eventLoopTurns(),
    store: options.store ?? memoryStore(),
    resolve:
      ownResolve &&
      cachingResolver(ownResolve, { clock, dnsTimeoutMs: settings.limits.dnsTimeoutMs }),
    transport:
      options.fetch === undefined
        ? undiciTransport({ clock })
        : fetchTransport(options.fetch, { clock }),
  }
}
