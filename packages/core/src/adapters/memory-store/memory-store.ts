// The store that lives and dies with the process: entries as bytes in columns, everything else in plain maps.
import { randomFillSync } from 'node:crypto'
import { CurtsyError } from '../../curtsy-error.ts'
import type { HostSlot, Origin } from '../../domain/host-slot.ts'
import type { FailureReason, UrlState, WaitingReason } from '../../domain/outcome.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  AddResult,
  Claim,
  ClaimRequest,
  ClaimedEntry,
  EntryKind,
  EntryRecord,
  HostState,
  NewEntry,
  OriginState,
  PinAnswer,
  QueuedUrl,
  RobotsRecord,
  Settlement,
  StateCounts,
  Store,
  StoreContext,
} from '../../ports/store.ts'
import {
  FifoBacklog,
  QUEUED,
  ROBOTS,
  STATES,
  Rooms,
  Schedule,
  Tally,
  isHeld,
  isLifted,
  kindCode,
  stateCode,
  stateName,
  stateOf,
} from '../../store/index.ts'
import type { FingerprintSeed, Lane, Lease } from '../../store/index.ts'
import { EntryTable } from './entry-table.ts'

/**
 * Gives a store in memory, empty until its first `open`. Opened again after `close` it still holds what it held, so that one
 * process may run several crawls on it; nothing outlives the process. About 105 bytes a URL of 62 characters.
 *
 * @example
 * const store = memoryStore()
 * const crawler = createCrawler({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)', seeds: ['https://example.com/'], store })
 */
export function memoryStore(): Store {
  return new MemoryStore()
}

/** What is kept of an entry whose last attempt failed, until it is done. */
interface Retry {
  readonly reason: FailureReason
  readonly notBeforeMs: number
}

/** Everything a store holds; `fresh` makes a new one. */
class Holdings {
  readonly entries: EntryTable = new EntryTable(
    randomSeed(),
    (lane) => this.schedule?.laneById(lane)?.origin ?? '',
  )
  readonly tally: Tally = new Tally()
  readonly retries: Map<number, Retry> = new Map()
  readonly robots: Map<Origin, RobotsRecord> = new Map()
  readonly meta: Map<string, string> = new Map()
  readonly records: string[] = []
  /** Commit of each record. */
  readonly commits: number[] = []
  commit = 0
  schedule: Schedule | undefined
}

class MemoryStore implements Store {
  #held = new Holdings()
  #clock: Clock | undefined
  #runs = 0

  async open(context: StoreContext): Promise<void> {
    if (this.#clock !== undefined) {
      throw new CurtsyError(
        'CURTSY_STATE',
        'This memory store is open already; one store serves one run at a time.',
      )
    }
    if (context.fresh) this.#held = new Holdings()
    this.#clock = context.clock
    this.#runs += 1
    const prefix = `${this.#runs}.`
    const { entries } = this.#held
    if (this.#held.schedule === undefined) {
      const backlog = (): FifoBacklog => new FifoBacklog(entries.next)
      this.#held.schedule = new Schedule(
        { backlog, kindOf: (id) => entries.kindOf(id) },
        context,
        prefix,
      )
    } else {
      this.#held.schedule.restart(context, prefix, context.clock.now())
    }
  }

  async add(entries: readonly NewEntry[]): Promise<AddResult> {
    const nowMs = this.#now()
    return { added: entries.map((entry) => this.#add(entry, nowMs)) }
  }

  async claim(request: ClaimRequest): Promise<Claim> {
    const nowMs = this.#now()
    const schedule = this.#schedule
    schedule.expire(nowMs)
    const claimed: ClaimedEntry[] = []
    while (claimed.length < request.max) {
      const lease = schedule.claim(nowMs, request.leaseMs)
      if (lease === undefined) break
      claimed.push(this.#claimed(lease))
    }
    return claimed.length > 0 ? { kind: 'entries', entries: claimed } : schedule.look(nowMs)
  }

  async pin(token: string, address: string): Promise<PinAnswer> {
    const lease = this.#lease(token)
    return lease === undefined
      ? { kind: 'busy', untilMs: undefined }
      : this.#schedule.pin(lease, address, this.#now())
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
    this.#now()
    // JSON first: what cannot be told as JSON throws before anything has changed.
    const details = settlements.map(({ outcome }) =>
      outcome.kind === 'done' && outcome.details !== undefined
        ? JSON.stringify(outcome.details)
        : undefined,
    )
    for (const settlement of settlements)
      for (const entry of settlement.found) JSON.stringify(entry.data)
    for (const [at, settlement] of settlements.entries()) this.#settle(settlement, details[at])
  }

  async renew(tokens: readonly string[], leaseMs: number): Promise<void> {
    const untilMs = this.#now() + leaseMs
    for (const token of tokens) {
      const lease = this.#lease(token)
      if (lease !== undefined) this.#schedule.renew(lease, untilMs)
    }
  }

  async release(
    reason: WaitingReason,
    { maxDepth = Infinity, room = () => Infinity }: Parameters<Store['release']>[1],
  ): Promise<number> {
    const nowMs = this.#now()
    const { entries } = this.#held
    const code = stateCode({ kind: 'waiting', reason })
    if (code === QUEUED) return 0
    const left = new Rooms(room)
    let released = 0
    for (let id = 1; id <= entries.size; id += 1) {
      if (entries.state.get(id) !== code || entries.depthOf(id) > maxDepth) continue
      const lane = this.#laneOf(id) as Lane
      if (!left.take(lane.origin)) continue
      this.#move(id, QUEUED)
      const { priority } = entries.read(id)
      this.#schedule.add(lane, { id, priority, kind: entries.kindOf(id) }, nowMs)
      released += 1
    }
    return released
  }

  seen(key: string, lifts?: NewEntry['lifts']): boolean | undefined {
    this.#now()
    const { entries } = this.#held
    if (lifts === undefined) return entries.has(key)
    const id = entries.idOf(key)
    return id !== 0 && !isLifted(entries.state.get(id), lifts)
  }

  async robots(origin: Origin): Promise<RobotsRecord | undefined> {
    this.#now()
    return this.#held.robots.get(origin)
  }

  async host(slot: HostSlot): Promise<HostState | undefined> {
    this.#now()
    const found = this.#schedule.slot(slot)
    return found && this.#schedule.hostState(found)
  }

  async originState(origin: Origin): Promise<OriginState | undefined> {
    this.#now()
    return this.#schedule.lane(origin)?.state
  }

  async find(key: string): Promise<EntryRecord | undefined> {
    this.#now()
    const { entries, retries } = this.#held
    const id = entries.idOf(key)
    if (id === 0) return undefined
    const entry = entries.read(id)
    const leased = [...this.#schedule.leases.values()].some((lease) => lease.id === id)
    const retry = retries.get(id)
    return {
      key: entry.key,
      kind: entry.kind,
      url: entry.url,
      depth: entry.depth,
      via: entry.via,
      attempts: entries.attempts.get(id),
      state: this.#stateOf(id, leased),
      inFlight: leased,
      notBeforeMs: retry?.notBeforeMs,
      lastFailure: retry?.reason,
      details: entries.details(id),
      data: entry.data,
    }
  }

  async counts(kind: EntryKind): Promise<StateCounts> {
    this.#now()
    const code = kindCode(kind)
    return this.#held.tally.counts(code, this.#schedule.parkedCounts(code))
  }

  async examples(kind: EntryKind): Promise<Readonly<Record<string, string>>> {
    this.#now()
    const { entries, tally } = this.#held
    const wanted = kindCode(kind)
    const examples: Record<string, string> = {}
    const open = new Set([...STATES.keys()].filter((code) => tally.get(wanted, code) > 0))
    const parked = new Set(
      [...this.#schedule.parkedCounts(wanted)].filter(([, n]) => n > 0).map(([reason]) => reason),
    )
    for (let id = 1; id <= entries.size && (open.size > 0 || parked.size > 0); id += 1) {
      const code = entries.state.get(id)
      const interesting = open.has(code) || (code === QUEUED && parked.size > 0)
      if (!interesting || entries.kindOf(id) !== wanted) continue
      const state = this.#stateOf(id, false)
      if (code !== QUEUED) open.delete(code)
      else if (state.kind === 'waiting' && state.reason !== 'queued') parked.delete(state.reason)
      else open.delete(QUEUED)
      examples[stateName(state)] ??= entries.urlOf(id)
    }
    return examples
  }

  async hosts(limit: number): ReturnType<Store['hosts']> {
    this.#now()
    const schedule = this.#schedule
    return schedule
      .mostUrgent(limit)
      .map((slot) => ({ slot: slot.name, queued: slot.queued, state: schedule.hostState(slot) }))
  }

  async queued(limit: number): Promise<readonly QueuedUrl[]> {
    this.#now()
    const { entries, retries } = this.#held
    const leased = new Set([...this.#schedule.leases.values()].map((lease) => lease.id))
    const waiting: { readonly priority: number; readonly queued: QueuedUrl }[] = []
    for (let id = 1; id <= entries.size; id += 1) {
      const lane = entries.state.get(id) === QUEUED ? this.#laneOf(id) : undefined
      if (lane === undefined || entries.kindOf(id) === ROBOTS || leased.has(id)) continue
      const { priority, ...entry } = entries.read(id)
      const { slot, origin } = lane
      const notBeforeMs = retries.get(id)?.notBeforeMs
      waiting.push({ priority, queued: { ...entry, slot: slot.name, origin, notBeforeMs } })
    }
    return waiting
      .toSorted((a, b) => a.priority - b.priority)
      .slice(0, limit)
      .map(({ queued }) => queued)
  }

  async linkedUrls(): Promise<ReadonlyMap<Origin, number>> {
    this.#now()
    const { entries } = this.#held
    const linked = new Map<Origin, number>()
    for (let id = 1; id <= entries.size; id += 1) {
      const lane = isHeld(entries.state.get(id)) ? undefined : this.#laneOf(id)
      if (lane === undefined || entries.kindOf(id) !== kindCode('page')) continue
      linked.set(lane.origin, (linked.get(lane.origin) ?? 0) + (entries.depthOf(id) > 0 ? 1 : 0))
    }
    return linked
  }

  async hostCount(): Promise<number> {
    this.#now()
    return this.#schedule.hostCount
  }

  async *records(afterCommit: number = 0): ReturnType<Store['records']> {
    this.#now()
    const { records, commits } = this.#held
    for (let at = 0; at < records.length; at += 1) {
      const commit = commits[at] as number
      if (commit > afterCommit) yield { commit, json: records[at] as string }
    }
  }

  async getMeta(name: string): Promise<string | undefined> {
    this.#now()
    return this.#held.meta.get(name)
  }

  async setMeta(name: string, value: string): Promise<void> {
    this.#now()
    this.#held.meta.set(name, value)
  }

  async close(): Promise<void> {
    this.#clock = undefined
  }

  get #schedule(): Schedule {
    return this.#held.schedule as Schedule
  }

  /** The time, if the store is open. */
  #now(): number {
    if (this.#clock === undefined) {
      throw new CurtsyError(
        'CURTSY_STATE',
        'The store is not open: call open() before any other method, and none after close().',
      )
    }
    return this.#clock.now()
  }

  #lease(token: string): Lease | undefined {
    const nowMs = this.#now()
    this.#schedule.expire(nowMs)
    return this.#schedule.lease(token)
  }

  /** The lane of an entry; refused ones have none. */
  #laneOf(id: number): Lane | undefined {
    return this.#schedule.laneById(this.#held.entries.laneOf(id))
  }

  #add(entry: NewEntry, nowMs: number): boolean {
    const { entries, tally } = this.#held
    const id = entries.claimId(entry.key)
    if (id === 0) return this.#lift(entry, nowMs)
    const kind = kindCode(entry.kind)
    const state = addedState(entry.state)
    // A refused entry never needs a slot: links that leave the scope must not fill the schedule with hosts.
    const lane =
      entry.state.kind === 'refused' ? undefined : this.#schedule.openLane(entry.origin, entry.slot)
    entries.write(id, entry, lane)
    if (state !== QUEUED) entries.state.set(id, state)
    tally.add(kind, state)
    if (lane !== undefined && state === QUEUED)
      this.#schedule.add(lane, { id, priority: entry.priority, kind }, nowMs)
    return true
  }

  /** Lets a queued entry take the place of the one that is held or refused under its key. */
  #lift(entry: NewEntry, nowMs: number): boolean {
    const { entries } = this.#held
    const { lifts, state, priority } = entry
    if (lifts === undefined || state.kind !== 'queued') return false
    const id = entries.idOf(entry.key)
    if (!isLifted(entries.state.get(id), lifts)) return false
    const lane = this.#schedule.openLane(entry.origin, entry.slot)
    entries.write(id, entry, lane)
    entries.forgetDetails(id)
    this.#move(id, QUEUED)
    this.#schedule.add(lane, { id, priority, kind: kindCode(entry.kind) }, nowMs)
    return true
  }

  #claimed(lease: Lease): ClaimedEntry {
    const { entries } = this.#held
    const { key, kind, url, depth, via, priority, data } = entries.read(lease.id)
    const slot = lease.lane.slot
    return {
      lease: lease.token,
      attempt: entries.attempts.get(lease.id),
      host: this.#schedule.hostState(slot),
      pinned: lease.group?.address,
      key,
      kind,
      url,
      slot: slot.name,
      origin: lease.lane.origin,
      depth,
      priority,
      ...(via !== undefined && { via }),
      ...(data !== undefined && { data }),
    }
  }

  #settle(settlement: Settlement, details: string | undefined): void {
    const nowMs = this.#now()
    const lease = this.#lease(settlement.lease)
    if (lease === undefined) return
    const held = this.#held
    const { outcome } = settlement
    const contact = { endMs: settlement.contactEndMs, host: settlement.host }
    if (outcome.kind === 'done' || outcome.kind === 'held') {
      const state =
        outcome.kind === 'done'
          ? outcome.state
          : ({ kind: 'waiting', reason: outcome.reason } as const)
      if (state.kind !== 'refused' && state.kind !== 'waiting') this.#countAttempt(lease.id)
      this.#move(lease.id, stateCode(state))
      held.retries.delete(lease.id)
      if (details !== undefined) held.entries.setDetails(lease.id, details)
      this.#schedule.end(lease, { kind: 'gone' }, contact, nowMs)
    } else if (outcome.kind === 'retry') {
      const { notBeforeMs, reason } = outcome
      this.#countAttempt(lease.id)
      held.retries.set(lease.id, { notBeforeMs, reason })
      this.#schedule.end(lease, { kind: 'retry', atMs: notBeforeMs }, contact, nowMs)
    } else {
      this.#schedule.end(lease, { kind: 'head' }, contact, nowMs)
    }
    for (const entry of settlement.found) this.#add(entry, nowMs)
    for (const state of settlement.origins ?? []) this.#schedule.setOrigin(state, nowMs)
    for (const record of settlement.robots ?? []) held.robots.set(record.origin, record)
    if (settlement.records.length > 0) held.commit += 1
    for (const json of settlement.records) {
      held.records.push(json)
      held.commits.push(held.commit)
    }
  }

  #countAttempt(id: number): void {
    const { attempts } = this.#held.entries
    attempts.set(id, Math.min(0xffff, attempts.get(id) + 1))
  }

  #move(id: number, state: number): void {
    const { entries, tally } = this.#held
    const kind = entries.kindOf(id)
    tally.add(kind, entries.state.get(id), -1)
    tally.add(kind, state)
    entries.state.set(id, state)
  }

  #stateOf(id: number, leased: boolean): UrlState {
    const state = stateOf(this.#held.entries.state.get(id))
    const lane = this.#laneOf(id)
    if (state.kind !== 'waiting' || state.reason !== 'queued' || leased || lane === undefined)
      return state
    return { kind: 'waiting', reason: this.#schedule.waitingReason(lane) }
  }
}

function addedState(state: NewEntry['state']): number {
  if (state.kind === 'queued') return QUEUED
  return stateCode(state.kind === 'refused' ? state : { kind: 'waiting', reason: state.reason })
}

function randomSeed(): FingerprintSeed {
  const [a = 0, b = 0, c = 0, d = 0] = randomFillSync(new Uint32Array(4))
  return [a, b, c, d]
}
