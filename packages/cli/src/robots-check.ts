// `curtsy robots check` from its arguments to its exit code.
import { compare, parseRobots } from '@curtsy/robots'
import type { Dialect, RobotsVerdict } from '@curtsy/robots'
import { agentsAsked } from './agents-asked.ts'
import { EXIT } from './exit-code.ts'
import type { FetchedRobots } from './fetch-robots.ts'
import { productTokens } from './input/product-tokens.ts'
import type { TokenFlags } from './input/product-tokens.ts'
import { readRobotsInput, robotsOrigin } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { urlsOfOrigin } from './input/urls-of-origin.ts'
import { agentLines } from './report/agent-lines.ts'
import { comparisonLines } from './report/comparison-lines.ts'
import type { ComparedUrl } from './report/comparison-lines.ts'
import { sayRobotsDoubts } from './report/robots-doubts.ts'
import { verdictLines } from './report/verdict-lines.ts'
import type { CheckedUrl } from './report/verdict-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Outlet, Surroundings } from './surroundings.ts'
import type { Paint } from './terminal/paint.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsCheckFlags extends RobotsInputFlags, TokenFlags {
  readonly dialect: Dialect
  readonly agents?: 'ai'
  readonly compare?: true
  readonly json?: true
}

/** One URL: as it was written, and as it is judged. */
type Asked = readonly [written: string, absolute: string]

/** @returns the exit code: 0 if all are allowed (by all dialects with --compare, to all agents with --agents), else 1 */
export async function robotsCheck(
  source: string,
  urls: readonly string[],
  flags: RobotsCheckFlags,
  surroundings: Surroundings,
): Promise<number> {
  const written = flags.agents !== undefined && urls.length === 0 ? ['/'] : urls
  if (written.length === 0)
    throw new UsageError('Name at least one URL or path to check, such as /private.')
  if (flags.agents !== undefined && (flags.compare || flags.token !== undefined))
    throw new UsageError('--agents asks for agents of its own: leave out --compare and --token.')
  const tokens = flags.agents === undefined ? productTokens(flags, surroundings.env) : []
  const absolute = urlsOfOrigin(robotsOrigin(source), written)
  const asked = written.map((url, at): Asked => [url, absolute[at]!])
  const input = await readRobotsInput(source, flags, surroundings)
  sayRobotsDoubts(input, surroundings.err)
  const tell = (results: readonly unknown[], lines: (paint: Paint) => readonly string[]): void =>
    sayResults(surroundings.out, flags.json ? results : undefined, lines)
  if (flags.agents !== undefined) {
    const matrix = agentsAsked(input, flags.dialect, asked)
    tell(matrix, (paint) => agentLines(matrix, paint))
    return codeOf(matrix.flatMap(({ agents }) => agents))
  }
  if (flags.compare && input.kind === 'file') {
    const { bytes } = input
    const compared = asked.map((url) => comparedUrl(bytes, url, tokens))
    tell(compared, (paint) => comparisonLines(compared, paint))
    return codeOf(compared.flatMap(({ readers }) => readers))
  }
  const check = checkerOf(input, flags.dialect, tokens)
  const checked = asked.map(([url, at]): CheckedUrl => Object.assign({ url }, check(at)))
  tell(checked, (paint) => verdictLines(checked, paint))
  return codeOf(checked)
}

function sayResults(
  out: Outlet,
  json: readonly unknown[] | undefined,
  lines: (paint: Paint) => readonly string[],
): void {
  if (json !== undefined) sayLine(out, jsonLine(json))
  else for (const line of lines(out.paint)) sayLine(out, line)
}

function codeOf(answers: readonly { readonly allowed: boolean }[]): number {
  return answers.every(({ allowed }) => allowed) ? EXIT.done : EXIT.no
}

function comparedUrl(
  bytes: Uint8Array,
  [url, absolute]: Asked,
  tokens: readonly string[],
): ComparedUrl {
  const { agree, readers, differences } = compare(bytes, absolute, tokens)
  return {
    url,
    agree,
    readers: readers.map(({ dialect, explanation: { allowed, reason, rule }, crawlDelay }) =>
      Object.assign({ dialect, allowed, reason, crawlDelay }, rule && { rule }),
    ),
    differences,
  }
}

function checkerOf(
  input: FetchedRobots,
  dialect: Dialect,
  tokens: readonly string[],
): (url: string) => RobotsVerdict {
  if (input.kind !== 'file')
    return () => ({ allowed: input.kind === 'unavailable', reason: input.kind })
  const robots = parseRobots(input.bytes, { dialect })
  return (url) => robots.check(url, tokens)
}
