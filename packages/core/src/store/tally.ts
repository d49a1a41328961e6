import type { WaitingReason } from '../domain/outcome.ts'
import type { StateCounts } from '../ports/store.ts'
import { KINDS, QUEUED, STATES } from './state-code.ts'

/** How many queued entries of one kind wait for something else than their turn, by what they wait for. */
export type ParkedCounts = ReadonlyMap<WaitingReason, number>

/** Counts entries by kind and state as they move, so that no report ever has to scan. */
export class Tally {
  readonly #counts: Float64Array = new Float64Array(KINDS.length * STATES.length)

  add(kind: number, state: number, by: number = 1): void {
    const at = kind * STATES.length + state
    this.#counts[at] = (this.#counts[at] as number) + by
  }

  get(kind: number, state: number): number {
    return this.#counts[kind * STATES.length + state] as number
  }

  /** All entries of all kinds in one state. */
  sum(state: number): number {
    return KINDS.reduce((sum, _, kind) => sum + this.get(kind, state), 0)
  }

  /** The counts of one kind; `parked` moves queued entries under the reason that keeps them. */
  counts(kind: number, parked: ParkedCounts): StateCounts {
    const failed: Record<string, number> = {}
    const refused: Record<string, number> = {}
    const waiting: Record<string, number> = {}
    let discovered = 0
    let delivered = 0
    let redirected = 0
    for (const [code, state] of STATES.entries()) {
      const n = this.get(kind, code)
      if (n === 0) continue
      discovered += n
      if (state.kind === 'delivered') delivered = n
      else if (state.kind === 'redirected') redirected = n
      else if (state.kind === 'failed') failed[state.reason] = n
      else if (state.kind === 'refused') refused[state.reason] = n
      else waiting[state.reason] = n
    }
    let queued = this.get(kind, QUEUED)
    for (const [reason, n] of parked) {
      if (n === 0) continue
      waiting[reason] = (waiting[reason] ?? 0) + n
      queued -= n
    }
    if (queued > 0) waiting['queued'] = queued
    else delete waiting['queued']
    return { discovered, delivered, redirected, failed, refused, waiting }
  }
}
