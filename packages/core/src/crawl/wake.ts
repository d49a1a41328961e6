/** Lets one loop wait until somebody says that something has changed. No ring is lost: one that nobody waits for ends the next wait. */
export interface Wake {
  /** Ends the current wait, or the next one if nobody waits. */
  ring(): void
  /** Resolves at the next ring or when `signal` aborts; at once if it rang since the last wait. */
  wait(signal?: AbortSignal): Promise<void>
  /** Whether it rang since the last wait; a ring is told once. */
  hasRung(): boolean
}

export function createWake(): Wake {
  let rung = false
  let waiting: (() => void) | undefined
  return {
    ring() {
      if (waiting) waiting()
      else rung = true
    },
    hasRung() {
      const answer = rung
      rung = false
      return answer
    },
    wait(signal) {
      if (signal?.aborted) return Promise.resolve()
      if (rung) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const end = (): void => {
          // Nobody waits from now on: a ring that comes before the next wait must be kept for it.
          waiting = undefined
          signal?.removeEventListener('abort', end)
          resolve()
        }
        waiting = end
        signal?.addEventListener('abort', end, { once: true })
      })
    },
  }
}
