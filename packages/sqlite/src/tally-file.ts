import { KINDS, STATES, Tally } from '@curtsy/core/store'
import type { Database, Statement } from './sqlite-api.ts'

/** Counts by kind and state, written with the transaction that changes them; each with an id that was last moved there. */
export class TallyFile {
  readonly tally: Tally = new Tally()
  readonly #examples: Uint32Array = new Uint32Array(KINDS.length * STATES.length)
  readonly #dirty = new Set<number>()
  readonly #write: Statement

  constructor(db: Database) {
    this.#write = db.prepare(
      'INSERT OR REPLACE INTO tally (kind, state, n, example) VALUES (?, ?, ?, ?)',
    )
    for (const { kind, state, n, example } of db
      .prepare('SELECT kind, state, n, example FROM tally')
      .all()) {
      this.tally.add(Number(kind), Number(state), Number(n))
      this.#examples[Number(kind) * STATES.length + Number(state)] = Number(example ?? 0)
    }
  }

  joined(kind: number, state: number, id: number): void {
    this.tally.add(kind, state, 1)
    const at = kind * STATES.length + state
    this.#examples[at] = id
    this.#dirty.add(at)
  }

  moved(kind: number, from: number, to: number, id: number): void {
    if (from === to) return
    this.tally.add(kind, from, -1)
    this.#dirty.add(kind * STATES.length + from)
    this.joined(kind, to, id)
  }

  /** An entry that was in this state when it was last counted; 0 for none. */
  example(kind: number, state: number): number {
    return this.#examples[kind * STATES.length + state] as number
  }

  flush(): void {
    for (const at of this.#dirty) {
      const [kind, state] = [Math.floor(at / STATES.length), at % STATES.length]
      this.#write.run(kind, state, this.tally.get(kind, state), this.#examples[at] as number)
    }
    this.#dirty.clear()
  }
}
