import { describe } from 'vitest'
import { describeStore } from '../../testing/describe-store.ts'
import { memoryStore } from './memory-store.ts'

describe('memory store', () => {
  describeStore(() => {
    let now = 1_700_000_000_000
    return {
      store: memoryStore(),
      clock: { now: () => now, sleep: async () => {} },
      advance: (ms) => {
        now += ms
      },
      reopen: 'a store in memory does not outlive its process',
    }
  })
})
