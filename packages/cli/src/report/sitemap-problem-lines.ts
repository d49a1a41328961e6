// What is wrong with sitemaps, as a table. Pure.
import type { CheckedProblem, SitemapProblems } from '../sitemap-problems.ts'
import { columns } from '../terminal/columns.ts'
import { countText, groupedDigits, sumOf } from '../terminal/count-text.ts'
import { forPeople } from '../terminal/for-people.ts'
import type { Paint } from '../terminal/paint.ts'

/** So many of one kind are shown to a person; JSON holds more. */
const SHOWN_OF_A_CODE = 20

/** A block a code: how often, and where with the sentence; then the sum. */
export function sitemapProblemLines(
  { counts, kept }: Pick<SitemapProblems, 'counts' | 'kept'>,
  summary: { readonly sitemaps: number; readonly entries: number },
  paint: Paint,
): readonly string[] {
  const read = `${countText(summary.entries, 'entry', 'entries')} in ${countText(summary.sitemaps, 'file')}`
  const codes = Object.entries(counts).toSorted(([, n], [, m]) => m - n)
  if (codes.length === 0) return [`${read}, no problems.`]
  return [
    ...codes.flatMap(([code, n]) => blockOf(code, n, kept, paint)),
    `${read}, ${countText(sumOf(counts), 'problem')}.`,
  ]
}

function blockOf(
  code: string,
  n: number,
  kept: readonly CheckedProblem[],
  paint: Paint,
): readonly string[] {
  return [
    `${paint.yellow(code)}  ${groupedDigits(n)}`,
    ...shownOf(kept.filter((problem) => problem.code === code)),
    ...(n > SHOWN_OF_A_CODE ? [`  and ${groupedDigits(n - SHOWN_OF_A_CODE)} more`] : []),
    '',
  ]
}

function shownOf(problems: readonly CheckedProblem[]): readonly string[] {
  return columns(
    problems
      .slice(0, SHOWN_OF_A_CODE)
      .map(({ sitemap, line, loc, message }) => [
        `  ${placeOf(sitemap, line, loc)}`,
        forPeople(message),
      ]),
  )
}

function placeOf(sitemap: string | undefined, line: number | undefined, loc = ''): string {
  if (sitemap === undefined) return forPeople(loc)
  return `${forPeople(sitemap)}${line === undefined ? '' : `:${line}`}`
}
