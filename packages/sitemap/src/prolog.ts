// What stands before the root element, and what a body without one is.
import { ROOTS } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import type { ProblemCode } from './problem.ts'
import { splitName } from './vocabulary.ts'

/** How much of something else may stand before the root element. */
const MAX_CHARACTERS = 1_048_576
const HTML_ELEMENTS =
  /^(?:html|head|body|title|meta|base|link|script|noscript|style|iframe|header|footer|main|nav|article|section|div|p|h[1-6]|hr|br|b|i|u|em|strong|small|font|center|form|label|input|button|table|[uod]l|li|a|span|img|pre)$/i

/** The root element that a name is, if it is one. */
export function findRoot(name: string): { dialect: Dialect; spelling: string } | undefined {
  return ROOTS.get(splitName(name).local.toLowerCase())
}

export class Prolog {
  /** Something stands before the root: a script's warning, a banner, blank lines before the XML declaration. */
  leading: boolean
  /** A comment, an instruction or a DOCTYPE was there. */
  sawMarkup = false
  /** The DOCTYPE says HTML. A sitemap may stand below it all the same, put there by a page's frame. */
  saysHtml = false
  firstElement: string | undefined
  #characters = 0

  constructor(start: { leading: boolean }) {
    this.leading = start.leading
  }

  /** Something that is no sitemap. False: too much of it to go on looking. */
  lead(characters: number): boolean {
    this.leading = true
    this.#characters += characters
    return this.#characters <= MAX_CHARACTERS
  }

  /** What a body is in which no root was found. */
  verdict(): ProblemCode {
    if (this.saysHtml || HTML_ELEMENTS.test(this.firstElement ?? '')) return 'html'
    return this.leading || this.sawMarkup ? 'not-a-sitemap' : 'empty'
  }
}
