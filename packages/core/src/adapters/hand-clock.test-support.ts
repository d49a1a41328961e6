import type { Clock } from '../ports/clock.ts'

/** A clock that stands still until the test moves it; what sleeps is woken in order, each at its exact instant. */
export interface HandClock extends Clock {
  advance(ms: number): Promise<void>
  /** How many sleep now. */
  sleeping(): number
}

export function handClock(startMs = 1_000_000): HandClock {
  let nowMs = startMs
  const sleepers = new Set<{ readonly dueMs: number; readonly wake: () => void }>()

  const next = (untilMs: number): { readonly dueMs: number; wake: () => void } | undefined =>
    Array.from(sleepers)
      .filter((sleeper) => sleeper.dueMs <= untilMs)
      .toSorted((one, other) => one.dueMs - other.dueMs)[0]

  const advanceTo = async (untilMs: number): Promise<void> => {
    const sleeper = next(untilMs)
    nowMs = Math.max(nowMs, sleeper?.dueMs ?? untilMs)
    sleeper?.wake()
    // What was woken has its turn before the next is woken.
    await new Promise((resolve) => setImmediate(resolve))
    if (sleeper !== undefined) await advanceTo(untilMs)
  }

  return {
    now: () => nowMs,
    sleeping: () => sleepers.size,
    advance: (ms) => advanceTo(nowMs + ms),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          dueMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake, { once: true })
      }),
  }
}
