/** The event loop and the time spent in it, as a port: long work on one page leaves others their turn. */
export interface LoopTurns {
  /** Resolves after everything that waited in the event loop had its turn. */
  yieldToLoop(): Promise<void>
  /** Milliseconds of a clock of which only differences matter. */
  cpuNow(): number
}
