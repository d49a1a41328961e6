// The straight way through a whole, well-formed entry: its children, each matched at once. An entry that is not complete in the
// buffer, not well-formed, nested deeper than usual or that declares namespaces makes it give up, and the document takes that entry
// tag by tag. Both ways lead to the same children (test: chunking never matters).
// Regular expressions, because they run at full speed from the first entry on.
import type { Role } from './dialect.ts'
import { ASIDE, ATTRIBUTES, ELEMENT_NAME, escapeRegExp, markupPattern } from './markup-pattern.ts'
import type { EntryChild } from './raw-entry.ts'

/** Levels of elements below a child; a news publication's name is on the second. */
const LEVELS = 3

/** The deepest that a cut entry can be. */
export const CUT_LEVELS: number = LEVELS + 1

/** An entry taken apart. */
export interface CutEntry {
  /** Offset behind the end tag. */
  readonly end: number
  readonly children: EntryChild[]
}

/** Cuts the entries of one document, whose start tags have no attributes. */
export class EntryCutter {
  readonly #child: RegExp
  readonly #aside: RegExp = new RegExp(`[^<]*(?:${ASIDE})`, 'y')
  readonly #end: RegExp
  readonly #roleOf: (name: string) => Role | undefined

  /**
   * @param entryName the entry element's name as the document spells it
   * @param roleOf the role of a child by its name; undefined, for a name not met before, gives up
   */
  constructor(entryName: string, roleOf: (name: string) => Role | undefined) {
    const own = escapeRegExp(entryName)
    // An entry inside an entry was never closed: that is for the other way to understand.
    const name = String.raw`(?!${own}[\s/>])${ELEMENT_NAME}`
    const inner = markupPattern(name, LEVELS)
    this.#child = new RegExp(
      String.raw`[^<]*<(${name})(${ATTRIBUTES})(?:/>|>([^<]*)((?:(?:${inner})[^<]*)*)</\1>)`,
      'y',
    )
    this.#end = new RegExp(String.raw`[^<]*</${own}>`, 'y')
    this.#roleOf = roleOf
  }

  /**
   * The entry whose start tag ends before `at`.
   *
   * @param base absolute offset of the buffer's start, for the children
   */
  cut(buffer: string, at: number, base: number): CutEntry | undefined {
    const children: EntryChild[] = []
    for (let next = at; ;) {
      this.#child.lastIndex = next
      const match = this.#child.exec(buffer)
      if (match !== null) {
        const to = this.#child.lastIndex
        const [whole, name = '', attributes = '', text, markupInside] = match
        const role = this.#roleOf(name)
        if (role === undefined || role === 'entry') return undefined
        const from = to - whole.length + whole.indexOf('<')
        const contentFrom = text === undefined ? to : from + name.length + attributes.length + 2
        const contentTo = text === undefined ? to : to - name.length - 3
        children.push({
          role,
          from: base + from,
          contentFrom: base + contentFrom,
          contentTo: base + contentTo,
          to: base + to,
          plain: attributes === '' && !markupInside,
          broken: false,
        })
        next = to
        continue
      }
      this.#end.lastIndex = next
      if (this.#end.test(buffer)) return { end: this.#end.lastIndex, children }
      this.#aside.lastIndex = next
      if (!this.#aside.test(buffer)) return undefined
      next = this.#aside.lastIndex
    }
  }
}
