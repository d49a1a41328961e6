import type { Bound } from './bound.ts'
import type { RefusalReason, WaitingReason } from './outcome.ts'
import type { StateCountsReport } from './report.ts'

/** What a crawl would do next. Nothing but robots.txt was fetched to know it (invariant 26). */
export interface DryRunReport {
  /** When it was worked out, in epoch milliseconds. */
  readonly atMs: number
  /** What would be fetched, the earliest first. */
  readonly planned: readonly PlannedUrl[]
  /** What is queued, or named as a seed, and would not be fetched. */
  readonly refused: readonly RefusedUrl[]
  /** What would have to wait for another run, or for a host that may not be contacted now. */
  readonly waiting: readonly WaitingUrl[]
  /** Queued URLs that were not looked at, because there are more than `limit`. */
  readonly unlisted: number
  /** Requests made: for robots.txt and the redirects that lead from it. */
  readonly requests: number
  /** All that the store knows, by state; what is queued counts as `queued`. */
  readonly known: StateCountsReport
  readonly notes: readonly string[]
}

interface DryUrl {
  readonly url: string
  readonly kind: 'page' | 'sitemap'
}

export interface PlannedUrl extends DryUrl {
  readonly depth: number
  /** Undefined for seeds. */
  readonly via: string | undefined
  /** Not before this: as if every answer before it took no time. What is found on the way, and busy addresses, only make it later. */
  readonly earliestMs: number
  /** Which bound says so: `now`, `delay`, `crawl-delay`, `retry-after` … */
  readonly reason: Bound['reason']
  /** Line of robots.txt, where the reason is `crawl-delay`. */
  readonly line: number | undefined
  /** The rule of robots.txt that lets it pass, where one does. */
  readonly rule: Rule | undefined
}

export interface RefusedUrl extends DryUrl {
  readonly reason: RefusalReason
  readonly message: string
  readonly rule: Rule | undefined
}

export interface WaitingUrl extends DryUrl {
  readonly reason: WaitingReason
  readonly message: string
  /** Until when at least, in epoch milliseconds; undefined where no time but a limit holds it. */
  readonly untilMs: number | undefined
}

interface Rule {
  readonly kind: string
  readonly pattern: string
  readonly line: number
}
