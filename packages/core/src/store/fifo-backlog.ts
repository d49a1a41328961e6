import type { Column } from './column.ts'
import { Heap } from './heap.ts'
import type { HeapItem } from './heap.ts'
import type { Backlog } from './lane-queue.ts'

/** Entries of one priority: a list linked through the `next` column, by ids. */
class Bucket implements HeapItem {
  heapAt: number = -1
  readonly priority: number
  first: number = 0
  #last = 0
  /** The entry last put between others, if it is still here: where the next such search begins. */
  #hint = 0

  constructor(priority: number) {
    this.priority = priority
  }

  push(next: Column, id: number): void {
    if (this.first !== 0 && id < this.#last) {
      this.#insert(next, id)
      return
    }
    next.set(id, 0)
    if (this.first === 0) this.first = id
    else next.set(this.#last, id)
    this.#last = id
  }

  #insert(next: Column, id: number): void {
    if (id < this.first) {
      next.set(id, this.first)
      this.first = id
    } else {
      let before = this.#hint >= this.first && this.#hint < id ? this.#hint : this.first
      for (let after = next.get(before); after < id; after = next.get(before)) before = after
      next.set(id, next.get(before))
      next.set(before, id)
    }
    this.#hint = id
  }
}

/** The buckets of a lane that knows more than one priority. */
interface Buckets {
  readonly byUrgency: Heap<Bucket>
  readonly byPriority: Map<number, Bucket>
}

/**
 * The backlog of a lane as a chain of ids: a bucket for each priority, each in the order of ids. Four bytes an entry.
 *
 * New ids are the highest and go to the end. Released ones are older and go between; they come in ascending order, so one walk
 * through the bucket serves all of them.
 */
export class FifoBacklog implements Backlog {
  readonly #next: Column
  /** The most urgent bucket. */
  #first: Bucket | undefined
  /** All buckets, once there was a second one. */
  #all: Buckets | undefined
  size: number = 0

  constructor(next: Column) {
    this.#next = next
  }

  peek(): number {
    return this.#first?.first ?? 0
  }

  peekPriority(): number {
    return this.#first?.priority ?? 0
  }

  shift(): void {
    const bucket = this.#first
    if (bucket === undefined) return
    this.size -= 1
    bucket.first = this.#next.get(bucket.first)
    if (bucket.first !== 0) return
    this.#all?.byUrgency.remove(bucket)
    this.#all?.byPriority.delete(bucket.priority)
    this.#first = this.#all?.byUrgency.peek()
  }

  push(id: number, priority: number): void {
    this.#bucket(priority).push(this.#next, id)
    this.size += 1
  }

  #bucket(priority: number): Bucket {
    if (this.#first?.priority === priority) return this.#first
    const known = this.#all?.byPriority.get(priority)
    if (known !== undefined) return known
    const bucket = new Bucket(priority)
    if (this.#first === undefined) {
      this.#first = bucket
      if (this.#all === undefined) return bucket
    }
    this.#all ??= this.#sorted(this.#first)
    this.#all.byUrgency.place(bucket)
    this.#all.byPriority.set(priority, bucket)
    this.#first = this.#all.byUrgency.peek()
    return bucket
  }

  #sorted(only: Bucket): Buckets {
    const byUrgency = new Heap<Bucket>(isMoreUrgent)
    byUrgency.place(only)
    return { byUrgency, byPriority: new Map([[only.priority, only]]) }
  }
}

function isMoreUrgent(a: Bucket, b: Bucket): boolean {
  return a.priority < b.priority
}
