// Opening: reads slots, origins and entries back into the schedule. A million entries take well under a second, because ids and
// blocks come as large values and not as a row each.
import { QUEUED, STATES, boundedWait, forNextRun } from '@curtsy/core/store'
import type { HostState, Schedule } from '@curtsy/core/store'
import type { Database } from './sqlite-api.ts'
import { ENTRY_BYTES } from './entry-block.ts'
import type { EntryFile } from './entry-file.ts'

/** What of an entry the schedule has not to take from its block. */
const ELSEWHERE = 1
const RELEASED = 2

const IDS_AT_ONCE = 100_000

/** Reads the file into `schedule` and `entries` as they stand at `nowMs`, the instant of the opening. */
export function loadSchedule(
  db: Database,
  schedule: Schedule,
  entries: EntryFile,
  bounds: { readonly nowMs: number; readonly perAddressDelayMs: number },
): void {
  const { nowMs } = bounds
  loadSlots(db, schedule, bounds)
  loadOrigins(db, schedule, nowMs)
  const moved = movedEntries(db)
  entries.reserve(moved.length)
  loadBlocks(db, schedule, entries, moved)
  loadLeft(db, entries)
  schedule.loaded(nowMs)
  loadOpenEntries(db, schedule, bounds)
}

function loadSlots(
  db: Database,
  schedule: Schedule,
  { nowMs, perAddressDelayMs }: { readonly nowMs: number; readonly perAddressDelayMs: number },
): void {
  for (const row of db.prepare('SELECT * FROM slot ORDER BY id').all()) {
    const slot = schedule.openSlot(String(row['name']))
    const sinceMs = Number(row['since_ms'] ?? 0)
    const storedMs = row['not_before_ms']
    const notBeforeMs =
      storedMs === null ? -Infinity : boundedWait(Number(storedMs), sinceMs, nowMs)
    const state =
      row['state'] === null ? undefined : (JSON.parse(String(row['state'])) as HostState)
    if (row['known'] === 1) {
      schedule.setHost(slot, state && forNextRun(state, notBeforeMs, sinceMs), notBeforeMs, sinceMs)
    }
    if (row['address'] !== null) {
      const endMs = Math.min(Number(row['contact_end_ms'] ?? -Infinity), nowMs)
      schedule.setAddress(slot, String(row['address']), endMs + perAddressDelayMs, nowMs)
    }
  }
}

function loadOrigins(db: Database, schedule: Schedule, nowMs: number): void {
  const rows = db
    .prepare('SELECT o.*, s.name FROM origin o JOIN slot s ON s.id = o.slot ORDER BY o.id')
    .all()
  for (const row of rows) {
    const [origin, slot] = [String(row['origin']), String(row['name'])]
    schedule.openLane(origin, slot)
    if (row['reason'] === null) continue
    const sinceMs = Number(row['since_ms'])
    const notBeforeMs = boundedWait(Number(row['not_before_ms']), sinceMs, nowMs)
    const state = {
      origin,
      slot,
      notBeforeMs,
      reason: String(row['reason']),
      parked: row['parked'] === 1,
      onHold: row['on_hold'] === 1,
    }
    schedule.setOrigin(state, sinceMs)
  }
}

/** For each id: 0 if its block tells all, ELSEWHERE if it is done or comes with the open entries, RELEASED if it is queued again. */
function movedEntries(db: Database): Uint8Array {
  const last = Number(db.prepare('SELECT max(id) AS last FROM url').get()?.['last'] ?? 0)
  const moved = new Uint8Array(last + 1)
  const ids = db.prepare(
    `SELECT group_concat(id) FILTER (WHERE state <> 0) AS done, group_concat(id) FILTER (WHERE state = 0) AS queued
     FROM progress WHERE id > ? AND id <= ?`,
  )
  for (let from = 0; from < last; from += IDS_AT_ONCE) {
    const lists = ids.get(from, from + IDS_AT_ONCE)
    eachNumber(lists?.['done'], (id) => (moved[id] = ELSEWHERE))
    eachNumber(lists?.['queued'], (id) => (moved[id] = RELEASED))
  }
  for (const { id } of db.prepare('SELECT id FROM open_entry').all()) moved[Number(id)] = ELSEWHERE
  return moved
}

function loadBlocks(db: Database, schedule: Schedule, entries: EntryFile, moved: Uint8Array): void {
  for (const row of db.prepare('SELECT first, entries FROM entry_block ORDER BY first').iterate()) {
    const bytes = row['entries'] as Uint8Array
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let id = Number(row['first'])
    for (let at = 0; at + ENTRY_BYTES <= bytes.byteLength; at += ENTRY_BYTES) {
      const state = moved[id]
      const added = view.getUint8(at + 31)
      const left = state === 0 ? added : QUEUED
      entries.load(view.getUint32(at, true), view.getUint32(at + 4, true), id, left)
      if (state === RELEASED || (state === 0 && added === QUEUED)) {
        const lane = schedule.laneById(view.getUint32(at + 24, true))
        if (lane !== undefined)
          schedule.load(lane, id, view.getFloat64(at + 16, true), view.getUint8(at + 30))
      }
      id += 1
    }
  }
}

/** What was refused or held when it was claimed: for example by robots.txt. */
function loadLeft(db: Database, entries: EntryFile): void {
  const codes = [...STATES.entries()].flatMap(([code, { kind }]) =>
    code !== QUEUED && (kind === 'refused' || kind === 'waiting') ? [code] : [],
  )
  const rows = db.prepare(`SELECT id, state FROM progress WHERE state IN (${codes.join(', ')})`)
  for (const { id, state } of rows.iterate()) entries.leave(Number(id), Number(state))
}

/** Retries, what was returned to the head, and what was in flight when the process ended: its slot waits anew. */
function loadOpenEntries(
  db: Database,
  schedule: Schedule,
  { nowMs, perAddressDelayMs }: { readonly nowMs: number; readonly perAddressDelayMs: number },
): void {
  const rows = db
    .prepare(
      `SELECT u.id, u.kind, u.priority, u.origin, e.taken, e.retry_ms, e.since_ms FROM open_entry e JOIN url u ON u.id = e.id
       ORDER BY u.priority DESC, u.id DESC`,
    )
    .all()
  for (const row of rows) {
    const lane = schedule.laneById(Number(row['origin']))
    if (lane === undefined) continue
    const entry = {
      id: Number(row['id']),
      priority: Number(row['priority']),
      kind: Number(row['kind']),
    }
    if (row['taken'] === 0) {
      const atMs = boundedWait(Number(row['retry_ms']), Number(row['since_ms']), nowMs)
      schedule.delay(lane, entry, atMs, nowMs)
      continue
    }
    schedule.putBack(lane, entry, nowMs)
    if (row['taken'] !== 1) continue
    const { slot } = lane
    schedule.waitAnew(slot, nowMs)
    const { address } = slot.group
    if (address !== undefined) schedule.setAddress(slot, address, nowMs + perAddressDelayMs, nowMs)
  }
}

/** Calls `found` with each number of a list such as `1,2,3`. */
function eachNumber(list: unknown, found: (value: number) => void): void {
  if (typeof list !== 'string') return
  let value = 0
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at)
    if (code === 0x2c) {
      found(value)
      value = 0
    } else {
      value = value * 10 + code - 0x30
    }
  }
  found(value)
}
