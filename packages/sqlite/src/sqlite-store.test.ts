import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@curtsy/core/testing'
import { describe } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

describe('sqlite store', () => {
  describeStore(() => {
    const folder = mkdtempSync(join(tmpdir(), 'curtsy-sqlite-'))
    const path = join(folder, 'crawl.db')
    let now = 1_700_000_000_000
    return {
      store: sqliteStore(path),
      clock: { now: () => now, sleep: async () => {} },
      advance: (ms) => {
        now += ms
      },
      reopen: 'later',
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    }
  })
})
