import type { Column } from './column.ts'
import { Heap } from './heap.ts'
import type { HeapItem } from './heap.ts'
import type { Backlog } from './lane-queue.ts'

/** Entries of one priority: a list linked through the `next` column. */
interface Bucket extends HeapItem {
  readonly priority: number
  first: number
  last: number
  /** The entry last put between others, if it is still here: where the next such search begins. */
  hint: number
}

/**
 * The backlog of a lane in memory: a bucket for each priority, each in the order of ids. Four bytes an entry.
 *
 * New ids are the highest and go to the end. Released ones are older and go between; they come in ascending order, so one walk
 * through the bucket serves all of them.
 */
export class FifoBacklog implements Backlog {
  readonly #next: Column
  readonly #byUrgency: Heap<Bucket> = new Heap<Bucket>((a, b) => a.priority < b.priority)
  /** Made with the second bucket: most lanes know one priority. */
  #byPriority: Map<number, Bucket> | undefined
  #latest: Bucket | undefined
  size = 0

  constructor(next: Column) {
    this.#next = next
  }

  peek(): number {
    return this.#byUrgency.peek()?.first ?? 0
  }

  peekPriority(): number {
    return this.#byUrgency.peek()?.priority ?? 0
  }

  shift(): void {
    const bucket = this.#byUrgency.peek()
    if (bucket === undefined) return
    this.size -= 1
    bucket.first = this.#next.get(bucket.first)
    if (bucket.first !== 0) return
    bucket.last = 0
    this.#byUrgency.remove(bucket)
    this.#byPriority?.delete(bucket.priority)
    if (this.#latest === bucket) this.#latest = undefined
  }

  push(id: number, priority: number): void {
    const bucket = this.#bucket(priority)
    this.size += 1
    if (bucket.last !== 0 && id < bucket.last) {
      this.#insert(bucket, id)
      return
    }
    this.#next.set(id, 0)
    if (bucket.first === 0) bucket.first = id
    else this.#next.set(bucket.last, id)
    bucket.last = id
  }

  #insert(bucket: Bucket, id: number): void {
    if (id < bucket.first) {
      this.#next.set(id, bucket.first)
      bucket.first = id
    } else {
      let before = bucket.hint >= bucket.first && bucket.hint < id ? bucket.hint : bucket.first
      for (let after = this.#next.get(before); after < id; after = this.#next.get(before))
        before = after
      this.#next.set(id, this.#next.get(before))
      this.#next.set(before, id)
    }
    bucket.hint = id
  }

  #bucket(priority: number): Bucket {
    if (this.#latest?.priority === priority) return this.#latest
    let bucket = this.#byPriority?.get(priority)
    if (bucket === undefined) {
      bucket = { priority, first: 0, last: 0, hint: 0, heapAt: -1 }
      this.#byUrgency.place(bucket)
      if (this.#byPriority !== undefined) this.#byPriority.set(priority, bucket)
      else if (this.#byUrgency.size > 1) {
        this.#byPriority = new Map(this.#byUrgency.values().map((known) => [known.priority, known]))
      }
    }
    this.#latest = bucket
    return bucket
  }
}
