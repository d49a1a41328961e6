// `curtsy robots check` from its arguments to its exit code.
import { parseRobots } from '@curtsy/robots'
import type { Dialect, RobotsVerdict } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import { readNamedFile } from './input/file-check.ts'
import { personPath } from './input/person-path.ts'
import { readBytes } from './input/seed-list.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { columns } from './terminal/columns.ts'
import type { Cell } from './terminal/columns.ts'
import { visible } from './terminal/visible.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsCheckFlags {
  readonly token?: readonly string[]
  readonly agent?: string
  readonly dialect: Dialect
  readonly json?: true
}

/** @returns the exit code */
export async function robotsCheck(
  file: string,
  urls: readonly string[],
  flags: RobotsCheckFlags,
  surroundings: Surroundings,
): Promise<number> {
  const tokens = tokensOf(flags, surroundings.env)
  const { out } = surroundings
  const robots = parseRobots(await readRobots(file, surroundings), { dialect: flags.dialect })
  const results = urls.map((url) => ({ url, ...robots.check(absolute(url), tokens) }))
  if (flags.json) sayLine(out, jsonLine(results))
  else
    for (const line of columns(results.map((result) => row(result, surroundings))))
      sayLine(out, line)
  return results.every((result) => result.allowed) ? EXIT.done : EXIT.no
}

/** Bytes, not text: octets that are no UTF-8 count too. */
async function readRobots(file: string, surroundings: Surroundings): Promise<Uint8Array> {
  if (file === '-') return readBytes(surroundings.stdin)
  if (/^https?:\/\//i.test(file)) {
    throw new UsageError(
      `Expected a file, got ${JSON.stringify(file)}: save that robots.txt first, or pipe it in and write - for the file.`,
    )
  }
  return readNamedFile('robots.txt', personPath(file, surroundings))
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

/** A path stands for a URL of the site that the file is of; rules see path and query alone. */
function absolute(url: string): string {
  return url.startsWith('/') ? `http://localhost${url}` : url
}

function row(
  { url, allowed, reason, rule }: RobotsVerdict & { readonly url: string },
  { out }: Surroundings,
): readonly Cell[] {
  const word = allowed ? 'allowed' : 'disallowed'
  const why =
    rule === undefined
      ? reason
      : `${reason}: line ${rule.line}, ${rule.kind} ${visible(rule.pattern)}`
  return [
    { text: word, painted: (allowed ? out.paint.green : out.paint.red)(word) },
    visible(url),
    why,
  ]
}
