import { Heap } from './heap.ts'
import type { HeapItem } from './heap.ts'

/** The queued entries of one lane in the order of priority, then of their ids, which grow as entries are added. */
export interface Backlog {
  readonly size: number
  /** Id of the first entry; 0 for none. */
  peek(): number
  /** Priority of the first entry; meaningless while empty. */
  peekPriority(): number
  /** Takes out the first entry. */
  shift(): void
  push(id: number, priority: number): void
}

/** An entry as the schedule handles it: what it is stands in the store's columns or on disk. */
export interface QueuedEntry {
  readonly id: number
  readonly priority: number
  /** `kindCode` of its kind. */
  readonly kind: number
}

/** Which goes first: what was put back to the head (the last one put back first), then priority, then age. */
export interface Rank {
  readonly headTurn: number
  readonly priority: number
  readonly id: number
}

/** Whether an entry of rank `a` goes before one of rank `b`. */
export function goesBefore(a: Rank, b: Rank): boolean {
  if (a.headTurn !== b.headTurn) return a.headTurn > b.headTurn
  if (a.priority !== b.priority) return a.priority < b.priority
  return a.id < b.id
}

interface Delayed extends QueuedEntry, HeapItem {
  atMs: number
  /** When the wait began. */
  readonly sinceMs: number
}

interface Returned extends QueuedEntry {
  readonly headTurn: number
}

/**
 * One queue: what was returned to the head, what waits for a retry, and the backlog.
 *
 * A retry whose time has come competes by its priority and age like any other entry. Nothing here reads a clock: `ready` and
 * `take` are told what time it is.
 */
export class LaneQueue {
  readonly #backlog: Backlog
  /** Made when first needed: most lanes never return or retry anything. */
  #returned: Returned[] | undefined
  #delayed: Heap<Delayed> | undefined
  #due: Heap<Delayed> | undefined
  /** Kind of the backlog's entries, by id: a store knows it, the queue does not keep it twice. */
  readonly #kindOf: (id: number) => number

  constructor(backlog: Backlog, kindOf: (id: number) => number) {
    this.#backlog = backlog
    this.#kindOf = kindOf
  }

  get size(): number {
    const returned = this.#returned?.length ?? 0
    return this.#backlog.size + returned + (this.#delayed?.size ?? 0) + (this.#due?.size ?? 0)
  }

  push(id: number, priority: number): void {
    this.#backlog.push(id, priority)
  }

  /** To the head. `headTurn` grows from call to call; the last one put back goes first. */
  putBack(entry: QueuedEntry, headTurn: number): void {
    this.#returned ??= []
    this.#returned.push({ id: entry.id, priority: entry.priority, kind: entry.kind, headTurn })
  }

  /** Again, not before `atMs`. */
  delay(entry: QueuedEntry, atMs: number, sinceMs: number): void {
    this.#delayed ??= new Heap<Delayed>(isDueSooner)
    const { id, priority, kind } = entry
    this.#delayed.place({ id, priority, kind, atMs, sinceMs, heapAt: -1 })
  }

  /** After the clock was set: no wait is longer from now on than it was when it began (HW-SYS-07). */
  boundWaits(nowMs: number): void {
    for (const entry of this.#delayed?.values().slice() ?? []) {
      entry.atMs = boundedWait(entry.atMs, entry.sinceMs, nowMs)
      this.#delayed?.place(entry)
    }
  }

  /** When the first entry may go: -Infinity for at once, Infinity for an empty queue. */
  readyMs(): number {
    if (this.#returned?.length || this.#due?.size || this.#backlog.size > 0) return -Infinity
    return this.#delayed?.peek()?.atMs ?? Infinity
  }

  /** When the first retry is due: Infinity if there is none. */
  retryMs(): number {
    return this.#delayed?.peek()?.atMs ?? Infinity
  }

  /** Rank of the entry that `take` would give at `nowMs`; undefined if none may go yet. */
  first(nowMs: number): Rank | undefined {
    this.#wake(nowMs)
    const returned = this.#returned?.at(-1)
    if (returned !== undefined) return returned
    const due = this.#due?.peek()
    const waiting = this.#backlogRank()
    if (due === undefined || waiting === undefined) return rankOf(due) ?? waiting
    return goesBefore(waiting, rankOf(due) as Rank) ? waiting : rankOf(due)
  }

  /** Takes out the first entry that may go at `nowMs`. */
  take(nowMs: number): QueuedEntry | undefined {
    const rank = this.first(nowMs)
    if (rank === undefined) return undefined
    if (this.#returned?.length) return this.#returned.pop()
    if (this.#due?.peek()?.id === rank.id) return this.#due.shift()
    this.#backlog.shift()
    return { id: rank.id, priority: rank.priority, kind: this.#kindOf(rank.id) }
  }

  #backlogRank(): Rank | undefined {
    const id = this.#backlog.size === 0 ? 0 : this.#backlog.peek()
    return id === 0 ? undefined : { headTurn: 0, priority: this.#backlog.peekPriority(), id }
  }

  #wake(nowMs: number): void {
    const delayed = this.#delayed
    for (
      let next = delayed?.peek();
      next !== undefined && next.atMs <= nowMs;
      next = delayed?.peek()
    ) {
      delayed?.remove(next)
      this.#due ??= new Heap<Delayed>(isMoreUrgent)
      this.#due.place(next)
    }
  }
}

/** What is left of a wait stored as its begin and end: never more than its whole length from now (HW-SYS-07). */
export function boundedWait(untilMs: number, sinceMs: number, nowMs: number): number {
  return Math.min(untilMs, nowMs + Math.max(0, untilMs - sinceMs))
}

function rankOf(entry: QueuedEntry | undefined): Rank | undefined {
  return entry && { headTurn: 0, priority: entry.priority, id: entry.id }
}

function isDueSooner(a: Delayed, b: Delayed): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id)
}

function isMoreUrgent(a: Delayed, b: Delayed): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.id < b.id)
}
