// Slots, origins and robots copies. Row ids are the schedule's: slots and lanes in the order in which they were made.
import type { HostState, Lane, OriginState, RobotsRecord, Slot } from '@curtsy/core/store'
import type { Database, Statement } from './sqlite-api.ts'

export class HostFile {
  readonly #insertSlot: Statement
  readonly #knowSlot: Statement
  readonly #updateSlot: Statement
  readonly #insertOrigin: Statement
  readonly #updateOrigin: Statement
  readonly #putRobots: Statement
  readonly #getRobots: Statement
  /** How many of the schedule's slots and lanes the file has. */
  #slots: number
  #lanes: number
  /** Slots that the file takes for not yet queued or contacted. */
  readonly #unknown = new Set<number>()

  constructor(db: Database) {
    this.#insertSlot = db.prepare('INSERT INTO slot (id, name, known) VALUES (?, ?, ?)')
    this.#knowSlot = db.prepare('UPDATE slot SET known = 1 WHERE id = ?')
    this.#updateSlot = db.prepare(
      `UPDATE slot SET known = 1, not_before_ms = ?, since_ms = ?, contact_end_ms = coalesce(?, contact_end_ms), address = ?,
       state = ? WHERE id = ?`,
    )
    this.#insertOrigin = db.prepare('INSERT INTO origin (id, origin, slot) VALUES (?, ?, ?)')
    this.#updateOrigin = db.prepare(
      'UPDATE origin SET not_before_ms = ?, since_ms = ?, reason = ?, parked = ?, on_hold = ? WHERE id = ?',
    )
    this.#putRobots = db.prepare('INSERT OR REPLACE INTO robots (origin, copy) VALUES (?, ?)')
    this.#getRobots = db.prepare('SELECT copy FROM robots WHERE origin = ?')
    this.#slots = count(db, 'slot')
    this.#lanes = count(db, 'origin')
    for (const { id } of db.prepare('SELECT id FROM slot WHERE known = 0').all())
      this.#unknown.add(Number(id))
  }

  /** Writes the lane and its slot if they are new, and that the slot is known if it has become so. */
  ensure(lane: Lane): void {
    const { slot } = lane
    if (slot.id >= this.#slots) {
      this.#insertSlot.run(slot.id, slot.name, slot.known ? 1 : 0)
      this.#slots = slot.id + 1
      if (!slot.known) this.#unknown.add(slot.id)
    } else if (slot.known && this.#unknown.size > 0 && this.#unknown.delete(slot.id)) {
      this.#knowSlot.run(slot.id)
    }
    if (lane.id >= this.#lanes) {
      this.#insertOrigin.run(lane.id, lane.origin, slot.id)
      this.#lanes = lane.id + 1
    }
  }

  /** Writes the clock of a slot after a contact. */
  saveSlot(slot: Slot, state: HostState | undefined, contactEndMs: number | undefined): void {
    const notBeforeMs = Number.isFinite(slot.notBeforeMs) ? slot.notBeforeMs : null
    const json = state === undefined ? null : JSON.stringify(state)
    this.#updateSlot.run(
      notBeforeMs,
      slot.sinceMs,
      contactEndMs ?? null,
      slot.group.address ?? null,
      json,
      slot.id,
    )
    this.#unknown.delete(slot.id)
  }

  saveOrigin(lane: Lane, state: OriginState, sinceMs: number): void {
    this.ensure(lane)
    const { notBeforeMs, reason, parked, onHold } = state
    this.#updateOrigin.run(notBeforeMs, sinceMs, reason, parked ? 1 : 0, onHold ? 1 : 0, lane.id)
  }

  saveRobots({ origin, copy }: RobotsRecord): void {
    this.#putRobots.run(origin, copy)
  }

  robots(origin: string): RobotsRecord | undefined {
    const row = this.#getRobots.get(origin)
    return row && { origin, copy: String(row['copy']) }
  }
}

function count(db: Database, table: 'slot' | 'origin'): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
}
