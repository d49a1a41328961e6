/** Where time comes from. Everything that waits, waits here. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back within a process. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
