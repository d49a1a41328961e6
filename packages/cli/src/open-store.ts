import { stat } from 'node:fs/promises'
import type { Store } from '@curtsy/core'
import type { SqliteReader } from '@curtsy/sqlite'
import { checkWritableFile } from './input/file-check.ts'
import { personPath } from './input/person-path.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** Where a crawl is kept if nothing else is said. */
export const DEFAULT_STORE = './crawl.db'

/**
 * The store that `--store` names, not yet opened: a file of SQLite, made when it is opened.
 *
 * @throws UsageError for a folder, a folder that is not there, or a kind of store that there is not
 */
export async function storeToWrite(
  named: string,
  surroundings: Pick<Surroundings, 'env' | 'cwd'>,
): Promise<Store> {
  const path = storePath(named, surroundings)
  await checkWritableFile('--store', path)
  const { sqliteStore } = await import('@curtsy/sqlite')
  return sqliteStore(path)
}

/**
 * Opens a store to be read, also while a crawl writes to it.
 *
 * @throws UsageError if there is no such file; CurtsyError CURTSY_STORE_FORMAT if it is no store
 */
export async function storeToRead(path: string): Promise<SqliteReader> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined)
    throw new UsageError(`There is no store ${path}: name the file of a crawl.`)
  if (found.isDirectory())
    throw new UsageError(`Expected the file of a crawl, but ${path} is a folder.`)
  const { openSqliteReader } = await import('@curtsy/sqlite')
  return openSqliteReader(path)
}

/** Where the file that `--store` names is. @throws UsageError for a kind of store that there is not */
export function storePath(named: string, surroundings: Pick<Surroundings, 'env' | 'cwd'>): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(named)) {
    throw new UsageError(
      `Expected --store to name a file of SQLite such as ${DEFAULT_STORE}, got ${JSON.stringify(named)}.`,
    )
  }
  return personPath(named, surroundings)
}
