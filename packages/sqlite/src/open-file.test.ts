import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CurtsyError } from '@curtsy/core/store'
import type { NewEntry, StoreContext } from '@curtsy/core/store'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteReader } from './sqlite-reader.ts'
import { sqliteStore } from './sqlite-store.ts'
import { storageError } from './storage-error.ts'

let folder = ''
let path = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-sqlite-'))
  path = join(folder, 'crawl.db')
})

afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

describe('what is not a store is refused by open with what to do', () => {
  test('construction touches nothing', () => {
    sqliteStore(join(folder, 'missing', 'crawl.db'))
    expect(existsSync(path)).toBe(false)
  })

  test('a file that is not a database', async () => {
    writeFileSync(path, 'https://example.com/\n'.repeat(500))
    expect(await failure(path)).toEqual({
      code: 'CURTSY_STORE_FORMAT',
      message: `The file ${path} is not a store of Curtsy. Name another file with --store, or move this one away to begin anew.`,
    })
    expect(await failure(path, { fresh: true })).toMatchObject({ code: 'CURTSY_STORE_FORMAT' })
    expect(readFileSync(path, 'utf8')).toContain('https://example.com/')
  })

  test('a database of another program, also when fresh is asked', async () => {
    const db = new DatabaseSync(path)
    db.exec('CREATE TABLE mine (a)')
    db.close()
    const message = `The file ${path} is an SQLite database of another program. Name another file with --store, or move this one away to begin anew.`
    expect(await failure(path)).toEqual({ code: 'CURTSY_STORE_FORMAT', message })
    expect(await failure(path, { fresh: true })).toEqual({ code: 'CURTSY_STORE_FORMAT', message })
    const again = new DatabaseSync(path)
    expect(again.prepare('SELECT * FROM mine').all()).toEqual([])
    again.close()
  })

  test('a newer version is refused and left as it is', async () => {
    await makeStore(path)
    setVersion(path, 99)
    const before = readFileSync(path)
    expect(await failure(path)).toEqual({
      code: 'CURTSY_STORE_FORMAT',
      message: `The file ${path} is from a newer release of Curtsy (version 99 of the file, this release knows 1). Update @curtsy/sqlite to go on with it. Name another file with --store, or move this one away to begin anew.`,
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'CURTSY_STORE_FORMAT' })
  })

  test('a torn file', async () => {
    await makeStore(path)
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, 3 * 4_096 + 100))
    expect(await failure(path)).toMatchObject({ code: 'CURTSY_STORE_FORMAT' })
  })

  test('a directory', async () => {
    mkdirSync(path)
    expect(await failure(path)).toEqual({
      code: 'CURTSY_OPTION',
      message: `The store ${path} is a directory; name a file in it, such as ${path}/crawl.db.`,
    })
  })

  test('a folder that does not exist', async () => {
    const missing = join(folder, 'no', 'crawl.db')
    expect(await failure(missing)).toEqual({
      code: 'CURTSY_OPTION',
      message: `The folder of the store ${missing} does not exist. Make it first: mkdir -p ${join(folder, 'no')}`,
    })
  })

  test.each(['', ':memory:'])('the path "%s"', async (odd) => {
    expect(await failure(odd)).toEqual({
      code: 'CURTSY_OPTION',
      message: `Expected the path of a store file such as crawl.db, got "${odd}".`,
    })
  })

  test('an empty file becomes a store', async () => {
    writeFileSync(path, '')
    await makeStore(path)
    expect(statSync(path).size).toBeGreaterThan(0)
  })

  test('after a refusal the same object opens once the reason is gone', async () => {
    mkdirSync(path)
    const store = sqliteStore(path)
    await expect(store.open(context())).rejects.toMatchObject({ code: 'CURTSY_OPTION' })
    rmSync(path, { recursive: true })
    await store.open(context())
    await store.close()
  })
})

describe('what SQLite reports is told by its code', () => {
  test.each([
    [{ sqliteCode: 13 }, 'CURTSY_STORE_FULL'],
    [{ sqliteCode: 778, systemErrno: 28 }, 'CURTSY_STORE_FULL'], // SQLITE_IOERR_WRITE, ENOSPC
    [{ sqliteCode: 778, systemErrno: 5 }, 'CURTSY_STORE_LOST'], // EIO
    [{ sqliteCode: 8 }, 'CURTSY_STORE_FULL'], // SQLITE_READONLY
    [{ sqliteCode: 1032 }, 'CURTSY_STORE_FULL'], // SQLITE_READONLY_DBMOVED
    [{ sqliteCode: 14, systemErrno: 13 }, 'CURTSY_STORE_FULL'], // SQLITE_CANTOPEN, EACCES
    [{ sqliteCode: 11 }, 'CURTSY_STORE_FORMAT'],
    [{ sqliteCode: 267 }, 'CURTSY_STORE_FORMAT'], // SQLITE_CORRUPT_VTAB
    [{ sqliteCode: 26 }, 'CURTSY_STORE_FORMAT'],
    [{ sqliteCode: 5 }, 'CURTSY_STORE_BUSY'],
    [{ sqliteCode: 1 }, 'CURTSY_STORE_LOST'],
    [new TypeError('x'), 'CURTSY_STORE_LOST'],
  ])('%o is %s', (cause, code) => {
    const error = storageError('crawl.db', cause)
    expect(error).toBeInstanceOf(CurtsyError)
    expect([error.code, error.cause]).toEqual([code, cause])
    expect(error.message).toContain('crawl.db')
  })
})

describe('one writer', () => {
  test('a second one is refused and told who writes and since when; readers are welcome', async () => {
    const since = Date.now()
    const store = sqliteStore(path)
    await store.open(context())
    await store.add([entry('http://a.test/1')])
    const refused = await failure(path)
    expect(refused.code).toBe('CURTSY_STORE_BUSY')
    const told = /in use by process (\d+), since (\S+)\./.exec(refused.message)
    expect(Number(told?.[1])).toBe(process.pid)
    expect(Math.abs(Date.parse(told?.[2] ?? '') - since)).toBeLessThan(60_000)
    const reader = await openSqliteReader(path)
    expect((await reader.counts('page')).discovered).toBe(1)
    expect(await reader.writer()).toMatchObject({ pid: process.pid })
    await reader.close()
    await store.close()
    await makeStore(path)
  })

  test('a writer that names a dead process does not hold the store', async () => {
    await makeStore(path)
    const db = new DatabaseSync(path)
    db.exec("INSERT INTO writer VALUES (1, 999999999, '2026-01-01T00:00:00.000Z')")
    db.close()
    await makeStore(path)
    const reader = await openSqliteReader(path)
    expect(await reader.writer()).toBeUndefined()
    await reader.close()
  })

  test('after close only the store is left, and nothing beside a file that was refused', async () => {
    await makeStore(path)
    expect(readdirSync(folder)).toEqual(['crawl.db'])
    setVersion(path, 99)
    await failure(path)
    expect(readdirSync(folder)).toEqual(['crawl.db'])
  })
})

interface Refusal {
  readonly code: string
  readonly message: string
}

async function failure(at: string, parts: Partial<StoreContext> = {}): Promise<Refusal> {
  try {
    await sqliteStore(at).open({ ...context(), ...parts })
  } catch (error) {
    if (error instanceof CurtsyError) return { code: error.code, message: error.message }
    throw error
  }
  return { code: 'none', message: 'it was opened' }
}

async function makeStore(at: string): Promise<void> {
  const store = sqliteStore(at)
  await store.open(context())
  await store.close()
}

function setVersion(at: string, version: number): void {
  const db = new DatabaseSync(at)
  db.exec(`PRAGMA user_version = ${version}`)
  db.close()
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
