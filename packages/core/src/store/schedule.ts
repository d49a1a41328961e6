// The schedule: step 4 of the walk. Says which entry may start now, or what has to happen first; the same for memory and SQLite.
//
// Two heaps: address groups by their earliest start, and within each its slots by next contact. A slot stands in its group's heap
// exactly while something of it could start without anybody settling; a group stands in the heap exactly while that is true of
// one of its slots and the address has room. So the top of the heap is the answer, and no timer and no scan is needed.
// `#live` counts the queued entries that keep the run alive; with the leases it tells `busy` from `empty`.
import type { HostSlot, Origin } from '../domain/host-slot.ts'
import type { WaitingReason } from '../domain/outcome.ts'
import type { Claim, HostState, OriginState, PinAnswer } from '../ports/store.ts'
import { Heap } from './heap.ts'
import type { HeapItem } from './heap.ts'
import { LaneQueue, boundedWait } from './lane-queue.ts'
import type { Backlog, QueuedEntry } from './lane-queue.ts'
import { AddressGroup, Lane, Slot } from './slot.ts'
import { ROBOTS } from './state-code.ts'
import type { ParkedCounts } from './tally.ts'

/** Bounds of one run, from `StoreContext`. */
export interface ScheduleBounds {
  readonly perAddressInFlight: number
  readonly perAddressDelayMs: number
  readonly initialHost: { readonly delayMs: number; readonly inFlight: number }
  readonly robotsOnly?: boolean
}

/** Where the entries themselves are. */
export interface ScheduleBackend {
  /** A new, empty backlog for a lane; `robots` says for which of its two queues. */
  backlog(laneId: number, robots: boolean): Backlog
  /** Kind code of an entry that is taken from the backlog of pages and sitemaps. */
  kindOf(id: number): number
}

/** An entry that somebody works on. */
export interface Lease extends QueuedEntry, HeapItem {
  readonly token: string
  readonly lane: Lane
  /** Whose room it takes; undefined until pinned. */
  group: AddressGroup | undefined
  untilMs: number
  /** What the claim moved, so that a turn without contact can be undone: before and after. */
  slotMove: { readonly fromMs: number; readonly toMs: number }
  groupMove: { readonly fromMs: number; readonly toMs: number }
}

/** What became of the contact of a lease. */
export interface ContactEnd {
  /** Undefined if there was no contact. */
  readonly endMs?: number | undefined
  readonly host?: HostState | undefined
}

/** Where a leased entry goes: nowhere, back to the head, or among the retries. */
export type Destination =
  | { readonly kind: 'gone' }
  | { readonly kind: 'head' }
  | { readonly kind: 'retry'; readonly atMs: number }

type NoEntry = Exclude<Claim, { readonly kind: 'entries' }>

const UNMOVED = { fromMs: -Infinity, toMs: -Infinity }

export class Schedule {
  /** Makes one of the two queues of a lane. */
  readonly #makeQueue: (lane: number, robots: boolean) => LaneQueue
  #bounds: ScheduleBounds
  /** Shared with the lanes. */
  readonly #run: { robotsOnly: boolean }
  readonly #slots = new Map<HostSlot, Slot>()
  readonly #lanes = new Map<Origin, Lane>()
  readonly #laneById: Lane[] = []
  readonly #unpinned = new AddressGroup(undefined)
  readonly #groups = new Map<string, AddressGroup>()
  readonly #heap = new Heap<AddressGroup>((a, b) => {
    if (a.orderMs !== b.orderMs) return a.orderMs < b.orderMs
    return (a.ready.peek()?.turn ?? 0) < (b.ready.peek()?.turn ?? 0)
  })
  readonly #leases = new Map<string, Lease>()
  readonly #byEnd = new Heap<Lease>((a, b) => a.untilMs < b.untilMs)
  readonly #parkedSlots = new Set<Slot>()
  readonly #parkedLanes = new Set<Lane>()
  #live = 0
  #queued = 0
  #turn = 0
  #leaseCount = 0
  #hostCount = 0
  #sweepGroupsAt = 1_024
  #tokenPrefix: string

  /** @param tokenPrefix makes the leases of this run unlike those of any other run of the store */
  constructor(backend: ScheduleBackend, bounds: ScheduleBounds, tokenPrefix: string) {
    const kindOf = (entry: number): number => backend.kindOf(entry)
    this.#makeQueue = (lane, robots) =>
      new LaneQueue(backend.backlog(lane, robots), robots ? robotsKind : kindOf)
    this.#bounds = bounds
    this.#run = { robotsOnly: bounds.robotsOnly ?? false }
    this.#tokenPrefix = tokenPrefix
  }

  /**
   * Begins a new run with what the one before left: leases end as after a crash, waits are bounded by their length, and what was
   * parked for the rest of that run is parked until its time.
   */
  restart(bounds: ScheduleBounds, tokenPrefix: string, nowMs: number): void {
    this.#bounds = bounds
    this.#run.robotsOnly = bounds.robotsOnly ?? false
    this.#tokenPrefix = tokenPrefix
    for (const group of this.#groups.values()) {
      group.lastStartMs = -Infinity
      group.notBeforeMs = Math.min(group.notBeforeMs, nowMs + bounds.perAddressDelayMs)
    }
    for (const slot of this.#slots.values()) {
      slot.notBeforeMs = boundedWait(slot.notBeforeMs, slot.sinceMs, nowMs)
      slot.state = slot.state && forNextRun(slot.state, slot.notBeforeMs, slot.sinceMs)
      slot.turnMs = slot.lastStartMs = -Infinity
      for (const lane of slot.lanes) lane.boundWaits(nowMs)
      this.#refresh(slot)
    }
    for (const lease of [...this.#leases.values()].toReversed()) this.abandon(lease, nowMs)
  }

  /** Queued entries, without those in flight. */
  get queued(): number {
    return this.#queued
  }

  /** Slots ever contacted or queued. */
  get hostCount(): number {
    return this.#hostCount
  }

  /** Addresses remembered: those of slots, and those left while a wait is pending there. */
  get addressCount(): number {
    return this.#groups.size
  }

  get leases(): ReadonlyMap<string, Lease> {
    return this.#leases
  }

  slots(): IterableIterator<Slot> {
    return this.#slots.values()
  }

  slot(name: HostSlot): Slot | undefined {
    return this.#slots.get(name)
  }

  lane(origin: Origin): Lane | undefined {
    return this.#lanes.get(origin)
  }

  laneById(id: number): Lane | undefined {
    return this.#laneById[id]
  }

  /** The slot of that name, made if need be; ids count from 0 in the order of making. */
  openSlot(name: HostSlot): Slot {
    let slot = this.#slots.get(name)
    if (slot === undefined) {
      slot = new Slot(this.#slots.size, name, this.#unpinned)
      this.#slots.set(name, slot)
    }
    return slot
  }

  /** The lane of that origin, made if need be; ids count from 0 in the order of making. */
  openLane(origin: Origin, slotName: HostSlot): Lane {
    let lane = this.#lanes.get(origin)
    if (lane === undefined) {
      const id = this.#laneById.length
      lane = new Lane(id, origin, this.openSlot(slotName), this.#makeQueue, this.#run)
      this.#lanes.set(origin, lane)
      this.#laneById.push(lane)
      lane.slot.lanes = [...lane.slot.lanes, lane]
    }
    return lane
  }

  /** Puts an entry into the backlog of its lane. */
  add(lane: Lane, entry: QueuedEntry, nowMs: number): void {
    const beforeMs = lane.readyMs()
    lane.queueFor(entry.kind).push(entry.id, entry.priority)
    this.#joined(lane, entry.kind, beforeMs, nowMs)
  }

  /** Puts an entry to the head of its lane. */
  putBack(lane: Lane, entry: QueuedEntry, nowMs: number): void {
    const beforeMs = lane.readyMs()
    lane.queueFor(entry.kind).putBack(entry, this.#nextTurn())
    this.#joined(lane, entry.kind, beforeMs, nowMs)
  }

  /** Puts an entry among the retries of its lane. */
  delay(lane: Lane, entry: QueuedEntry, atMs: number, nowMs: number): void {
    const beforeMs = lane.readyMs()
    lane.queueFor(entry.kind).delay(entry, atMs, nowMs)
    this.#joined(lane, entry.kind, beforeMs, nowMs)
  }

  /** Puts an entry of a file that is opened into the backlog of its lane; `loaded` counts all of them at once. */
  load(lane: Lane, id: number, priority: number, kind: number): void {
    lane.queueFor(kind).push(id, priority)
    lane.queuedByKind[kind as 0] += 1
  }

  /** Counts what `load` has put into the backlogs. */
  loaded(nowMs: number): void {
    this.#queued = 0
    for (const slot of this.#slots.values()) {
      const { queued } = slot
      this.#queued += queued
      if (queued === 0) continue
      this.#count(slot)
      slot.turnMs = nowMs
      slot.turn = this.#nextTurn()
      this.#refresh(slot)
    }
  }

  /** Sets the clock of a slot as a file or a run before left it. */
  setHost(slot: Slot, state: HostState | undefined, notBeforeMs: number, sinceMs: number): void {
    slot.state = state
    slot.notBeforeMs = notBeforeMs
    slot.sinceMs = sinceMs
    this.#count(slot)
    this.#refresh(slot)
  }

  /** Readiness of an origin, as the last settlement left it. */
  setOrigin(state: OriginState, sinceMs: number): void {
    const lane = this.openLane(state.origin, state.slot)
    lane.state = state
    lane.sinceMs = sinceMs
    if (state.parked) this.#parkedLanes.add(lane)
    else this.#parkedLanes.delete(lane)
    this.#refresh(lane.slot)
  }

  /** Remembers the address of a slot and the end of the last contact there (a file that is opened). */
  setAddress(slot: Slot, address: string, notBeforeMs: number, nowMs: number): void {
    const group = this.#openGroup(address, nowMs)
    group.notBeforeMs = Math.max(group.notBeforeMs, notBeforeMs)
    this.#move(slot, group)
  }

  /** Whether `claim` would give an entry. */
  ready(nowMs: number): boolean {
    const group = this.#heap.peek()
    return group !== undefined && group.orderMs <= nowMs
  }

  /** Takes the next entry that may start at `nowMs`; undefined if none may. */
  claim(nowMs: number, leaseMs: number): Lease | undefined {
    const group = this.#heap.peek()
    const slot = group?.ready.peek()
    if (group === undefined || slot === undefined || group.orderMs > nowMs) return undefined
    const lane = oldestReady(slot, nowMs)
    const entry = lane?.take(nowMs)
    if (lane === undefined || entry === undefined) {
      throw new Error(`The schedule is inconsistent: slot ${slot.name} was ready but has no entry.`)
    }
    this.#queued -= 1
    lane.turn = slot.turn = this.#nextTurn()
    slot.turnMs = nowMs
    slot.inFlight += 1
    const lease: Lease = {
      id: entry.id,
      priority: entry.priority,
      kind: entry.kind,
      token: `${this.#tokenPrefix}${(this.#leaseCount += 1)}`,
      lane,
      group: group === this.#unpinned ? undefined : group,
      untilMs: nowMs + leaseMs,
      slotMove: UNMOVED,
      groupMove: UNMOVED,
      heapAt: -1,
    }
    if (this.#inFlightOf(slot) > 1) lease.slotMove = this.#moveSlot(slot, nowMs)
    if (lease.group !== undefined) {
      lease.group.inFlight += 1
      lease.groupMove = this.#moveGroup(lease.group, nowMs)
    }
    this.#leases.set(lease.token, lease)
    this.#byEnd.place(lease)
    this.#refresh(slot)
    return lease
  }

  /** Why `claim` has nothing. */
  look(nowMs: number): NoEntry {
    const group = this.#heap.peek()
    const slot = group?.ready.peek()
    if (this.#live === 0 && this.#leases.size === 0) return { kind: 'empty', parked: this.#queued }
    if (group !== undefined && slot !== undefined && group.orderMs < Infinity) {
      return {
        kind: 'wait',
        untilMs: group.orderMs,
        nowMs,
        slot: slot.name,
        ...whyWait(group, slot),
      }
    }
    const untilMs = this.#byEnd.peek()?.untilMs
    if (untilMs !== undefined) return { kind: 'busy', untilMs, nowMs }
    throw new Error('The schedule is inconsistent: entries are live but no slot is ready.')
  }

  /** The lease of that token, unless it is void. */
  lease(token: string): Lease | undefined {
    return this.#leases.get(token)
  }

  /** Reserves `address` for a lease and starts its contact. See `Store.pin`. */
  pin(lease: Lease, address: string, nowMs: number): PinAnswer {
    const slot = lease.lane.slot
    const group = this.#openGroup(address, nowMs)
    if (lease.group !== group) this.#giveUpRoom(lease)
    if (slot.group !== group) this.#move(slot, group)
    const answer = this.#room(lease, group, nowMs)
    if (answer.kind === 'busy') {
      this.#giveUpRoom(lease)
    } else {
      if (lease.group === undefined) {
        lease.group = group
        group.inFlight += 1
      }
      lease.groupMove = UNMOVED
      lease.slotMove = UNMOVED
      group.lastStartMs = nowMs
      slot.lastStartMs = nowMs
      this.#moveGroup(group, nowMs)
      if (this.#inFlightOf(slot) > 1) this.#moveSlot(slot, nowMs)
    }
    this.#refresh(slot)
    return answer
  }

  renew(lease: Lease, untilMs: number): void {
    lease.untilMs = untilMs
    this.#byEnd.place(lease)
  }

  /** Ends a lease: gives back its room, moves the clocks and puts the entry where it goes. */
  end(lease: Lease, to: Destination, contact: ContactEnd, nowMs: number): void {
    const slot = lease.lane.slot
    if (contact.endMs === undefined) {
      this.#undoSlotMove(lease)
      this.#undoGroupMove(lease)
    } else if (lease.group !== undefined) {
      const freeMs = contact.endMs + this.#bounds.perAddressDelayMs
      lease.group.notBeforeMs = Math.max(lease.group.notBeforeMs, freeMs)
    }
    this.#release(lease)
    this.#leases.delete(lease.token)
    this.#byEnd.remove(lease)
    slot.inFlight -= 1
    if (contact.host !== undefined) this.#adopt(slot, contact.host)
    if (to.kind === 'head') this.putBack(lease.lane, lease, nowMs)
    else if (to.kind === 'retry') this.delay(lease.lane, lease, to.atMs, nowMs)
    // Also then: with more in flight a slot stands in its heap all the while, with the time it had before this contact.
    this.#refresh(slot)
  }

  /** Ends every lease whose time is over: the entry goes to the head and its slot waits its delay anew. Gives those leases. */
  expire(nowMs: number): Lease[] {
    const over: Lease[] = []
    for (
      let lease = this.#byEnd.peek();
      lease !== undefined && lease.untilMs <= nowMs;
      lease = this.#byEnd.peek()
    ) {
      over.push(lease)
      this.abandon(lease, nowMs)
    }
    return over
  }

  /** Ends a lease of which nobody knows whether its contact took place: as if one had just ended. */
  abandon(lease: Lease, nowMs: number): void {
    const slot = lease.lane.slot
    this.waitAnew(slot, nowMs)
    this.end(lease, { kind: 'head' }, { endMs: nowMs }, nowMs)
  }

  /** Lets a slot wait its delay from now on (invariant 14: the end of its last contact is unknown). */
  waitAnew(slot: Slot, nowMs: number): void {
    const untilMs = nowMs + this.#delayOf(slot)
    if (untilMs > slot.notBeforeMs) {
      slot.notBeforeMs = untilMs
      slot.sinceMs = nowMs
    }
    this.#refresh(slot)
  }

  /** The state of a slot with the wait that is really in force. */
  hostState(slot: Slot): HostState | undefined {
    const state = slot.state
    if (state === undefined || state.notBeforeMs === slot.notBeforeMs) return state
    return { ...state, notBeforeMs: slot.notBeforeMs, sinceMs: slot.sinceMs }
  }

  /** Why a queued entry of this lane waits, in the words of the report. */
  waitingReason(lane: Lane): WaitingReason {
    return lane.slot.state?.parked?.reason ?? (lane.state?.parked ? 'robots-unreachable' : 'queued')
  }

  /** Queued entries of one kind in parked slots and origins, by what parked them. */
  parkedCounts(kind: number): ParkedCounts {
    const counts = new Map<WaitingReason, number>()
    const count = (lane: Lane): void => {
      const reason = this.waitingReason(lane)
      counts.set(reason, (counts.get(reason) ?? 0) + (lane.queuedByKind[kind as 0] ?? 0))
    }
    for (const slot of this.#parkedSlots) slot.lanes.forEach(count)
    for (const lane of this.#parkedLanes) if (!lane.slot.state?.parked) count(lane)
    return counts
  }

  /** For each reason that queued entries of one kind wait for, a lane that has some. */
  queuedLanes(kind: number): ReadonlyMap<WaitingReason, Lane> {
    const lanes = new Map<WaitingReason, Lane>()
    for (const lane of this.#laneById) {
      if ((lane.queuedByKind[kind as 0] ?? 0) === 0) continue
      const reason = this.waitingReason(lane)
      if (!lanes.has(reason)) lanes.set(reason, lane)
    }
    return lanes
  }

  /** Slots with queued entries, most urgent first. */
  mostUrgent(limit: number): Slot[] {
    const waiting = [...this.#slots.values()].filter((slot) => slot.queued > 0)
    return waiting.toSorted((a, b) => nextMs(a) - nextMs(b) || a.turn - b.turn).slice(0, limit)
  }

  /** After entries have joined a lane that was ready at `beforeMs`; nothing but counters moves if it still is. */
  #joined(lane: Lane, kind: number, beforeMs: number, nowMs: number): void {
    const slot = lane.slot
    this.#count(slot)
    lane.queuedByKind[kind as 0] += 1
    this.#queued += 1
    if (beforeMs !== Infinity && lane.readyMs() === beforeMs && slot.heapAt >= 0) {
      this.#countLive(lane)
      return
    }
    if (slot.heapAt < 0 && slot.inFlight === 0) {
      slot.turnMs = nowMs
      slot.turn = this.#nextTurn()
    }
    this.#refresh(slot)
  }

  #count(slot: Slot): void {
    if (slot.known) return
    slot.known = true
    this.#hostCount += 1
  }

  #countLive(lane: Lane): void {
    const live = lane.liveQueued()
    this.#live += live - lane.live
    lane.live = live
  }

  /** Takes over what domain/politeness.ts made of the contact. A wait never gets shorter here. */
  #adopt(slot: Slot, state: HostState): void {
    slot.state = state
    if (state.notBeforeMs >= slot.notBeforeMs) {
      slot.notBeforeMs = state.notBeforeMs
      slot.sinceMs = state.sinceMs
    }
  }

  #inFlightOf(slot: Slot): number {
    return Math.max(1, slot.state?.inFlight ?? this.#bounds.initialHost.inFlight)
  }

  #delayOf(slot: Slot): number {
    return slot.state?.delayMs ?? this.#bounds.initialHost.delayMs
  }

  #moveSlot(slot: Slot, nowMs: number): Lease['slotMove'] {
    const fromMs = slot.notBeforeMs
    const toMs = nowMs + this.#delayOf(slot)
    if (toMs <= fromMs) return UNMOVED
    slot.notBeforeMs = toMs
    slot.sinceMs = nowMs
    return { fromMs, toMs }
  }

  #moveGroup(group: AddressGroup, nowMs: number): Lease['groupMove'] {
    const fromMs = group.notBeforeMs
    const toMs = nowMs + this.#bounds.perAddressDelayMs
    if (toMs <= fromMs) return UNMOVED
    group.notBeforeMs = toMs
    return { fromMs, toMs }
  }

  /** A claim that led to no contact leaves the clock of the slot as it was, unless somebody has moved it since. */
  #undoSlotMove(lease: Lease): void {
    const { slot } = lease.lane
    if (lease.slotMove !== UNMOVED && slot.notBeforeMs === lease.slotMove.toMs) {
      slot.notBeforeMs = Math.max(lease.slotMove.fromMs, slot.lastStartMs + this.#delayOf(slot))
    }
    lease.slotMove = UNMOVED
  }

  /** The same for the clock of the address. */
  #undoGroupMove(lease: Lease): void {
    const { group } = lease
    if (
      group !== undefined &&
      lease.groupMove !== UNMOVED &&
      group.notBeforeMs === lease.groupMove.toMs
    ) {
      group.notBeforeMs = Math.max(
        lease.groupMove.fromMs,
        group.lastStartMs + this.#bounds.perAddressDelayMs,
      )
    }
    lease.groupMove = UNMOVED
  }

  /** Whether a contact may start at this address now. */
  #room(lease: Lease, group: AddressGroup, nowMs: number): PinAnswer {
    const slot = lease.lane.slot
    if (lease.group === undefined) {
      if (group.inFlight >= this.#bounds.perAddressInFlight)
        return { kind: 'busy', untilMs: undefined }
      if (group.notBeforeMs > nowMs) return { kind: 'busy', untilMs: group.notBeforeMs }
    }
    let untilMs = group.lastStartMs + this.#bounds.perAddressDelayMs
    if (this.#inFlightOf(slot) > 1)
      untilMs = Math.max(untilMs, slot.lastStartMs + this.#delayOf(slot))
    return untilMs > nowMs ? { kind: 'busy', untilMs } : { kind: 'pinned' }
  }

  /** Leaves the address without having contacted it. */
  #giveUpRoom(lease: Lease): void {
    this.#undoGroupMove(lease)
    this.#release(lease)
  }

  #release(lease: Lease): void {
    const group = lease.group
    if (group === undefined) return
    lease.group = undefined
    group.inFlight -= 1
    this.#refreshGroup(group)
  }

  #openGroup(address: string, nowMs: number): AddressGroup {
    let group = this.#groups.get(address)
    if (group === undefined) {
      if (this.#groups.size >= this.#sweepGroupsAt) this.#sweepGroups(nowMs)
      group = new AddressGroup(address)
      this.#groups.set(address, group)
    }
    return group
  }

  /** Forgets addresses that no slot is pinned to any more, once nothing is in flight and no wait is pending there. */
  #sweepGroups(nowMs: number): void {
    for (const [address, group] of this.#groups) {
      const idle = group.slots === 0 && group.inFlight === 0 && group.notBeforeMs <= nowMs
      if (idle) this.#groups.delete(address)
    }
    this.#sweepGroupsAt = Math.max(1_024, 2 * this.#groups.size)
  }

  #move(slot: Slot, group: AddressGroup): void {
    const old = slot.group
    old.ready.remove(slot)
    old.slots -= 1
    slot.group = group
    group.slots += 1
    this.#refreshGroup(old)
    this.#refresh(slot)
  }

  #nextTurn(): number {
    return (this.#turn += 1)
  }

  /** Brings counters and heaps in line after anything about a slot has changed. */
  #refresh(slot: Slot): void {
    let readyMs = Infinity
    for (const lane of slot.lanes) {
      readyMs = Math.min(readyMs, lane.readyMs())
      this.#countLive(lane)
    }
    const parked = slot.state?.parked
    if (parked === undefined) this.#parkedSlots.delete(slot)
    else this.#parkedSlots.add(slot)
    const blocked = parked?.restOfRun === true || slot.inFlight >= this.#inFlightOf(slot)
    if (blocked || readyMs === Infinity) {
      slot.group.ready.remove(slot)
    } else {
      slot.orderMs = Math.max(readyMs, slot.notBeforeMs, slot.turnMs)
      slot.group.ready.place(slot)
    }
    this.#refreshGroup(slot.group)
  }

  #refreshGroup(group: AddressGroup): void {
    const first = group.ready.peek()
    const full = group !== this.#unpinned && group.inFlight >= this.#bounds.perAddressInFlight
    if (first === undefined || full) {
      this.#heap.remove(group)
    } else {
      group.orderMs = Math.max(first.orderMs, group.notBeforeMs)
      this.#heap.place(group)
    }
  }
}

/** What a host state of one run means to the next: its wait as it is in force, and no park "for the rest of the run". */
export function forNextRun(state: HostState, notBeforeMs: number, sinceMs: number): HostState {
  const parked = state.parked && { reason: state.parked.reason, restOfRun: false }
  return { ...state, notBeforeMs, sinceMs, ...(parked && { parked }) }
}

/** Of the lanes that may go now, the one whose last turn is longest ago. */
function oldestReady(slot: Slot, nowMs: number): Lane | undefined {
  let oldest: Lane | undefined
  for (const lane of slot.lanes) {
    if (lane.readyMs() <= nowMs && (oldest === undefined || lane.turn < oldest.turn)) oldest = lane
  }
  return oldest
}

/** When a slot may go, whether or not it stands in a heap. */
function nextMs(slot: Slot): number {
  const lanes = Math.min(...slot.lanes.map((lane) => lane.readyMs()))
  return slot.state?.parked?.restOfRun
    ? Number.MAX_VALUE
    : Math.max(slot.notBeforeMs, Math.min(lanes, Number.MAX_VALUE))
}

/** Which bound a slot waits for. */
function whyWait(
  group: AddressGroup,
  slot: Slot,
): { readonly reason: string; readonly line?: number } {
  if (group.orderMs > slot.orderMs) return { reason: 'address' }
  const state = slot.state
  if (slot.notBeforeMs >= slot.orderMs) {
    return {
      reason: state?.reason ?? 'delay',
      ...(state?.line === undefined ? {} : { line: state.line }),
    }
  }
  const held = slot.lanes.find(
    (lane) => lane.state !== undefined && lane.state.notBeforeMs >= slot.orderMs,
  )
  return { reason: held?.state?.reason ?? 'retry' }
}

function robotsKind(): number {
  return ROBOTS
}
