// One robots.txt through the gate of core: a crawl that is stopped as soon as the file is known, so that nothing else is requested.
import { createCrawler, memoryStore } from '@curtsy/core'
import type { RobotsCopy } from '@curtsy/robots'
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
  const store = memoryStore()
  const crawler = createCrawler({ ...options, seeds: origin, store })
  let lastOutcome = ''
  let refused: string | undefined
  crawler.on('robots', ({ state }) => {
    if (state !== 'redirected') void crawler.stop()
  })
  crawler.on('request', ({ outcome, status }) => {
    lastOutcome = outcome === 'robots' ? `status ${status}` : outcome
  })
  crawler.on('refused', ({ message }) => {
    refused = message
    void crawler.stop()
  })
  try {
    await crawler.open()
    await crawler.run()
    const stored = await store.robots(origin)
    if (refused !== undefined) throw new UsageError(`${origin} is not asked: ${refused}`)
    return stored === undefined
      ? { kind: 'unreachable', why: lastOutcome }
      : fetchedOf(JSON.parse(stored.copy) as RobotsCopy, lastOutcome)
  } finally {
    await crawler.close()
  }
}

function fetchedOf({ file, state }: RobotsCopy, why: string): FetchedRobots {
  if (state === 'fetched' && file !== undefined)
    return { kind: 'file', bytes: Buffer.from(file.octets, 'latin1') }
  return { kind: state === 'unavailable' ? 'unavailable' : 'unreachable', why }
}
