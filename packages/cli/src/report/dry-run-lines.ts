// What a crawl would do, as lines. Pure.
import type { DryRunReport, PlannedUrl, WaitingUrl } from '@curtsy/core'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import { countText, groupedDigits, sumOf } from '../terminal/count-text.ts'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'
import type { Paint } from '../terminal/paint.ts'
import { timeText } from './report-table.ts'

/** What would be fetched and when, what would not be and why, what would have to wait, and what was done to know it. */
export function dryRunLines(report: DryRunReport, paint: Paint): readonly string[] {
  const { planned, refused, waiting, requests, atMs } = report
  return [
    paint.bold(
      `Dry run: ${countText(requests, 'request')} for robots.txt ${requests === 1 ? 'was' : 'were'} made, nothing else was fetched. Times are counted from ${timeText(atMs)}.`,
    ),
    ...section(
      paint.green(`${countText(planned.length, 'URL')} would be fetched, not before`),
      planned.map((one) => plannedRow(one, atMs)),
    ),
    ...section(
      paint.yellow(`${countText(refused.length, 'URL')} would be refused`),
      refused.map(({ reason, url, message }) => [
        `  ${reason}`,
        forPeople(url),
        forPeople(message),
      ]),
    ),
    ...section(
      paint.cyan(`${countText(waiting.length, 'URL')} would have to wait`),
      waiting.map((one) => waitingRow(one, atMs)),
    ),
    ...restLines(report),
    ...report.notes.map((note) => `note: ${forPeople(note)}`),
  ]
}

function section(title: string, rows: readonly (readonly Cell[])[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...columns(rows)]
}

function plannedRow(one: PlannedUrl, atMs: number): readonly Cell[] {
  const { url, earliestMs, reason, line, rule, kind } = one
  const why = line === undefined ? reason : `${reason}, robots.txt line ${line}`
  const by = rule === undefined ? '' : `${rule.kind} ${rule.pattern} (line ${rule.line})`
  return [
    earliestMs <= atMs ? '  now' : `  in ${durationText(earliestMs - atMs)}`,
    earliestMs <= atMs ? '' : why,
    forPeople(url),
    [kind === 'sitemap' ? 'sitemap' : '', forPeople(by)].filter((text) => text !== '').join(', '),
  ]
}

function waitingRow({ url, reason, message, untilMs }: WaitingUrl, atMs: number): readonly Cell[] {
  const until =
    untilMs === undefined || untilMs <= atMs
      ? ''
      : Number.isFinite(untilMs)
        ? ` Not before ${timeText(untilMs)}.`
        : ''
  return [`  ${reason}`, forPeople(url), forPeople(message) + until]
}

function restLines({ unlisted, known }: DryRunReport): readonly string[] {
  const before = known.delivered + known.redirected + sumOf(known.failed) + sumOf(known.refused)
  return [
    ...(unlisted > 0
      ? ['', `${groupedDigits(unlisted)} more are queued and were not looked at.`]
      : []),
    ...(before > 0
      ? [
          '',
          `${countText(before, 'URL')} of this crawl ${before === 1 ? 'is' : 'are'} done or refused already: see curtsy status.`,
        ]
      : []),
  ]
}
