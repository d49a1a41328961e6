// What holds entries back, by the codes of their states; and how many of each origin may go when a limit is raised.
import type { Origin } from '../domain/host-slot.ts'
import type { NewEntry } from '../ports/store.ts'
import { QUEUED, stateOf } from './state-code.ts'

/** Whether entries of this state wait for more than their turn. */
export function isHeld(code: number): boolean {
  return code !== QUEUED && stateOf(code).kind === 'waiting'
}

/** Whether an entry with these `lifts` takes the place of one in this state. */
export function isLifted(code: number, lifts: NonNullable<NewEntry['lifts']>): boolean {
  if (code === QUEUED) return false
  const state = stateOf(code)
  return (
    (state.kind === 'refused' || state.kind === 'waiting') &&
    lifts.some((reason) => reason === state.reason)
  )
}

/** Hands out what there is room for in each origin. */
export class Rooms {
  readonly #room: (origin: Origin) => number
  readonly #left = new Map<Origin, number>()

  constructor(room: (origin: Origin) => number) {
    this.#room = room
  }

  /** Takes one place; false where none is left. */
  take(origin: Origin): boolean {
    const left = this.#left.get(origin) ?? this.#room(origin)
    this.#left.set(origin, left - 1)
    return left >= 1
  }
}
