// An entry followed tag by tag: the way for entries that are cut by the end of a piece of input, or not well-formed. It finds the
// same children as entry-cutter.ts where there is nothing wrong, and the ones that can be trusted where there is.
import { areWellFormed } from './attributes.ts'
import type { Role } from './dialect.ts'
import { OpenElements, sameName } from './open-elements.ts'
import type { EntryChild } from './raw-entry.ts'
import type { Namespaces } from './vocabulary.ts'

/** An element's start tag. `from` and `to` are absolute offsets. */
export interface StartTag {
  readonly name: string
  readonly attributes: string
  readonly selfClosing: boolean
  readonly from: number
  readonly to: number
}

/** An entry as it was found. */
export interface FoundEntry {
  readonly from: number
  readonly namespaces: Namespaces
  readonly children: readonly EntryChild[]
  /** Offset of the first fault of form; -1 when there is none. */
  readonly malformedAt: number
  readonly tooDeep: boolean
  /** Length of the longest loc, also of one that is not kept. */
  readonly locLength: number
  /** Line of its start, when its text is no longer kept. */
  readonly line?: number | undefined
}

/** What element names mean, and where an end tag that differs from its start in case is told. */
export interface NameReader {
  roleOf(namespaces: Namespaces, name: string, from: number): Role
  pair(start: string, end: string, from: number): void
}

export class EntryTracker implements FoundEntry {
  readonly from: number
  readonly namespaces: Namespaces
  readonly children: EntryChild[] = []
  /** An element of the other kind of sitemap, passed over. */
  readonly misplaced: boolean
  malformedAt = -1
  tooDeep = false
  locLength = 0
  line: number | undefined
  /** The entry is over the limit: its structure is followed to its end, its text and its children are not kept. */
  abandoned = false

  readonly #name: string
  readonly #open: OpenElements
  readonly #names: NameReader
  readonly #maxDepth: number

  constructor(
    tag: StartTag,
    namespaces: Namespaces,
    names: NameReader,
    options: { misplaced: boolean; maxDepth: number },
  ) {
    this.from = tag.from
    this.namespaces = namespaces
    this.misplaced = options.misplaced
    this.#name = tag.name
    this.#open = new OpenElements(namespaces)
    this.#names = names
    this.#maxDepth = options.maxDepth
    if (!areWellFormed(tag.attributes)) this.#malformed(tag.from)
  }

  /** A start tag. `unclosed`: another entry begins here, so that this one was never closed. */
  open(tag: StartTag): 'inside' | 'unclosed' {
    const { name, attributes, selfClosing, from, to } = tag
    const namespaces = this.#open.namespacesAt(attributes)
    const isDeep = this.#open.depth > 0
    const role =
      isDeep && name !== this.#name ? 'unknown' : this.#names.roleOf(namespaces, name, from)
    if (role === 'entry' || (isDeep && role === 'misplaced')) {
      this.break(from)
      return 'unclosed'
    }
    if (!areWellFormed(attributes)) this.#malformed(from)
    let child: EntryChild | undefined
    if (isDeep) {
      this.notPlain()
    } else {
      const end = selfClosing ? to : -1
      const plain = attributes === ''
      child = { role, from, contentFrom: to, contentTo: to, to: end, plain, broken: false }
      if (!this.abandoned) this.children.push(child)
    }
    if (this.#open.depth >= this.#maxDepth) this.tooDeep = true
    else if (!selfClosing) this.#open.push({ name, namespaces, child })
    return 'inside'
  }

  /** An end tag. `ended`: this entry's. `root`: the root element's, so that this entry was never closed. */
  close(name: string, from: number, to: number, rootName: string): 'inside' | 'ended' | 'root' {
    const { top } = this.#open
    if (sameName(name, this.#name) && !(top !== undefined && sameName(top.name, name))) {
      if (top !== undefined) this.break(from)
      this.#names.pair(this.#name, name, from)
      return 'ended'
    }
    // Names below the limit were not noted: what does not match may well be one of them.
    const closed = this.tooDeep && top?.name !== name ? undefined : this.#open.close(name)
    if (closed === undefined) {
      if (this.tooDeep && !sameName(name, rootName)) return 'inside'
      this.break(from)
      return sameName(name, rootName) ? 'root' : 'inside'
    }
    const { child } = closed.element
    this.#names.pair(closed.element.name, name, from)
    if (closed.crossed) this.#breakChild(child ?? this.#open.first?.child, from)
    if (child !== undefined) this.#finishChild(child, from, to)
    return 'inside'
  }

  /** Not well-formed from here on, and the child that is open with it. */
  break(at: number): void {
    this.#breakChild(this.#open.first?.child, at)
  }

  /** The child that is open, if one is, holds more than text. */
  notPlain(): void {
    const child = this.#open.first?.child
    if (child !== undefined) child.plain = false
  }

  #finishChild(child: EntryChild, from: number, to: number): void {
    child.contentTo = from
    child.to = to
    if (child.role === 'loc') this.locLength = Math.max(this.locLength, to - child.from)
  }

  #breakChild(child: EntryChild | undefined, at: number): void {
    this.#malformed(at)
    if (child !== undefined) child.broken = true
  }

  #malformed(at: number): void {
    if (this.malformedAt < 0) this.malformedAt = at
  }
}
