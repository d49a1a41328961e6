// A full disk, as SQLite itself can simulate it: a database that may not grow beyond so many pages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEntry, StoreContext } from '@curtsy/core/store'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from './sqlite-api.ts'
import { sqliteStore } from './sqlite-store.ts'

const disk = vi.hoisted(() => ({ pages: 1_000_000 }))

vi.mock('./sqlite-api.ts', () => ({ loadSqlite: async () => ({ DatabaseSync: openSmall }) }))

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-sqlite-'))
  disk.pages = 1_000_000
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a full disk', () => {
  test('ends the run: what was settled is kept, more is refused, and with room again it goes on', async () => {
    const path = join(folder, 'crawl.db')
    const store = sqliteStore(path)
    await store.open(context())
    await store.add([entry('http://a.test/1'), entry('http://a.test/2')])
    await deliver(store)
    await store.close()

    disk.pages = 40
    await store.open(context())
    const many = Array.from({ length: 5_000 }, (_, n) =>
      entry(`http://a.test/${n}/${'x'.repeat(500)}`),
    )
    await expect(store.add(many)).rejects.toMatchObject({ code: 'CURTSY_STORE_FULL' })
    await expect(store.add([entry('http://a.test/3')])).rejects.toMatchObject({
      code: 'CURTSY_STORE_FULL',
    })
    await expect(store.claim({ max: 1, leaseMs: 1 })).rejects.toMatchObject({
      code: 'CURTSY_STORE_FULL',
    })
    expect((await store.counts('page')).discovered).toBe(2)
    await store.close()

    disk.pages = 1_000_000
    await store.open(context())
    expect(await store.counts('page')).toMatchObject({
      discovered: 2,
      delivered: 1,
      waiting: { queued: 1 },
    })
    expect(await store.add([entry('http://a.test/1'), entry('http://a.test/3')])).toEqual({
      added: [false, true],
    })
    await deliver(store)
    expect((await store.find('http://a.test/2'))?.state).toEqual({ kind: 'delivered' })
    await store.close()
  })
})

/** Called with `new` as the class is. */
function openSmall(path: string, options: object): Database {
  const db = new DatabaseSync(path, options)
  db.exec(`PRAGMA max_page_count = ${disk.pages}`)
  return db
}

async function deliver(store: ReturnType<typeof sqliteStore>): Promise<void> {
  const claim = await store.claim({ max: 1, leaseMs: 1_000 })
  if (claim.kind !== 'entries') throw new Error(`expected an entry, got ${claim.kind}`)
  const outcome = { kind: 'done', state: { kind: 'delivered' } } as const
  await store.settle(claim.entries.map(({ lease }) => ({ lease, outcome, found: [], records: [] })))
}

function context(): StoreContext {
  return {
    clock: { now: () => 0, sleep: async () => {} },
    perAddressInFlight: 2,
    perAddressDelayMs: 0,
    initialHost: { delayMs: 0, inFlight: 1 },
  }
}

function entry(url: string): NewEntry {
  return {
    key: url,
    kind: 'page',
    url,
    slot: new URL(url).host,
    origin: new URL(url).origin,
    depth: 0,
    priority: 0,
    state: { kind: 'queued' },
  }
}
