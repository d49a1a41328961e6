// Politeness of each host slot: requests in flight, gaps, windows, back-off, Retry-After, parks (invariants 1, 2, 3, 9, 10, 14, 15, 16).
import type { RequestEvent, RobotsEvent, SettingsEvent } from '../../domain/audit-event.ts'
import { askedToWaitUntilMs } from './asked-to-wait.ts'
import { violation } from './trace.ts'
import type { Invariant, Run, Traced, TracedEvent, Violation } from './trace.ts'

const FIRST_BACK_OFF_MS = 5_000
const LONGEST_BACK_OFF_MS = 600_000
const TIMED_PARK_MS = 600_000
const TIMED_PARKS = 3
const TIMEOUTS: ReadonlySet<string> = new Set([
  'connect-timeout',
  'headers-timeout',
  'body-timeout',
  'deadline-exceeded',
])
/** We broke off, or never asked: that says nothing about the host. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['cancelled', 'handler-error'])
/** A status may have come before the connection failed. */
const BROKEN: ReadonlySet<string> = new Set([
  'connect-refused',
  'connection-reset',
  'body-incomplete',
  'tls-error',
  'dns-failure',
  'protocol-error',
])
/** Answers that are called a protocol error only because nobody asked for them. */
const UNASKED: ReadonlySet<number | null> = new Set([206, 304])

interface Wait {
  readonly invariant: Invariant
  readonly untilMs: number
  readonly why: string
}

interface Host {
  /** Judged so far, in the order of starts; those that are over and taught are taken out. */
  open: Traced[]
  lastStart: RequestEvent | undefined
  waits: Wait[]
  backOffMs: number
  /** End of the answer that took the last step. */
  backOffAtMs: number
  failures: number
  parks: number
  /** Why the host is left alone for the rest of the run. */
  gaveUp: string | undefined
  /** The crawl-delay of each origin, as the newest copies of robots.txt say. */
  crawlDelays: Map<string, number>
  /** Robots events that are not yet counted. */
  news: TracedEvent<RobotsEvent>[]
}

export class HostWatch {
  readonly #hosts = new Map<string, Host>()
  #settings: SettingsEvent | undefined

  beginRun({ settings, robots }: Run): void {
    for (const host of this.#hosts.values()) {
      // Nothing of an earlier run is in flight any more, and everything it said has been heard.
      for (const { event } of host.news.splice(0)) this.#readRobots(host, event)
      for (const one of host.open.splice(0).toSorted(byEnd)) this.#teach(host, one)
      host.gaveUp = undefined
    }
    this.#settings = settings
    for (const one of robots) this.#host(new URL(one.event.origin).host).news.push(one)
  }

  judge(request: Traced): Violation[] {
    const host = this.#host(request.slot)
    const { event } = request
    const { startMs } = event
    this.#learn(host, request)
    const found: Violation[] = []
    const say = (invariant: Invariant, message: string): void =>
      void found.push(violation(invariant, request, message))
    const crawlDelayMs = Math.max(0, ...host.crawlDelays.values())
    const most = this.#most(crawlDelayMs)
    const inFlight = host.open.filter((one) => one.event.endMs > startMs)
    if (inFlight.length >= most)
      say(
        'in-flight',
        `${inFlight.length + 1} requests of ${request.slot} in flight; ${most} allowed.`,
      )
    if (host.gaveUp !== undefined)
      say('parked', `${request.slot} is left alone for the rest of the run: ${host.gaveUp}.`)
    for (const { invariant, untilMs, why } of host.waits) {
      if (startMs < untilMs)
        say(
          invariant,
          `Not before ${untilMs} (${why}), but started ${untilMs - startMs} ms earlier.`,
        )
    }
    const sinceStartMs = host.lastStart === undefined ? Infinity : startMs - host.lastStart.startMs
    if (sinceStartMs < this.#ownDelayMs(request.slot))
      say(
        'gap',
        `${sinceStartMs} ms from start to start; ${this.#ownDelayMs(request.slot)} ms demanded.`,
      )
    if (sinceStartMs < crawlDelayMs)
      say('window', `Two starts within ${sinceStartMs} ms; the crawl-delay is ${crawlDelayMs} ms.`)
    host.lastStart = event
    host.open.push(request)
    return found
  }

  /** Takes in what was known for sure when `request` started. */
  #learn(host: Host, request: Traced): void {
    // With one request in flight, what ended at the instant of the start ended before it. With more, nobody can tell.
    const strict = this.#most(Math.max(0, ...host.crawlDelays.values())) > 1
    const { startMs } = request.event
    const before = (atMs: number, index: number): boolean =>
      atMs < startMs || (atMs === startMs && !strict && index < request.index)
    while (host.news[0] !== undefined && before(host.news[0].event.atMs, host.news[0].index))
      this.#readRobots(host, host.news.shift()!.event)
    const over = host.open.filter(({ event, index }) => before(event.endMs, index)).toSorted(byEnd)
    if (over.length === 0) return
    for (const one of over) this.#teach(host, one)
    host.open = host.open.filter((one) => !over.includes(one))
  }

  #readRobots(host: Host, { origin, state, crawlDelay }: RobotsEvent): void {
    if (crawlDelay !== null) host.crawlDelays.set(origin, Math.ceil(crawlDelay.seconds * 1_000))
    else if (state === 'fetched' || state === 'unavailable') host.crawlDelays.delete(origin)
  }

  /** What a finished contact means for the next one. */
  #teach(host: Host, { event, slot }: Traced): void {
    const { startMs, endMs } = event
    const { latencyFactor, maxAdaptiveDelayMs, perOriginInFlight } = this.#politeness
    const waits: Wait[] = host.waits.filter((wait) => wait.untilMs > endMs)
    const wait = (invariant: Invariant, ms: number, why: string): void => {
      if (ms > 0) waits.push({ invariant, untilMs: endMs + ms, why: `${why} after ${event.url}` })
    }
    const crawlDelayMs = Math.max(0, ...host.crawlDelays.values())
    if (this.#most(crawlDelayMs) === 1) {
      wait('gap', this.#ownDelayMs(slot), 'delay')
      wait('gap', crawlDelayMs, 'crawl-delay')
      if (perOriginInFlight === 1)
        wait(
          'gap',
          Math.min(maxAdaptiveDelayMs, latencyFactor * (endMs - startMs)),
          'adaptive delay',
        )
    }
    // Not the wait itself, which holds in any case: a contact that is followed by more patience than we have is the last one.
    const longest = this.#settings?.maxCrawlDelayMs ?? Infinity
    if (crawlDelayMs > longest)
      host.gaveUp = `a crawl-delay of ${crawlDelayMs} ms, more than ${longest} ms`
    const untilMs = askedToWaitUntilMs(event)
    if (untilMs !== undefined) {
      waits.push({
        invariant: 'retry-after',
        untilMs,
        why: `Retry-After: ${event.retryAfter} from ${event.url}`,
      })
      const most = this.#settings?.maxRetryAfterMs ?? Infinity
      if (untilMs - endMs > most)
        host.gaveUp = `Retry-After of ${untilMs - endMs} ms, more than ${most} ms`
    }
    this.#backOff(host, event, slot)
    wait('back-off', host.backOffMs, 'back-off')
    if (this.#spendsBudget(host, event))
      wait('failure-budget', TIMED_PARK_MS, 'too many failures in a row')
    host.waits = waits
  }

  /** 429, 503 and timeouts: from 5 s, doubling to 10 min, one step for those that were under way together, until all is well. */
  #backOff(host: Host, event: RequestEvent, slot: string): void {
    const asks = event.status === 429 || event.status === 503 || TIMEOUTS.has(event.outcome)
    const later = event.startMs >= host.backOffAtMs
    if (asks && later) {
      const first = Math.max(FIRST_BACK_OFF_MS, this.#ownDelayMs(slot))
      host.backOffMs =
        host.backOffMs === 0
          ? first
          : Math.max(host.backOffMs, Math.min(LONGEST_BACK_OFF_MS, 2 * host.backOffMs))
      host.backOffAtMs = event.endMs
    } else if (later && isWell(event) && !SAYS_NOTHING.has(event.outcome)) host.backOffMs = 0
  }

  /** Whether this failure is the one too many. robots.txt has spaced retries of its own. */
  #spendsBudget(host: Host, event: RequestEvent): boolean {
    if (SAYS_NOTHING.has(event.outcome)) return false
    if (isWell(event)) host.failures = 0
    else if (event.kind !== 'robots') host.failures++
    if (host.failures < (this.#settings?.originFailureBudget ?? Infinity)) return false
    host.failures = 0
    host.parks++
    if (host.parks > TIMED_PARKS) host.gaveUp = 'it failed too often'
    return true
  }

  #most(crawlDelayMs: number): number {
    return crawlDelayMs > 0 ? 1 : this.#politeness.perOriginInFlight
  }

  #ownDelayMs(slot: string): number {
    const { delayMs, hosts } = this.#politeness
    return Math.max(delayMs, hosts[slot]?.delayMs ?? 0)
  }

  get #politeness(): SettingsEvent['politeness'] {
    return this.#settings!.politeness
  }

  #host(slot: string): Host {
    let host = this.#hosts.get(slot)
    if (host === undefined) {
      host = {
        open: [],
        lastStart: undefined,
        waits: [],
        backOffMs: 0,
        backOffAtMs: -Infinity,
        failures: 0,
        parks: 0,
        gaveUp: undefined,
        crawlDelays: new Map(),
        news: [],
      }
      this.#hosts.set(slot, host)
    }
    return host
  }
}

/** Of two that ended at one instant the one that was written first. */
function byEnd(a: Traced, b: Traced): number {
  return a.event.endMs - b.event.endMs || a.index - b.index
}

/** The host answered, and not with a complaint. A body that is not to our taste is nothing against it. */
function isWell({ status, outcome }: RequestEvent): boolean {
  if (TIMEOUTS.has(outcome) || status === null || status === 429 || status >= 500) return false
  return UNASKED.has(status) || !BROKEN.has(outcome)
}
