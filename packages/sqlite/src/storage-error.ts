import { CurtsyError } from '@curtsy/core/store'

/** What an error of SQLite carries, as far as it is read here. */
interface SqliteFault {
  readonly code: 'ERR_SQLITE_ERROR'
  readonly sqliteCode: number
  readonly systemErrno?: number
}

// Result codes, https://sqlite.org/rescode.html
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

// errno of Linux and of macOS where they differ: no space, file too large, quota, read-only file system, no permission.
const NO_ROOM: ReadonlySet<number> = new Set([28, 27, 122, 69])
const NO_PERMISSION: ReadonlySet<number> = new Set([30, 13, 1])

/** Gives the CurtsyError that a fault of SQLite at `path` means; anything else is CURTSY_STORE_LOST. */
export function storageError(path: string, cause: unknown): CurtsyError {
  if (cause instanceof CurtsyError) return cause
  const fault = cause as Partial<SqliteFault> | undefined
  const code = (fault?.sqliteCode ?? 0) & 0xff
  const errno = fault?.systemErrno ?? 0
  const details = { cause, path, sqliteCode: fault?.sqliteCode }
  if (code === FULL || (code === IOERR && NO_ROOM.has(errno))) {
    const sentence = `No space left for the store ${path}: what was settled is kept. Free some space and run the same command again.`
    return new CurtsyError('CURTSY_STORE_FULL', sentence, details)
  }
  if (code === READONLY || (code === CANTOPEN && NO_PERMISSION.has(errno))) {
    const sentence = `The store ${path} cannot be written: the file, its folder or its file system is read-only. Choose another place with --store, or change the permissions.`
    return new CurtsyError('CURTSY_STORE_FULL', sentence, details)
  }
  if (code === CORRUPT || code === NOTADB) return formatError(path, 'is damaged', details)
  if (code === BUSY || code === LOCKED) {
    const sentence = `Another program writes to the store ${path}. Wait until it has finished, or close it.`
    return new CurtsyError('CURTSY_STORE_BUSY', sentence, details)
  }
  const message = cause instanceof Error ? cause.message : String(cause)
  return new CurtsyError('CURTSY_STORE_LOST', `The store ${path} failed: ${message}.`, details)
}

/** Whether somebody else uses the file just now. */
export function isBusy(cause: unknown): boolean {
  const code = ((cause as Partial<SqliteFault> | undefined)?.sqliteCode ?? 0) & 0xff
  return code === BUSY || code === LOCKED
}

/** A file that is no store of ours, with what to do about it. */
export function formatError(
  path: string,
  what: string,
  details: Readonly<Record<string, unknown>> = {},
): CurtsyError {
  const sentence = `The file ${path} ${what}. Name another file with --store, or move this one away to begin anew.`
  return new CurtsyError('CURTSY_STORE_FORMAT', sentence, { ...details, path })
}
