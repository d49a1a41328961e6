// The durable store: entries on disk, order and clocks in memory, one transaction a call. Whatever was settled is in the file
// before `settle` answers; whatever was not is found again at the next opening.
import { randomFillSync } from 'node:crypto'
import {
  CurtsyError,
  FifoBacklog,
  Column,
  QUEUED,
  STATES,
  Rooms,
  Schedule,
  isHeld,
  isLifted,
  kindCode,
  stateCode,
  stateName,
  stateOf,
} from '@curtsy/core/store'
import type {
  AddResult,
  Claim,
  ClaimRequest,
  ClaimedEntry,
  Clock,
  EntryKind,
  EntryRecord,
  FingerprintSeed,
  HostSlot,
  HostState,
  Lane,
  Lease,
  NewEntry,
  Origin,
  OriginState,
  PinAnswer,
  QueuedUrl,
  RobotsRecord,
  Settlement,
  StateCounts,
  Store,
  StoreContext,
  UrlState,
  WaitingReason,
} from '@curtsy/core/store'
import type { Database, Statement } from './sqlite-api.ts'
import { EntryFile, addedState } from './entry-file.ts'
import {
  ENTRY_TABLES,
  SELECT_QUEUED,
  dataOfRow,
  keyOfRow,
  kindOfRow,
  queuedOfRow,
  recordOfRow,
} from './entry-rows.ts'
import type { EntryRow, QueuedRow } from './entry-rows.ts'
import { HostFile } from './host-file.ts'
import { loadSchedule } from './load-schedule.ts'
import { checkPlace, discard, openForWriting } from './open-file.ts'
import type { Durability } from './open-file.ts'
import { readRecords } from './records.ts'
import { loadSqlite } from './sqlite-api.ts'
import { isBusy, storageError } from './storage-error.ts'
import { TallyFile } from './tally-file.ts'
import { lockForWriting } from './writer-lock.ts'
import type { WriterLock } from './writer-lock.ts'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** The file; made if it does not exist, its folder must. */
  readonly path: string
  /** Default `normal`: survives `kill -9`. `full` survives a power cut too and flushes the disk for each transaction. */
  readonly durability?: Durability
}

/**
 * Gives a store in one SQLite file. The file is touched by `open`, not before, and errors come from there.
 *
 * @example
 * const store = sqliteStore('crawl.db')
 * const crawler = createCrawler({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)', seeds: ['https://example.com/'], store })
 * await crawler.run() // the same program again goes on where this one stopped
 */
export function sqliteStore(pathOrOptions: string | SqliteStoreOptions): Store {
  return new SqliteStore(
    typeof pathOrOptions === 'string' ? { path: pathOrOptions } : pathOrOptions,
  )
}

/** Everything that exists while the store is open. */
interface OpenStore {
  readonly db: Database
  readonly lock: WriterLock
  readonly clock: Clock
  readonly schedule: Schedule
  readonly entries: EntryFile
  readonly hosts: HostFile
  tally: TallyFile
  readonly begin: Statement
  readonly commit: Statement
  readonly insertRecord: Statement
  readonly putMeta: Statement
  readonly getMeta: Statement
  commitNo: number
}

class SqliteStore implements Store {
  readonly #path: string
  readonly #durability: Durability
  #open: OpenStore | undefined
  #opening = false
  /** Set by the first transaction that failed: what is in memory may be ahead of the file, so nothing more is claimed or written. */
  #fault: CurtsyError | undefined
  /** The row that the schedule's last `kindOf` read: the claim needs it again at once. */
  #row: EntryRow | undefined

  constructor(options: SqliteStoreOptions) {
    this.#path = options.path
    this.#durability = options.durability ?? 'normal'
  }

  async open(context: StoreContext): Promise<void> {
    if (this.#open !== undefined || this.#opening) {
      throw new CurtsyError(
        'CURTSY_STATE',
        `The store ${this.#path} is open already; one store serves one run at a time.`,
      )
    }
    this.#opening = true
    try {
      const sqlite = await loadSqlite()
      checkPlace(this.#path)
      const lock = lockForWriting(sqlite, this.#path)
      let db: Database | undefined
      try {
        if (context.fresh) discard(sqlite, this.#path)
        db = openForWriting(sqlite, this.#path, this.#durability)
        this.#open = this.#load(db, lock, context)
        this.#fault = undefined
      } catch (cause) {
        db?.close()
        lock.release()
        throw storageError(this.#path, cause)
      }
    } finally {
      this.#opening = false
    }
  }

  async add(entries: readonly NewEntry[]): Promise<AddResult> {
    const open = this.#writable()
    const data = entries.map((entry) => toJson(entry.data))
    // Most links are known: without a new one nothing is written.
    if (entries.every(({ key, lifts }) => lifts === undefined && open.entries.has(key)))
      return { added: entries.map(() => false) }
    const nowMs = open.clock.now()
    return this.#transaction(open, () => ({
      added: entries.map((entry, at) => this.#add(open, entry, data[at], nowMs)),
    }))
  }

  async claim(request: ClaimRequest): Promise<Claim> {
    const open = this.#writable()
    const { schedule } = open
    const nowMs = open.clock.now()
    schedule.expire(nowMs)
    if (request.max < 1 || !schedule.ready(nowMs)) return schedule.look(nowMs)
    return this.#transaction(open, () => {
      const claimed: ClaimedEntry[] = []
      while (claimed.length < request.max) {
        const lease = schedule.claim(nowMs, request.leaseMs)
        if (lease === undefined) break
        const row = this.#readRow(open.entries, lease.id)
        open.entries.take(lease.id, row.attempts)
        claimed.push(this.#claimed(open, lease, row))
      }
      return { kind: 'entries', entries: claimed }
    })
  }

  async pin(token: string, address: string): Promise<PinAnswer> {
    const open = this.#writable()
    const lease = this.#lease(open, token)
    return lease === undefined
      ? { kind: 'busy', untilMs: undefined }
      : open.schedule.pin(lease, address, open.clock.now())
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
    const open = this.#writable()
    // JSON first: what cannot be told as JSON throws before anything has changed.
    const texts = settlements.map(({ outcome, found }) => ({
      details: outcome.kind === 'done' ? toJson(outcome.details) : undefined,
      data: found.map((entry) => toJson(entry.data)),
    }))
    if (settlements.length === 0) return
    this.#transaction(open, () => {
      for (const [at, settlement] of settlements.entries()) {
        this.#settle(open, settlement, texts[at] as (typeof texts)[number])
      }
    })
  }

  async renew(tokens: readonly string[], leaseMs: number): Promise<void> {
    const open = this.#writable()
    const untilMs = open.clock.now() + leaseMs
    for (const token of tokens) {
      const lease = this.#lease(open, token)
      if (lease !== undefined) open.schedule.renew(lease, untilMs)
    }
  }

  async release(
    reason: WaitingReason,
    { maxDepth = Number.MAX_SAFE_INTEGER, room = () => Infinity }: Parameters<Store['release']>[1],
  ): Promise<number> {
    const open = this.#writable()
    const code = stateCode({ kind: 'waiting', reason })
    if (code === QUEUED) return 0
    const nowMs = open.clock.now()
    return this.#transaction(open, () => {
      const rows = open.db
        .prepare(
          `SELECT u.id, u.kind, u.priority, u.origin FROM url u LEFT JOIN progress p ON p.id = u.id
           WHERE coalesce(p.state, u.added) = ? AND u.depth <= ? ORDER BY u.id`,
        )
        .all(code, Math.min(maxDepth, Number.MAX_SAFE_INTEGER))
      const left = new Rooms(room)
      let released = 0
      for (const row of rows) {
        const entry = {
          id: Number(row['id']),
          kind: Number(row['kind']),
          priority: Number(row['priority']),
        }
        const lane = open.schedule.laneById(Number(row['origin']))
        if (lane === undefined || !left.take(lane.origin)) continue
        open.entries.queueAgain(entry.id)
        open.tally.moved(entry.kind, code, QUEUED, entry.id)
        open.schedule.add(lane, entry, nowMs)
        open.hosts.ensure(lane)
        released += 1
      }
      return released
    })
  }

  seen(key: string, lifts?: NewEntry['lifts']): boolean | undefined {
    const { entries } = this.#readable()
    const id = entries.idOf(key)
    return id !== undefined && !(lifts !== undefined && isLifted(entries.left(id), lifts))
  }

  async robots(origin: Origin): Promise<RobotsRecord | undefined> {
    return this.#reading((open) => open.hosts.robots(origin))
  }

  async host(slot: HostSlot): Promise<HostState | undefined> {
    const { schedule } = this.#readable()
    const found = schedule.slot(slot)
    return found && schedule.hostState(found)
  }

  async originState(origin: Origin): Promise<OriginState | undefined> {
    return this.#readable().schedule.lane(origin)?.state
  }

  async find(key: string): Promise<EntryRecord | undefined> {
    return this.#reading((open) => {
      const id = open.entries.idOf(key)
      const row = id === undefined ? undefined : open.entries.row(id)
      if (row === undefined) return undefined
      const leased = [...open.schedule.leases.values()].some((lease) => lease.id === row.id)
      return recordOfRow(row, this.#stateOf(open, row, leased), leased)
    })
  }

  async counts(kind: EntryKind): Promise<StateCounts> {
    const { tally, schedule } = this.#readable()
    const code = kindCode(kind)
    return tally.tally.counts(code, schedule.parkedCounts(code))
  }

  async examples(kind: EntryKind): Promise<Readonly<Record<string, string>>> {
    return this.#reading((open) => {
      const code = kindCode(kind)
      const examples: Record<string, string> = {}
      for (const state of STATES.keys()) {
        if (state === QUEUED || open.tally.tally.get(code, state) === 0) continue
        const url = this.#exampleOf(open, code, state)
        if (url !== undefined) examples[stateName(stateOf(state))] = url
      }
      for (const [reason, lane] of open.schedule.queuedLanes(code)) {
        const url = this.#queuedIn(open, code, lane)
        if (url !== undefined) examples[stateName({ kind: 'waiting', reason })] = url
      }
      const leased = [...open.schedule.leases.values()].find((lease) => lease.kind === code)
      if (leased !== undefined)
        examples['waiting:queued'] ??= this.#readRow(open.entries, leased.id).url
      return examples
    })
  }

  async hosts(limit: number): ReturnType<Store['hosts']> {
    const { schedule } = this.#readable()
    return schedule
      .mostUrgent(limit)
      .map((slot) => ({ slot: slot.name, queued: slot.queued, state: schedule.hostState(slot) }))
  }

  async queued(limit: number): Promise<readonly QueuedUrl[]> {
    return this.#reading(({ db }) =>
      db
        .prepare(SELECT_QUEUED)
        .all(Math.min(limit, Number.MAX_SAFE_INTEGER))
        .map((row) => queuedOfRow(row as unknown as QueuedRow)),
    )
  }

  async linkedUrls(): Promise<ReadonlyMap<Origin, number>> {
    const held = [...STATES.keys()].filter(isHeld).join(', ')
    return this.#reading(({ db }) => {
      const rows = db
        .prepare(
          `SELECT o.origin, sum(u.depth > 0) AS linked FROM ${ENTRY_TABLES} JOIN origin o ON o.id = u.origin
           WHERE u.kind = ${kindCode('page')} AND coalesce(p.state, u.added) NOT IN (${held}) GROUP BY o.id`,
        )
        .all()
      return new Map(rows.map((row) => [String(row['origin']), Number(row['linked'])]))
    })
  }

  async hostCount(): Promise<number> {
    return this.#readable().schedule.hostCount
  }

  async *records(afterCommit: number = 0): ReturnType<Store['records']> {
    yield* readRecords(() => this.#readable().db, this.#path, afterCommit)
  }

  async getMeta(name: string): Promise<string | undefined> {
    return this.#reading((open) => {
      const row = open.getMeta.get(name)
      return row && String(row['value'])
    })
  }

  async setMeta(name: string, value: string): Promise<void> {
    const open = this.#writable()
    this.#transaction(open, () => open.putMeta.run(name, value))
  }

  async close(): Promise<void> {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    this.#row = undefined
    try {
      if (open.db.isTransaction) open.db.exec('ROLLBACK')
      if (this.#fault === undefined) {
        open.db.exec('DELETE FROM writer')
        foldLog(open.db)
      }
    } catch (cause) {
      throw storageError(this.#path, cause)
    } finally {
      open.db.close()
      open.lock.release()
    }
  }

  #load(db: Database, lock: WriterLock, context: StoreContext): OpenStore {
    db.prepare('INSERT OR REPLACE INTO writer (id, pid, since) VALUES (1, ?, ?)').run(
      process.pid,
      new Date().toISOString(),
    )
    const seed = fileSeed(db)
    const entries = new EntryFile(db, seed)
    const next = new Column(4)
    const backlog = (): FifoBacklog => new FifoBacklog(next)
    const kindOf = (id: number): number => this.#readRow(entries, id).kind
    const schedule = new Schedule({ backlog, kindOf }, context, `${nextRun(db)}.`)
    const nowMs = context.clock.now()
    loadSchedule(db, schedule, entries, { nowMs, perAddressDelayMs: context.perAddressDelayMs })
    const commitNo = Number(
      db.prepare('SELECT max(commit_no) AS last FROM record').get()?.['last'] ?? 0,
    )
    return {
      db,
      lock,
      clock: context.clock,
      schedule,
      entries,
      hosts: new HostFile(db),
      tally: new TallyFile(db),
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      insertRecord: db.prepare('INSERT INTO record (commit_no, json) VALUES (?, ?)'),
      putMeta: db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)'),
      getMeta: db.prepare('SELECT value FROM meta WHERE name = ?'),
      commitNo,
    }
  }

  #readable(): OpenStore {
    if (this.#open === undefined) {
      throw new CurtsyError(
        'CURTSY_STATE',
        'The store is not open: call open() before any other method, and none after close().',
      )
    }
    return this.#open
  }

  #writable(): OpenStore {
    const open = this.#readable()
    if (this.#fault !== undefined) throw this.#fault
    return open
  }

  #reading<T>(read: (open: OpenStore) => T): T {
    const open = this.#readable()
    try {
      return read(open)
    } catch (cause) {
      throw storageError(this.#path, cause)
    }
  }

  /** All of `work` or nothing. After a failure the store gives no more work: the file is right, memory may be ahead of it. */
  #transaction<T>(open: OpenStore, work: () => T): T {
    this.#begin(open)
    try {
      const result = work()
      open.entries.flush()
      open.tally.flush()
      open.commit.run()
      return result
    } catch (cause) {
      this.#fault = storageError(this.#path, cause)
      try {
        if (open.db.isTransaction) open.db.exec('ROLLBACK')
        open.tally = new TallyFile(open.db)
      } catch {
        // The connection is gone with its transaction; the fault above is the one to tell.
      }
      throw this.#fault
    }
  }

  /** Somebody else may hold the file for a moment (an `sqlite3` shell): nothing has happened yet, the caller may try again. */
  #begin(open: OpenStore): void {
    try {
      open.begin.run()
    } catch (cause) {
      const error = storageError(this.#path, cause)
      if (!isBusy(cause)) this.#fault = error
      throw error
    }
  }

  #lease(open: OpenStore, token: string): Lease | undefined {
    open.schedule.expire(open.clock.now())
    return open.schedule.lease(token)
  }

  #readRow(entries: EntryFile, id: number): EntryRow {
    if (this.#row?.id === id) return this.#row
    const row = entries.row(id)
    if (row === undefined) {
      throw new CurtsyError(
        'CURTSY_STORE_FORMAT',
        `The store ${this.#path} is damaged: the URL with id ${id} is missing.`,
      )
    }
    this.#row = row
    return row
  }

  #add(open: OpenStore, entry: NewEntry, data: string | undefined, nowMs: number): boolean {
    const id = open.entries.claimId(entry.key)
    if (id === undefined) return this.#lift(open, entry, data, nowMs)
    const added = addedState(entry.state)
    const kind = kindCode(entry.kind)
    // A refused entry never needs a slot: links that leave the scope must not fill the schedule with hosts.
    const lane =
      entry.state.kind === 'refused' ? undefined : open.schedule.openLane(entry.origin, entry.slot)
    open.entries.append({ id, entry, origin: lane?.id, added, data })
    open.tally.joined(kind, added, id)
    if (lane === undefined) return true
    if (added === QUEUED) open.schedule.add(lane, { id, priority: entry.priority, kind }, nowMs)
    open.hosts.ensure(lane)
    return true
  }

  /** Lets a queued entry take the place of the one that is held or refused under its key. */
  #lift(open: OpenStore, entry: NewEntry, data: string | undefined, nowMs: number): boolean {
    const { lifts, state, kind, priority } = entry
    const id = open.entries.idOf(entry.key)
    const left = id === undefined ? QUEUED : open.entries.left(id)
    if (id === undefined || lifts === undefined || state.kind !== 'queued') return false
    if (!isLifted(left, lifts)) return false
    // What this transaction has added is not in the file yet.
    open.entries.flush()
    const lane = open.schedule.openLane(entry.origin, entry.slot)
    open.entries.rewrite({ id, entry, origin: lane.id, added: QUEUED, data })
    this.#row = undefined
    open.tally.moved(kindCode(kind), left, QUEUED, id)
    open.schedule.add(lane, { id, priority, kind: kindCode(kind) }, nowMs)
    open.hosts.ensure(lane)
    return true
  }

  #claimed(open: OpenStore, lease: Lease, row: EntryRow): ClaimedEntry {
    const { slot, origin } = lease.lane
    const data = dataOfRow(row)
    return {
      lease: lease.token,
      attempt: row.attempts,
      host: open.schedule.hostState(slot),
      pinned: lease.group?.address,
      key: keyOfRow(row),
      kind: kindOfRow(row),
      url: row.url,
      slot: slot.name,
      origin,
      depth: row.depth,
      priority: row.priority,
      ...(row.via !== null && { via: row.via }),
      ...(data !== undefined && { data }),
    }
  }

  #settle(
    open: OpenStore,
    settlement: Settlement,
    texts: { readonly details: string | undefined; readonly data: readonly (string | undefined)[] },
  ): void {
    const nowMs = open.clock.now()
    const lease = this.#lease(open, settlement.lease)
    if (lease === undefined) return
    const { outcome, contactEndMs, host } = settlement
    this.#row = undefined
    const contact = { endMs: contactEndMs, host }
    if (outcome.kind === 'done' || outcome.kind === 'held') {
      const state: UrlState =
        outcome.kind === 'done' ? outcome.state : { kind: 'waiting', reason: outcome.reason }
      const code = stateCode(state)
      open.entries.finish(
        lease.id,
        code,
        state.kind === 'refused' || state.kind === 'waiting' ? 0 : 1,
        texts.details,
      )
      open.tally.moved(lease.kind, QUEUED, code, lease.id)
      open.schedule.end(lease, { kind: 'gone' }, contact, nowMs)
    } else if (outcome.kind === 'retry') {
      open.entries.retry(lease.id, outcome.notBeforeMs, nowMs, outcome.reason)
      open.schedule.end(lease, { kind: 'retry', atMs: outcome.notBeforeMs }, contact, nowMs)
    } else {
      open.entries.putBack(lease.id)
      open.schedule.end(lease, { kind: 'head' }, contact, nowMs)
    }
    if (contactEndMs !== undefined || host !== undefined) {
      const { slot } = lease.lane
      open.hosts.saveSlot(slot, open.schedule.hostState(slot), contactEndMs)
    }
    for (const [at, entry] of settlement.found.entries())
      this.#add(open, entry, texts.data[at], nowMs)
    for (const state of settlement.origins ?? []) {
      open.schedule.setOrigin(state, nowMs)
      const lane = open.schedule.lane(state.origin)
      if (lane !== undefined) open.hosts.saveOrigin(lane, state, nowMs)
    }
    for (const record of settlement.robots ?? []) open.hosts.saveRobots(record)
    if (settlement.records.length > 0) open.commitNo += 1
    for (const json of settlement.records) open.insertRecord.run(open.commitNo, json)
  }

  #stateOf(open: OpenStore, row: EntryRow, leased: boolean): UrlState {
    if (row.state !== QUEUED || leased) return stateOf(row.state)
    const lane = open.schedule.laneById(row.origin ?? -1)
    return lane === undefined
      ? stateOf(QUEUED)
      : { kind: 'waiting', reason: open.schedule.waitingReason(lane) }
  }

  #queuedIn(open: OpenStore, kind: number, lane: Lane): string | undefined {
    const row = open.db
      .prepare(
        `SELECT u.url FROM ${ENTRY_TABLES}
         WHERE u.origin = ? AND u.kind = ? AND coalesce(p.state, u.added) = 0 AND coalesce(e.taken, 0) <> 1 LIMIT 1`,
      )
      .get(lane.id, kind)
    return row && String(row['url'])
  }

  /** A URL in that state: the one last moved there, unless it has moved on since. */
  #exampleOf(open: OpenStore, kind: number, state: number): string | undefined {
    const last = open.entries.row(open.tally.example(kind, state))
    if (last?.state === state && last.kind === kind) return last.url
    const row = open.db
      .prepare(
        `SELECT u.url FROM url u LEFT JOIN progress p ON p.id = u.id
         WHERE u.kind = ? AND coalesce(p.state, u.added) = ? LIMIT 1`,
      )
      .get(kind, state)
    return row && String(row['url'])
  }
}

/**
 * Leaves one file: the write-ahead log goes into the database and away. With a reader at work the log stays, which is as good for
 * everyone but whoever copies the file by hand.
 */
function foldLog(db: Database): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  try {
    db.exec('PRAGMA journal_mode = DELETE')
  } catch (cause) {
    if (!isBusy(cause)) throw cause
  }
}

function toJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

/** The seed of the file's fingerprints: random for each file, so that nobody can prepare URLs that collide in it. */
function fileSeed(db: Database): FingerprintSeed {
  const stored = db.prepare("SELECT value FROM setting WHERE name = 'fingerprint-seed'").get()
  const [a = 0, b = 0, c = 0, d = 0] =
    stored === undefined
      ? randomFillSync(new Uint32Array(4))
      : (JSON.parse(String(stored['value'])) as number[])
  if (stored === undefined) {
    db.prepare("INSERT INTO setting (name, value) VALUES ('fingerprint-seed', ?)").run(
      JSON.stringify([a, b, c, d]),
    )
  }
  return [a, b, c, d]
}

/** Number of this run: leases of different runs must not be taken for each other. */
function nextRun(db: Database): number {
  const run =
    1 + Number(db.prepare("SELECT value FROM setting WHERE name = 'runs'").get()?.['value'] ?? 0)
  db.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('runs', ?)").run(run)
  return run
}
