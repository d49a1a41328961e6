import type { Clock } from '../../ports/clock.ts'

/** Something that must be looked at when a certain time has come. */
export interface Timed {
  /** Epoch milliseconds; `Infinity` while nothing is due. */
  readonly dueMs: number
  /** Called once `nowMs >= dueMs`. Must move `dueMs` on, or take itself off the watch. */
  onDue(nowMs: number): void
}

export interface DeadlineWatch {
  /**
   * Watches what was not watched, and takes note of a `dueMs` that may be earlier than before. A later one needs no word: it
   * is read again at the old time.
   */
  add(timed: Timed): void
  remove(timed: Timed): void
}

/**
 * One sleeper for the deadlines of all requests in flight.
 *
 * Setting a timer for each request and moving it with each chunk costs more than parsing a small page. Deadlines nearly
 * always move on, so one sleep until the earliest is enough; who wakes up too early reads the times again.
 * While nothing is watched nothing sleeps, so that the watch does not keep the process alive.
 */
export function deadlineWatch(clock: Clock): DeadlineWatch {
  const watched = new Set<Timed>()
  let wakeMs = Number.POSITIVE_INFINITY
  let sleep: AbortController | undefined

  const stop = (): void => {
    sleep?.abort()
    sleep = undefined
    wakeMs = Number.POSITIVE_INFINITY
  }

  const sleepUntil = (dueMs: number): void => {
    stop()
    if (dueMs === Number.POSITIVE_INFINITY) return
    const mine = new AbortController()
    sleep = mine
    wakeMs = dueMs
    void lookAfter(dueMs - clock.now(), mine.signal)
  }

  const lookAfter = async (ms: number, signal: AbortSignal): Promise<void> => {
    await clock.sleep(Math.max(0, ms), signal)
    if (!signal.aborted) look()
  }

  const look = (): void => {
    const nowMs = clock.now()
    // A copy: what is due takes itself off the watch.
    for (const timed of Array.from(watched)) if (nowMs >= timed.dueMs) timed.onDue(nowMs)
    let earliestMs = Number.POSITIVE_INFINITY
    for (const timed of watched) earliestMs = Math.min(earliestMs, timed.dueMs)
    sleepUntil(earliestMs)
  }

  return {
    add(timed) {
      watched.add(timed)
      if (timed.dueMs < wakeMs) sleepUntil(timed.dueMs)
    },
    remove(timed) {
      if (watched.delete(timed) && watched.size === 0) stop()
    },
  }
}
