// May anything of this origin be fetched? The one state machine of access to robots.txt (RFC 9309 §2.3.1): an answer, the time and
// the stored copy in, a new copy out; the copy and the time in, the next step out. Pure: it reads no clock and opens nothing.
//
//   unknown ──2xx──▶ fetched ──stale──▶ fetch again           every hop of a redirect is a step of its own,
//      │──4xx, 6th hop──▶ unavailable ──stale──▶ fetch again   so that each can be a contact of its own host
//      └──429, 5xx, no answer──▶ unreachable ──5 s, 10 s, 60 s … 1 h──▶ fetch again

import {
  GIVE_UP_MS,
  MAX_FRESH_MS,
  MAX_HOPS,
  ORDINARY_ATTEMPTS,
  PARK_MS,
  retryDelayMs,
  SILENCE_MS,
  type RobotsPolicy,
} from './access-policy.ts'
import { freshMs, retryAfterMs } from './freshness.ts'
import { keptOctets, rebaseRobotsCopy, type RobotsCopy, type RobotsFile } from './robots-copy.ts'

/** Why a request for robots.txt gave no usable answer. The last three are answers that say neither yes nor no. */
export type RobotsFailure =
  | 'dns'
  | 'connect'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'body'
  | 'refused-by-gate'
  | 'other'
  | 'status'
  | 'redirect-without-target'

/** What one request for robots.txt, or for one hop of its redirects, brought. Header values as received. */
export type RobotsAnswer =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly location?: string | null | undefined
      readonly retryAfter?: string | null | undefined
      readonly cacheControl?: string | null | undefined
      readonly contentType?: string | null | undefined
      /** Decoded. Needed for 2xx only; absent is empty. */
      readonly body?: Uint8Array | undefined
      /** True if reading stopped at a limit before the end of the body. A body that broke off is a failure, `body`. */
      readonly truncated?: boolean | undefined
    }
  | {
      readonly kind: 'failure'
      readonly reason: Exclude<RobotsFailure, 'status' | 'redirect-without-target'>
    }

/** Request this URL, follow no redirect, and hand the answer to {@link afterRobotsAnswer}. */
export interface RobotsFetchStep {
  readonly do: 'fetch'
  readonly url: string
  /** 0 for the origin's own /robots.txt, 1 to 5 for the targets of its redirects. */
  readonly hop: number
}

/** What to do next about one origin's robots.txt. */
export type RobotsStep =
  | RobotsFetchStep
  | {
      readonly do: 'use'
      /** The rules to go by; undefined means that there is no file and all is allowed. */
      readonly file: RobotsFile | undefined
      /** True for rules that count only because robots.txt is unreachable. */
      readonly stale: boolean
      /** Ask for the next step at this time. */
      readonly untilMs: number
    }
  | {
      /** Nothing of this origin may be fetched. */
      readonly do: 'wait'
      readonly reason: 'unreachable'
      /** Ask for the next step at this time. */
      readonly untilMs: number
      /** True when the ordinary retries are over, or the site asked for more than an hour: not worth keeping a run alive for. */
      readonly parked: boolean
    }

/**
 * The next step for `origin`.
 *
 * @param copy what is stored; undefined for an origin that was never asked
 * @example
 * nextRobotsStep('https://example.com', undefined, 0) // { do: 'fetch', url: 'https://example.com/robots.txt', hop: 0 }
 */
export function nextRobotsStep(
  origin: string,
  copy: RobotsCopy | undefined,
  nowMs: number,
  policy: RobotsPolicy = 'careful',
): RobotsStep {
  const first: RobotsFetchStep = { do: 'fetch', url: `${origin}/robots.txt`, hop: 0 }
  if (copy === undefined) return first
  const { failing, answered, hop, file } = rebaseRobotsCopy(copy, nowMs)
  // A redirect of yesterday says nothing about today.
  if (hop !== undefined && nowMs - hop.atMs < MAX_FRESH_MS)
    return { do: 'fetch', url: hop.url, hop: hop.number }
  if (failing === undefined) {
    if (answered === undefined || nowMs >= answered.freshUntilMs) return first
    return { do: 'use', file, stale: false, untilMs: answered.freshUntilMs }
  }
  if (nowMs >= failing.retryAtMs) return first
  const { usable, untilMs } = whileUnreachable(policy, failing, file, nowMs)
  const askAtMs = Math.min(failing.retryAtMs, untilMs)
  if (usable !== 'nothing') {
    return { do: 'use', file: usable === 'file' ? file : undefined, stale: true, untilMs: askAtMs }
  }
  const parked = failing.attempts >= ORDINARY_ATTEMPTS || failing.retryAtMs - nowMs > PARK_MS
  return { do: 'wait', reason: 'unreachable', untilMs: askAtMs, parked }
}

/** What counts at `nowMs` while robots.txt is unreachable, and until when that stays so. */
function whileUnreachable(
  policy: RobotsPolicy,
  failing: NonNullable<RobotsCopy['failing']>,
  file: RobotsFile | undefined,
  nowMs: number,
): { usable: 'file' | 'no-file' | 'nothing'; untilMs: number } {
  if (policy === 'disallow') return { usable: 'nothing', untilMs: Infinity }
  const youngUntilMs = file === undefined ? -Infinity : file.readAtMs + MAX_FRESH_MS
  if (nowMs < youngUntilMs) return { usable: 'file', untilMs: youngUntilMs }
  if (policy === 'amazon') {
    const oldAtMs = file === undefined ? -Infinity : file.readAtMs + GIVE_UP_MS
    return nowMs < oldAtMs
      ? { usable: 'file', untilMs: oldAtMs }
      : { usable: 'no-file', untilMs: Infinity }
  }
  const silentUntilMs = failing.sinceMs + (policy === 'last-good' ? 0 : SILENCE_MS)
  if (nowMs < silentUntilMs) return { usable: 'nothing', untilMs: silentUntilMs }
  const giveUpAtMs = failing.sinceMs + GIVE_UP_MS
  if (nowMs < giveUpAtMs) {
    if (file !== undefined) return { usable: 'file', untilMs: giveUpAtMs }
    return { usable: policy === 'google' ? 'no-file' : 'nothing', untilMs: giveUpAtMs }
  }
  return {
    usable: policy !== 'last-good' && failing.gotHttp ? 'no-file' : 'nothing',
    untilMs: Infinity,
  }
}

/**
 * The copy after an answer.
 *
 * @param fetched the step that was carried out
 * @param answer what it brought
 * @param nowMs when the answer was there
 * @example
 * const copy = afterRobotsAnswer('https://example.com', undefined, step, { kind: 'response', status: 404 }, 0)
 * // copy.state === 'unavailable': no file, all is allowed for a day
 */
export function afterRobotsAnswer(
  origin: string,
  copy: RobotsCopy | undefined,
  fetched: Pick<RobotsFetchStep, 'url' | 'hop'>,
  answer: RobotsAnswer,
  nowMs: number,
): RobotsCopy {
  const before: RobotsCopy =
    copy === undefined
      ? { version: 1, origin, state: 'unknown', seenAtMs: nowMs }
      : { ...rebaseRobotsCopy(copy, nowMs), seenAtMs: nowMs }
  if (answer.kind === 'failure') return failed(before, fetched, answer.reason, answer, nowMs)
  const { status } = answer
  if (status >= 300 && status < 400) return redirected(before, fetched, answer, nowMs)
  // 206: a part that nobody asked for is not the file.
  if (status >= 200 && status < 300 && status !== 206) return read(before, fetched, answer, nowMs)
  // Stricter than RFC 9309 §2.3.1.3 in one case: 429 says "too fast", so we wait.
  if (status >= 400 && status < 500 && status !== 429)
    return noFile(before, fetched, answer, 'no-file', nowMs)
  return failed(before, fetched, 'status', answer, nowMs)
}

type Response = Extract<RobotsAnswer, { kind: 'response' }>
type Fetched = Pick<RobotsFetchStep, 'url' | 'hop'>

/** RFC 9309 §2.3.1.1 */
function read(
  before: RobotsCopy,
  { url, hop }: Fetched,
  answer: Response,
  nowMs: number,
): RobotsCopy {
  const { status, contentType } = answer
  const kept = keptOctets(answer.body ?? new Uint8Array(), answer.truncated === true)
  const file: RobotsFile = {
    ...kept,
    readAtMs: nowMs,
    url,
    status,
    ...(contentType && { contentType }),
  }
  return { ...settled(before, 'fetched'), file, answered: answeredBy(answer, hop, 'file', nowMs) }
}

/** RFC 9309 §2.3.1.3, and §2.3.1.2 for a chain that is too long. */
function noFile(
  before: RobotsCopy,
  { hop }: Fetched,
  answer: Response,
  why: 'no-file' | 'too-many-redirects',
  nowMs: number,
): RobotsCopy {
  return { ...settled(before, 'unavailable'), answered: answeredBy(answer, hop, why, nowMs) }
}

/** RFC 9309 §2.3.1.2 */
function redirected(
  before: RobotsCopy,
  fetched: Fetched,
  answer: Response,
  nowMs: number,
): RobotsCopy {
  const target = redirectTarget(fetched.url, answer)
  if (target === undefined) return failed(before, fetched, 'redirect-without-target', answer, nowMs)
  if (fetched.hop >= MAX_HOPS) return noFile(before, fetched, answer, 'too-many-redirects', nowMs)
  return { ...before, hop: { url: target, number: fetched.hop + 1, atMs: nowMs } }
}

/** Where a redirect leads, without user name, password and fragment; undefined where that is no address to ask. */
function redirectTarget(from: string, { status, location }: Response): string | undefined {
  if (status === 304 || location === undefined || location === null || location.trim() === '')
    return undefined
  try {
    const url = new URL(location, from)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
    url.username = ''
    url.password = ''
    url.hash = ''
    return url.href
  } catch {
    return undefined
  }
}

/** RFC 9309 §2.3.1.4 */
function failed(
  before: RobotsCopy,
  fetched: Fetched,
  reason: RobotsFailure,
  answer: RobotsAnswer,
  nowMs: number,
): RobotsCopy {
  const { hop: _done, ...rest } = before
  const attempts = (before.failing?.attempts ?? 0) + 1
  const ownMs = nowMs + retryDelayMs(attempts)
  const askedMs = answer.kind === 'response' ? (retryAfterMs(answer.retryAfter, nowMs) ?? 0) : 0
  return {
    ...rest,
    state: 'unreachable',
    failing: {
      sinceMs: before.failing?.sinceMs ?? nowMs,
      attempts,
      retryAtMs: Math.max(ownMs, askedMs),
      askedToWait: askedMs > ownMs,
      reason,
      ...(answer.kind === 'response' && { status: answer.status }),
      gotHttp: answer.kind === 'response' || fetched.hop > 0,
    },
  }
}

/** What is left of a copy once an answer settles the question: nothing but whose it is. */
function settled(before: RobotsCopy, state: 'fetched' | 'unavailable'): RobotsCopy {
  return { version: 1, origin: before.origin, state, seenAtMs: before.seenAtMs }
}

function answeredBy(
  { status, cacheControl }: Response,
  hops: number,
  why: 'file' | 'no-file' | 'too-many-redirects',
  nowMs: number,
): NonNullable<RobotsCopy['answered']> {
  return { atMs: nowMs, freshUntilMs: nowMs + freshMs(cacheControl), status, hops, why }
}
