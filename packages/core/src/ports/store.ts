// The store: frontier, seen set, host clocks, robots copies and records behind one port. Memory, SQLite and PostgreSQL stand
// behind it; `describeStore` (@curtsy/core/testing) holds its contract. The store keeps and orders; it decides nothing about
// politeness: every instant it holds was computed by `domain/` and handed to it.
//
// Every instant that goes in or comes out is on the scale of `StoreContext.clock`. A store with a time of its own (a database
// server) decides by that time and converts at its door.
import type { HostSlot, Origin } from '../domain/host-slot.ts'
import type { FailureReason, RefusalReason, UrlState, WaitingReason } from '../domain/outcome.ts'
import type { Clock } from './clock.ts'

/** `page` and `sitemap` are URLs of their own; `robots` is one redirect hop of a robots.txt on another host. */
export type EntryKind = 'page' | 'sitemap' | 'robots'

/** A URL that may be added to the frontier. */
export interface NewEntry {
  /** What makes it one: the canonical URL of a page; other kinds are prefixed by their kind and a space. */
  readonly key: string
  readonly kind: EntryKind
  readonly url: string
  readonly slot: HostSlot
  readonly origin: Origin
  readonly depth: number
  /** The URL it was found on; undefined for seeds. */
  readonly via?: string
  /** Lower goes first within its origin; equal ones in the order they were added. */
  readonly priority: number
  /** `queued`, or a refusal or hold that is counted and remembered but never claimed. */
  readonly state:
    | { readonly kind: 'queued' }
    | { readonly kind: 'refused'; readonly reason: RefusalReason }
    | { readonly kind: 'held'; readonly reason: WaitingReason }
  /**
   * What a known key may be held or refused for so that this entry, which is queued, takes its place: queued with the depth, via,
   * priority and data given here. Without it a known key changes nothing. Not stored.
   */
  readonly lifts?: readonly (RefusalReason | WaitingReason)[]
  /** What the crawl needs to know again at dispatch (redirect hops so far, shape chain, label, lastmod). Plain JSON, small. */
  readonly data?: EntryData
}

/** Travels with an entry. Every field is optional and plain JSON. */
export interface EntryData {
  /** Keys of the URLs that redirected here, first one first. */
  readonly redirectPath?: readonly string[]
  /** Milliseconds spent in requests of this redirect chain so far. */
  readonly chainSpentMs?: number
  /** How many pages of the same shape led here one after the other. */
  readonly shapeChain?: number
  /** The handler's route label, from `follow(…, { label })`. */
  readonly label?: string
  /** From the sitemap that named it, ISO. */
  readonly lastmod?: string
  /** Of a sitemap file: the indexes that led to it, first one first. Its length is the file's level. */
  readonly sitemapPath?: readonly string[]
  /** Hosts whose robots.txt names this sitemap: their URLs may stand in it (cross submission). */
  readonly crossSubmitHosts?: readonly string[]
  /** Of a sitemap file that nobody names, looked for where sitemaps usually are. */
  readonly guessed?: boolean
  /** For `robots` entries: whose rules these are, and which hop this is (1 for the first redirect). */
  readonly robotsFor?: Origin
  readonly hop?: number
  /** Of an entry that a plugin refused: its sentence. */
  readonly why?: string
  /** A seed, or what a seed redirected to (decision 15). */
  readonly seed?: boolean
}

/** The clock of a host slot as `domain/politeness.ts` left it. Stored as it is; the store reads only the fields it names. */
export interface HostState {
  /** No contact before this. Read by `claim`. */
  readonly notBeforeMs: number
  /** When the wait began: a clock that jumped is told by `notBeforeMs - sinceMs` (HW-SYS-07). */
  readonly sinceMs: number
  /** Which bound won, for people: `delay`, `crawl-delay`, `adaptive`, `back-off`, `retry-after`. */
  readonly reason: string
  /** Line of robots.txt where the reason is `crawl-delay`. */
  readonly line?: number
  /** The gap now in force. With more than one in flight `claim` moves `notBeforeMs` by it; after a crash it is waited again. */
  readonly delayMs: number
  /** At most so many requests at once (1 under a crawl-delay; less than 1 counts as 1). Read by `claim`. */
  readonly inFlight: number
  /**
   * Set while parked: why, and whether for the rest of the run. A parked slot does not keep a run alive. It is claimed at
   * `notBeforeMs` if the run lasts, and not at all in this run with `restOfRun`, which the next `open` turns into false.
   */
  readonly parked?: { readonly reason: WaitingReason; readonly restOfRun: boolean }
  /** The rest is domain/politeness.ts's own memory (failures in a row, back-off step, times parked). Plain JSON. */
  readonly memory?: Readonly<Record<string, number>>
}

/** Readiness of one origin within its slot: robots.txt retries and hops hold back an origin, not its twin scheme. */
export interface OriginState {
  readonly origin: Origin
  readonly slot: HostSlot
  readonly notBeforeMs: number
  readonly reason: string
  /** True once past the ordinary robots.txt retries: does not keep a run alive. */
  readonly parked: boolean
  /** True while another host's answer is awaited (a robots.txt redirect): only `robots` entries may be claimed. */
  readonly onHold: boolean
}

export interface ClaimRequest {
  /** At most so many entries. One claim never takes more of a slot than its `inFlight` allows. */
  readonly max: number
  /**
   * After so long without settle the lease is void, the entry is back at the head and its slot waits `delayMs` from then on (a
   * worker crashed, and nobody knows when its contact ended).
   */
  readonly leaseMs: number
}

export interface ClaimedEntry extends Omit<NewEntry, 'state' | 'lifts'> {
  readonly lease: string
  /** Attempts before this one. Delivered, redirected, failed and retry are attempts; refused, held and return are none. */
  readonly attempt: number
  readonly host: HostState | undefined
  /** The address this claim has already reserved, as pinned before; undefined when the slot has none yet. `pin` is still called. */
  readonly pinned: string | undefined
}

/** Times are in the store's own time; a caller sleeps for `untilMs - nowMs`. */
export type Claim =
  | { readonly kind: 'entries'; readonly entries: readonly ClaimedEntry[] }
  | {
      /** Nothing may start before `untilMs`; `slot` is the first that may then. */
      readonly kind: 'wait'
      readonly untilMs: number
      readonly nowMs: number
      readonly slot: HostSlot
      readonly reason: string
      readonly line?: number
    }
  /** All that could be claimed is in flight: ask again after a settle, at `untilMs` at the latest (the first lease is void then). */
  | { readonly kind: 'busy'; readonly untilMs: number; readonly nowMs: number }
  /**
   * Nothing is in flight and nothing is queued but what parked slots, parked origins and origins on hold keep: `parked` entries.
   * A parked slot whose time has come is claimed first.
   */
  | { readonly kind: 'empty'; readonly parked: number }

export type PinAnswer =
  | { readonly kind: 'pinned' }
  /** The address is busy: settle the lease with `return`; the slot will be claimed again once the address is free. */
  | { readonly kind: 'busy'; readonly untilMs: number | undefined }

/** What became of a claimed entry. Everything in one settlement is one transaction. */
export interface Settlement {
  readonly lease: string
  readonly outcome:
    | {
        readonly kind: 'done'
        readonly state: Exclude<UrlState, { readonly kind: 'waiting' }>
        /** Status, validators, digest, redirect target …: what `explain` and a recrawl want to know. Plain JSON. */
        readonly details?: Readonly<Record<string, unknown>>
      }
    /** Back to the head of its origin; the attempt does not count (robots turn, busy address, stop). */
    | { readonly kind: 'return' }
    /** Again, not before `notBeforeMs`; the attempt counts. The failure stays visible in `explain`. */
    | { readonly kind: 'retry'; readonly notBeforeMs: number; readonly reason: FailureReason }
    /** Kept but not claimed in this run or the next until limits change. */
    | { readonly kind: 'held'; readonly reason: WaitingReason }
  readonly found: readonly NewEntry[]
  /** Pushed records, each one JSON text. */
  readonly records: readonly string[]
  /** End of the contact, if there was one; without it the host clock and address clock are left as they are. */
  readonly contactEndMs?: number
  readonly host?: HostState
  readonly origins?: readonly OriginState[]
  readonly robots?: readonly RobotsRecord[]
}

/** A robots.txt as stored: `copy` is what @curtsy/robots' state machine handed out, serialised. */
export interface RobotsRecord {
  readonly origin: Origin
  readonly copy: string
}

/** What is known of one URL. */
export interface EntryRecord {
  readonly key: string
  readonly kind: EntryKind
  readonly url: string
  readonly depth: number
  readonly via: string | undefined
  readonly attempts: number
  readonly state: UrlState
  readonly inFlight: boolean
  /** After a failed attempt that will be repeated: not before this … */
  readonly notBeforeMs: number | undefined
  /** … and what it failed with. Both undefined again once it is done. */
  readonly lastFailure: FailureReason | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  /** As it was added with the entry. */
  readonly data: EntryData | undefined
}

/** An entry that waits for its turn. */
export interface QueuedUrl extends Pick<
  NewEntry,
  'key' | 'kind' | 'url' | 'slot' | 'origin' | 'depth'
> {
  readonly via: string | undefined
  readonly data: EntryData | undefined
  /** After a failed attempt: not before this. */
  readonly notBeforeMs: number | undefined
}

/** How many URLs of one kind are in each state. `byReason` counts within failed, refused and waiting. */
export interface StateCounts {
  readonly discovered: number
  readonly delivered: number
  readonly redirected: number
  readonly failed: Readonly<Record<string, number>>
  readonly refused: Readonly<Record<string, number>>
  /** Held entries by their reason; everything queued or in flight under `queued`, or under the reason its slot is parked for. */
  readonly waiting: Readonly<Record<string, number>>
}

export interface AddResult {
  /** For each entry, in order: true if its key was new, or lifted (`NewEntry.lifts`). */
  readonly added: readonly boolean[]
}

export interface StoreContext {
  readonly clock: Clock
  readonly perAddressInFlight: number
  readonly perAddressDelayMs: number
  /** For slots that have no state yet. */
  readonly initialHost: { readonly delayMs: number; readonly inFlight: number }
  /** Discard what the store holds and begin anew. */
  readonly fresh?: boolean
  /** Only `robots` entries are claimed in this run, as if every origin were on hold. Nothing of it is remembered. */
  readonly robotsOnly?: boolean
}

/**
 * Frontier, seen set, host clocks, robots copies and records.
 *
 * All methods are asynchronous and may answer late and out of order; a caller that needs an order awaits. A method after
 * `close` rejects with CurtsyError CURTSY_STATE. Storage faults reject with CURTSY_STORE_FULL, _FORMAT, _BUSY or _LOST.
 */
export interface Store {
  /**
   * Opens for one run. Entries left in flight by a crash are queued again at the head and their slots wait `delayMs` anew.
   * After `close` a store may be opened again and holds what it held. Rejects with CURTSY_STATE while it is open.
   */
  open(context: StoreContext): Promise<void>
  /** Adds entries; a known key changes nothing, unless the entry lifts what holds it (`NewEntry.lifts`). */
  add(entries: readonly NewEntry[]): Promise<AddResult>
  claim(request: ClaimRequest): Promise<Claim>
  /**
   * Reserves `address` for a claimed entry and remembers it for the slot (several slots share the clock of one address).
   *
   * Called right before each contact, also when the claim came with `pinned`: the address clock, and with more than one in
   * flight the slot's clock too, count from this instant, since a claim may wait for name resolution. A void lease is told
   * `busy` without a time.
   */
  pin(lease: string, address: string): Promise<PinAnswer>
  /**
   * Settles in order; each settlement is one transaction. A lease that is void is ignored.
   *
   * `notBeforeMs` of a slot is only ever raised. A turn without `contactEndMs` gives back what its claim had reserved.
   */
  settle(settlements: readonly Settlement[]): Promise<void>
  /** Prolongs leases of requests that take long: each is void `leaseMs` from now. Void ones stay void. */
  renew(leases: readonly string[], leaseMs: number): Promise<void>
  /**
   * Queues again what is held for `reason` and no deeper than `maxDepth`, in the place its priority and age give it (a raised
   * limit). `room` is asked once for each origin and says how many of it; the oldest go first. Gives how many in all.
   */
  release(
    reason: WaitingReason,
    admits: { readonly maxDepth?: number; readonly room?: (origin: Origin) => number },
  ): Promise<number>
  /**
   * Whether the key is known, where the store can say at once; undefined where it would have to ask. Sync, because
   * `page.follow` says how many links were new.
   *
   * @param lifts not known either is what an entry with these `lifts` would queue again
   */
  seen(key: string, lifts?: NewEntry['lifts']): boolean | undefined
  robots(origin: Origin): Promise<RobotsRecord | undefined>
  host(slot: HostSlot): Promise<HostState | undefined>
  originState(origin: Origin): Promise<OriginState | undefined>
  find(key: string): Promise<EntryRecord | undefined>
  counts(kind: EntryKind): Promise<StateCounts>
  /** One example URL for each `kind:reason` of the states, such as `refused:disallow-rule`. */
  examples(kind: EntryKind): Promise<Readonly<Record<string, string>>>
  /** Slots with queued entries: state and how many, most urgent first, at most `limit`. */
  hosts(limit: number): Promise<
    readonly {
      readonly slot: HostSlot
      readonly queued: number
      readonly state: HostState | undefined
    }[]
  >
  /** Queued pages and sitemaps, those in flight excepted, by priority and then by age; at most `limit`. */
  queued(limit: number): Promise<readonly QueuedUrl[]>
  /**
   * For each origin that pages were ever queued of: how many of them were found by links (depth 1 and more). What is held does not
   * count, nor what was refused when it was added.
   */
  linkedUrls(): Promise<ReadonlyMap<Origin, number>>
  /** Number of host slots ever contacted or queued. */
  hostCount(): Promise<number>
  /** Pushed records in commit order, from `afterCommit` (0: all). */
  records(afterCommit?: number): AsyncIterable<{ readonly commit: number; readonly json: string }>
  /** Small named values that outlive a run (settings, cookies). */
  getMeta(name: string): Promise<string | undefined>
  setMeta(name: string, value: string): Promise<void>
  /** Writes what is pending and lets go of files and connections. */
  close(): Promise<void>
}
