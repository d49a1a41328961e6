// What the store's contract suite needs again and again: entries from a URL, claims that must succeed, settlements in one line.
import assert from 'node:assert/strict'
import { CurtsyError } from '../../curtsy-error.ts'
import { hostSlotOf } from '../../domain/host-slot.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  Claim,
  ClaimedEntry,
  EntryKind,
  HostState,
  NewEntry,
  Settlement,
  Store,
  StoreContext,
} from '../../ports/store.ts'

/** A store to be tested and what moves its time. */
export interface StoreHarness {
  /** Empty and not open. */
  readonly store: Store
  /** The clock that `open` is given; it stands still unless `advance` is called. */
  readonly clock: Clock
  /** Moves the clock, and the store's own time if it has one. */
  advance(ms: number): void | Promise<void>
  /**
   * Ends the open store as `kill -9` would, without `close`, and gives one on the same data, not open. A sentence instead says
   * why the cases about crashes are skipped.
   */
  readonly reopen: (() => Store | Promise<Store>) | string
  /** Called after each case, when the store is closed: removes files and the like. */
  dispose?(): void | Promise<void>
}

/** What a case is told by the runner; vitest and node:test both give it. */
export interface CaseContext {
  skip(reason?: string): unknown
}

export type Case = readonly [
  name: string,
  run: (kit: StoreKit, context: CaseContext) => Promise<void>,
]

/** A lease long enough for every case that is not about leases. */
const LEASE_MS = 600_000

/** A delivered page, as the outcome of a settlement. */
const DELIVERED: Settlement['outcome'] = { kind: 'done', state: { kind: 'delivered' } }

type EntryParts = Partial<Omit<NewEntry, 'state'>> & { readonly state?: NewEntry['state'] }
type SettlementParts = Partial<Omit<Settlement, 'lease'>>

export class StoreKit {
  store: Store
  readonly clock: Clock
  readonly harness: StoreHarness
  readonly #defaults: Omit<StoreContext, 'clock'> = {
    perAddressInFlight: 2,
    perAddressDelayMs: 0,
    initialHost: { delayMs: 1_000, inFlight: 1 },
  }

  constructor(harness: StoreHarness) {
    this.harness = harness
    this.store = harness.store
    this.clock = harness.clock
  }

  get nowMs(): number {
    return this.clock.now()
  }

  async open(context: Partial<StoreContext> = {}): Promise<this> {
    await this.store.open({ ...this.#defaults, clock: this.clock, ...context })
    return this
  }

  async advance(ms: number): Promise<void> {
    await this.harness.advance(ms)
  }

  /** Closes and opens anew. */
  async closeAndOpen(context: Partial<StoreContext> = {}): Promise<void> {
    await this.store.close()
    await this.open(context)
  }

  /** Crashes and opens anew. @returns false if the store cannot, and the case is skipped */
  async crashAndOpen(runner: CaseContext, context: Partial<StoreContext> = {}): Promise<boolean> {
    if (typeof this.harness.reopen === 'string') {
      runner.skip(this.harness.reopen)
      return false
    }
    this.store = await this.harness.reopen()
    await this.open(context)
    return true
  }

  /** Adds entries by URL. @returns which were new */
  async add(...urls: readonly string[]): Promise<readonly boolean[]> {
    return (await this.store.add(urls.map((url) => entry(url)))).added
  }

  async addEntry(url: string, parts: EntryParts = {}): Promise<boolean | undefined> {
    return (await this.store.add([entry(url, parts)])).added[0]
  }

  /** URLs of one claim; the answer's kind if there are none. */
  async claimUrls(max: number = 1): Promise<readonly string[] | Claim['kind']> {
    const claim = await this.claim(max)
    return claim.kind === 'entries' ? claim.entries.map(({ url }) => url) : claim.kind
  }

  claim(max: number = 1, leaseMs: number = LEASE_MS): Promise<Claim> {
    return this.store.claim({ max, leaseMs })
  }

  /** One entry that must be there. */
  async take(leaseMs: number = LEASE_MS): Promise<ClaimedEntry> {
    const claim = await this.claim(1, leaseMs)
    assert.equal(claim.kind, 'entries', `expected an entry, got ${JSON.stringify(claim)}`)
    return claim.entries[0] as ClaimedEntry
  }

  /** Takes entries one after the other, each delivered at once without a contact, until none may start. @returns their URLs */
  async drain(most: number = 10_000): Promise<string[]> {
    const urls: string[] = []
    while (urls.length < most) {
      const claim = await this.claim(1)
      if (claim.kind !== 'entries') break
      for (const claimed of claim.entries) {
        urls.push(claimed.url)
        await this.settle(claimed)
      }
    }
    return urls
  }

  /** Settles one entry: delivered without a contact, unless `parts` say otherwise. */
  settle(claimed: ClaimedEntry, parts: SettlementParts = {}): Promise<void> {
    return this.store.settle([settlement(claimed, parts)])
  }

  /** Delivers an entry with a contact that ends now; the slot waits `delayMs`. */
  contact(claimed: ClaimedEntry, delayMs: number, parts: SettlementParts = {}): Promise<void> {
    return this.settle(claimed, { contactEndMs: this.nowMs, host: this.host(delayMs), ...parts })
  }

  /** A host state whose wait begins now. */
  host(delayMs: number, parts: Partial<HostState> = {}): HostState {
    return {
      notBeforeMs: this.nowMs + delayMs,
      sinceMs: this.nowMs,
      reason: 'delay',
      delayMs,
      inFlight: 1,
      ...parts,
    }
  }

  async records(
    afterCommit?: number,
  ): Promise<{ readonly commit: number; readonly json: string }[]> {
    const all = []
    for await (const record of this.store.records(afterCommit)) all.push(record)
    return all
  }
}

/** A queued page of depth 0 and priority 0, with slot and origin of its URL. */
export function entry(url: string, parts: EntryParts = {}): NewEntry {
  const kind: EntryKind = parts.kind ?? 'page'
  const parsed = new URL(url)
  return {
    key: kind === 'page' ? url : `${kind} ${url}`,
    kind,
    url,
    slot: hostSlotOf(parsed),
    origin: parsed.origin,
    depth: 0,
    priority: 0,
    state: { kind: 'queued' },
    ...parts,
  }
}

export function settlement(claimed: ClaimedEntry, parts: SettlementParts = {}): Settlement {
  return { lease: claimed.lease, outcome: DELIVERED, found: [], records: [], ...parts }
}

/** Expects a CurtsyError of that code. */
export async function rejectsWith(
  code: CurtsyError['code'],
  attempt: () => unknown,
): Promise<void> {
  await assert.rejects(
    async () => {
      await attempt()
    },
    (error: unknown) => error instanceof CurtsyError && error.code === code,
  )
}
