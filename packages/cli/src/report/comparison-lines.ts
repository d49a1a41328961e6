// One URL as all dialects read it, as lines. Pure.
import type { CrawlDelay, Dialect, RobotsComparison, RobotsVerdict } from '@curtsy/robots'
import { columns } from '../terminal/columns.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'
import { verdictReason, verdictWord } from './verdict-lines.ts'

/** The answers of all dialects, RFC 9309's first, and why some are not its answer. */
export interface ComparedUrl {
  readonly url: string
  /** All allow, or none does. */
  readonly agree: boolean
  readonly readers: readonly (RobotsVerdict & {
    readonly dialect: Dialect
    readonly crawlDelay: CrawlDelay | undefined
  })[]
  readonly differences: RobotsComparison['differences']
}

/** A block a URL: one line a dialect, and under them what makes the difference. */
export function comparisonLines(compared: readonly ComparedUrl[], paint: Paint): readonly string[] {
  return compared.flatMap(({ url, agree, readers, differences }) => [
    `${paint.bold(visible(url))}  ${agree ? 'all agree' : paint.yellow('they differ')}`,
    ...columns(
      readers.map(({ dialect, crawlDelay, ...verdict }) => [
        `  ${dialect}`,
        verdictWord(verdict.allowed, paint),
        verdictReason(verdict),
        crawlDelayText(crawlDelay),
      ]),
    ),
    ...columns(
      differences.map(({ dialect, code, message }) => [`  why ${dialect}`, code, visible(message)]),
    ),
  ])
}

/** `crawl-delay 2 s, line 5`, or nothing. */
function crawlDelayText(crawlDelay: CrawlDelay | undefined): string {
  return crawlDelay === undefined
    ? ''
    : `crawl-delay ${crawlDelay.seconds} s, line ${crawlDelay.line}`
}
