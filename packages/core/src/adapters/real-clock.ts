import type { Clock } from '../ports/clock.ts'

/** Longest wait that one Node timer can hold; a longer one fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647

/**
 * The clock of the machine: milliseconds since the epoch, with fractions, that never go back while the process lives.
 *
 * The wall clock is read once; from then on the monotonic clock counts. A machine whose time is set back or forth during
 * a crawl therefore neither shortens nor lengthens a delay.
 *
 * `sleep` is never early: Node's timers may fire up to 1 ms before their time, so the wait is measured again with `now()`.
 *
 * @example
 * const clock = realClock()
 * const from = clock.now()
 * await clock.sleep(20)
 * console.log(clock.now() - from >= 20) // true
 */
export function realClock(): Clock {
  const baseMs = Date.now() - performance.now()
  const now = (): number => baseMs + performance.now()

  return {
    now,
    sleep(ms, signal) {
      if (signal?.aborted || !(ms > 0)) return Promise.resolve()
      return new Promise((resolve) => {
        const dueMs = now() + ms
        let timer: ReturnType<typeof setTimeout> | undefined

        const end = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const wait = (): void => {
          const leftMs = dueMs - now()
          if (leftMs <= 0) end()
          else timer = setTimeout(wait, Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS))
        }

        signal?.addEventListener('abort', end)
        wait()
      })
    },
  }
}
