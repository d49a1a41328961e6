// Expectations about a robots.txt and what it really says, as a diff. Pure.
import type { RobotsVerdict } from '@curtsy/robots'
import { countText } from '../terminal/count-text.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'
import { verdictReason } from './verdict-lines.ts'

/** An expectation with the verdict. */
export interface TestedExpectation extends RobotsVerdict {
  readonly line: number
  readonly expect: 'allow' | 'block'
  /** As written. */
  readonly url: string
  readonly token: string
  readonly met: boolean
}

/** A block of three lines for each expectation that is not met, and the sum. */
export function testedLines(
  tested: readonly TestedExpectation[],
  name: string,
  paint: Paint,
): readonly string[] {
  const failed = tested.filter(({ met }) => !met)
  const blocks = failed.flatMap((one) => [
    paint.bold(`${visible(name)}:${one.line}`),
    paint.red(`  - ${one.expect} ${about(one)}`),
    paint.green(`  + ${one.allowed ? 'allow' : 'block'} ${about(one)}  (${verdictReason(one)})`),
    '',
  ])
  const sum =
    failed.length === 0
      ? `${countText(tested.length, 'expectation')} met.`
      : `${countText(failed.length, 'expectation')} of ${tested.length} not met. "-" is what was expected, "+" what robots.txt says.`
  return [...blocks, sum]
}

function about({ url, token }: TestedExpectation): string {
  return `${visible(url)} for ${visible(token)}`
}
