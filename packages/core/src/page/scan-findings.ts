// What tags, text and comments mean for the scan: which of them is a link, what the head says, what counts against a limit.
// Knows nothing of characters: whoever reads the markup tells it.
import type { ValueContext } from './character-references.ts'
import { ReferenceDecoder } from './character-references.ts'
import { labelInContent } from './meta-charset.ts'
import { ownString } from './own-string.ts'
import type { PageScan, ScanCut, ScanLimits, ScannedLink, ScannedMeta } from './page-scan.ts'
import { MAX_META_LENGTH, MAX_METAS, MAX_TITLE_LENGTH, refreshTarget } from './page-scan.ts'
import type { AttributeId, TagKind } from './tag-roles.ts'
import {
  ATTRIBUTE_NAMES,
  CHARSET,
  CONTENT,
  HREF,
  HTTP_EQUIV,
  LANG,
  NAME,
  OTHER_TAG,
  REL,
} from './tag-roles.ts'

/** Raw text of a title that is kept before references are decoded and blanks collapsed. */
export const MAX_RAW_TITLE: number = MAX_TITLE_LENGTH * 8

/** Collects what is found in one document, told in its order. */
export class ScanFindings {
  /** A limit has ended the pass: nothing more need be told. */
  stopped = false
  /** The text that comes now belongs to the page's title. */
  inTitle = false

  readonly #limits: ScanLimits
  readonly #metaNames: ReadonlySet<string>
  readonly #references = new ReferenceDecoder()

  // The tag that is being read.
  #tag: TagKind = OTHER_TAG
  readonly #values: (string | undefined)[] = ATTRIBUTE_NAMES.map(() => undefined)
  #hasValues = false

  // Where in the document we are.
  #depth = 0
  #svgDepth = 0
  #hiddenBy: TagKind | undefined
  #hiddenDepth = 0
  #inText = false

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

  constructor(limits: ScanLimits, metaNames: ReadonlySet<string>) {
    this.#limits = limits
    this.#metaNames = metaNames
  }

  result(): PageScan {
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

  /** Something was left out. */
  cut(what: ScanCut): void {
    this.#cuts.add(what)
  }

  /** Text that is not empty. Told for each piece of it; a run of text is one node. */
  text(): void {
    if (this.#inText) return
    this.#inText = true
    this.#countNode()
  }

  /** A piece of the title, while {@link inTitle}. */
  titleText(piece: string): void {
    if (this.stopped) return
    const raw = this.#rawTitle ?? ''
    if (raw.length < MAX_RAW_TITLE) this.#rawTitle = (raw + piece).slice(0, MAX_RAW_TITLE)
  }

  comment(): void {
    this.#inText = false
    this.#countNode()
  }

  /** A declaration or a processing instruction: no node, but text behind it is another run. */
  declaration(): void {
    this.#inText = false
  }

  /** The name of a start tag; its attributes follow. */
  openTag(tag: TagKind): void {
    this.#inText = false
    this.#countNode()
    this.#tag = tag
    if (this.#hasValues) {
      this.#values.fill(undefined)
      this.#hasValues = false
    }
    if (tag.nests) this.#deeper()
    if (tag.role === 'hiding') this.#hide(tag)
    else if (tag.role === 'svg') this.#svgDepth += 1
    else if (tag.role === 'title') {
      this.inTitle =
        this.#rawTitle === undefined && this.#svgDepth === 0 && this.#hiddenBy === undefined
      if (this.inTitle) this.#rawTitle = ''
    }
  }

  /** Whether an attribute of this tag has been told; of two with one name the first counts. */
  hasAttribute(id: AttributeId): boolean {
    return this.#values[id] !== undefined
  }

  /** An attribute that the tag wants, as written. */
  attribute(id: AttributeId, value: string): void {
    this.#values[id] = value
    this.#hasValues = true
  }

  /** The `>` of a start tag, or its `/>`. */
  endOfTag(selfClosing: boolean): void {
    if (this.#hasValues) this.#readTag()
    if (!selfClosing) return
    // As in SVG and XHTML. Where HTML would take `<b/>` for `<b>` the depth is counted too low, which harms nothing.
    if (this.#tag.nests) this.#depth -= 1
    if (this.#tag.role === 'svg') this.#svgDepth -= 1
    this.inTitle = false
  }

  closeTag(tag: TagKind): void {
    this.#inText = false
    this.inTitle = false
    if (this.#depth > 0 && tag.nests) this.#depth -= 1
    if (tag.role === 'svg' && this.#svgDepth > 0) this.#svgDepth -= 1
    if (tag.role === 'hiding') this.#unhide(tag)
  }

  #readTag(): void {
    const { role } = this.#tag
    if (role === 'meta') this.#readMeta()
    if (this.#hiddenBy !== undefined) return
    const href = this.#values[HREF]
    switch (role) {
      case 'anchor':
      case 'area': {
        if (href === undefined || this.#isFull()) return
        const rel = this.#values[REL]
        this.#links.push({
          href: this.#kept(href),
          rel: rel === undefined ? undefined : this.#kept(rel),
          element: role === 'anchor' ? 'a' : 'area',
        })
        return
      }
      case 'base': {
        if (href !== undefined) this.#base ??= this.#kept(href)
        return
      }
      case 'link': {
        const rel = this.#decoded(this.#values[REL] ?? '', 'attribute')
        if (href !== undefined && /(?:^|\s)canonical(?:\s|$)/i.test(rel)) {
          this.#canonical ??= this.#kept(href)
        }
        return
      }
      case 'html': {
        const lang = this.#kept(this.#values[LANG] ?? '').trim()
        if (lang !== '') this.#lang ??= lang
        return
      }
      default:
    }
  }

  #readMeta(): void {
    // A wish to be left alone counts inside `noscript` too: we run no scripts.
    if (this.#hiddenBy !== undefined && this.#hiddenBy.name !== 'noscript') return
    const values = this.#values
    const content = this.#decoded(values[CONTENT] ?? '', 'attribute')
    const name = this.#decoded(values[NAME] ?? '', 'attribute')
      .trim()
      .toLowerCase()
    if (this.#metaNames.has(name) && this.#metas.length < MAX_METAS) {
      this.#metas.push({
        name: ownString(name),
        content: ownString(content.slice(0, MAX_META_LENGTH)),
      })
    }
    if (this.#hiddenBy !== undefined) return
    const equivalent = values[HTTP_EQUIV]?.trim().toLowerCase()
    const label =
      values[CHARSET]?.trim() ??
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
    this.stopped = true
  }

  #deeper(): void {
    this.#depth += 1
    if (this.#depth > this.#limits.maxDomDepth) this.#cuts.add('depth')
  }

  #hide(tag: TagKind): void {
    if (this.#hiddenBy === undefined) {
      this.#hiddenBy = tag
      this.#hiddenDepth = 1
    } else if (this.#hiddenBy === tag && tag.name === 'template') {
      // Only templates nest: the others end at their first end tag, as text does.
      this.#hiddenDepth += 1
    }
  }

  #unhide(tag: TagKind): void {
    if (this.#hiddenBy !== tag) return
    this.#hiddenDepth -= 1
    if (this.#hiddenDepth === 0) this.#hiddenBy = undefined
  }

  #kept(value: string): string {
    return ownString(this.#decoded(value, 'attribute'))
  }

  #decoded(value: string, context: ValueContext): string {
    return this.#references.decode(value, context)
  }
}
