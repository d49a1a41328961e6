// The entries: appended once to `url` and `entry_block`, then only their `progress` changes. In memory: fingerprint and id, 15 to
// 19 bytes an entry, so that nothing is looked up by key on disk.
import { Buffer } from 'node:buffer'
import {
  Column,
  FingerprintSet,
  QUEUED,
  fingerprint,
  kindCode,
  stateCode,
  stateOf,
} from '@curtsy/core/store'
import type { FingerprintSeed, NewEntry } from '@curtsy/core/store'
import type { Database, Statement, Value } from './sqlite-api.ts'
import { ENTRY_BYTES, NO_ORIGIN, writeBlockEntry } from './entry-block.ts'
import { SELECT_ENTRY, usualKey } from './entry-rows.ts'
import type { EntryRow } from './entry-rows.ts'

/** Rows that one INSERT takes; fewer go one by one. */
const ROWS = 16
const COLUMNS = 10
const INSERT =
  'INSERT INTO url (id, kind, added, origin, depth, priority, via, url, key, data) VALUES '
const ONE_ROW = `(${Array(COLUMNS).fill('?').join(', ')})`

/** An entry that is to be written, with what the schedule knows of it. */
export interface AddedEntry {
  readonly id: number
  readonly entry: NewEntry
  /** Row of its origin; undefined for refused entries. */
  readonly origin: number | undefined
  readonly added: number
  readonly data: string | undefined
}

export class EntryFile {
  readonly #ids: FingerprintSet = new FingerprintSet({ values: true })
  readonly #seed: FingerprintSeed
  readonly #print: Uint32Array = new Uint32Array(4)
  #size = 0
  /** Code of the state of what is held or refused; 0 for all others. */
  readonly #left: Column = new Column(1)
  /** Entries of the transaction at hand, and their fingerprints. */
  readonly #batch: AddedEntry[] = []
  #block: Buffer = Buffer.alloc(64 * ENTRY_BYTES)
  #lastVia: { readonly via: string; readonly stored: Value } | undefined
  readonly #insertMany: Statement
  readonly #insertOne: Statement
  readonly #insertBlock: Statement
  readonly #select: Statement
  readonly #selectUrl: Statement
  readonly #take: Statement
  readonly #finish: Statement
  readonly #close: Statement
  readonly #putBack: Statement
  readonly #retry: Statement
  readonly #queueAgain: Statement
  readonly #rewrite: Statement
  readonly #reopen: Statement

  constructor(db: Database, seed: FingerprintSeed) {
    this.#seed = seed
    this.#insertMany = db.prepare(INSERT + Array(ROWS).fill(ONE_ROW).join(', '))
    this.#insertOne = db.prepare(INSERT + ONE_ROW)
    this.#insertBlock = db.prepare('INSERT INTO entry_block (first, entries) VALUES (?, ?)')
    this.#select = db.prepare(SELECT_ENTRY)
    this.#selectUrl = db.prepare('SELECT url FROM url WHERE id = ?')
    this.#take = db.prepare(
      'INSERT INTO open_entry (id, taken, attempts) VALUES (?, 1, ?) ON CONFLICT (id) DO UPDATE SET taken = 1',
    )
    this.#finish = db.prepare(
      `INSERT INTO progress (id, state, attempts, details) SELECT id, ?, attempts + ?, ? FROM open_entry WHERE id = ?
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
         details = coalesce(excluded.details, details)`,
    )
    this.#close = db.prepare('DELETE FROM open_entry WHERE id = ?')
    this.#putBack = db.prepare('UPDATE open_entry SET taken = 2 WHERE id = ?')
    this.#retry = db.prepare(
      'UPDATE open_entry SET taken = 0, attempts = attempts + 1, retry_ms = ?, since_ms = ?, failure = ? WHERE id = ?',
    )
    this.#queueAgain = db.prepare(
      'INSERT INTO progress (id, state, attempts) VALUES (?, 0, 0) ON CONFLICT (id) DO UPDATE SET state = 0, details = NULL',
    )
    this.#rewrite = db.prepare(
      'UPDATE url SET origin = ?, depth = ?, priority = ?, via = ?, data = ? WHERE id = ?',
    )
    this.#reopen = db.prepare(
      'INSERT OR REPLACE INTO open_entry (id, taken, attempts) VALUES (?, 2, 0)',
    )
  }

  /** The highest id. */
  get size(): number {
    return this.#size
  }

  /** Makes room for that many entries in all. */
  reserve(size: number): void {
    this.#ids.reserve(size)
  }

  /** Takes in an entry that the file holds already; `left` is the code of what it is held or refused for, else 0. */
  load(high: number, low: number, id: number, left: number): void {
    this.#ids.add(high, low, id)
    if (left !== QUEUED) this.#left.set(id, left)
    if (id > this.#size) this.#size = id
  }

  has(key: string): boolean {
    fingerprint(key, this.#seed, this.#print)
    return this.#ids.has(this.#print[0] as number, this.#print[1] as number)
  }

  idOf(key: string): number | undefined {
    fingerprint(key, this.#seed, this.#print)
    return this.#ids.get(this.#print[0] as number, this.#print[1] as number)
  }

  /** Code of the state of an entry that is held or refused; that of `queued` for all others. */
  left(id: number): number {
    return this.#left.get(id)
  }

  /** Notes that an entry is held or refused since it was loaded. */
  leave(id: number, code: number): void {
    this.#left.set(id, code)
  }

  /** The id of a new entry, which {@link EntryFile.append} has to follow; undefined if the key is known. */
  claimId(key: string): number | undefined {
    fingerprint(key, this.#seed, this.#print)
    const id = this.#size + 1
    if (!this.#ids.add(this.#print[0] as number, this.#print[1] as number, id)) return undefined
    this.#size = id
    return id
  }

  /** Collects the entry whose id was given last; `flush` writes it. */
  append(added: AddedEntry): void {
    const at = this.#batch.length * ENTRY_BYTES
    if (at + ENTRY_BYTES > this.#block.length)
      this.#block = Buffer.concat([this.#block, Buffer.alloc(this.#block.length)])
    const { entry, origin } = added
    if (added.added !== QUEUED) this.#left.set(added.id, added.added)
    writeBlockEntry(new DataView(this.#block.buffer, this.#block.byteOffset), at, this.#print, {
      priority: entry.priority,
      depth: entry.depth,
      kind: kindCode(entry.kind),
      added: added.added,
      origin: origin ?? NO_ORIGIN,
    })
    this.#batch.push(added)
  }

  /** Writes what was collected. */
  flush(): void {
    const batch = this.#batch
    const first = batch[0]
    if (first === undefined) return
    let at = 0
    for (; at + ROWS <= batch.length; at += ROWS) {
      const values: Value[] = []
      for (let row = at; row < at + ROWS; row += 1) this.#values(batch[row] as AddedEntry, values)
      this.#insertMany.run(...values)
    }
    for (; at < batch.length; at += 1) {
      const values: Value[] = []
      this.#values(batch[at] as AddedEntry, values)
      this.#insertOne.run(...values)
    }
    this.#insertBlock.run(first.id, this.#block.subarray(0, batch.length * ENTRY_BYTES))
    batch.length = 0
  }

  row(id: number): EntryRow | undefined {
    return this.#select.get(id) as EntryRow | undefined
  }

  /** Notes that an entry is in flight; `attempts` before this one. */
  take(id: number, attempts: number): void {
    this.#take.run(id, attempts)
  }

  finish(id: number, state: number, attempts: 0 | 1, details: string | undefined): void {
    this.#finish.run(state, attempts, details ?? null, id)
    this.#close.run(id)
    const { kind } = stateOf(state)
    if (kind === 'refused' || kind === 'waiting') this.#left.set(id, state)
  }

  putBack(id: number): void {
    this.#putBack.run(id)
  }

  retry(id: number, retryMs: number, sinceMs: number, failure: string): void {
    this.#retry.run(retryMs, sinceMs, failure, id)
  }

  /** What was held is queued. */
  queueAgain(id: number): void {
    this.#queueAgain.run(id)
    this.#left.set(id, QUEUED)
  }

  /**
   * An entry of the file is queued with other words than it was added with. Its block keeps the old ones: at the next opening it comes
   * with the open entries.
   */
  rewrite({ id, entry, origin, data }: AddedEntry): void {
    const via = entry.via === undefined ? null : this.#via(entry.via)
    this.#rewrite.run(origin ?? null, entry.depth, entry.priority, via, data ?? null, id)
    this.queueAgain(id)
    this.#reopen.run(id)
  }

  #values(added: AddedEntry, into: Value[]): void {
    const { entry } = added
    const { url, key, kind } = entry
    const kindNumber = kindCode(kind)
    const ownKey = kindNumber === 0 ? key !== url : key !== usualKey(kind, url)
    const via = entry.via === undefined ? null : this.#via(entry.via)
    into.push(added.id, kindNumber, added.added, added.origin ?? null, entry.depth, entry.priority)
    into.push(via, url, ownKey ? key : null, added.data ?? null)
  }

  /** The page an entry was found on, as its id where it is an entry itself. */
  #via(via: string): Value {
    if (this.#lastVia?.via === via) return this.#lastVia.stored
    const id = this.idOf(via)
    const stored = id !== undefined && this.#urlOf(id) === via ? id : via
    this.#lastVia = { via, stored }
    return stored
  }

  #urlOf(id: number): unknown {
    return (
      this.#batch.find((added) => added.id === id)?.entry.url ?? this.#selectUrl.get(id)?.['url']
    )
  }
}

/** Code of the state an entry is added in. */
export function addedState(state: NewEntry['state']): number {
  if (state.kind === 'queued') return QUEUED
  return stateCode(state.kind === 'refused' ? state : { kind: 'waiting', reason: state.reason })
}
