import { stateCounts } from '../domain/report.ts'
import type { CrawlReport, RunEnd } from '../domain/report.ts'
import type { CrawlParts } from './parts.ts'

/** What entries that are plainly queued wait for, by what ended the run. */
const QUEUED_BECAUSE: Readonly<Record<RunEnd, string>> = {
  done: 'queued',
  'max-pages': 'max-pages',
  'max-time': 'budget-spent',
  stopped: 'cancelled',
  parked: 'robots-unreachable',
}

const PARKED_SHOWN = 100

/** Counts the crawl from its store: what the report says is what is stored. */
export async function makeReport(
  { store, tally, clock }: CrawlParts,
  ended: RunEnd,
  elapsedMs: number,
): Promise<CrawlReport> {
  const because = QUEUED_BECAUSE[ended]
  const pages = stateCounts(await store.counts('page'), because)
  const sitemaps = stateCounts(await store.counts('sitemap'), because)
  const waiting = sum(pages.waiting) + sum(sitemaps.waiting)
  const hosts = await store.hosts(PARKED_SHOWN)
  return {
    fetched: tally.fetched,
    ...pages,
    hosts: await store.hostCount(),
    elapsedMs: Math.round(elapsedMs),
    resumable: waiting > 0,
    ended,
    examples: await store.examples('page'),
    sitemaps,
    parked: hosts.flatMap(({ slot, queued, state }) =>
      state?.parked
        ? [
            {
              slot,
              queued,
              reason: state.parked.reason,
              untilMs: state.notBeforeMs > clock.now() ? state.notBeforeMs : null,
            },
          ]
        : [],
    ),
    notes: [...tally.notes],
  }
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0)
}
