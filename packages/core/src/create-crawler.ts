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
import type { CrawlerOptions } from './crawl/options.ts'
import type { Plugin } from './crawl/plugin.ts'
import { readSettings } from './crawl/settings.ts'

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
  const clock = options.clock ?? realClock()
  const ownResolve = options.resolve ?? (options.fetch === undefined ? systemResolver() : undefined)
  return createCrawl(options, read, {
    clock,
    turns: eventLoopTurns(),
    store: options.store ?? memoryStore(),
    resolve:
      ownResolve &&
      cachingResolver(ownResolve, { clock, dnsTimeoutMs: read.settings.limits.dnsTimeoutMs }),
    transport:
      options.fetch === undefined
        ? undiciTransport({ clock })
        : fetchTransport(options.fetch, { clock }),
  })
}
