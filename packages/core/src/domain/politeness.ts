// Politeness, decided purely: what a finished contact taught -> when the host slot may be contacted again, and why.
// Step 6 of docs/architecture.md is the claim, which only compares the clock with `notBeforeMs`.
import type { HostState } from '../ports/store.ts'
import { checksum } from './checksum.ts'
import type { HostSlot } from './host-slot.ts'
import type { Gap } from './timetable.ts'

/** The user's own wishes. A site's crawl-delay, back-off and Retry-After stand beside them; the longest wins. */
export interface PolitenessPolicy {
  /** From the end of a contact to the start of the next of the same host slot. 0 switches off the user's own waits. */
  readonly delayMs: number
  readonly perOriginInFlight: number
  readonly perAddressInFlight: number
  readonly perAddressDelayMs: number
  /** Adaptive delay = factor × time of the last response; it can only lengthen. */
  readonly latencyFactor: number
  readonly maxAdaptiveDelayMs: number
  /** Per-host delays; they may only lengthen what the rest gives. */
  readonly hosts: Readonly<Record<HostSlot, { readonly delayMs: number }>>
}

export const DEFAULT_POLITENESS: PolitenessPolicy = {
  delayMs: 1_000,
  perOriginInFlight: 1,
  perAddressInFlight: 2,
  perAddressDelayMs: 500,
  latencyFactor: 1,
  maxAdaptiveDelayMs: 30_000,
  hosts: {},
}

/**
 * Completes the user's wishes with the defaults.
 *
 * `delayMs: 0` says "none of my own waits": adaptive and per-address delay are then 0 too unless they are given by name.
 * The site's own waits are never touched by it.
 */
export function completePoliteness(wishes: Partial<PolitenessPolicy>): PolitenessPolicy {
  const given = Object.fromEntries(
    Object.entries(wishes).filter(([, value]) => value !== undefined),
  )
  const own = wishes.delayMs === 0 ? { latencyFactor: 0, perAddressDelayMs: 0 } : {}
  return { ...DEFAULT_POLITENESS, ...own, ...given }
}

/** Bounds that are not the user's wish but protect the site; see hostile-web.md section 2 for the names. */
export interface PatienceLimits {
  readonly maxCrawlDelayMs: number
  readonly maxRetryAfterMs: number
  readonly originFailureBudget: number
}

/**
 * How the host took it: `healthy`; `slow-down` for 429, 503 and timeouts; `failing` for other 5xx and broken connections; `unknown` where
 * we broke off ourselves.
 */
export type ContactHealth = 'healthy' | 'slow-down' | 'failing' | 'unknown'

/** What one finished contact taught. */
export interface Contact {
  readonly slot: HostSlot
  readonly kind: 'page' | 'robots' | 'sitemap'
  readonly startMs: number
  /** Last body byte read, or the socket closed after an abort. */
  readonly endMs: number
  readonly health: ContactHealth
  /** From the answer, in milliseconds from `endMs`; see `retryAfterMs`. */
  readonly retryAfterMs?: number | undefined
  /** The site's crawl-delay for us, by Bing's reading (decision 3), the largest over the origins of the slot. */
  readonly crawlDelay?: { readonly seconds: number; readonly line: number } | undefined
}

const FIRST_BACK_OFF_MS = 5_000
const MAX_BACK_OFF_MS = 600_000
const TIMED_PARK_MS = 600_000
const TIMED_PARKS = 3

/** The state of a slot before its first contact: it may be contacted at once. */
export function initialHost(
  policy: PolitenessPolicy,
  slot: HostSlot,
): { readonly delayMs: number; readonly inFlight: number } {
  return { delayMs: ownDelayMs(policy, slot), inFlight: policy.perOriginInFlight }
}

/**
 * The host's clock after a contact: earliest time of the next, which bound won, and whether the host is parked.
 *
 * The longest of five bounds wins: the user's delay, the site's crawl-delay, adaptive (`latencyFactor` × response time, capped),
 * back-off (doubling from 5 s to 10 min while 429, 503 and timeouts go on; one step per burst; kept until a healthy answer), and
 * Retry-After. Counted from the end of the contact, so that a slow site is not hit back to back. Never clamped: a site that asks
 * for more patience than `limits` allow is parked for the rest of the run (design decision 1).
 *
 * @see RFC 9110 §10.2.3 (Retry-After). Crawl-delay is a convention: RFC 9309 leaves it to "other records".
 */
export function nextContact(
  policy: PolitenessPolicy,
  limits: PatienceLimits,
  before: HostState | undefined,
  contact: Contact,
): HostState {
  const memory = remember(policy, limits, before, contact)
  const crawlDelayMs = crawlDelayMsOf(contact.crawlDelay)
  const bounds: readonly Bound[] = [
    { reason: 'delay', ms: ownDelayMs(policy, contact.slot) },
    { reason: 'crawl-delay', ms: crawlDelayMs },
    { reason: 'adaptive', ms: adaptiveMs(policy, contact) },
    { reason: 'back-off', ms: memory.backOffMs },
    { reason: 'retry-after', ms: contact.retryAfterMs ?? 0 },
    { reason: 'failure-budget', ms: memory.timedPark ? TIMED_PARK_MS : 0 },
  ]
  const winner = bounds.reduce((longest, bound) => (bound.ms > longest.ms ? bound : longest))
  const parked = parkedBy(limits, contact, crawlDelayMs, memory)
  return {
    notBeforeMs: contact.endMs + winner.ms,
    sinceMs: contact.endMs,
    reason: winner.reason,
    ...(winner.reason === 'crawl-delay' && contact.crawlDelay
      ? { line: contact.crawlDelay.line }
      : {}),
    delayMs: Math.max(ownDelayMs(policy, contact.slot), crawlDelayMs),
    // Invariant 2: a crawl-delay forces one request in flight.
    inFlight: crawlDelayMs > 0 ? 1 : policy.perOriginInFlight,
    ...(parked ? { parked } : {}),
    memory: {
      failures: memory.failures,
      backOffMs: memory.backOffMs,
      backOffAtMs: memory.backOffAtMs,
      parks: memory.parks,
    },
  }
}

/** The wait between two contacts of a host in good health: the user's delay, or the site's crawl-delay where that is longer. */
export function leastGap(
  policy: PolitenessPolicy,
  slot: HostSlot,
  crawlDelay: Contact['crawlDelay'],
): Gap {
  const own = { ms: ownDelayMs(policy, slot), reason: 'delay' }
  const asked = crawlDelayMsOf(crawlDelay)
  return asked > own.ms ? { ms: asked, reason: 'crawl-delay', line: crawlDelay?.line } : own
}

/**
 * The host's clock where a crawl-delay has become known since it was set: read at a redirect's target, for the other scheme, or by another run.
 * Undefined where the clock knows as much already, or what is asked has been waited for.
 *
 * @param crawlDelay the largest over the origins of the slot
 */
export function heldByCrawlDelay(
  limits: PatienceLimits,
  state: HostState,
  crawlDelay: Contact['crawlDelay'],
  nowMs: number,
): HostState | undefined {
  const crawlDelayMs = crawlDelayMsOf(crawlDelay)
  const notBeforeMs = state.sinceMs + crawlDelayMs
  if (crawlDelay === undefined || crawlDelayMs <= state.delayMs || notBeforeMs <= nowMs)
    return undefined
  const tooLong = crawlDelayMs > limits.maxCrawlDelayMs
  return {
    ...state,
    notBeforeMs,
    reason: 'crawl-delay',
    line: crawlDelay.line,
    delayMs: crawlDelayMs,
    inFlight: 1,
    ...(tooLong ? { parked: { reason: 'origin-gave-up', restOfRun: true } as const } : {}),
  }
}

/** The host's clock where a crawl-delay has become known while several requests are in flight: no further one until they have ended. */
export function oneInFlight(
  policy: PolitenessPolicy,
  slot: HostSlot,
  state: HostState | undefined,
  crawlDelay: NonNullable<Contact['crawlDelay']>,
  nowMs: number,
): HostState {
  const delayMs = Math.max(state?.delayMs ?? ownDelayMs(policy, slot), crawlDelayMsOf(crawlDelay))
  return {
    ...(state ?? {
      notBeforeMs: nowMs,
      sinceMs: nowMs,
      reason: 'crawl-delay',
      line: crawlDelay.line,
    }),
    delayMs,
    inFlight: 1,
  }
}

function crawlDelayMsOf(crawlDelay: Contact['crawlDelay']): number {
  return Math.ceil((crawlDelay?.seconds ?? 0) * 1_000)
}

interface Bound {
  readonly reason: string
  readonly ms: number
}

interface HostMemory {
  /** Failed page and sitemap contacts in a row. */
  readonly failures: number
  readonly backOffMs: number
  /** End of the contact that took the last step. */
  readonly backOffAtMs: number
  readonly parks: number
  readonly timedPark: boolean
}

function remember(
  policy: PolitenessPolicy,
  limits: PatienceLimits,
  before: HostState | undefined,
  contact: Contact,
): HostMemory {
  const { failures = 0, backOffMs = 0, parks = 0, ...memory } = before?.memory ?? {}
  // HW-SYS-07: a step that lies further ahead than any request lasts was noted by a clock that has been set back since.
  const wasSetBack = (memory['backOffAtMs'] ?? 0) > contact.endMs + MAX_BACK_OFF_MS
  const backOffAtMs = wasSetBack ? 0 : (memory['backOffAtMs'] ?? 0)
  if (contact.health === 'unknown')
    return { failures, backOffMs, backOffAtMs, parks, timedPark: false }
  if (contact.health === 'healthy') {
    // An answer to what had started before the host complained does not take the complaint back.
    const early = contact.startMs < backOffAtMs
    return {
      failures: 0,
      backOffMs: early ? backOffMs : 0,
      backOffAtMs: early ? backOffAtMs : 0,
      parks,
      timedPark: false,
    }
  }
  // robots.txt has its own spaced retries for hours (decision 5): they do not use up the budget.
  const failed = contact.kind === 'robots' ? failures : failures + 1
  const timedPark = failed >= limits.originFailureBudget
  const steps = contact.health === 'slow-down' && contact.startMs >= backOffAtMs
  return {
    failures: timedPark ? 0 : failed,
    backOffMs: steps ? nextBackOffMs(policy, contact.slot, backOffMs) : backOffMs,
    backOffAtMs: steps ? contact.endMs : backOffAtMs,
    parks: timedPark ? parks + 1 : parks,
    timedPark,
  }
}

function nextBackOffMs(policy: PolitenessPolicy, slot: HostSlot, last: number): number {
  const first = Math.max(FIRST_BACK_OFF_MS, ownDelayMs(policy, slot))
  return Math.max(last, Math.min(MAX_BACK_OFF_MS, last === 0 ? first : last * 2))
}

function parkedBy(
  limits: PatienceLimits,
  contact: Contact,
  crawlDelayMs: number,
  memory: HostMemory,
): HostState['parked'] {
  if (crawlDelayMs > limits.maxCrawlDelayMs) return { reason: 'origin-gave-up', restOfRun: true }
  if ((contact.retryAfterMs ?? 0) > limits.maxRetryAfterMs)
    return { reason: 'rate-limited', restOfRun: true }
  if (memory.timedPark) return { reason: 'origin-gave-up', restOfRun: memory.parks > TIMED_PARKS }
  return undefined
}

function ownDelayMs(policy: PolitenessPolicy, slot: HostSlot): number {
  return Math.max(policy.delayMs, policy.hosts[slot]?.delayMs ?? 0)
}

function adaptiveMs(policy: PolitenessPolicy, contact: Contact): number {
  return Math.min(
    policy.maxAdaptiveDelayMs,
    policy.latencyFactor * (contact.endMs - contact.startMs),
  )
}

/**
 * The wait before a URL is tried again: the longer of its host's delay and 5 s · 2^attempt, plus up to a tenth that differs from
 * URL to URL, so that what failed together does not come back together.
 *
 * @param attempt attempts that failed before this one, from 0
 */
export function retryWaitMs(attempt: number, delayMs: number, key: string): number {
  const base = Math.max(delayMs, FIRST_BACK_OFF_MS * 2 ** attempt)
  return base + Math.floor((base * (checksum(`${attempt} ${key}`) % 1_000)) / 10_000)
}
