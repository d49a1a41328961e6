// What the schedule keeps of each host slot, of each origin within it, and of each address.
import type { HostSlot, Origin } from '../domain/host-slot.ts'
import type { HostState, OriginState } from '../ports/store.ts'
import { Heap } from './heap.ts'
import type { HeapItem } from './heap.ts'
import { boundedWait, goesBefore } from './lane-queue.ts'
import type { LaneQueue, QueuedEntry, Rank } from './lane-queue.ts'
import { ROBOTS } from './state-code.ts'

/** One queue an origin. An http and an https origin on their default ports are two lanes of one slot. */
export class Lane {
  readonly id: number
  readonly origin: Origin
  readonly slot: Slot
  state: OriginState | undefined
  /** When its present wait began. */
  sinceMs: number = 0
  /** Turn of its last claim: the lanes of a slot take turns. */
  turn: number = 0
  /** What it adds to the entries that keep the run alive. */
  live: number = 0
  /** Queued entries, without those in flight, by kind code. */
  readonly queuedByKind: [number, number, number] = [0, 0, 0]
  readonly #ordinary: LaneQueue
  readonly #makeQueue: (lane: number, robots: boolean) => LaneQueue
  readonly #run: { readonly robotsOnly: boolean }
  /** `robots` entries have a queue of their own: they may go while the origin is on hold. */
  #robots: LaneQueue | undefined

  constructor(
    id: number,
    origin: Origin,
    slot: Slot,
    makeQueue: (lane: number, robots: boolean) => LaneQueue,
    run: { readonly robotsOnly: boolean },
  ) {
    this.id = id
    this.origin = origin
    this.slot = slot
    this.#ordinary = makeQueue(id, false)
    this.#makeQueue = makeQueue
    this.#run = run
  }

  get queued(): number {
    return this.queuedByKind[0] + this.queuedByKind[1] + this.queuedByKind[2]
  }

  /** The queue an entry of this kind belongs to. */
  queueFor(kind: number): LaneQueue {
    if (kind !== ROBOTS) return this.#ordinary
    this.#robots ??= this.#makeQueue(this.id, true)
    return this.#robots
  }

  /** Whether only `robots` entries may go. */
  get #onHold(): boolean {
    return this.#run.robotsOnly || this.state?.onHold === true
  }

  /** Earliest time at which something of this lane may go, as far as the lane knows; Infinity if nothing can. */
  readyMs(): number {
    const robots = this.#robots?.readyMs() ?? Infinity
    const first = this.#onHold ? robots : Math.min(robots, this.#ordinary.readyMs())
    return first === Infinity ? Infinity : Math.max(first, this.state?.notBeforeMs ?? -Infinity)
  }

  /** Queued entries that keep a run alive: none while parked, only `robots` entries while on hold. */
  liveQueued(): number {
    if (this.slot.state?.parked || this.state?.parked) return 0
    return this.#onHold ? this.queuedByKind[ROBOTS] : this.queued
  }

  /** After the clock was set: see `boundedWait`. */
  boundWaits(nowMs: number): void {
    this.#ordinary.boundWaits(nowMs)
    this.#robots?.boundWaits(nowMs)
    if (this.state === undefined) return
    const notBeforeMs = boundedWait(this.state.notBeforeMs, this.sinceMs, nowMs)
    if (notBeforeMs !== this.state.notBeforeMs) this.state = { ...this.state, notBeforeMs }
  }

  take(nowMs: number): QueuedEntry | undefined {
    const robots = this.#robots?.first(nowMs)
    const ordinary: Rank | undefined = this.#onHold ? undefined : this.#ordinary.first(nowMs)
    const source =
      robots !== undefined && (ordinary === undefined || goesBefore(robots, ordinary))
        ? this.#robots
        : this.#ordinary
    const entry = robots === undefined && ordinary === undefined ? undefined : source?.take(nowMs)
    if (entry !== undefined) this.queuedByKind[entry.kind as 0] -= 1
    return entry
  }
}

/** A host and port: the unit of politeness. */
export class Slot implements HeapItem {
  heapAt: number = -1
  readonly id: number
  readonly name: HostSlot
  /** Replaced, not pushed to, when a lane joins: nearly always it stays at one. */
  lanes: readonly Lane[] = []
  state: HostState | undefined
  notBeforeMs: number = -Infinity
  /** When the wait until `notBeforeMs` began. */
  sinceMs: number = 0
  /** Whether anything was ever queued or contacted here; held entries alone do not count. */
  known: boolean = false
  /** Leases out. */
  inFlight: number = 0
  /** When a request of this slot last started, as `pin` told; with more than one in flight starts keep the delay too. */
  lastStartMs: number = -Infinity
  /** Last claim, or when it last became non-empty: of two ready slots, the one that waits longer goes first. */
  turnMs: number = -Infinity
  turn: number = 0
  /** Key in its group's heap: when it may go, or its `turnMs` if that is later. */
  orderMs: number = Infinity
  group: AddressGroup

  constructor(id: number, name: HostSlot, group: AddressGroup) {
    this.id = id
    this.name = name
    this.group = group
    group.slots += 1
  }

  get queued(): number {
    return this.lanes.reduce((sum, lane) => sum + lane.queued, 0)
  }
}

/** All slots pinned to one address; or all that have none yet, and then without any bound. */
export class AddressGroup implements HeapItem {
  heapAt: number = -1
  readonly address: string | undefined
  readonly ready: Heap<Slot> = new Heap<Slot>(isSooner)
  notBeforeMs: number = -Infinity
  lastStartMs: number = -Infinity
  inFlight: number = 0
  /** Slots pinned here. */
  slots: number = 0
  orderMs: number = Infinity

  constructor(address: string | undefined) {
    this.address = address
  }
}

function isSooner(a: Slot, b: Slot): boolean {
  return a.orderMs < b.orderMs || (a.orderMs === b.orderMs && a.turn < b.turn)
}
