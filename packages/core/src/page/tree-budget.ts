/** How large a tree may grow. */
export interface TreeCaps {
  readonly maxNodes: number
  /** Levels below the root. */
  readonly maxDepth: number
}

/** Thrown out of a parser when the tree it builds passes a cap; caught where the document is asked for. */
export class TreeTooLarge extends Error {
  override readonly name = 'TreeTooLarge'
  readonly cap: keyof TreeCaps

  constructor(cap: keyof TreeCaps) {
    super(`The tree passed ${cap}.`)
    this.cap = cap
  }
}

/** Counts the nodes of one tree while they are made. */
export class TreeBudget {
  readonly #caps: TreeCaps
  #nodes = 0

  constructor(caps: TreeCaps) {
    this.#caps = caps
  }

  /** A node more, at `depth` levels below the root. @throws TreeTooLarge */
  add(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > this.#caps.maxNodes) throw new TreeTooLarge('maxNodes')
    this.checkDepth(depth)
  }

  /** A node that was counted before has moved to `depth`. @throws TreeTooLarge */
  checkDepth(depth: number): void {
    if (depth > this.#caps.maxDepth) throw new TreeTooLarge('maxDepth')
  }
}
