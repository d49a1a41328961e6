// `curtsy robots test` from its arguments to its exit code.
import { parseRobots } from '@curtsy/robots'
import type { Dialect, RobotsVerdict } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import { readExpectations } from './input/expectations.ts'
import type { Expectation } from './input/expectations.ts'
import { readNamedText } from './input/named-text.ts'
import { readRobotsInput, robotsOrigin } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { urlsOfOrigin } from './input/urls-of-origin.ts'
import { sayRobotsDoubts } from './report/robots-doubts.ts'
import { testedLines } from './report/tested-lines.ts'
import type { TestedExpectation } from './report/tested-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsTestFlags extends RobotsInputFlags {
  readonly token?: readonly string[]
  readonly dialect: Dialect
  readonly json?: true
}

/** @returns the exit code: 1 if an expectation is not met, else 0 */
export async function robotsTest(
  source: string,
  expectationFile: string,
  flags: RobotsTestFlags,
  surroundings: Surroundings,
): Promise<number> {
  if (source === '-' && expectationFile === '-')
    throw new UsageError('Only one of the two files can come from standard input.')
  const name = expectationFile === '-' ? 'standard input' : expectationFile
  const expectations = readExpectations(
    await readNamedText('expectations', expectationFile, surroundings),
    name,
  )
  const origin = robotsOrigin(source)
  const urls = urlsOfOrigin(
    origin,
    expectations.map(({ url }) => url),
  )
  const input = await readRobotsInput(source, flags, surroundings)
  const { out, err } = surroundings
  sayRobotsDoubts(input, err)
  const robots =
    input.kind === 'file' ? parseRobots(input.bytes, { dialect: flags.dialect }) : undefined
  const fallback: RobotsVerdict = {
    allowed: input.kind === 'unavailable',
    reason: input.kind === 'unreachable' ? 'unreachable' : 'unavailable',
  }
  const tested = expectations.map((expectation, at) => {
    const tokens = tokensOf(expectation, flags)
    return testedBy(expectation, tokens, robots?.check(urls[at]!, tokens) ?? fallback)
  })
  const failed = tested.filter(({ met }) => !met)
  if (flags.json)
    sayLine(
      out,
      jsonLine({
        met: tested.length - failed.length,
        failed: failed.length,
        expectations: tested,
      }),
    )
  else for (const line of testedLines(tested, name, out.paint)) sayLine(out, line)
  return failed.length === 0 ? EXIT.done : EXIT.no
}

/** A line may name its crawler; else `--token` does, else it is about whoever has no group of its own. */
function tokensOf({ token }: Expectation, flags: RobotsTestFlags): readonly string[] {
  return token === undefined ? (flags.token ?? ['*']) : [token]
}

function testedBy(
  { line, expect, url }: Expectation,
  tokens: readonly string[],
  verdict: RobotsVerdict,
): TestedExpectation {
  const met = verdict.allowed === (expect === 'allow')
  return { line, expect, url, token: tokens.join(', '), met, ...verdict }
}
