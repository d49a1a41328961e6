import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@curtsy/core/testing'
import type { StoreHarness } from '@curtsy/core/testing'
import { describe } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

/**
 * A store in a folder of its own. What `kill -9` leaves behind is what is in the files at that instant: `reopen` opens a copy of
 * them, with neither the lock nor the memory of the first.
 */
function harness(): StoreHarness {
  const folder = mkdtempSync(join(tmpdir(), 'curtsy-sqlite-'))
  const path = join(folder, 'crawl.db')
  const first = sqliteStore(path)
  let now = 1_700_000_000_000
  return {
    store: first,
    clock: { now: () => now, sleep: async () => {} },
    advance: (ms) => {
      now += ms
    },
    reopen: () => {
      const copy = join(folder, 'copy.db')
      for (const suffix of ['', '-wal'])
        if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
      return sqliteStore(copy)
    },
    dispose: async () => {
      await first.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe('sqlite store', () => {
  describeStore(() => harness())
})
