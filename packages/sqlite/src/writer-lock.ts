// One writing process a file. The lock is the operating system's, held on an empty file beside the store, so that it ends with
// its process however that dies; who holds it and since when stands in the store's table `writer`, for people.
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { CurtsyError } from '@curtsy/core/store'
import type { Database, SqliteModule } from './sqlite-api.ts'
import { isBusy, storageError } from './storage-error.ts'

/** Who writes to a store, as it said itself when it opened it. */
export interface Writer {
  readonly pid: number
  /** ISO date and time. */
  readonly since: string
}

/** A lock that is held. */
export interface WriterLock {
  /** Gives it up and removes its file. */
  release(): void
}

const TRIES = 5

/** Takes the lock of the store at `path`. @throws CurtsyError CURTSY_STORE_BUSY naming the process that holds it */
export function lockForWriting(sqlite: SqliteModule, path: string): WriterLock {
  const file = `${path}-writer`
  for (let tries = 1; ; tries += 1) {
    const db = tryLock(sqlite, path, file)
    if (db !== undefined) {
      return {
        release: () => {
          // Only who holds the lock removes its file; whoever opened it before that notices below.
          rmSync(file, { force: true })
          db.close()
        },
      }
    }
    if (tries === TRIES) throw inUse(sqlite, path, undefined)
  }
}

/** The writer that the store names: the one at work, or one that was killed. */
export function readWriter(db: Database): Writer | undefined {
  const row = db.prepare('SELECT pid, since FROM writer').get()
  return row && { pid: Number(row['pid']), since: String(row['since']) }
}

/** @returns undefined if the file that was locked has been removed meanwhile by the one who held it before */
function tryLock(sqlite: SqliteModule, path: string, file: string): Database | undefined {
  let db: Database | undefined
  try {
    closeSync(openSync(file, 'a'))
    const before = statSync(file).ino
    db = new sqlite.DatabaseSync(file, { timeout: 0 })
    db.exec('BEGIN EXCLUSIVE')
    if (statSync(file, { throwIfNoEntry: false })?.ino === before) return db
    db.close()
    return undefined
  } catch (cause) {
    db?.close()
    if (isBusy(cause)) throw inUse(sqlite, path, cause)
    throw storageError(path, cause)
  }
}

function inUse(sqlite: SqliteModule, path: string, cause: unknown): CurtsyError {
  const writer = whoWrites(sqlite, path)
  const who =
    writer === undefined ? 'another process' : `process ${writer.pid}, since ${writer.since}`
  const sentence = `The store ${path} is in use by ${who}. Wait for it or stop it, or name another file with --store. Reading (status, explain) is possible meanwhile.`
  const details = { cause, path, pid: writer?.pid, since: writer?.since }
  return new CurtsyError('CURTSY_STORE_BUSY', sentence, details)
}

function whoWrites(sqlite: SqliteModule, path: string): Writer | undefined {
  let db: Database | undefined
  try {
    db = new sqlite.DatabaseSync(path, { readOnly: true, timeout: 500 })
    return readWriter(db)
  } catch {
    // A file that cannot be read, or not yet written: the sentence then speaks of "another process".
    return undefined
  } finally {
    db?.close()
  }
}
