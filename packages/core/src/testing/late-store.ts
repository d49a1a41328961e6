import { CurtsyError } from '../curtsy-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'

/** How late a {@link lateStore} answers. */
export interface LateStoreOptions {
  /** Decides every delay; the same seed gives the same delays for the same calls. Default 1. */
  readonly seed?: number
  /** Longest delay before a call takes effect, and again before its answer, in turns of the microtask queue. Default 20. */
  readonly maxTurns?: number
  /**
   * Waits on a clock besides, each time up to `maxMs`. For scenarios in virtual time: whoever awaits an answer must let that
   * clock run.
   */
  readonly latency?: { readonly clock: Clock; readonly maxMs: number }
}

/**
 * Wraps a store so that it behaves like one behind a network: every answer is late, calls made at the same time take effect in
 * another order, and `seen` does not know. What works with it does not rely on a store that answers at once.
 *
 * Calls that were awaited one after the other keep their order. `close` waits for the calls before it.
 *
 * @example
 * const crawler = createCrawler({ userAgent, seeds, store: lateStore(memoryStore(), { seed: 7 }) })
 */
export function lateStore(inner: Store, options: LateStoreOptions = {}): Store {
  const { maxTurns = 20, latency } = options
  const random = mulberry32(options.seed ?? 1)
  const pending = new Set<Promise<unknown>>()
  let open = false

  const delay = async (): Promise<void> => {
    for (let turns = Math.floor(random() * (maxTurns + 1)); turns > 0; turns -= 1)
      await Promise.resolve()
    if (latency !== undefined) await latency.clock.sleep(Math.floor(random() * (latency.maxMs + 1)))
  }
  const late = async <T>(act: () => Promise<T>): Promise<T> => {
    await delay()
    try {
      return await act()
    } finally {
      await delay()
    }
  }
  const call = <T>(act: () => Promise<T>): Promise<T> => {
    if (!open) return late(async () => Promise.reject(closed()))
    const answer = late(act)
    pending.add(answer)
    const forget = (): boolean => pending.delete(answer)
    answer.then(forget, forget)
    return answer
  }

  return {
    open: (context) =>
      late(async () => {
        await inner.open(context)
        open = true
      }),
    add: (entries) => call(() => inner.add(entries)),
    claim: (request) => call(() => inner.claim(request)),
    pin: (lease, address) => call(() => inner.pin(lease, address)),
    settle: (settlements) => call(() => inner.settle(settlements)),
    renew: (leases, leaseMs) => call(() => inner.renew(leases, leaseMs)),
    release: (reason, admits) => call(() => inner.release(reason, admits)),
    seen: () => {
      if (!open) throw closed()
      return undefined
    },
    robots: (origin) => call(() => inner.robots(origin)),
    host: (slot) => call(() => inner.host(slot)),
    originState: (origin) => call(() => inner.originState(origin)),
    find: (key) => call(() => inner.find(key)),
    counts: (kind) => call(() => inner.counts(kind)),
    examples: (kind) => call(() => inner.examples(kind)),
    hosts: (limit) => call(() => inner.hosts(limit)),
    queued: (limit) => call(() => inner.queued(limit)),
    linkedUrls: () => call(() => inner.linkedUrls()),
    hostCount: () => call(() => inner.hostCount()),
    async *records(afterCommit) {
      if (!open) throw closed()
      for await (const record of inner.records(afterCommit)) {
        await delay()
        yield record
      }
    },
    getMeta: (name) => call(() => inner.getMeta(name)),
    setMeta: (name, value) => call(() => inner.setMeta(name, value)),
    close: async () => {
      open = false
      await Promise.allSettled(pending)
      await late(() => inner.close())
    },
  }
}

function closed(): CurtsyError {
  return new CurtsyError(
    'CURTSY_STATE',
    'The store is not open: call open() before any other method, and none after close().',
  )
}

/** A small seeded generator (Tommy Ettinger's mulberry32): numbers from 0 up to, not including, 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
