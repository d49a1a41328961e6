// One writing process a file. The lock itself is the operating system's, held on an empty file beside the store, so that it ends
// with its process however that dies; who holds it and since when stands in the store's table `writer`, for people.
import { CurtsyError } from '@curtsy/core/store'
import type { Database, SqliteModule } from './sqlite-api.ts'
import { isBusy, storageError } from './storage-error.ts'

/** Who writes to a store, as it said itself when it opened it. */
export interface Writer {
  readonly pid: number
  /** ISO date and time. */
  readonly since: string
}

/** Takes the lock of `path`. @throws CurtsyError CURTSY_STORE_BUSY naming the process that holds it */
export function lockForWriting(sqlite: SqliteModule, path: string): Database {
  let lock: Database | undefined
  try {
    lock = new sqlite.DatabaseSync(`${path}-writer`, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) throw inUse(sqlite, path, cause)
    throw storageError(path, cause)
  }
}

/** The writer that the store names: the one at work, or one that was killed. */
export function readWriter(db: Database): Writer | undefined {
  const row = db.prepare('SELECT pid, since FROM writer').get()
  return row && { pid: Number(row['pid']), since: String(row['since']) }
}

function inUse(sqlite: SqliteModule, path: string, cause: unknown): CurtsyError {
  const writer = whoWrites(sqlite, path)
  const who =
    writer === undefined ? 'another process' : `process ${writer.pid}, since ${writer.since}`
  const sentence = `The store ${path} is in use by ${who}. Wait for it or stop it, or name another file with --store. Reading (status, explain) is possible meanwhile.`
  return new CurtsyError('CURTSY_STORE_BUSY', sentence, {
    cause,
    path,
    pid: writer?.pid,
    since: writer?.since,
  })
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
