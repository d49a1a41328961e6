// An entry's fields as text, read from the direct children that the document cut out. Simple elements say what they say;
// fast-xml-parser reads all others: those with attributes, comments, or elements in elements.
import type { Role } from './dialect.ts'
import { flatCopy } from './flat-copy.ts'
import {
  readAlternate,
  readImage,
  readNews,
  readVideo,
  textOf,
  innerNamespaces,
} from './extensions.ts'
import type { SitemapAlternate, SitemapImage, SitemapNews, SitemapVideo } from './entry.ts'
import { decodeReferences } from './references.ts'
import { oneLineEnd, readSimpleElement } from './simple-element.ts'
import type { ReferenceFault } from './references.ts'
import type { Namespaces } from './vocabulary.ts'
import { attributeOf, parseElements } from './xml-element.ts'
import type { XmlElement } from './xml-element.ts'

/** A direct child of an entry. Offsets are absolute; `to` is -1 until its end tag was seen. */
export interface EntryChild {
  readonly role: Role
  readonly from: number
  readonly contentFrom: number
  contentTo: number
  to: number
  /** No attributes, and no markup inside. */
  plain: boolean
  /** Markup inside it does not match. */
  broken: boolean
}

/** The text of a field and the offset where its element starts. */
export interface RawField {
  readonly text: string
  readonly at: number
}

/** What an entry says, before it is judged. */
export interface RawEntry {
  readonly locs: RawField[]
  lastmod?: RawField
  published?: RawField
  changefreq?: RawField
  priority?: RawField
  guid?: RawField & { readonly isPermaLink: boolean }
  images?: SitemapImage[]
  video?: SitemapVideo[]
  alternates?: SitemapAlternate[]
  news?: SitemapNews
}

/** What the readers need beside the children. */
export interface RawContext {
  readonly slice: (from: number, to: number) => string
  readonly fault: (code: ReferenceFault, at: number) => void
  readonly namespaces: Namespaces
  readonly base: string
  /** Links are attributes of an element (Atom) instead of text. */
  readonly linksAreAttributes: boolean
  /** fast-xml-parser reads plain children too. Only for comparing the two. */
  readonly parseAll: boolean
}

/**
 * What the children say.
 *
 * @throws what the parser throws
 */
export function readEntry(children: readonly EntryChild[], context: RawContext): RawEntry {
  const entry: RawEntry = { locs: [] }
  const elements = elementsOf(children, context)
  for (const [index, child] of children.entries()) {
    const element = elements[index]
    if (element !== undefined) readElement(entry, child, element, context)
    else readPlain(entry, child, context)
  }
  return entry
}

/** The children as trees, each at its place; undefined for a plain one, whose text needs no tree. */
function elementsOf(
  children: readonly EntryChild[],
  context: RawContext,
): (XmlElement | undefined)[] {
  const elements: (XmlElement | undefined)[] = []
  const parts: Record<'text' | 'aside', { indexes: number[]; source: string }> = {
    text: { indexes: [], source: '' },
    aside: { indexes: [], source: '' },
  }
  for (const [index, child] of children.entries()) {
    if (isPlain(child, context)) continue
    const source = flatCopy(context.slice(child.from, child.to))
    const simple = context.parseAll ? undefined : readSimpleElement(source)
    if (simple === undefined) {
      const part = parts[source.includes('<!') ? 'aside' : 'text']
      part.indexes.push(index)
      part.source += source
    } else {
      elements[index] = simple
    }
  }
  for (const { indexes, source } of Object.values(parts)) {
    if (indexes.length === 0) continue
    const parsed = parseElements(withoutInstructions(source))
    if (parsed.length !== indexes.length) throw new Error('The parser counts other elements.')
    for (const [position, index] of indexes.entries()) elements[index] = parsed[position]
  }
  return elements
}

function isPlain(child: EntryChild, context: RawContext): boolean {
  return child.plain && !context.parseAll && !(child.role === 'loc' && context.linksAreAttributes)
}

function readPlain(entry: RawEntry, child: EntryChild, context: RawContext): void {
  const text = oneLineEnd(context.slice(child.contentFrom, child.contentTo))
  place(entry, child.role, {
    text: decodeReferences(text, (code) => context.fault(code, child.from)),
    at: child.from,
  })
}

function readElement(
  entry: RawEntry,
  child: EntryChild,
  element: XmlElement,
  context: RawContext,
): void {
  const fault = (code: ReferenceFault): void => context.fault(code, child.from)
  const namespaces = innerNamespaces(element, context.namespaces)
  const inner = { namespaces, base: context.base, fault }
  if (child.role === 'image') {
    const image = readImage(element, inner)
    if (image !== undefined) (entry.images ??= []).push(image)
  } else if (child.role === 'video') {
    const video = readVideo(element, inner)
    if (video !== undefined) (entry.video ??= []).push(video)
  } else if (child.role === 'alternate') {
    const alternate = readAlternate(element, inner)
    if (alternate !== undefined) (entry.alternates ??= []).push(alternate)
  } else if (child.role === 'news') {
    const news = entry.news ?? readNews(element, inner)
    if (news !== undefined) entry.news = news
  } else if (child.role === 'guid') {
    const isPermaLink = attributeOf(element, 'isPermaLink')?.trim().toLowerCase() !== 'false'
    entry.guid ??= { text: textOf(element, fault), at: child.from, isPermaLink }
  } else if (child.role === 'loc' && context.linksAreAttributes) {
    const rel = attributeOf(element, 'rel')?.trim() || 'alternate'
    const href = attributeOf(element, 'href')?.trim() ?? ''
    if (!ALTERNATE.test(rel) || href === '') return
    // A feed may offer one page in several forms; the first is the page.
    if (entry.locs.length === 0)
      entry.locs.push({ text: decodeReferences(href, fault), at: child.from })
  } else {
    place(entry, child.role, { text: textOf(element, fault), at: child.from })
  }
}

function place(entry: RawEntry, role: Role, field: RawField): void {
  switch (role) {
    case 'loc':
      entry.locs.push(field)
      break
    case 'lastmod':
      entry.lastmod ??= field
      break
    case 'published':
      entry.published ??= field
      break
    case 'changefreq':
      entry.changefreq ??= field
      break
    case 'priority':
      entry.priority ??= field
      break
    case 'guid':
      entry.guid ??= { ...field, isPermaLink: true }
      break
    default:
  }
}

// The parser pairs quotes inside processing instructions; XML does not (§2.6). They hold nothing for us.
function withoutInstructions(source: string): string {
  if (!source.includes('<?')) return source
  return source.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, (markup) =>
    markup.startsWith('<?') ? '' : markup,
  )
}

// RFC 4287 §4.2.7.2: the short name stands for an address.
const ALTERNATE = /^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i
