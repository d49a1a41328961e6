// The parts of a crawl put together: what the composition root chose, what the crawl made, and what follows from both.
import type { Clock } from '../ports/clock.ts'
import type { LoopTurns } from '../ports/loop-turns.ts'
import type { Resolve } from '../ports/resolver.ts'
import type { Store } from '../ports/store.ts'
import type { Transport } from '../ports/transport.ts'
import { HostClocks } from './host-clocks.ts'
import type { CrawlParts } from './parts.ts'
import { RobotsRules } from './robots-rules.ts'
import { createSettleBatch } from './settle-batch.ts'
import { SitemapFiles } from './sitemap-files.ts'

/** What the composition root chooses. */
export interface Adapters {
  readonly clock: Clock
  readonly store: Store
  readonly resolve: Resolve | undefined
  readonly transport: Transport
  readonly turns: LoopTurns
}

type Own = Pick<
  CrawlParts,
  'settings' | 'events' | 'plugins' | 'candidates' | 'tally' | 'handle' | 'stop' | 'takeSitemap'
>

export function makeParts(adapters: Adapters, own: Own): CrawlParts {
  const { clock, store } = adapters
  const { settings, candidates } = own
  const { politeness, limits } = settings
  return {
    ...adapters,
    ...own,
    sitemaps: new SitemapFiles(candidates, store, limits),
    settle: createSettleBatch(store),
    hosts: new HostClocks(politeness, limits, clock),
    rules: new RobotsRules(settings, store, clock),
  }
}
