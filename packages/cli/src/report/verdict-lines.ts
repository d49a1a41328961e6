// Verdicts of robots.txt as lines. Pure.
import type { CheckedUrl, ComparedUrl } from '../robots-check.ts'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'

/** One line a URL: the word, the URL, and which line decides. */
export function verdictLines(checked: readonly CheckedUrl[], paint: Paint): readonly string[] {
  return columns(
    checked.map(({ url, allowed, reason, rule }) => [
      wordOf(allowed, paint),
      visible(url),
      whyOf(reason, rule),
    ]),
  )
}

/** A block a URL: one line a dialect. */
export function comparisonLines(compared: readonly ComparedUrl[], paint: Paint): readonly string[] {
  return compared.flatMap(({ url, agree, readers }) => [
    `${paint.bold(visible(url))}  ${agree ? 'all agree' : paint.yellow('they differ')}`,
    ...columns(
      readers.map(({ dialect, allowed, reason, rule, crawlDelay }) => [
        `  ${dialect}`,
        wordOf(allowed, paint),
        whyOf(reason, rule),
        crawlDelay === undefined
          ? ''
          : `crawl-delay ${crawlDelay.seconds} s, line ${crawlDelay.line}`,
      ]),
    ),
  ])
}

function wordOf(allowed: boolean, paint: Paint): Cell {
  const text = allowed ? 'allowed' : 'disallowed'
  return { text, painted: (allowed ? paint.green : paint.red)(text) }
}

function whyOf(reason: string, rule: CheckedUrl['rule']): string {
  return rule === undefined
    ? reason
    : `${reason}: line ${rule.line}, ${rule.kind} ${visible(rule.pattern)}`
}
