import type { StateCounts } from '../ports/store.ts'

/** What a run came to. The five states add up to `discovered`; each discovered page URL is in exactly one. */
export interface CrawlReport extends StateCountsReport {
  /** Page requests that got an answer, retries and redirects included, in this run. */
  readonly fetched: number
  /** Host slots met. */
  readonly hosts: number
  readonly elapsedMs: number
  /** Whether another run would have something to do. */
  readonly resumable: boolean
  /** Why the run ended: `done`, `max-pages`, `max-time`, `stopped`, `parked` (only parked hosts are left). */
  readonly ended: RunEnd
  /** One example URL for each `state:reason`. */
  readonly examples: Readonly<Record<string, string>>
  /** Sitemap files, counted apart from pages. */
  readonly sitemaps: StateCountsReport
  /** Hosts that are parked, and why. */
  readonly parked: readonly {
    readonly slot: string
    readonly reason: string
    readonly queued: number
    readonly untilMs: number | null
  }[]
  /** Things worth knowing that are no outcome of one URL: a seed that left its host, exempt origins, allowed addresses. */
  readonly notes: readonly string[]
}

export type RunEnd = 'done' | 'max-pages' | 'max-time' | 'stopped' | 'parked'

/** Counts of one kind of entry by state; `waiting` by what each waits for, such as the end of the run. */
export type StateCountsReport = StateCounts

/**
 * The counts of a report. Entries that are plainly queued wait for what ended the run; the others keep the reason of their hold.
 */
export function stateCounts(counts: StateCounts, queuedBecause: string): StateCountsReport {
  const waiting: Record<string, number> = Object.create(null)
  for (const [reason, n] of Object.entries(counts.waiting)) {
    if (n === 0) continue
    const name = reason === 'queued' ? queuedBecause : reason
    waiting[name] = (waiting[name] ?? 0) + n
  }
  return {
    discovered: counts.discovered,
    delivered: counts.delivered,
    redirected: counts.redirected,
    failed: nonZero(counts.failed),
    refused: nonZero(counts.refused),
    waiting: { ...waiting },
  }
}

function nonZero(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}
