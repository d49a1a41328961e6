import type { Database } from './sqlite-api.ts'
import { storageError } from './storage-error.ts'

const PAGE = 500

/** Records in commit order, some hundred at a time, so that nothing stays open between two of them. */
export async function* readRecords(
  database: () => Database,
  path: string,
  afterCommit: number,
): AsyncGenerator<{ readonly commit: number; readonly json: string }> {
  let last = 0
  for (;;) {
    const rows = readPage(database(), path, afterCommit, last)
    for (const row of rows) {
      last = Number(row['id'])
      yield { commit: Number(row['commit_no']), json: String(row['json']) }
    }
    if (rows.length < PAGE) return
  }
}

function readPage(
  db: Database,
  path: string,
  afterCommit: number,
  afterId: number,
): Record<string, unknown>[] {
  // The first page is found by commit, the following ones by id; both grow together.
  const where = afterId === 0 ? 'commit_no > ?' : 'id > ?'
  try {
    return db
      .prepare(`SELECT id, commit_no, json FROM record WHERE ${where} ORDER BY id LIMIT ${PAGE}`)
      .all(afterId === 0 ? afterCommit : afterId)
  } catch (cause) {
    throw storageError(path, cause)
  }
}
