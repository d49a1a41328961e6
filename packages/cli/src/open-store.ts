import type { Store } from '@curtsy/core'
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
export async function storeToWrite(named: string, surroundings: Pick<Surroundings, 'env' | 'cwd'>): Promise<Store> {
  const path = pathOf(named, surroundings)
  await checkWritableFile('--store', path)
  const { sqliteStore } = await import('@curtsy/sqlite')
  return sqliteStore(path)
}

function pathOf(named: string, surroundings: Pick<Surroundings, 'env' | 'cwd'>): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(named)) {
    throw new UsageError(`Expected --store to name a file of SQLite such as ${DEFAULT_STORE}, got ${JSON.stringify(named)}.`)
  }
  return personPath(named, surroundings)
}
