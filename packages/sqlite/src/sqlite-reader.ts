// Reading a store without writing to it, beside the process that does: `status`, `explain`, the explorer.
import {
  QUEUED,
  ROBOTS,
  Tally,
  fingerprint,
  kindCode,
  stateName,
  stateOf,
} from '@curtsy/core/store'
import type {
  CurtsyError,
  EntryKind,
  EntryRecord,
  FingerprintSeed,
  HostSlot,
  HostState,
  Origin,
  OriginState,
  RobotsRecord,
  StateCounts,
  Store,
  UrlState,
  WaitingReason,
} from '@curtsy/core/store'
import { ENTRY_BYTES } from './entry-block.ts'
import { ENTRY_TABLES, SELECT_ENTRY, recordOfRow } from './entry-rows.ts'
import type { EntryRow } from './entry-rows.ts'
import { openForReading } from './open-file.ts'
import { readRecords } from './records.ts'
import { loadSqlite } from './sqlite-api.ts'
import type { Database, Row } from './sqlite-api.ts'
import { storageError } from './storage-error.ts'
import { readWriter } from './writer-lock.ts'
import type { Writer } from './writer-lock.ts'

/** What can be read of a store; each method answers as the store's own does, for what is in the file now. */
export interface SqliteReader extends Pick<
  Store,
  | 'robots'
  | 'host'
  | 'originState'
  | 'find'
  | 'counts'
  | 'examples'
  | 'hosts'
  | 'hostCount'
  | 'records'
  | 'getMeta'
  | 'close'
> {
  /** Who writes to the file, or was writing when it was killed; undefined after a run that ended in order. */
  writer(): Promise<Writer | undefined>
}

/**
 * Opens a store for reading, also while a crawl writes to it. Takes no lock and changes nothing.
 *
 * `find` looks through all fingerprints (a million in about 50 ms), `counts` through all queued URLs.
 *
 * @throws CurtsyError CURTSY_OPTION, CURTSY_STORE_FORMAT or CURTSY_STORE_FULL if there is no readable store at `path`
 *
 * @example
 * const reader = await openSqliteReader('crawl.db')
 * console.log(await reader.counts('page'))
 * await reader.close()
 */
export async function openSqliteReader(path: string): Promise<SqliteReader> {
  return new Reader(openForReading(await loadSqlite(), path), path)
}

class Reader implements SqliteReader {
  readonly #db: Database
  readonly #path: string

  constructor(db: Database, path: string) {
    this.#db = db
    this.#path = path
  }

  async robots(origin: Origin): Promise<RobotsRecord | undefined> {
    const row = this.#get('SELECT copy FROM robots WHERE origin = ?', origin)
    return row && { origin, copy: String(row['copy']) }
  }

  async host(slot: HostSlot): Promise<HostState | undefined> {
    const row = this.#get('SELECT state FROM slot WHERE name = ?', slot)
    return stateOfSlot(row?.['state'])
  }

  async originState(origin: Origin): Promise<OriginState | undefined> {
    const row = this.#get(
      'SELECT o.*, s.name FROM origin o JOIN slot s ON s.id = o.slot WHERE o.origin = ?',
      origin,
    )
    if (row === undefined || row['reason'] === null) return undefined
    return {
      origin,
      slot: String(row['name']),
      notBeforeMs: Number(row['not_before_ms']),
      reason: String(row['reason']),
      parked: row['parked'] === 1,
      onHold: row['on_hold'] === 1,
    }
  }

  async find(key: string): Promise<EntryRecord | undefined> {
    const id = this.#idOf(key)
    const row = id === undefined ? undefined : (this.#get(SELECT_ENTRY, id) as EntryRow | undefined)
    if (row === undefined) return undefined
    const inFlight = row.taken === 1
    const state: UrlState =
      row.state === QUEUED && !inFlight
        ? { kind: 'waiting', reason: this.#waitingReason(row.origin) }
        : stateOf(row.state)
    return recordOfRow(row, state, inFlight)
  }

  async counts(kind: EntryKind): Promise<StateCounts> {
    const code = kindCode(kind)
    const tally = new Tally()
    for (const row of this.#all('SELECT state, n FROM tally WHERE kind = ?', code)) {
      tally.add(code, Number(row['state']), Number(row['n']))
    }
    return tally.counts(code, this.#parkedCounts(code))
  }

  async examples(kind: EntryKind): Promise<Readonly<Record<string, string>>> {
    const code = kindCode(kind)
    const examples: Record<string, string> = {}
    for (const row of this.#all(
      'SELECT state FROM tally WHERE kind = ? AND n > 0 AND state <> 0',
      code,
    )) {
      const state = Number(row['state'])
      const sql = `SELECT u.url FROM ${ENTRY_TABLES} WHERE u.kind = ? AND coalesce(p.state, u.added) = ? LIMIT 1`
      const found = this.#get(sql, code, state)
      if (found !== undefined) examples[stateName(stateOf(state))] = String(found['url'])
    }
    const queued = `SELECT u.origin, min(u.url) AS url FROM ${ENTRY_TABLES}
      WHERE u.kind = ? AND coalesce(p.state, u.added) = 0 GROUP BY u.origin ORDER BY u.origin`
    for (const row of this.#all(queued, code)) {
      const name = stateName({
        kind: 'waiting',
        reason: this.#waitingReason(Number(row['origin'])),
      })
      examples[name] ??= String(row['url'])
    }
    return examples
  }

  async hosts(limit: number): ReturnType<Store['hosts']> {
    const sql = `SELECT s.name, s.state, count(*) AS queued, max(
        coalesce(s.not_before_ms, 0),
        min(CASE WHEN o.on_hold = 1 AND u.kind <> ${ROBOTS} THEN 9e15
          ELSE max(coalesce(o.not_before_ms, 0), coalesce(e.retry_ms, 0)) END)
      ) AS next_ms
      FROM ${ENTRY_TABLES} JOIN origin o ON o.id = u.origin JOIN slot s ON s.id = o.slot
      WHERE coalesce(p.state, u.added) = 0 AND coalesce(e.taken, 0) <> 1
      GROUP BY s.id ORDER BY CASE WHEN s.state ->> '$.parked.restOfRun' = 1 THEN 9e15 ELSE next_ms END, s.id LIMIT ?`
    return this.#all(sql, limit).map((row) => ({
      slot: String(row['name']),
      queued: Number(row['queued']),
      state: stateOfSlot(row['state']),
    }))
  }

  async hostCount(): Promise<number> {
    return Number(this.#get('SELECT count(*) AS n FROM slot WHERE known = 1')?.['n'])
  }

  async *records(afterCommit: number = 0): ReturnType<Store['records']> {
    yield* readRecords(() => this.#db, this.#path, afterCommit)
  }

  async getMeta(name: string): Promise<string | undefined> {
    const row = this.#get('SELECT value FROM meta WHERE name = ?', name)
    return row && String(row['value'])
  }

  async writer(): Promise<Writer | undefined> {
    return this.#reading(() => readWriter(this.#db))
  }

  async close(): Promise<void> {
    this.#db.close()
  }

  #waitingReason(origin: number | null): WaitingReason {
    const row = this.#get(
      'SELECT s.state, o.parked FROM origin o JOIN slot s ON s.id = o.slot WHERE o.id = ?',
      origin,
    )
    return (
      stateOfSlot(row?.['state'])?.parked?.reason ??
      (row?.['parked'] === 1 ? 'robots-unreachable' : 'queued')
    )
  }

  #parkedCounts(kind: number): ReadonlyMap<WaitingReason, number> {
    const sql = `SELECT u.origin, count(*) AS n FROM ${ENTRY_TABLES}
      WHERE u.kind = ? AND coalesce(p.state, u.added) = 0 AND coalesce(e.taken, 0) <> 1 AND u.origin IN (
        SELECT o.id FROM origin o JOIN slot s ON s.id = o.slot WHERE o.parked = 1 OR s.state ->> 'parked' IS NOT NULL)
      GROUP BY u.origin`
    const counts = new Map<WaitingReason, number>()
    for (const row of this.#all(sql, kind)) {
      const reason = this.#waitingReason(Number(row['origin']))
      counts.set(reason, (counts.get(reason) ?? 0) + Number(row['n']))
    }
    return counts
  }

  #idOf(key: string): number | undefined {
    const stored = this.#get("SELECT value FROM setting WHERE name = 'fingerprint-seed'")
    if (stored === undefined) return undefined
    const [a = 0, b = 0, c = 0, d = 0] = JSON.parse(String(stored['value'])) as number[]
    const seed: FingerprintSeed = [a, b, c, d]
    const print = new Uint32Array(4)
    fingerprint(key, seed, print)
    return this.#reading(() => {
      for (const row of this.#db.prepare('SELECT first, entries FROM entry_block').iterate()) {
        const at = placeInBlock(row['entries'] as Uint8Array, print)
        if (at !== undefined) return Number(row['first']) + at
      }
      return undefined
    })
  }

  #get(sql: string, ...values: (string | number | null)[]): Row | undefined {
    return this.#reading(() => this.#db.prepare(sql).get(...values))
  }

  #all(sql: string, ...values: (string | number | null)[]): Row[] {
    return this.#reading(() => this.#db.prepare(sql).all(...values))
  }

  #reading<T>(read: () => T): T {
    try {
      return read()
    } catch (cause) {
      throw storageError(this.#path, cause) satisfies CurtsyError
    }
  }
}

function stateOfSlot(json: unknown): HostState | undefined {
  return typeof json === 'string' ? (JSON.parse(json) as HostState) : undefined
}

/** Which entry of a block has that fingerprint. */
function placeInBlock(bytes: Uint8Array, print: Uint32Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + ENTRY_BYTES <= bytes.byteLength; at += ENTRY_BYTES) {
    if (view.getUint32(at, true) !== print[0] || view.getUint32(at + 4, true) !== print[1]) continue
    if (view.getUint32(at + 8, true) === print[2] && view.getUint32(at + 12, true) === print[3]) {
      return at / ENTRY_BYTES
    }
  }
  return undefined
}
