// One pass over a document for links and for what the head says, on htmlparser2's tokenizer: no tree, no stack, and no string
// made but those that are kept. Decoding of character references is off, so that text and values are skipped, not read.
//
// Invariants: the work for a piece of text is linear in its length; the result does not depend on how the text was cut.
import type { Tokenizer, TokenizerCallbacks } from 'htmlparser2'
import type { ValueContext } from './character-references.ts'
import { ReferenceDecoder } from './character-references.ts'
import { htmlparser2 } from './lazy-modules.ts'
import { labelInContent } from './meta-charset.ts'
import { ownString } from './own-string.ts'
import type {
  CreateLinkScanner,
  LinkScanner,
  PageScan,
  ScanCut,
  ScanLimits,
  ScannedLink,
  ScannedMeta,
} from './page-scan.ts'
import { MAX_META_LENGTH, MAX_METAS, MAX_TITLE_LENGTH, refreshTarget } from './page-scan.ts'
import type { TagRole } from './tag-roles.ts'
import { countsForDepth, TAG_ROLES } from './tag-roles.ts'

/** Which attributes of which elements are read. */
const ATTRIBUTES: Partial<Record<TagRole, ReadonlySet<string>>> = {
  anchor: new Set(['href', 'rel']),
  area: new Set(['href', 'rel']),
  base: new Set(['href']),
  link: new Set(['href', 'rel']),
  meta: new Set(['name', 'content', 'charset', 'http-equiv']),
  html: new Set(['lang']),
}

/** Raw text of a title that is kept before references are decoded and blanks collapsed. */
const MAX_RAW_TITLE = MAX_TITLE_LENGTH * 8

/** Makes a scanner on htmlparser2, which is loaded at the first call. */
export const createLinkScanner: CreateLinkScanner = (limits, metaNames) =>
  new TokenizerScanner(limits, metaNames, htmlparser2().Tokenizer)

class TokenizerScanner implements LinkScanner, TokenizerCallbacks {
  readonly #limits: ScanLimits
  readonly #metaNames: ReadonlySet<string>
  readonly #references: ReferenceDecoder
  readonly #tokenizer: Tokenizer
  /** No name, value or title is longer; as much text stays in hand. */
  readonly #longest: number

  // The text that may still be asked for: the pieces in hand, and where the first and the last of them begin.
  #pieces: string[] = []
  #piecesStart = 0
  #lastStart = 0
  #written = 0

  // The tag that is being read.
  #role: TagRole | undefined
  #wanted: ReadonlySet<string> | undefined
  #attributeCount = 0
  #attributeStart = 0
  #attribute: string | undefined
  #value = ''
  readonly #values = new Map<string, string>()

  // Where in the document we are.
  #depth = 0
  #svgDepth = 0
  #hiddenBy: string | undefined
  #hiddenDepth = 0
  #inText = false
  #inTitle = false

  // What was found.
  readonly #links: ScannedLink[] = []
  readonly #metas: ScannedMeta[] = []
  readonly #cuts = new Set<ScanCut>()
  #nodes = 0
  #base: string | undefined
  #canonical: string | undefined
  #rawTitle: string | undefined
  #lang: string | undefined
  #charsetHint: string | undefined

  constructor(
    limits: ScanLimits,
    metaNames: ReadonlySet<string>,
    TokenizerClass: typeof Tokenizer,
  ) {
    this.#limits = limits
    this.#metaNames = metaNames
    this.#references = new ReferenceDecoder(TokenizerClass)
    this.#longest = Math.max(limits.maxAttributeBytes, MAX_RAW_TITLE)
    this.#tokenizer = new TokenizerClass({ decodeEntities: false }, this)
  }

  get stopped(): boolean {
    return this.#cuts.has('nodes')
  }

  write(text: string): void {
    if (this.stopped || text === '') return
    this.#letGo()
    this.#pieces.push(text)
    this.#lastStart = this.#written
    this.#written += text.length
    this.#tokenizer.write(text)
  }

  end(): PageScan {
    if (!this.stopped) this.#tokenizer.end()
    const title = this.#rawTitle === undefined ? '' : this.#decoded(this.#rawTitle, 'title')
    const shownTitle = title
      .replaceAll(/[\t\n\f\r ]+/g, ' ')
      .trim()
      .slice(0, MAX_TITLE_LENGTH)
    return {
      links: this.#links,
      base: this.#base,
      canonical: this.#canonical,
      metas: this.#metas,
      title: shownTitle === '' ? undefined : ownString(shownTitle),
      lang: this.#lang,
      charsetHint: this.#charsetHint,
      nodes: this.#nodes,
      cuts: [...this.#cuts],
    }
  }

  // What the tokenizer calls. Offsets count from the beginning of the document.

  ontext(start: number, end: number): void {
    if (!this.#inText) this.#countNode()
    this.#inText = true
    if (!this.#inTitle) return
    const raw = this.#rawTitle ?? ''
    const room = MAX_RAW_TITLE - raw.length
    if (room > 0) this.#rawTitle = raw + this.#slice(start, Math.min(end, start + room))
  }

  onopentagname(start: number, end: number): void {
    this.#inText = false
    this.#countNode()
    const name = this.#slice(start, end).toLowerCase()
    const role = TAG_ROLES.get(name)
    this.#role = role
    this.#wanted = role === undefined ? undefined : ATTRIBUTES[role]
    this.#attributeCount = 0
    if (this.#values.size > 0) this.#values.clear()
    if (countsForDepth(role)) this.#deeper()
    if (role === 'hiding') this.#hide(name)
    if (role === 'svg') this.#svgDepth += 1
    this.#inTitle =
      role === 'title' &&
      this.#rawTitle === undefined &&
      this.#svgDepth === 0 &&
      this.#hiddenBy === undefined
    if (this.#inTitle) this.#rawTitle = ''
  }

  onattribname(start: number, end: number): void {
    this.#attributeCount += 1
    this.#attributeStart = start
    this.#attribute = undefined
    if (this.#attributeCount > this.#limits.maxAttributes) {
      this.#cuts.add('attributes')
      return
    }
    if (this.#wanted === undefined) return
    const name = this.#slice(start, end).toLowerCase()
    if (!this.#wanted.has(name) || this.#values.has(name)) return
    this.#attribute = name
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === undefined) return
    if (end - this.#attributeStart > this.#limits.maxAttributeBytes) this.#attribute = undefined
    else this.#value += this.#slice(start, end)
  }

  onattribend(_quote: unknown, end: number): void {
    if (end - this.#attributeStart > this.#limits.maxAttributeBytes) this.#cuts.add('attributes')
    else if (this.#attribute !== undefined) this.#values.set(this.#attribute, this.#value)
    this.#attribute = undefined
  }

  onopentagend(): void {
    if (this.#wanted !== undefined) this.#readTag()
  }

  onselfclosingtag(): void {
    if (this.#wanted !== undefined) this.#readTag()
    // As in SVG and XHTML. Where HTML would take `<b/>` for `<b>` the depth is counted too low, which harms nothing.
    if (countsForDepth(this.#role)) this.#depth -= 1
    if (this.#role === 'svg') this.#svgDepth -= 1
    this.#inTitle = false
  }

  onclosetag(start: number, end: number): void {
    this.#inText = false
    this.#inTitle = false
    const name = this.#slice(start, end).toLowerCase()
    const role = TAG_ROLES.get(name)
    if (this.#depth > 0 && countsForDepth(role)) this.#depth -= 1
    if (role === 'svg' && this.#svgDepth > 0) this.#svgDepth -= 1
    if (role === 'hiding') this.#unhide(name)
  }

  oncomment(): void {
    this.#inText = false
    this.#countNode()
  }

  oncdata(): void {
    this.oncomment()
  }

  ondeclaration(): void {
    this.#inText = false
  }

  onprocessinginstruction(): void {
    this.#inText = false
  }

  onend(): void {}
  // With decoding off there are none.
  onattribentity(): void {}
  ontextentity(): void {}

  // What the events mean.

  #readTag(): void {
    const values = this.#values
    if (values.size === 0) return
    if (this.#role === 'meta') this.#readMeta(values)
    if (this.#hiddenBy !== undefined) return
    const href = values.get('href')
    switch (this.#role) {
      case 'anchor':
      case 'area': {
        if (href === undefined || this.#isFull()) return
        const rel = values.get('rel')
        this.#links.push({
          href: this.#kept(href),
          rel: rel === undefined ? undefined : this.#kept(rel),
          element: this.#role === 'anchor' ? 'a' : 'area',
        })
        return
      }
      case 'base': {
        if (href !== undefined) this.#base ??= this.#kept(href)
        return
      }
      case 'link': {
        const rel = this.#decoded(values.get('rel') ?? '', 'attribute')
        if (href !== undefined && /(?:^|\s)canonical(?:\s|$)/i.test(rel)) {
          this.#canonical ??= this.#kept(href)
        }
        return
      }
      case 'html': {
        const lang = this.#kept(values.get('lang') ?? '').trim()
        if (lang !== '') this.#lang ??= lang
        return
      }
      default:
    }
  }

  #readMeta(values: ReadonlyMap<string, string>): void {
    // A wish to be left alone counts inside `noscript` too: we run no scripts.
    if (this.#hiddenBy !== undefined && this.#hiddenBy !== 'noscript') return
    const content = this.#decoded(values.get('content') ?? '', 'attribute')
    const name = this.#decoded(values.get('name') ?? '', 'attribute')
      .trim()
      .toLowerCase()
    if (this.#metaNames.has(name) && this.#metas.length < MAX_METAS) {
      this.#metas.push({
        name: ownString(name),
        content: ownString(content.slice(0, MAX_META_LENGTH)),
      })
    }
    if (this.#hiddenBy !== undefined) return
    const equivalent = values.get('http-equiv')?.trim().toLowerCase()
    const label =
      values.get('charset')?.trim() ??
      (equivalent === 'content-type' ? labelInContent(content) : undefined)
    if (label !== undefined && label !== '') this.#charsetHint ??= ownString(label)
    const target = equivalent === 'refresh' ? refreshTarget(content) : undefined
    if (target !== undefined && !this.#isFull()) {
      this.#links.push({ href: ownString(target), rel: undefined, element: 'refresh' })
    }
  }

  /** Whether no further link is taken; notes that one is left out. */
  #isFull(): boolean {
    if (this.#links.length < this.#limits.maxLinksPerPage) return false
    this.#cuts.add('links')
    return true
  }

  #countNode(): void {
    this.#nodes += 1
    if (this.#nodes <= this.#limits.maxDomNodes) return
    this.#cuts.add('nodes')
    this.#tokenizer.pause()
  }

  #deeper(): void {
    this.#depth += 1
    if (this.#depth > this.#limits.maxDomDepth) this.#cuts.add('depth')
  }

  #hide(name: string): void {
    if (this.#hiddenBy === undefined) {
      this.#hiddenBy = name
      this.#hiddenDepth = 1
    } else if (this.#hiddenBy === name && name === 'template') {
      // Only templates nest: the others end at their first end tag, as text does.
      this.#hiddenDepth += 1
    }
  }

  #unhide(name: string): void {
    if (this.#hiddenBy !== name) return
    this.#hiddenDepth -= 1
    if (this.#hiddenDepth === 0) this.#hiddenBy = undefined
  }

  /** Drops pieces from which no name or value can come any more: the longest reaches `#longest` back. */
  #letGo(): void {
    let first = this.#pieces[0]
    while (
      first !== undefined &&
      this.#written - this.#piecesStart - first.length >= this.#longest
    ) {
      this.#pieces.shift()
      this.#piecesStart += first.length
      first = this.#pieces[0]
    }
  }

  #kept(value: string): string {
    return ownString(this.#decoded(value, 'attribute'))
  }

  #decoded(value: string, context: ValueContext): string {
    return this.#references.decode(value, context)
  }

  /** The text from `start` to `end`; nothing, and a cut, where it is longer than any value may be. */
  #slice(start: number, end: number): string {
    if (end - start > this.#longest) {
      this.#cuts.add('attributes')
      return ''
    }
    let text = this.#pieces.at(-1) ?? ''
    let from = this.#lastStart
    for (let back = this.#pieces.length - 2; start < from && back >= 0; back -= 1) {
      const piece = this.#pieces[back] ?? ''
      text = piece + text
      from -= piece.length
    }
    return text.slice(start - from, end - from)
  }
}
