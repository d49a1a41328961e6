import { describe, expect, test } from 'vitest'
import { memoryStore } from '../adapters/memory-store/memory-store.ts'
import { describeStore } from './describe-store.ts'
import { lateStore } from './late-store.ts'
import { entry } from './store-contract/kit.ts'

describe('late store', () => {
  let seed = 0
  describeStore(() => {
    let now = 1_700_000_000_000
    seed += 1
    return {
      store: lateStore(memoryStore(), { seed }),
      clock: { now: () => now, sleep: async () => {} },
      advance: (ms) => {
        now += ms
      },
      reopen: 'a store in memory does not outlive its process',
    }
  })

  test('calls made at the same time take effect in another order', async () => {
    const store = lateStore(memoryStore(), { seed: 3 })
    const clock = { now: () => 0, sleep: async (): Promise<void> => {} }
    await store.open({
      clock,
      perAddressInFlight: 1,
      perAddressDelayMs: 0,
      initialHost: { delayMs: 0, inFlight: 1 },
    })
    const answered: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await store.add([entry(`http://a.test/${n}`)])
        answered.push(n)
      }),
    )
    expect(answered).toHaveLength(8)
    expect(answered).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const first = await store.claim({ max: 1, leaseMs: 1_000 })
    expect(first.kind === 'entries' && first.entries[0]?.url).not.toBe('http://a.test/0')
  })
})
