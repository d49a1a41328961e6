// From a path to a connection: everything that can be wrong with the file is told here, in a sentence.
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CurtsyError } from '@curtsy/core/store'
import type { Database, SqliteModule } from './sqlite-api.ts'
import { APPLICATION_ID, SCHEMA_VERSION, migrate } from './schema.ts'
import { formatError, storageError } from './storage-error.ts'

/** `normal` survives the death of the process, `full` also a power cut, at the price of a disk flush for each transaction. */
export type Durability = 'normal' | 'full'

const MAGIC = 'SQLite format 3\0'

/** Whether something of ours can be at `path`: a missing or empty file may become a store. */
export function checkPlace(path: string): 'empty' | 'database' {
  if (path === '' || path.startsWith(':')) {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected the path of a store file such as crawl.db, got "${path}".`,
      { path },
    )
  }
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined) {
    const folder = statSync(dirname(path), { throwIfNoEntry: false })
    if (folder?.isDirectory() === true) return 'empty'
    const sentence = `The folder of the store ${path} does not exist. Make it first: mkdir -p ${dirname(path)}`
    throw new CurtsyError('CURTSY_OPTION', sentence, { path })
  }
  if (file.isDirectory()) {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `The store ${path} is a directory; name a file in it, such as ${path}/crawl.db.`,
      { path },
    )
  }
  if (file.size === 0) return 'empty'
  if (firstBytes(path) !== MAGIC) throw formatError(path, 'is not a store of Curtsy')
  return 'database'
}

/** Opens for writing, made or migrated if need be. The caller holds the writer's lock. */
export function openForWriting(
  sqlite: SqliteModule,
  path: string,
  durability: Durability,
): Database {
  const state = checkPlace(path)
  let db: Database | undefined
  try {
    db = new sqlite.DatabaseSync(path, { timeout: 5_000 })
    const version = state === 'empty' ? 0 : checkFormat(db, path)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
    // The file only grows at its end, so a small cache serves: 4 MiB.
    db.exec(
      'PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY',
    )
    if (version < SCHEMA_VERSION) migrate(db, version)
    return db
  } catch (cause) {
    db?.close()
    throw storageError(path, cause)
  }
}

/** Opens for reading, beside a writer or without one. */
export function openForReading(sqlite: SqliteModule, path: string): Database {
  if (checkPlace(path) === 'empty') throw formatError(path, 'holds no crawl')
  let db: Database | undefined
  try {
    db = new sqlite.DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    const version = checkFormat(db, path)
    if (version < SCHEMA_VERSION)
      throw formatError(path, `is of version ${version}, which only a crawl brings up to date`)
    return db
  } catch (cause) {
    db?.close()
    throw storageError(path, cause)
  }
}

/** Removes a store that is to begin anew; a file that is not ours is left alone. */
export function discard(sqlite: SqliteModule, path: string): void {
  if (checkPlace(path) === 'empty') return
  let db: Database | undefined
  try {
    db = new sqlite.DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    const ours = pragma(db, 'application_id') === APPLICATION_ID
    // A creation that was killed leaves a database without tables.
    if (!ours && pragma(db, 'schema_version') !== 0) throw foreign(path)
  } catch (cause) {
    throw storageError(path, cause)
  } finally {
    db?.close()
  }
  try {
    for (const suffix of ['-wal', '-shm', '']) rmSync(path + suffix, { force: true })
  } catch (cause) {
    throw new CurtsyError(
      'CURTSY_STORE_FULL',
      `The store ${path} cannot be removed to begin anew.`,
      { cause, path },
    )
  }
}

/** @returns the version of a file of ours @throws CurtsyError CURTSY_STORE_FORMAT for any other file */
function checkFormat(db: Database, path: string): number {
  const version = pragma(db, 'user_version')
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    if (version === 0 && pragma(db, 'schema_version') === 0) return 0
    throw foreign(path)
  }
  if (version > SCHEMA_VERSION) {
    const what = `is from a newer release of Curtsy (version ${version} of the file, this release knows ${SCHEMA_VERSION}). Update @curtsy/sqlite to go on with it`
    throw formatError(path, what, { version, known: SCHEMA_VERSION })
  }
  return version
}

function foreign(path: string): CurtsyError {
  return formatError(path, 'is an SQLite database of another program')
}

function pragma(db: Database, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
}

function firstBytes(path: string): string {
  const bytes = Buffer.alloc(MAGIC.length)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw new CurtsyError(
      'CURTSY_STORE_FULL',
      `The store ${path} cannot be read; check its permissions.`,
      { cause, path },
    )
  }
  return bytes.toString('latin1')
}
