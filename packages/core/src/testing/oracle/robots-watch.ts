// robots.txt of each origin: first, fresh, and silence while it is unreachable (invariants 4, 11, 12). A redirect hop of another origin's
// robots.txt is a request for that origin's rules, wherever it goes.
import type { RobotsEvent, SettingsEvent } from '../../domain/audit-event.ts'
import { violation } from './trace.ts'
import type { Run, Traced, TracedEvent, Violation } from './trace.ts'

const DAY_MS = 86_400_000
/** Waits after the first failures in a row; then they double up to an hour. */
const RETRY_WAITS_MS = [5_000, 10_000, 60_000]
const LONGEST_RETRY_WAIT_MS = 3_600_000

interface Origin {
  /** Oldest first; of an earlier run too. */
  readonly events: TracedEvent<RobotsEvent>[]
  /** Where in `events` the search may begin: starts only grow. */
  from: number
  /** The last copy that a request has been made by. */
  served: RobotsEvent | undefined
}

export class RobotsWatch {
  readonly #origins = new Map<string, Origin>()
  #settings: SettingsEvent | undefined
  #complete = true

  beginRun({ settings, robots, complete }: Run): void {
    this.#settings = settings
    this.#complete = complete
    for (const one of robots) this.#origin(one.event.origin).events.push(one)
  }

  judge(request: Traced): Violation[] {
    const { event } = request
    if (event.kind === 'robots') return this.#judgeRetry(request)
    const { origin } = new URL(event.url)
    if (this.#settings!.exemptOrigins.includes(origin)) return []
    const own = this.#origin(origin)
    const known = this.#newest(own, request)
    if (known === undefined) {
      return this.#complete
        ? [violation('robots-first', request, `Nothing was known of robots.txt of ${origin}.`)]
        : []
    }
    const isFirst = own.served !== known
    own.served = known
    return judgeCopy(request, known, isFirst)
  }

  /** A robots.txt that failed is asked for again only after the wait for so many failures. */
  #judgeRetry(request: Traced): Violation[] {
    const { robotsFor = new URL(request.event.url).origin, hop = 0 } = request.event
    if (hop > 0) return []
    const { events } = this.#origin(robotsFor)
    const past = events.filter(
      ({ index, event }) => index < request.index && event.atMs <= request.event.startMs,
    )
    const last = past.at(-1)?.event
    if (last?.state !== 'unreachable') return []
    const wellAt = past.findLastIndex(
      ({ event }) => event.state === 'fetched' || event.state === 'unavailable',
    )
    const failures = past
      .slice(wellAt + 1)
      .filter(({ event }) => event.state === 'unreachable').length
    const waitMs =
      RETRY_WAITS_MS[failures - 1] ?? Math.min(LONGEST_RETRY_WAIT_MS, 60_000 * 2 ** (failures - 3))
    const waitedMs = request.event.startMs - last.atMs
    if (waitedMs >= waitMs) return []
    return [
      violation(
        'robots-retry',
        request,
        `Asked again ${waitedMs} ms after failure ${failures} in a row; ${waitMs} ms demanded.`,
      ),
    ]
  }

  /** What was known when the request started. Of two events at one instant the later one counts. */
  #newest(origin: Origin, { event, index }: Traced): RobotsEvent | undefined {
    const { events } = origin
    const isPast = (one: TracedEvent<RobotsEvent> | undefined): boolean =>
      one !== undefined && one.index < index && one.event.atMs <= event.startMs
    while (isPast(events[origin.from + 1])) origin.from++
    return isPast(events[origin.from]) ? events[origin.from]!.event : undefined
  }

  #origin(name: string): Origin {
    let origin = this.#origins.get(name)
    if (origin === undefined) {
      origin = { events: [], from: 0, served: undefined }
      this.#origins.set(name, origin)
    }
    return origin
  }
}

function judgeCopy(
  request: Traced,
  { origin, state, atMs, readMs, freshUntilMs }: RobotsEvent,
  isFirst: boolean,
): Violation[] {
  const { startMs } = request.event
  const found: Violation[] = []
  if (state === 'redirected')
    return [
      violation(
        'robots-first',
        request,
        `The redirect of robots.txt of ${origin} was not followed to its end.`,
      ),
    ]
  if (freshUntilMs === null)
    return [
      violation(
        'unreachable-silence',
        request,
        `robots.txt of ${origin} was unreachable at ${atMs}.`,
      ),
    ]
  // However short its freshness, a copy serves one request within a day.
  const serves = isFirst && state !== 'unreachable' && startMs < atMs + DAY_MS
  if (startMs >= freshUntilMs && !serves)
    found.push(violation('rules-age', request, `The copy of ${origin} held until ${freshUntilMs}.`))
  if (state === 'fetched' && readMs !== null && startMs - readMs >= DAY_MS) {
    found.push(
      violation('rules-age', request, `The copy of ${origin} was ${startMs - readMs} ms old.`),
    )
  }
  return found
}
