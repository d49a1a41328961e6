// One robots.txt through the gate of core, and nothing else of its origin.
import { createErrands } from '@curtsy/core'
import type { AskedRobots } from '@curtsy/core'
import { UsageError } from './usage-error.ts'

/** What was learnt of an origin's robots.txt. */
export type FetchedRobots =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  /** There is none: everything is allowed. */
  | { readonly kind: 'unavailable'; readonly why: string }
  /** It could not be read: nothing is allowed. */
  | { readonly kind: 'unreachable'; readonly why: string }

export interface FetchRobotsOptions {
  readonly userAgent: string
  readonly allowAddresses: readonly string[]
}

/**
 * Asks for the robots.txt of an origin once, redirects included, without retries.
 *
 * @throws CurtsyError CURTSY_USER_AGENT, CURTSY_OPTION; UsageError if the gate lets nothing through to it
 */
export async function fetchRobots(
  origin: string,
  options: FetchRobotsOptions,
): Promise<FetchedRobots> {
  const errands = createErrands(options)
  try {
    return fetchedOf(origin, await errands.askRobots(origin))
  } finally {
    await errands.close()
  }
}

/** @throws UsageError if the gate let nothing through */
function fetchedOf(origin: string, { copy, hops, refused }: AskedRobots): FetchedRobots {
  const last = hops.at(-1)
  if (copy === undefined) throw new UsageError(`${origin} is not asked: ${refused ?? 'not now.'}`)
  const { state, file } = copy
  if (state === 'fetched' && file !== undefined)
    return { kind: 'file', bytes: Buffer.from(file.octets, 'latin1') }
  const why = last?.failure ?? `status ${last?.status ?? copy.answered?.status}`
  return { kind: state === 'unavailable' ? 'unavailable' : 'unreachable', why }
}
