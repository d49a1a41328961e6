// `curtsy robots lint` from its arguments to its exit code.
import { lintRobots, parseRobots } from '@curtsy/robots'
import type { Dialect } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import { readRobotsInput } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { lintLines } from './report/lint-lines.ts'
import { sayRobotsDoubts } from './report/robots-doubts.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsLintFlags extends RobotsInputFlags {
  readonly dialect: Dialect
  readonly json?: true
}

/** @returns the exit code: 1 with a finding of severity error, else 0 */
export async function robotsLint(
  source: string,
  flags: RobotsLintFlags,
  surroundings: Surroundings,
): Promise<number> {
  const input = await readRobotsInput(source, flags, surroundings)
  if (input.kind === 'unreachable')
    throw new UsageError(`${source} cannot be read: ${input.why}. Save the file and lint that.`)
  const { out, err } = surroundings
  sayRobotsDoubts(input, err)
  const robots = parseRobots(input.kind === 'file' ? input.bytes : '', { dialect: flags.dialect })
  const findings = lintRobots(robots)
  if (flags.json) sayLine(out, jsonLine(findings))
  else for (const line of lintLines(findings, robots.lines, out.paint)) sayLine(out, line)
  return findings.some(({ severity }) => severity === 'error') ? EXIT.no : EXIT.done
}
