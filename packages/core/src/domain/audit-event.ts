// The audit schema, version 1: one JSON line an event. docs/audit.md documents each field for readers of other languages.
import type { FailureReason, RefusalReason, WaitingReason } from './outcome.ts'
import type { PolitenessPolicy } from './politeness.ts'

/** First event of every run: all that a reader needs to work out each demanded gap by itself. */
export interface SettingsEvent {
  readonly event: 'settings'
  readonly version: 1
  readonly atMs: number
  readonly userAgent: string
  readonly robotsTokens: readonly string[]
  readonly seeds: readonly string[]
  readonly politeness: PolitenessPolicy
  readonly maxCrawlDelayMs: number
  readonly maxRetryAfterMs: number
  readonly maxRetries: number
  readonly originFailureBudget: number
  readonly allowAddresses: readonly string[]
  readonly exemptOrigins: readonly string[]
  readonly resumed: boolean
}

/** One HTTP request, for whatever purpose; written when the contact is over. */
export interface RequestEvent {
  readonly event: 'request'
  readonly kind: 'page' | 'robots' | 'sitemap'
  readonly url: string
  readonly origin: string
  readonly slot: string
  readonly address: string | null
  readonly method: 'GET' | 'POST'
  readonly attempt: number
  readonly via: string | null
  readonly startMs: number
  readonly endMs: number
  readonly status: number | null
  /** `delivered`, `redirected`, `robots`, or the reason of a failure; `retry` says whether another attempt follows. */
  readonly outcome: 'delivered' | 'redirected' | 'robots' | FailureReason | 'cancelled'
  readonly retry: boolean
  readonly bytes: number
  readonly wireBytes: number
  /** The gap that was demanded before this request, and by what. */
  readonly delayMs: number
  readonly delayReason: string
  /** As it came, if the answer had one. */
  readonly retryAfter: string | null
  /** Where a redirect points. */
  readonly location: string | null
  /** The robots rule that allowed the URL, where one did. */
  readonly rule?: { readonly kind: string; readonly pattern: string; readonly line: number }
  /** For robots.txt: whose rules, and which redirect hop (0: the file itself). */
  readonly robotsFor?: string
  readonly hop?: number
}

/** A URL for which no request was made, and why. Written once a URL. */
export interface RefusedEvent {
  readonly event: 'refused'
  readonly atMs: number
  readonly url: string
  readonly reason: RefusalReason
  readonly via: string | null
  readonly message: string
  readonly rule?: { readonly kind: string; readonly pattern: string; readonly line: number }
}

/** The user named a URL, by `crawler.add`, that had been refused: it is judged anew, and may be requested after all. */
export interface RevivedEvent {
  readonly event: 'revived'
  readonly atMs: number
  readonly url: string
  /** What it had been refused for. */
  readonly reason: RefusalReason
}

/** What is now known of an origin's robots.txt. */
export interface RobotsEvent {
  readonly event: 'robots'
  readonly atMs: number
  readonly origin: string
  readonly state: 'fetched' | 'unavailable' | 'unreachable' | 'redirected' | 'exempt'
  readonly status: number | null
  /** When the file in use was read; null where none is. */
  readonly readMs: number | null
  readonly freshUntilMs: number | null
  readonly hash: string | null
  readonly bytes: number
  /** The crawl-delay that holds for us, with its line. */
  readonly crawlDelay: {
    readonly seconds: number
    readonly line: number
    readonly from: 'group' | 'default'
  } | null
  readonly sitemaps: readonly string[]
  readonly nextAttemptMs: number | null
  readonly notes: readonly string[]
}

export interface ParkedEvent {
  readonly event: 'parked'
  readonly atMs: number
  readonly slot: string
  readonly reason: WaitingReason
  readonly untilMs: number
  readonly restOfRun: boolean
}

/** Last event of a run. After it no request starts. */
export interface StopEvent {
  readonly event: 'stop'
  readonly atMs: number
  readonly reason: string
}

export type AuditEvent =
  | SettingsEvent
  | RequestEvent
  | RefusedEvent
  | RevivedEvent
  | RobotsEvent
  | ParkedEvent
  | StopEvent
