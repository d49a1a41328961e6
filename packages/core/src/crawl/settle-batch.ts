import type { Settlement, Store } from '../ports/store.ts'

/** Settles one by one for the caller, in batches for the store: what comes while a batch is under way makes up the next one. */
export interface SettleBatch {
  /** Resolves when the settlement is committed; rejects with what the store said. */
  settle(settlement: Settlement): Promise<void>
}

interface Waiting {
  readonly settlement: Settlement
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export function createSettleBatch(store: Store): SettleBatch {
  let waiting: Waiting[] = []
  let underWay = false

  async function flush(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await store.settle(batch.map((item) => item.settlement))
        for (const item of batch) item.resolve()
      } catch (error) {
        for (const item of batch) item.reject(error)
      }
    }
    underWay = false
  }

  return {
    settle(settlement) {
      return new Promise((resolve, reject) => {
        waiting.push({ settlement, resolve, reject })
        if (!underWay) void flush()
      })
    },
  }
}
