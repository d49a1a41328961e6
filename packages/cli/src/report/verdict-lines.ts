// Verdicts of robots.txt as lines. Pure.
import type { RobotsVerdict } from '@curtsy/robots'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'

/** A verdict with the URL as it was written. */
export interface CheckedUrl extends RobotsVerdict {
  readonly url: string
}

/** One line a URL: the word, the URL, and which line decides. */
export function verdictLines(checked: readonly CheckedUrl[], paint: Paint): readonly string[] {
  return columns(
    checked.map(({ url, ...verdict }) => [
      verdictWord(verdict.allowed, paint),
      visible(url),
      verdictReason(verdict),
    ]),
  )
}

export function verdictWord(allowed: boolean, paint: Paint): Cell {
  const text = allowed ? 'allowed' : 'disallowed'
  return { text, painted: (allowed ? paint.green : paint.red)(text) }
}

/** `disallow-rule: line 2, disallow /private`. */
export function verdictReason({ reason, rule }: Pick<RobotsVerdict, 'reason' | 'rule'>): string {
  return rule === undefined
    ? reason
    : `${reason}: line ${rule.line}, ${rule.kind} ${visible(rule.pattern)}`
}
