// What is known of one origin's robots.txt, as plain JSON: it survives a restart in any store.

import { readableOctets } from './line-scan.ts'
import { octetsOf } from './octets.ts'
import type { RobotsFailure } from './access.ts'

/** Octets of a file that are kept. */
export const MAX_KEPT_OCTETS: number = 512 * 1024

/** The last good file. */
export interface RobotsFile {
  /** One character of code 0 to 255 per byte: whole lines, up to 512 KiB. {@link robotsOfFile} reads it. */
  readonly octets: string
  /** Bytes of the answer that were dropped behind them. */
  readonly droppedBytes: number
  readonly readAtMs: number
  /** Where it was found in the end, after redirects. The rules belong to the origin that was asked. */
  readonly url: string
  readonly status: number
  readonly contentType?: string
}

/** What is known of one origin. Made and changed by {@link afterRobotsAnswer} only. */
export interface RobotsCopy {
  readonly version: 1
  readonly origin: string
  /** `unknown` until the first answer that settles something; `unreachable` while a series of failures goes on. */
  readonly state: 'unknown' | 'fetched' | 'unavailable' | 'unreachable'
  /** When this copy last changed, by the clock that wrote it. */
  readonly seenAtMs: number
  /** Last answer that said whether there is a file. */
  readonly answered?: {
    readonly atMs: number
    readonly freshUntilMs: number
    readonly status: number
    readonly hops: number
    readonly why: 'file' | 'no-file' | 'too-many-redirects'
  }
  /** The last good file. It outlives failures, not an answer that there is no file. */
  readonly file?: RobotsFile
  /** The series of failures that goes on. */
  readonly failing?: {
    readonly sinceMs: number
    readonly attempts: number
    readonly retryAtMs: number
    /** True where the site asked for the wait (Retry-After) and it is longer than ours. */
    readonly askedToWait: boolean
    readonly reason: RobotsFailure
    readonly status?: number
    /** Did the last attempt get any HTTP answer? */
    readonly gotHttp: boolean
  }
  /** A redirect to follow next. */
  readonly hop?: { readonly url: string; readonly number: number; readonly atMs: number }
}

/**
 * The part of a body that is kept: whole lines of the first 512 KiB.
 *
 * @param truncated true if the caller stopped reading before the end, which may be in the middle of a line
 */
export function keptOctets(
  body: Uint8Array,
  truncated: boolean,
): { octets: string; droppedBytes: number } {
  const octets = octetsOf(
    body.length > MAX_KEPT_OCTETS + 1 ? body.subarray(0, MAX_KEPT_OCTETS + 1) : body,
  )
  const end =
    truncated && octets.length <= MAX_KEPT_OCTETS
      ? readableOctets(`${octets}.`, octets.length)
      : readableOctets(octets, MAX_KEPT_OCTETS)
  return { octets: octets.slice(0, end), droppedBytes: body.length - end }
}

/**
 * The copy with its times set back after the clock was set back, so that what is left of a wait is never longer than the wait was.
 * Call it once for a copy that comes from a store.
 *
 * @example
 * const copy = rebaseRobotsCopy(JSON.parse(stored), Date.now())
 */
export function rebaseRobotsCopy(copy: RobotsCopy, nowMs: number): RobotsCopy {
  const backMs = copy.seenAtMs - nowMs
  if (backMs <= 0) return copy
  const { answered, file, failing, hop } = copy
  return {
    ...copy,
    seenAtMs: nowMs,
    ...(answered && {
      answered: {
        ...answered,
        atMs: answered.atMs - backMs,
        freshUntilMs: answered.freshUntilMs - backMs,
      },
    }),
    ...(file && { file: { ...file, readAtMs: file.readAtMs - backMs } }),
    ...(failing && {
      failing: {
        ...failing,
        sinceMs: failing.sinceMs - backMs,
        retryAtMs: failing.retryAtMs - backMs,
      },
    }),
    ...(hop && { hop: { ...hop, atMs: hop.atMs - backMs } }),
  }
}
