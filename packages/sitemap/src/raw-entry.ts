// An entry's fields as text, read from the direct children that the document cut out. Two readers give the same: a plain one for
// elements that hold nothing but text, and fast-xml-parser for everything else.
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
import { parseElements } from './xml-element.ts'
import type { XmlElement } from './xml-element.ts'

/** A direct child of an entry. Offsets are absolute; `to` is -1 until its end tag was seen. */
export interface EntryChild {
  readonly role: Role
  readonly from: number
  readonly contentFrom: number
  contentTo: number
  to: number
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
}

/**
 * Reads children that hold text and nothing else.
 *
 * @returns undefined when a text has a reference after all
 */
export function readPlainEntry(
  children: readonly EntryChild[],
  context: RawContext,
): RawEntry | undefined {
  const entry = emptyEntry()
  for (const child of children) {
    const text = context.slice(child.contentFrom, child.contentTo)
    if (text.includes('&')) return undefined
    place(entry, child.role, { text, at: child.from })
  }
  return entry
}

/**
 * Reads children by fast-xml-parser.
 *
 * @throws what the parser throws
 */
export function readXmlEntry(children: readonly EntryChild[], context: RawContext): RawEntry {
  const entry = emptyEntry()
  let source = ''
  for (const child of children) source += context.slice(child.from, child.to)
  const elements = parseElements(withoutInstructions(source))
  if (elements.length !== children.length)
    throw new Error('The parser counts other elements than the scanner.')
  for (const [index, element] of elements.entries()) {
    const child = children[index]!
    readElement(entry, child, element, context)
  }
  return entry
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
    const isPermaLink = element.attributes.get('isPermaLink')?.trim().toLowerCase() !== 'false'
    entry.guid ??= { text: textOf(element, fault), at: child.from, isPermaLink }
  } else if (child.role === 'loc' && context.linksAreAttributes) {
    const rel = element.attributes.get('rel')?.trim() ?? 'alternate'
    const href = element.attributes.get('href')
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

function emptyEntry(): RawEntry {
  return { locs: [] }
}

// The parser pairs quotes inside processing instructions; XML does not (§2.6). They hold nothing for us.
function withoutInstructions(source: string): string {
  if (!source.includes('<?')) return source
  return source.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, (markup) =>
    markup.startsWith('<?') ? '' : markup,
  )
}
