// `curtsy robots check` from its arguments to its exit code.
import { DIALECTS, parseRobots } from '@curtsy/robots'
import type { CrawlDelay, Dialect, RobotsVerdict } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import type { FetchedRobots } from './fetch-robots.ts'
import { absoluteUrl } from './input/absolute-url.ts'
import { readRobotsInput, robotsOrigin } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { comparisonLines, verdictLines } from './report/verdict-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { forPeople } from './terminal/for-people.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsCheckFlags extends RobotsInputFlags {
  readonly token?: readonly string[]
  readonly dialect: Dialect
  readonly compare?: true
  readonly json?: true
}

/** A verdict with the URL as it was written. */
export interface CheckedUrl extends RobotsVerdict {
  readonly url: string
}

/** The answers of all dialects, RFC 9309's first. */
export interface ComparedUrl {
  readonly url: string
  /** All allow, or none does. */
  readonly agree: boolean
  readonly readers: readonly (RobotsVerdict & {
    readonly dialect: Dialect
    readonly crawlDelay: CrawlDelay | undefined
  })[]
}

/** @returns the exit code: 0 if all are allowed (by all dialects, with --compare), else 1 */
export async function robotsCheck(
  source: string,
  urls: readonly string[],
  flags: RobotsCheckFlags,
  surroundings: Surroundings,
): Promise<number> {
  const tokens = tokensOf(flags, surroundings.env)
  const origin = robotsOrigin(source)
  checkOrigins(origin, urls)
  const input = await readRobotsInput(source, flags, surroundings)
  sayDoubts(input, surroundings)
  const { out } = surroundings
  if (flags.compare && input.kind === 'file') {
    const compared = urls.map((url): ComparedUrl =>
      compareUrl(input.bytes, url, absoluteUrl(url, origin), tokens),
    )
    if (flags.json) sayLine(out, jsonLine(compared))
    else for (const line of comparisonLines(compared, out.paint)) sayLine(out, line)
    return compared.every(({ readers }) => readers.every(({ allowed }) => allowed))
      ? EXIT.done
      : EXIT.no
  }
  const check = checkerOf(input, flags.dialect, tokens)
  const checked = urls.map((url): CheckedUrl =>
    Object.assign({ url }, check(absoluteUrl(url, origin))),
  )
  if (flags.json) sayLine(out, jsonLine(checked))
  else for (const line of verdictLines(checked, out.paint)) sayLine(out, line)
  return checked.every(({ allowed }) => allowed) ? EXIT.done : EXIT.no
}

function compareUrl(
  bytes: Uint8Array,
  url: string,
  absolute: string,
  tokens: readonly string[],
): ComparedUrl {
  const readers = DIALECTS.map((dialect) => {
    const robots = parseRobots(bytes, { dialect })
    return Object.assign({ dialect }, robots.check(absolute, tokens), {
      crawlDelay: robots.crawlDelay(tokens),
    })
  })
  return { url, agree: readers.every(({ allowed }) => allowed === readers[0]?.allowed), readers }
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

function tokensOf({ token, agent }: RobotsCheckFlags, env: Surroundings['env']): readonly string[] {
  if (token !== undefined) return token
  const userAgent = agent ?? env['CURTSY_USER_AGENT']
  const own = /^[A-Za-z_-]+/.exec(userAgent ?? '')?.[0]
  if (own !== undefined) return [own]
  throw new UsageError(
    userAgent === undefined
      ? 'Say whose rules count: --token ExampleBot, the product token that robots.txt groups are matched with.'
      : `Expected --agent to begin with a product token (letters, "_" and "-"), got ${JSON.stringify(userAgent)}.`,
  )
}

/** @throws UsageError for a URL that the rules of this origin say nothing of */
function checkOrigins(origin: string | undefined, urls: readonly string[]): void {
  if (origin === undefined) return
  const other = urls.find((url) => new URL(absoluteUrl(url, origin)).origin !== origin)
  if (other !== undefined)
    throw new UsageError(
      `The rules of ${origin} say nothing of ${JSON.stringify(other)}, which is of another origin.`,
    )
}

function sayDoubts(input: FetchedRobots, { err }: Surroundings): void {
  if (input.kind === 'unavailable')
    sayLine(err, `note: There is no robots.txt (${forPeople(input.why)}): everything is allowed.`)
  if (input.kind === 'unreachable')
    sayLine(
      err,
      `note: robots.txt cannot be read (${forPeople(input.why)}): nothing is fetched before it can.`,
    )
}
