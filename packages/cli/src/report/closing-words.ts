import type { CrawlReport } from '@curtsy/core'
import { groupedDigits, sumOf } from '../terminal/count-text.ts'

/** How a run came about, as far as the last words depend on it. */
export interface RunFacts {
  /** The store held a crawl already. */
  readonly resumed: boolean
  /** The command that goes on. */
  readonly command: string
}

/**
 * What a person may want to do now: go on, raise a limit, come back later, or begin again. Empty after a crawl that is done and was
 * not done before.
 */
export function closingWords(
  report: CrawlReport,
  { resumed, command }: RunFacts,
): readonly string[] {
  const waiting = sumOf(report.waiting) + sumOf(report.sitemaps.waiting)
  const wait = `${groupedDigits(waiting)} ${waiting === 1 ? 'URL waits' : 'URLs wait'}`
  if (report.ended === 'stopped' || report.ended === 'max-time')
    return waiting === 0 ? [] : [`${wait}. To go on where this run stopped:`, `  ${command}`]
  if (report.ended === 'max-pages')
    return waiting === 0 ? [] : [`${wait}. To go on, with --max-pages raised:`, `  ${command}`]
  if (report.ended === 'parked')
    return [`${wait} for hosts that may not be contacted now. To go on later:`, `  ${command}`]
  const depth = report.waiting['depth'] ?? 0
  const deeper =
    depth === 0
      ? []
      : [
          `${groupedDigits(depth)} deeper ${depth === 1 ? 'URL waits' : 'URLs wait'}: raise --depth to fetch ${depth === 1 ? 'it' : 'them'} too.`,
        ]
  const finished = resumed && report.fetched === 0 && report.delivered > 0 && waiting === 0
  return [
    ...(finished
      ? [
          'This crawl is finished: everything in its store was fetched before. To do it again add --fresh, or name another --store.',
        ]
      : []),
    ...deeper,
  ]
}
