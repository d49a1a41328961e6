// An entry's fields as text, read from the direct children that the document cut out. A child that holds text and nothing else says
// what it says; fast-xml-parser reads all others: those with attributes, references, CDATA, comments or elements inside.
import type { Role } from './dialect.ts'
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
  const texts = children.map((child) => plainText(child, context))
  const others = children.filter((_, index) => texts[index] === undefined)
  const elements = others.length === 0 ? [] : parseElements(sourceOf(others, context))
  if (elements.length !== others.length) throw new Error('The parser counts other elements.')
  let next = 0
  for (const [index, child] of children.entries()) {
    const text = texts[index]
    if (text === undefined) readElement(entry, child, elements[next++]!, context)
    else place(entry, child.role, { text, at: child.from })
  }
  return entry
}

/** The text of a plain child; undefined when it needs the parser after all. */
function plainText(child: EntryChild, context: RawContext): string | undefined {
  if (!child.plain || context.parseAll || (child.role === 'loc' && context.linksAreAttributes))
    return undefined
  const text = context.slice(child.contentFrom, child.contentTo)
  return text.includes('&') ? undefined : text
}

function sourceOf(children: readonly EntryChild[], context: RawContext): string {
  let source = ''
  for (const child of children) source += context.slice(child.from, child.to)
  return withoutInstructions(source)
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
    const rel = attributeOf(element, 'rel')?.trim() ?? 'alternate'
    const href = attributeOf(element, 'href')
    if (rel.toLowerCase() !== 'alternate' || href === undefined) return
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
