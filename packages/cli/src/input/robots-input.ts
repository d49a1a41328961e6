import { fetchRobots } from '../fetch-robots.ts'
import type { FetchedRobots } from '../fetch-robots.ts'
import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { askingAgent } from './asking-agent.ts'
import { readNamedFile } from './file-check.ts'
import { readBytes } from './named-text.ts'
import { personPath } from './person-path.ts'

export interface RobotsInputFlags {
  readonly agent?: string
  readonly allowAddress?: readonly string[]
}

/**
 * Reads a robots.txt: from a file, from standard input (`-`), or from an origin by its URL.
 *
 * @throws UsageError for a file that cannot be read, a URL that is no robots.txt's, or a URL without an agent to ask as
 */
export async function readRobotsInput(
  source: string,
  flags: RobotsInputFlags,
  surroundings: Surroundings,
): Promise<FetchedRobots> {
  if (source === '-') return { kind: 'file', bytes: await readBytes(surroundings.stdin) }
  const origin = robotsOrigin(source)
  if (origin === undefined)
    return {
      kind: 'file',
      bytes: await readNamedFile('robots.txt', personPath(source, surroundings)),
    }
  const userAgent = askingAgent(flags.agent, surroundings.env, origin)
  return fetchRobots(origin, { userAgent, allowAddresses: flags.allowAddress ?? [] })
}

/**
 * The origin whose robots.txt `source` is the URL of; undefined for a file or standard input.
 *
 * @throws UsageError for any other URL
 */
export function robotsOrigin(source: string): string | undefined {
  if (!/^https?:\/\//i.test(source)) return undefined
  if (URL.canParse(source)) {
    const { origin, pathname } = new URL(source)
    if (pathname === '/robots.txt' || pathname === '/') return origin
  }
  throw new UsageError(
    `Expected the robots.txt of an origin, such as https://example.com/robots.txt, got ${JSON.stringify(source)}: save any other file first.`,
  )
}
