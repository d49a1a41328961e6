// The errand of asking for a robots.txt: each request is an entry of its own, and nothing else of the origin is asked for.
import type { RobotsCopy } from '@curtsy/robots'
import type { RequestEvent } from '../domain/audit-event.ts'
import type { FailureReason } from '../domain/outcome.ts'
import type { ErrandResult } from './errands.ts'
import type { CrawlParts } from './parts.ts'
import type { Plugin } from './plugin.ts'
import { hopEntry } from './robots-turn.ts'

/** One request on the way to a robots.txt. */
export interface RobotsHop extends RobotsHeaders {
  readonly url: string
  /** 0 for the origin's own /robots.txt. */
  readonly hop: number
  readonly startMs: number
  readonly endMs: number
  /** Undefined where there was no answer; `failure` says why. */
  readonly status: number | undefined
  readonly retryAfter: string | undefined
  readonly location: string | undefined
  /** Decoded bytes of the body, as far as it was read. */
  readonly bytes: number
  readonly failure: FailureReason | undefined
}

interface RobotsHeaders {
  readonly contentType: string | undefined
  readonly cacheControl: string | undefined
}

/** What became of asking for a robots.txt. */
export interface AskedRobots {
  /** What is known now; undefined if the gate let nothing through. */
  readonly copy: RobotsCopy | undefined
  /** The requests that were made; none where a fresh copy was known. */
  readonly hops: readonly RobotsHop[]
  /** Why the origin was not asked, or not to the end. */
  readonly refused: string | undefined
}

/** Asks until an answer settles something, or a wait is due. */
export async function robotsErrand(
  parts: CrawlParts,
  origin: string,
  headers: HeaderMemory,
  run: () => Promise<void>,
): Promise<ErrandResult<AskedRobots>> {
  const { events, rules, store, clock } = parts
  const hops: RobotsHop[] = []
  let refused: string | undefined
  const unlisten = [
    events.on('request', (event) => {
      if (event.robotsFor === origin) hops.push(hopOf(event, headers))
    }),
    events.on('refused', ({ message }) => {
      refused ??= message
    }),
  ]
  try {
    // Each round asks at least once more, and the state machine ends a chain after five redirects.
    for (let asked = -1; asked < hops.length;) {
      asked = hops.length
      const step = await rules.step(origin)
      if (step.do !== 'fetch') break
      await store.add([hopEntry(origin, step, clock.now())])
      await run()
      if (hops.length === asked) refused ??= `${new URL(step.url).host} is not to be contacted now.`
    }
    return { result: { copy: await rules.copy(origin), hops, refused } }
  } finally {
    for (const end of unlisten) end()
  }
}

function hopOf(event: RequestEvent, headers: HeaderMemory): RobotsHop {
  const { url, hop = 0, startMs, endMs, status, retryAfter, location, bytes, outcome } = event
  return {
    url,
    hop,
    startMs,
    endMs,
    status: status ?? undefined,
    ...headers.of(url),
    retryAfter: retryAfter ?? undefined,
    location: location ?? undefined,
    bytes,
    failure: outcome === 'robots' ? undefined : (outcome as FailureReason),
  }
}

/** The header fields of robots.txt answers that no event tells. */
export class HeaderMemory {
  readonly #seen = new Map<string, RobotsHeaders>()

  readonly plugin: Plugin = {
    name: 'errand',
    fetch: async (request, next) => {
      const result = await next(request)
      if (request.kind === 'robots' && result.kind === 'response') {
        const { headers } = result
        this.#seen.set(request.url.href, {
          contentType: headers.get('content-type'),
          cacheControl: headers.get('cache-control'),
        })
      }
      return result
    },
  }

  of(url: string): RobotsHeaders {
    return this.#seen.get(url) ?? { contentType: undefined, cacheControl: undefined }
  }
}
