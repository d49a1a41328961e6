// The contract of the store port as a suite that every adapter runs. Knows the port and nothing of what is behind it.
import { describe as nodeDescribe, it as nodeIt } from 'node:test'
import { ADDRESS_CASES } from './store-contract/address-cases.ts'
import { BOOK_CASES } from './store-contract/book-cases.ts'
import { StoreKit } from './store-contract/kit.ts'
import type { Case, CaseContext, StoreHarness } from './store-contract/kit.ts'
import { LEASE_CASES } from './store-contract/lease-cases.ts'
import { LIFE_CASES } from './store-contract/life-cases.ts'
import { ORDER_CASES } from './store-contract/order-cases.ts'
import { PARK_CASES } from './store-contract/park-cases.ts'
import { SEEN_CASES } from './store-contract/seen-cases.ts'
import { SETTLE_CASES } from './store-contract/settle-cases.ts'
import { WAIT_CASES } from './store-contract/wait-cases.ts'

export type { StoreHarness } from './store-contract/kit.ts'

/** The two functions of a test runner that the suite needs; those of vitest and of node:test fit. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: (context: CaseContext) => Promise<void>): unknown
}

const SECTIONS: Readonly<Record<string, readonly Case[]>> = {
  'what is seen': SEEN_CASES,
  'what goes first': ORDER_CASES,
  'what waits': WAIT_CASES,
  'who works on it': LEASE_CASES,
  'what is parked or on hold': PARK_CASES,
  'several slots on one address': ADDRESS_CASES,
  'one settlement': SETTLE_CASES,
  'the books': BOOK_CASES,
  'opening, closing, crashing': LIFE_CASES,
}

/**
 * Declares the contract of the store port as tests: about 80 cases, each on a store of its own.
 *
 * @param make gives an empty store that is not open, its clock, and what moves that clock; called once a case
 * @param runner `describe` and `it`. Left out, those of vitest are taken when it runs the file (it need not be imported), else
 *   those of node:test
 *
 * @example
 * import { describeStore } from '@curtsy/core/testing'
 * let now = 0
 * const clock = { now: () => now, sleep: async () => {} }
 * describeStore(() => ({ store: memoryStore(), clock, advance: (ms) => { now += ms }, reopen: 'it lives in memory' }))
 */
export function describeStore(
  make: () => StoreHarness | Promise<StoreHarness>,
  runner: TestRunner = runningTests(),
): void {
  runner.describe('the store contract', () => {
    for (const [section, cases] of Object.entries(SECTIONS)) {
      runner.describe(section, () => {
        for (const [name, run] of cases) runner.it(name, (context) => runCase(make, run, context))
      })
    }
  })
}

async function runCase(
  make: () => StoreHarness | Promise<StoreHarness>,
  run: Case[1],
  context: CaseContext,
): Promise<void> {
  const harness = await make()
  const kit = new StoreKit(harness)
  try {
    await run(kit, context)
  } finally {
    await kit.store.close()
    await harness.dispose?.()
  }
}

/** vitest keeps its functions where `import.meta.vitest` finds them, or in globals if so configured; else it is node:test. */
function runningTests(): TestRunner {
  const world = globalThis as unknown as Partial<TestRunner> & Readonly<Record<string, unknown>>
  const vitest = world['__vitest_index__']
  if (vitest !== undefined) return vitest as TestRunner
  if (world.describe !== undefined && world.it !== undefined) return world as TestRunner
  return { describe: nodeDescribe, it: nodeIt }
}
