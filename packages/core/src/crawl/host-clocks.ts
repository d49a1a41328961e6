// The clocks of the hosts that are being contacted now. Between contacts a clock lives in the store; while requests of a slot are
// under way, this is the one copy that all of them read and move.
import type { HostSlot } from '../domain/host-slot.ts'
import { heldByCrawlDelay, initialHost, nextContact, oneInFlight } from '../domain/politeness.ts'
import type { Contact, PatienceLimits, PolitenessPolicy } from '../domain/politeness.ts'
import type { Clock } from '../ports/clock.ts'
import type { HostState } from '../ports/store.ts'

interface LiveHost {
  state: HostState | undefined
  /** What the contacts that ended among those under way have taught. Unlike `state` it knows nothing of claims. */
  told: HostState | undefined
  underWay: number
  /** Leases whose request has started and not ended. */
  readonly inFlight: Set<string>
  lastStartMs: number | undefined
}

/** What a request was made to wait for before it started. */
export interface DemandedDelay {
  readonly delayMs: number
  readonly reason: string
  readonly line?: number
}

/** Slots that are remembered before those without any wait are looked for. */
const FIRST_SWEEP = 1_024

export class HostClocks {
  readonly #live = new Map<HostSlot, LiveHost>()
  /** Last start at each address, as long as it matters. */
  readonly #addressStarts = new Map<string, number>()
  #sweepAt: number = FIRST_SWEEP
  readonly #policy: PolitenessPolicy
  readonly #limits: PatienceLimits
  readonly #clock: Clock

  constructor(policy: PolitenessPolicy, limits: PatienceLimits, clock: Clock) {
    this.#policy = policy
    this.#limits = limits
    this.#clock = clock
  }

  /** A claimed entry of `slot` begins; `stored` counts only where nothing newer is known here. */
  enter(slot: HostSlot, stored: HostState | undefined): void {
    const live = this.#live.get(slot)
    if (live && (live.underWay > 0 || this.#waits(live))) {
      live.underWay++
      return
    }
    this.#live.set(slot, {
      state: stored,
      told: undefined,
      underWay: 1,
      inFlight: new Set(),
      lastStartMs: undefined,
    })
  }

  leave(slot: HostSlot, lease: string): void {
    const live = this.#live.get(slot)
    if (live === undefined) return
    live.inFlight.delete(lease)
    live.underWay--
    if (live.underWay > 0) return
    // With more than one in flight an entry may be on its way here that was claimed before the store knew what was learnt just now.
    if (this.#policy.perOriginInFlight > 1 && this.#waits(live)) this.#sweep()
    else this.#live.delete(slot)
  }

  #waits({ told }: LiveHost): boolean {
    return told !== undefined && told.notBeforeMs > this.#clock.now()
  }

  /** Forgets slots that nothing is under way in and that wait for nothing, now and then. */
  #sweep(): void {
    if (this.#live.size < this.#sweepAt) return
    for (const [slot, live] of this.#live) {
      if (live.underWay === 0 && !this.#waits(live)) this.#live.delete(slot)
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#live.size)
  }

  /** The request of this lease starts now. */
  start(slot: HostSlot, lease: string): void {
    this.#live.get(slot)?.inFlight.add(lease)
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
   * Waits until the last start of this slot and of this address is far enough away, and takes the present instant as the next start.
   *
   * A claim has waited already, and `pin` has reserved the address. But names, plugins and the store take time in between, and not
   * the same time for each: two claims a second apart may be ready at once. With one request in flight a slot needs no such care.
   */
  async spaceStarts(
    slot: HostSlot,
    address: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const live = this.#live.get(slot)
    const slotDelayMs =
      this.#policy.perOriginInFlight === 1
        ? 0
        : (live?.state?.delayMs ?? initialHost(this.#policy, slot).delayMs)
    for (;;) {
      const nowMs = this.#clock.now()
      const waitMs =
        Math.max(
          (live?.lastStartMs ?? -Infinity) + slotDelayMs,
          (address === undefined ? -Infinity : (this.#addressStarts.get(address) ?? -Infinity)) +
            this.#policy.perAddressDelayMs,
        ) - nowMs
      if (waitMs > 0 && !signal.aborted) {
        await this.#clock.sleep(waitMs, signal)
        continue
      }
      if (live) live.lastStartMs = nowMs
      if (address !== undefined) this.#started(address, nowMs)
      return
    }
  }

  /**
   * The clock of the slot, if something asks to wait that the claim did not know: an answer that came since, or a crawl-delay that was
   * read elsewhere, which also allows no second request in flight.
   */
  toldToWait(slot: HostSlot, crawlDelay: Contact['crawlDelay']): HostState | undefined {
    const { told, state } = this.#live.get(slot) ?? {}
    const nowMs = this.#clock.now()
    // With one request in flight no answer can have come.
    if (this.#policy.perOriginInFlight > 1 && told !== undefined && told.notBeforeMs > nowMs)
      return told
    const held = state && heldByCrawlDelay(this.#limits, state, crawlDelay, nowMs)
    if (held !== undefined || crawlDelay === undefined || this.#live.get(slot)?.inFlight.size === 0)
      return held
    return oneInFlight(this.#policy, slot, state, crawlDelay, nowMs)
  }

  /**
   * What is to be stored of a slot by a turn that learnt `learnt`: handlers take their time, and others of the slot may have learnt more
   * since.
   */
  newest(slot: HostSlot, learnt: HostState): HostState {
    return this.#live.get(slot)?.told ?? learnt
  }

  /** Moves the slot's clock by what the finished contact of this lease taught, and gives its new state. */
  learn(contact: Contact, lease: string): HostState {
    const live = this.#live.get(contact.slot)
    live?.inFlight.delete(lease)
    const before = live?.state
    let state = nextContact(this.#policy, this.#limits, before, contact)
    if (before !== undefined && before.notBeforeMs > state.notBeforeMs) {
      // Another request of this slot, under way at the same time, was told to wait longer: that holds, with all that belongs to it.
      const { notBeforeMs, sinceMs, reason, line, parked } = before
      const { line: _, ...learnt } = state
      state = {
        ...learnt,
        notBeforeMs,
        sinceMs,
        reason,
        ...(line === undefined ? {} : { line }),
        ...(parked ? { parked } : {}),
      }
    }
    if (live) live.state = live.told = state
    return state
  }

  #started(address: string, nowMs: number): void {
    this.#addressStarts.delete(address)
    this.#addressStarts.set(address, nowMs)
    // Oldest first: those that no start has to wait for are forgotten.
    for (const [old, startMs] of this.#addressStarts) {
      if (startMs + this.#policy.perAddressDelayMs > nowMs || old === address) return
      this.#addressStarts.delete(old)
    }
  }
}
