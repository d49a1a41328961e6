// The clocks of the hosts that are being contacted now. Between contacts a clock lives in the store; while requests of a slot are
// under way, this is the one copy that all of them read and move.
import type { HostSlot } from '../domain/host-slot.ts'
import { initialHost, nextContact } from '../domain/politeness.ts'
import type { Contact, PatienceLimits, PolitenessPolicy } from '../domain/politeness.ts'
import type { Clock } from '../ports/clock.ts'
import type { HostState } from '../ports/store.ts'

interface LiveHost {
  state: HostState | undefined
  underWay: number
  lastStartMs: number | undefined
  /** Starts of one slot go one after the other. */
  turn: Promise<void>
}

/** What a request was made to wait for before it started. */
export interface DemandedDelay {
  readonly delayMs: number
  readonly reason: string
  readonly line?: number
}

export class HostClocks {
  readonly #live = new Map<HostSlot, LiveHost>()
  readonly #policy: PolitenessPolicy
  readonly #limits: PatienceLimits
  readonly #clock: Clock

  constructor(policy: PolitenessPolicy, limits: PatienceLimits, clock: Clock) {
    this.#policy = policy
    this.#limits = limits
    this.#clock = clock
  }

  /** A claimed entry of `slot` begins; `stored` counts only where nothing else of the slot is under way. */
  enter(slot: HostSlot, stored: HostState | undefined): void {
    const live = this.#live.get(slot)
    if (live) live.underWay++
    else this.#live.set(slot, { state: stored, underWay: 1, lastStartMs: undefined, turn: Promise.resolve() })
  }

  leave(slot: HostSlot): void {
    const live = this.#live.get(slot)
    if (live && --live.underWay === 0) this.#live.delete(slot)
  }

  /** The gap that was demanded before the contact that begins now. */
  demanded(slot: HostSlot): DemandedDelay {
    const state = this.#live.get(slot)?.state
    if (state === undefined) return { delayMs: 0, reason: 'first-contact' }
    return {
      delayMs: state.notBeforeMs - state.sinceMs,
      reason: state.reason,
      ...(state.line === undefined ? {} : { line: state.line }),
    }
  }

  /**
   * With more than one request in flight, keeps start from start by the delay (invariant 2), whatever a claim and a connection
   * took in between. With one in flight the claim has waited already.
   */
  async spaceStarts(slot: HostSlot, signal: AbortSignal): Promise<void> {
    const live = this.#live.get(slot)
    const delayMs = live?.state?.delayMs ?? initialHost(this.#policy, slot).delayMs
    if (live === undefined || this.#policy.perOriginInFlight === 1 || delayMs === 0) return
    const before = live.turn
    live.turn = (async () => {
      await before
      for (;;) {
        const waitMs = (live.lastStartMs ?? -Infinity) + delayMs - this.#clock.now()
        if (!(waitMs > 0) || signal.aborted) break
        await this.#clock.sleep(waitMs, signal)
      }
      live.lastStartMs = this.#clock.now()
    })()
    await live.turn
  }

  /** Moves the slot's clock by what a finished contact taught, and gives its new state. */
  learn(contact: Contact): HostState {
    const live = this.#live.get(contact.slot)
    const before = live?.state
    let state = nextContact(this.#policy, this.#limits, before, contact)
    if (before !== undefined && before.notBeforeMs > state.notBeforeMs) {
      // Another request of this slot, under way at the same time, was told to wait longer: that holds.
      state = { ...state, notBeforeMs: before.notBeforeMs, sinceMs: before.sinceMs, reason: before.reason }
    }
    if (live) live.state = state
    return state
  }
}
