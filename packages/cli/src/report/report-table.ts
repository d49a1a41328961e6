// The table a crawl ends with: what was fetched, and why the rest was not. Pure: a report becomes lines.
import type { CrawlReport, RunEnd, StateCountsReport } from '@curtsy/core'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import { countText, groupedDigits, sumOf } from '../terminal/count-text.ts'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'
import { PLAIN } from '../terminal/paint.ts'
import type { Paint } from '../terminal/paint.ts'

const ENDED: Readonly<Record<RunEnd, string>> = {
  done: 'Done',
  'max-pages': 'Stopped at the limit of pages',
  'max-time': 'Stopped at the limit of time',
  stopped: 'Stopped',
  parked: 'Ended: only hosts are left that may not be contacted now',
}

/**
 * The table of a report: the five states, each reason with its count and an example URL, the sum, sitemaps, parked hosts, notes.
 *
 * @example for (const line of reportTable(report)) console.log(line)
 */
export function reportTable(
  report: CrawlReport,
  { paint = PLAIN }: { readonly paint?: Paint } = {},
): readonly string[] {
  const title = `${ENDED[report.ended]} in ${durationText(report.elapsedMs)}: ${countText(report.fetched, 'answer')} in this run, ${countText(report.hosts, 'host')} met.`
  return [
    paint.bold(title),
    '',
    ...stateRows(report, paint),
    ...sitemapLines(report.sitemaps),
    ...parkedLines(report, paint),
    ...noteLines(report),
  ]
}

/** The five states with their reasons, and their sum. */
export function stateRows(
  report: StateCountsReport & Pick<CrawlReport, 'examples'>,
  paint: Paint,
): readonly string[] {
  const rows: Cell[][] = [
    stateRow('delivered', report.delivered, example(report, 'delivered'), paint.green),
    stateRow('redirected', report.redirected, example(report, 'redirected'), plain),
    ...reasonRows(report, 'failed', paint, paint.red),
    ...reasonRows(report, 'refused', paint, paint.yellow),
    ...reasonRows(report, 'waiting', paint, paint.cyan),
    stateRow('discovered', report.discovered, '', paint.bold),
  ]
  return columns(rows, { right: [1] })
}

function stateRow(name: string, n: number, url: string, colour: (text: string) => string): Cell[] {
  const count = groupedDigits(n)
  return [
    { text: name, painted: n > 0 ? colour(name) : name },
    { text: count, painted: n > 0 ? colour(count) : count },
    url,
  ]
}

function reasonRows(
  report: Parameters<typeof stateRows>[0],
  state: 'failed' | 'refused' | 'waiting',
  paint: Paint,
  colour: (text: string) => string,
): Cell[][] {
  const reasons = Object.entries(report[state]).toSorted(
    ([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'),
  )
  const rows = reasons.map(([reason, n]): Cell[] => {
    const count = groupedDigits(n)
    return [
      `  ${reason}`,
      { text: count, painted: paint.dim(count) },
      example(report, `${state}:${reason}`),
    ]
  })
  return [stateRow(state, sumOf(report[state]), '', colour), ...rows]
}

/** The store calls `queued` what the report names after that which ended the run. */
function example({ examples }: Pick<CrawlReport, 'examples'>, name: string): string {
  const url =
    examples[name] ?? (name.startsWith('waiting:') ? examples['waiting:queued'] : undefined)
  return url === undefined ? '' : forPeople(url)
}

function sitemapLines({
  discovered,
  delivered,
  failed,
  refused,
  waiting,
}: StateCountsReport): readonly string[] {
  if (discovered === 0) return []
  const rest = Object.entries({ ...failed, ...refused, ...waiting }).map(
    ([reason, n]) => `${groupedDigits(n)} ${reason}`,
  )
  return [
    '',
    `sitemap files: ${groupedDigits(delivered)} of ${groupedDigits(discovered)} read${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`,
  ]
}

function parkedLines({ parked }: CrawlReport, paint: Paint): readonly string[] {
  if (parked.length === 0) return []
  const rows = parked.map(({ slot, reason, queued, untilMs }) => [
    `  ${forPeople(slot)}`,
    reason,
    countText(queued, 'URL waits', 'URLs wait'),
    untilMs === null ? '' : `not before ${timeText(untilMs)}`,
  ])
  return ['', paint.bold('parked hosts'), ...columns(rows)]
}

function noteLines({ notes }: CrawlReport): readonly string[] {
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `note: ${forPeople(note)}`)]
}

/** `2026-11-30 15:28:31 UTC`. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function plain(text: string): string {
  return text
}
