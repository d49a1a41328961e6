// Elements that were opened and not closed yet, with the namespaces in force.
import { readAttributes } from './attributes.ts'
import type { EntryChild } from './raw-entry.ts'
import { Namespaces } from './vocabulary.ts'

/** An element that is open. */
export interface OpenElement {
  readonly name: string
  readonly namespaces: Namespaces
  /** The direct child of an entry that this is. */
  readonly child: EntryChild | undefined
}

/** The path from an outer element down to the one that is open. */
export class OpenElements {
  readonly #path: OpenElement[] = []
  readonly #outer: Namespaces

  constructor(outer: Namespaces) {
    this.#outer = outer
  }

  get depth(): number {
    return this.#path.length
  }

  get top(): OpenElement | undefined {
    return this.#path.at(-1)
  }

  get first(): OpenElement | undefined {
    return this.#path[0]
  }

  /** The declarations in force inside. */
  get namespaces(): Namespaces {
    return this.top?.namespaces ?? this.#outer
  }

  /** The declarations in force at a start tag with these attributes. */
  namespacesAt(attributes: string): Namespaces {
    const outer = this.namespaces
    return attributes.includes('xmlns') ? new Namespaces(readAttributes(attributes), outer) : outer
  }

  push(element: OpenElement): void {
    this.#path.push(element)
  }

  /** Closes the innermost element of a name and all inside it; undefined when none is open. `crossed`: others were inside. */
  close(name: string): { readonly element: OpenElement; readonly crossed: boolean } | undefined {
    const index = this.#path.findLastIndex((open) => sameName(open.name, name))
    const element = this.#path[index]
    if (element === undefined) return undefined
    const crossed = index < this.#path.length - 1
    this.#path.length = index
    return { element, crossed }
  }
}

/** XML tells upper from lower case; a file that mixes them is read nevertheless. */
export function sameName(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase())
}
