// Time for tests: it moves when everything waits for it.

import type { RobotsClock } from '../ask-robots.ts'

interface Sleeper {
  readonly atMs: number
  readonly wake: () => void
}

export class VirtualClock implements RobotsClock {
  #nowMs: number
  #sleepers: Sleeper[] = []

  constructor(startMs = 0) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return
    await new Promise<void>((wake) => {
      const sleeper = { atMs: this.#nowMs + ms, wake }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        wake()
      })
    })
  }

  /** Moves on without anyone waiting. */
  advance(ms: number): void {
    this.#nowMs += ms
  }

  /** Runs until the promise settles: whenever all is quiet, the earliest sleeper wakes. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    void promise.then(
      () => (settled = true),
      () => (settled = true),
    )
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- lets everything that can run do so
      await new Promise((quiet) => setImmediate(quiet))
      if (settled) return promise
      const next = this.#sleepers.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) throw new Error('Nothing will ever happen: no one sleeps.')
      this.#sleepers = this.#sleepers.filter((other) => other !== next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.wake()
    }
  }
}
