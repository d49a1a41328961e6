// Copies at hand, the least used given up first. What must not be forgotten stays: an origin whose robots.txt fails, because its next
// attempt and its first failure are known nowhere else.

import type { RobotsCopy } from './robots-copy.ts'

export class CopyMemory {
  readonly #max: number
  /** In order of use, the latest last. */
  readonly #copies = new Map<string, RobotsCopy>()
  #pinned = 0

  constructor(max: number) {
    this.#max = max
  }

  get(origin: string): RobotsCopy | undefined {
    const copy = this.#copies.get(origin)
    if (copy === undefined) return undefined
    this.#copies.delete(origin)
    this.#copies.set(origin, copy)
    return copy
  }

  set(origin: string, copy: RobotsCopy): void {
    this.#drop(origin)
    this.#copies.set(origin, copy)
    if (isPinned(copy)) this.#pinned++
    if (this.#copies.size - this.#pinned <= this.#max) return
    for (const [oldest, held] of this.#copies) {
      if (isPinned(held)) continue
      this.#drop(oldest)
      return
    }
  }

  #drop(origin: string): void {
    const copy = this.#copies.get(origin)
    if (copy === undefined) return
    if (isPinned(copy)) this.#pinned--
    this.#copies.delete(origin)
  }
}

const isPinned = ({ failing, hop }: RobotsCopy): boolean =>
  failing !== undefined || hop !== undefined
