// The kept answers of one origin, and what changed from one to the next. Pure.
import type { KeptAnswer } from '../robots-history.ts'
import { countText } from '../terminal/count-text.ts'
import { forPeople } from '../terminal/for-people.ts'
import type { Paint } from '../terminal/paint.ts'
import { timeText } from './report-table.ts'

/** One answer beside the one before. */
export interface HistoryEntry {
  readonly atMs: number
  readonly state: KeptAnswer['state']
  readonly status: number | undefined
  readonly failure: string | undefined
  readonly bytes: number
  /** `first` of all, `same` as the one before, the file is otherwise, or what kind of answer it is. */
  readonly change: 'first' | 'same' | 'changed'
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function historyOf(kept: readonly KeptAnswer[]): readonly HistoryEntry[] {
  let lastFile: string | undefined
  return kept.map((answer, at) => {
    const { atMs, state, status, failure, bytes, sha256 } = answer
    const before = kept[at - 1]
    const same =
      before !== undefined &&
      before.state === state &&
      before.status === status &&
      before.sha256 === sha256
    const text = sha256 === undefined ? undefined : answer.copy.file?.octets
    // A failure is no change of the file: what comes after it is compared with the last file there was.
    const { added, removed } = lineChanges(
      lastFile,
      text ?? (state === 'unavailable' ? '' : lastFile),
    )
    if (text !== undefined || state === 'unavailable') lastFile = text ?? ''
    const change = before === undefined ? 'first' : same ? 'same' : 'changed'
    return { atMs, state, status, failure, bytes, change, added, removed }
  })
}

/** Lines that one text has more often than the other, in their order; nothing where there was none before. */
function lineChanges(
  before: string | undefined,
  after: string | undefined,
): Pick<HistoryEntry, 'added' | 'removed'> {
  if (before === undefined || after === undefined || before === after)
    return { added: [], removed: [] }
  return { added: moreIn(after, before), removed: moreIn(before, after) }
}

function moreIn(text: string, other: string): readonly string[] {
  const left = new Map<string, number>()
  for (const line of linesOf(other)) left.set(line, (left.get(line) ?? 0) + 1)
  return linesOf(text).filter((line) => {
    const n = left.get(line) ?? 0
    left.set(line, n - 1)
    return n <= 0
  })
}

function linesOf(octets: string): readonly string[] {
  const text = Buffer.from(octets, 'latin1').toString()
  return text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '')
}

const MOST_LINES = 40

/** A line an answer, the lines that came and went under it. */
export function historyLines(history: readonly HistoryEntry[], paint: Paint): readonly string[] {
  return history.flatMap((entry) => [
    `${timeText(entry.atMs)}  ${answerText(entry)}  ${changeText(entry, paint)}`,
    ...shown(entry.removed).map((line) => paint.red(`  - ${line}`)),
    ...shown(entry.added).map((line) => paint.green(`  + ${line}`)),
  ])
}

function answerText({ status, failure, state, bytes }: HistoryEntry): string {
  const answer = status === undefined ? (failure ?? state) : String(status)
  return state === 'fetched' ? `${answer}, ${countText(bytes, 'byte')}` : `${answer}, ${state}`
}

function changeText({ change, added, removed }: HistoryEntry, paint: Paint): string {
  if (change !== 'changed') return change === 'first' ? 'first answer' : 'the same'
  const lines =
    added.length + removed.length === 0
      ? ''
      : `: ${countText(added.length, 'line')} more, ${countText(removed.length, 'line')} less`
  return paint.yellow(`changed${lines}`)
}

function shown(lines: readonly string[]): readonly string[] {
  const few = lines.slice(0, MOST_LINES).map((line) => forPeople(line.slice(0, 200)))
  return lines.length > MOST_LINES ? [...few, `and ${lines.length - MOST_LINES} more`] : few
}
