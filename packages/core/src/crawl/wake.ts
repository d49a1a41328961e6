/** Lets one loop wait until somebody says that something has changed. */
export interface Wake {
  /** Ends the current wait, or the next one if nobody waits. */
  ring(): void
  /** Resolves at the next ring; at once if it rang since the last wait. */
  wait(): Promise<void>
}

export function createWake(): Wake {
  let rung = false
  let waiting: (() => void) | undefined
  return {
    ring() {
      if (waiting) {
        const resolve = waiting
        waiting = undefined
        resolve()
      } else rung = true
    },
    wait() {
      if (rung) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}
