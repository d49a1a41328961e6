import type { Identity } from '../domain/user-agent.ts'
import type { Limits } from '../domain/limits.ts'
import type { PolitenessPolicy } from '../domain/politeness.ts'
import type { RobotsPolicy } from '@curtsy/robots'
import type { PageBase } from '../page/page.ts'
import type { Clock } from '../ports/clock.ts'
import type { LoopTurns } from '../ports/loop-turns.ts'
import type { Resolve } from '../ports/resolver.ts'
import type { Store } from '../ports/store.ts'
import type { Transport } from '../ports/transport.ts'
import type { Candidates } from './candidates.ts'
import type { Events } from './events.ts'
import type { HostClocks } from './host-clocks.ts'
import type { Plugin } from './plugin.ts'
import type { RobotsRules } from './robots-rules.ts'
import type { SitemapFiles } from './sitemap-files.ts'
import type { SettleBatch } from './settle-batch.ts'
import type { Tally } from './tally.ts'

/** What the user decided, checked and completed. */
export interface CrawlSettings {
  readonly identity: Identity
  readonly seeds: readonly URL[]
  readonly politeness: PolitenessPolicy
  readonly limits: Limits
  readonly concurrency: number
  readonly maxPages: number
  readonly maxTimeMs: number
  readonly robotsPolicy: RobotsPolicy
  /** Origins of the user's own, where robots.txt is not asked; said in the log, the audit and the report. */
  readonly exemptOrigins: ReadonlySet<string>
  /** Sitemaps: none; those that robots.txt names, else the one at the usual place; or these, and those that robots.txt names. */
  readonly sitemaps: boolean | readonly string[]
  readonly followNofollow: boolean
  readonly allowDowngrade: boolean
  /** Extra request headers by origin. They are sent to that origin and to no other. */
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly parser: 'htmlparser2' | 'parse5'
}

/** Everything that a turn needs. Made once by the composition root. */
export interface CrawlParts {
  readonly settings: CrawlSettings
  readonly clock: Clock
  /** Undefined where the transport opens no sockets of its own (`fetch` given without `resolve`). */
  readonly resolve: Resolve | undefined
  readonly transport: Transport
  readonly store: Store
  readonly settle: SettleBatch
  readonly events: Events
  readonly plugins: readonly Plugin[]
  readonly turns: LoopTurns
  readonly hosts: HostClocks
  readonly rules: RobotsRules
  readonly candidates: Candidates
  readonly sitemaps: SitemapFiles
  readonly tally: Tally
  /** Gives a page to the user's routes or `onPage`. */
  readonly handle: (page: PageBase) => unknown
  readonly stop: StopSignals
  /** Reads sitemap files in place of the crawl: what they name is not crawled. Resolves when it is done with the body. */
  readonly takeSitemap?: (file: OpenedFile) => Promise<void>
}

/** The answer of a sitemap file, to be read. */
export interface OpenedFile {
  /** The URL that answered. */
  readonly url: string
  readonly status: number
  readonly contentType: string | undefined
  /** Decoded and capped. A body that ends badly throws in the loop; leaving the loop closes the socket. */
  readonly body: AsyncIterable<Uint8Array>
}

/** `starts` aborts when nothing may start any more; `requests` aborts when what is under way must end. */
interface StopSignals {
  readonly starts: AbortSignal
  readonly requests: AbortSignal
}
