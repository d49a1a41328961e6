import type { TransportFailure, TransportLimits } from '../../ports/transport.ts'
import type { DeadlineWatch, Timed } from './deadline-watch.ts'
import {
  bodyTimeout,
  connectTimeout,
  deadlineExceeded,
  headersTimeout,
  tooSlow,
} from './failures.ts'

const NEVER = Number.POSITIVE_INFINITY

/** How long the rest of an unwanted body may take to arrive before the socket is closed instead. */
const DRAIN_PATIENCE_MS = 1_000

/**
 * The times of one exchange: which deadline is next, and what passing it means.
 *
 * connecting -> started -> headers -> body (reading, paused, draining) -> finished. The deadline runs from `started` and
 * nothing resets it. While the reader holds the body back, the server cannot be blamed: idle time and trickle rate stop.
 */
export class ExchangeTimes implements Timed {
  dueMs: number = NEVER
  /** When the request was handed to the socket; until then when the connection was asked for. */
  startMs = 0
  wireBytes = 0

  readonly #limits: TransportLimits
  readonly #watch: DeadlineWatch
  readonly #onLate: (failure: TransportFailure | 'drained') => void
  #connectDueMs = NEVER
  #headersDueMs = NEVER
  #deadlineMs = NEVER
  #lastByteMs = NEVER
  #firstByteMs = NEVER
  #pausedMs = NEVER
  #drainDueMs = NEVER
  #over = false

  /** @param onLate what is late; `'drained'` says that the patience for an unwanted rest is over, which is no failure */
  constructor(
    limits: TransportLimits,
    watch: DeadlineWatch,
    onLate: (failure: TransportFailure | 'drained') => void,
  ) {
    this.#limits = limits
    this.#watch = watch
    this.#onLate = onLate
  }

  connecting(nowMs: number): void {
    this.startMs = nowMs
    this.#connectDueMs = nowMs + this.#limits.connectTimeoutMs
    this.#renew()
  }

  /** Connected, and waiting for leave to start: nobody can be late. */
  waiting(): void {
    this.#connectDueMs = NEVER
    this.#renew()
  }

  started(nowMs: number): void {
    this.startMs = nowMs
    this.#connectDueMs = NEVER
    this.#headersDueMs = nowMs + this.#limits.headersTimeoutMs
    this.#deadlineMs = nowMs + this.#limits.deadlineMs
    this.#renew()
  }

  headersDone(nowMs: number): void {
    this.#headersDueMs = NEVER
    this.#lastByteMs = nowMs
    this.#renew()
  }

  bytes(count: number, nowMs: number): void {
    const first = this.wireBytes === 0
    if (first) this.#firstByteMs = nowMs
    this.wireBytes += count
    this.#lastByteMs = nowMs
    // Only the first byte can bring a time nearer, that of the trickle guard; the others move times on, and the watch reads
    // them again by itself.
    if (first) this.#renew()
    else if (!this.#over) this.dueMs = this.#nextDueMs()
  }

  paused(nowMs: number): void {
    this.#pausedMs = nowMs
    this.dueMs = this.#nextDueMs()
  }

  resumed(nowMs: number): void {
    if (this.#pausedMs === NEVER) return
    this.#firstByteMs += nowMs - this.#pausedMs
    this.#lastByteMs = nowMs
    this.#pausedMs = NEVER
    this.#renew()
  }

  draining(nowMs: number): void {
    this.#drainDueMs = nowMs + DRAIN_PATIENCE_MS
    this.#renew()
  }

  finished(): void {
    this.#over = true
    this.dueMs = NEVER
    this.#watch.remove(this)
  }

  onDue(nowMs: number): void {
    const late = this.#late(nowMs)
    if (late === undefined) {
      this.dueMs = this.#nextDueMs()
      return
    }
    this.finished()
    this.#onLate(late)
  }

  #renew(): void {
    if (this.#over) return
    this.dueMs = this.#nextDueMs()
    this.#watch.add(this)
  }

  #nextDueMs(): number {
    return Math.min(
      this.#connectDueMs,
      this.#headersDueMs,
      this.#deadlineMs,
      this.#drainDueMs,
      this.#idleDueMs(),
      this.#trickleDueMs(),
    )
  }

  #late(nowMs: number): TransportFailure | 'drained' | undefined {
    const limits = this.#limits
    const spentMs = nowMs - this.startMs
    if (nowMs >= this.#connectDueMs) return connectTimeout(limits, spentMs)
    if (nowMs >= this.#drainDueMs) return 'drained'
    if (nowMs >= this.#headersDueMs && this.#headersDueMs <= this.#deadlineMs)
      return headersTimeout(limits, spentMs)
    if (nowMs >= this.#deadlineMs) return deadlineExceeded(limits, spentMs, this.wireBytes)
    if (nowMs >= this.#idleDueMs())
      return bodyTimeout(limits, nowMs - this.#lastByteMs, this.wireBytes)
    if (nowMs >= this.#trickleDueMs())
      return tooSlow(limits, nowMs - this.#firstByteMs, this.wireBytes)
    return undefined
  }

  #idleDueMs(): number {
    return this.#pausedMs === NEVER ? this.#lastByteMs + this.#limits.bodyIdleTimeoutMs : NEVER
  }

  /** When the mean rate since the first byte falls under the limit, if nothing more comes. */
  #trickleDueMs(): number {
    const { minBytesPerSecond, minBytesPerSecondAfterMs } = this.#limits
    if (this.#pausedMs !== NEVER || !(minBytesPerSecond > 0)) return NEVER
    const paidForMs = (this.wireBytes / minBytesPerSecond) * 1_000
    // One more millisecond: at the very instant the rate is still kept.
    return this.#firstByteMs + Math.max(minBytesPerSecondAfterMs, paidForMs + 1)
  }
}
