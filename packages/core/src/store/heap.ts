/** An item of a {@link Heap}. `heapAt` belongs to the heap: its place, or -1 while it is in none. */
export interface HeapItem {
  heapAt: number
}

const NOTHING: never[] = []

/**
 * A binary heap whose items know their place, so that one item can be moved or taken out in O(log n).
 *
 * An item is in at most one heap at a time. Whoever changes what `before` reads calls {@link Heap.place} again.
 */
export class Heap<T extends HeapItem> {
  /** Made with the first item: most heaps of a large crawl never have one. */
  #items: T[] = NOTHING
  readonly #before: (a: T, b: T) => boolean

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  get size(): number {
    return this.#items.length
  }

  /** The first item, left in place. */
  peek(): T | undefined {
    return this.#items[0]
  }

  /** All items, in no order that means anything. */
  values(): readonly T[] {
    return this.#items
  }

  /** Puts `item` in, or moves it to where it now belongs. */
  place(item: T): void {
    if (item.heapAt < 0) {
      item.heapAt = this.#items.length
      if (this.#items === NOTHING) this.#items = [item]
      else this.#items.push(item)
    }
    if (!this.#rise(item)) this.#sink(item)
  }

  /** Takes `item` out; does nothing if it is not in. */
  remove(item: T): void {
    const at = item.heapAt
    if (at < 0) return
    item.heapAt = -1
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    this.#set(last, at)
    if (!this.#rise(last)) this.#sink(last)
  }

  /** Takes the first item out. */
  shift(): T | undefined {
    const first = this.#items[0]
    if (first !== undefined) this.remove(first)
    return first
  }

  #set(item: T, at: number): void {
    this.#items[at] = item
    item.heapAt = at
  }

  #rise(item: T): boolean {
    let at = item.heapAt
    const start = at
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = this.#items[above] as T
      if (!this.#before(item, parent)) break
      this.#set(parent, at)
      at = above
    }
    if (at !== start) this.#set(item, at)
    return at !== start
  }

  #sink(item: T): void {
    const size = this.#items.length
    let at = item.heapAt
    const start = at
    for (;;) {
      let below = 2 * at + 1
      if (below >= size) break
      if (below + 1 < size && this.#before(this.#items[below + 1] as T, this.#items[below] as T)) {
        below += 1
      }
      const child = this.#items[below] as T
      if (!this.#before(child, item)) break
      this.#set(child, at)
      at = below
    }
    if (at !== start) this.#set(item, at)
  }
}
