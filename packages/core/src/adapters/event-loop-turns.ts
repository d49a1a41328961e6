import type { LoopTurns } from '../ports/loop-turns.ts'

/** The turns of Node's own event loop. */
export function eventLoopTurns(): LoopTurns {
  return {
    yieldToLoop: () => new Promise((resolve) => setImmediate(resolve)),
    cpuNow: () => performance.now(),
  }
}
