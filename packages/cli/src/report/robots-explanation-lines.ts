// Why a robots.txt lets a URL be fetched or not, as lines. Pure.
import type { CrawlDelay, RobotsExplanation } from '@curtsy/robots'
import { columns } from '../terminal/columns.ts'
import { countText } from '../terminal/count-text.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'
import { verdictReason, verdictWord } from './verdict-lines.ts'

/** An explanation with the URL as it was written, and the crawl-delay that holds for the same crawler. */
export interface ExplainedUrl extends RobotsExplanation {
  readonly url: string
  readonly crawlDelay?: CrawlDelay
}

/** So many rules and groups are shown; JSON has all of them. */
const MOST_SHOWN = 20

/** A block a URL: the verdict, what was compared, the group, the rules in order of precedence, what is ignored. */
export function robotsExplanationLines(
  explained: readonly ExplainedUrl[],
  paint: Paint,
): readonly string[] {
  return explained.flatMap((one, at) => [
    ...(at === 0 ? [] : ['']),
    paint.bold(visible(one.url)),
    ...columns([[verdictWord(one.allowed, paint), verdictReason(one)]]),
    '',
    ...columns([
      ['  compared', visible(one.path)],
      ['  group', visible(one.groupWhy)],
      ['  why', visible(one.why)],
      ...ignoredRows(one),
      ...delayRows(one),
    ]),
    ...ruleLines(one, paint),
  ])
}

function ignoredRows({ ignored }: ExplainedUrl): readonly string[][] {
  if (ignored.length === 0) return []
  const groups = shortened(ignored).map(
    ({ tokens, line }) => `${visible(tokens.join(', '))} (line ${line})`,
  )
  return [['  ignored', [...groups, ...moreThan(ignored)].join(', ')]]
}

function delayRows({ crawlDelay }: ExplainedUrl): readonly string[][] {
  if (crawlDelay === undefined) return []
  const { seconds, line, from } = crawlDelay
  const where = from === 'default' ? ', from the group for *' : ''
  return [['  crawl-delay', `${seconds} s (line ${line}${where})`]]
}

function ruleLines({ matching }: ExplainedUrl, paint: Paint): readonly string[] {
  if (matching.length === 0) return []
  const rows = shortened(matching).map(({ line, kind, pattern, octets }, at) => [
    at === 0 ? { text: '  decides', painted: `  ${paint.bold('decides')}` } : '  matches too',
    `line ${line}`,
    `${kind} ${visible(pattern)}`,
    countText(octets, 'octet'),
  ])
  return ['', ...columns(rows), ...moreThan(matching).map((more) => `  ${more}`)]
}

function shortened<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, MOST_SHOWN)
}

function moreThan({ length }: readonly unknown[]): readonly string[] {
  return length > MOST_SHOWN ? [`and ${length - MOST_SHOWN} more`] : []
}
