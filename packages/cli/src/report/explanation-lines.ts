// The chain of decisions for one URL, as lines. Pure.
import type { Explanation } from '@curtsy/core'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import { forPeople } from '../terminal/for-people.ts'
import type { Paint } from '../terminal/paint.ts'
import { timeText } from './report-table.ts'

/** The URL with its state, one line a step, what was learnt, and when it may be fetched. */
export function explanationLines(explanation: Explanation, paint: Paint): readonly string[] {
  const { asked, url = asked, state, steps, details } = explanation
  const reason = 'reason' in state ? ` (${state.reason})` : ''
  return [
    paint.bold(forPeople(url)),
    `${state.kind}${reason}`,
    '',
    ...columns(
      steps.map(({ step, passes, text }): Cell[] => [
        `  ${mark(passes)}`,
        {
          text: step,
          painted:
            passes === undefined ? paint.dim(step) : (passes ? paint.green : paint.red)(step),
        },
        forPeople(text),
      ]),
    ),
    ...detailLines(details),
    ...timeLines(explanation),
  ]
}

function mark(passes: boolean | undefined): string {
  if (passes === undefined) return '-'
  return passes ? 'yes' : 'no'
}

const LABELS: Readonly<Record<string, string>> = {
  status: 'status',
  contentType: 'content type',
  bytes: 'bytes',
  title: 'title',
  target: 'redirects to',
  message: 'why',
  fetchedAtMs: 'fetched at',
}

function detailLines(details: Explanation['details']): readonly string[] {
  const rows = Object.entries(LABELS).flatMap(([name, label]) => {
    const value = details?.[name]
    if (value === undefined || value === null) return []
    return [
      [`  ${label}`, name === 'fetchedAtMs' ? timeText(Number(value)) : forPeople(textOf(value))],
    ]
  })
  return rows.length === 0 ? [] : ['', ...columns(rows)]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function timeLines({ earliestMs, earliestWhy, state }: Explanation): readonly string[] {
  if (earliestMs === undefined) return []
  const would = state.kind === 'unknown' ? 'Met on a page, it would be fetched' : 'It is fetched'
  const why =
    earliestWhy === undefined || earliestWhy === 'now' ? '' : ` (${forPeople(earliestWhy)})`
  return ['', `${would} at ${timeText(earliestMs)} at the earliest${why}, when its turn comes.`]
}
