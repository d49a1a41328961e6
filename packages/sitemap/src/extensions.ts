// Fields of Google's extensions and of xhtml:link, from the elements of an entry. What is empty or unusable is absent.
import type { SitemapAlternate, SitemapImage, SitemapNews, SitemapVideo } from './entry.ts'
import { readLastmod } from './lastmod.ts'
import { readHref, trimLocation } from './location.ts'
import { decodeReferences } from './references.ts'
import type { ReferenceFault } from './references.ts'
import { Namespaces, splitName } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'
import { attributeOf } from './xml-element.ts'
import type { XmlElement } from './xml-element.ts'

/** What reading an element needs to know of its surroundings. */
export interface ElementContext {
  readonly namespaces: Namespaces
  /** URL of the sitemap, against which URLs are resolved. */
  readonly base: string
  readonly fault: (code: ReferenceFault) => void
}

type Read = (text: string, context: ElementContext) => unknown

const asText: Read = (text) => text
const asUrl: Read = (text, context) => readHref(text, context.base)
const asDate: Read = (text) => readLastmod(text)?.iso
const asNumber: Read = (text) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined)

/** Element name to field name and how its text is read. A field that may come more than once ends in `[]`. */
type Fields = ReadonlyMap<string, readonly [field: string, read: Read]>

const IMAGE: Fields = new Map([
  ['loc', ['loc', asUrl]],
  ['title', ['title', asText]],
  ['caption', ['caption', asText]],
  ['geo_location', ['geoLocation', asText]],
  ['license', ['license', asUrl]],
])
const VIDEO: Fields = new Map([
  ['thumbnail_loc', ['thumbnailLoc', asUrl]],
  ['title', ['title', asText]],
  ['description', ['description', asText]],
  ['content_loc', ['contentLoc', asUrl]],
  ['player_loc', ['playerLoc', asUrl]],
  ['duration', ['duration', asNumber]],
  ['publication_date', ['publicationDate', asDate]],
  ['expiration_date', ['expirationDate', asDate]],
  ['rating', ['rating', asNumber]],
  ['view_count', ['viewCount', asNumber]],
  ['family_friendly', ['familyFriendly', asText]],
  ['requires_subscription', ['requiresSubscription', asText]],
  ['live', ['live', asText]],
  ['uploader', ['uploader', asText]],
  ['category', ['category', asText]],
  ['tag', ['tags[]', asText]],
])
const NEWS: Fields = new Map([
  ['publication_date', ['publicationDate', asDate]],
  ['title', ['title', asText]],
  ['keywords', ['keywords', asText]],
  ['stock_tickers', ['stockTickers', asText]],
  ['genres', ['genres', asText]],
  ['access', ['access', asText]],
])
const PUBLICATION: Fields = new Map([
  ['name', ['name', asText]],
  ['language', ['language', asText]],
])

/** An image; undefined without a usable loc. */
export function readImage(element: XmlElement, context: ElementContext): SitemapImage | undefined {
  const image = readFields(element, 'image', IMAGE, context)
  return 'loc' in image ? (image as unknown as SitemapImage) : undefined
}

/** A video; undefined when nothing in it is usable. */
export function readVideo(element: XmlElement, context: ElementContext): SitemapVideo | undefined {
  return unlessEmpty(readFields(element, 'video', VIDEO, context))
}

/** A news article; undefined when nothing in it is usable. */
export function readNews(element: XmlElement, context: ElementContext): SitemapNews | undefined {
  const article = readFields(element, 'news', NEWS, context)
  for (const { local, child } of childrenOf(element, 'news', context)) {
    if (local === 'publication')
      Object.assign(article, readFields(child, 'news', PUBLICATION, context))
  }
  return unlessEmpty(article)
}

/** A link to the same page elsewhere; undefined unless it is `rel="alternate"` and has a usable href. */
export function readAlternate(
  element: XmlElement,
  context: ElementContext,
): SitemapAlternate | undefined {
  const attribute = (name: string): string =>
    decodeReferences(attributeOf(element, name) ?? '', context.fault).trim()
  if (!/(?:^|\s)alternate(?:\s|$)/i.test(attribute('rel'))) return undefined
  const href = readHref(attribute('href'), context.base)
  if (href === undefined) return undefined
  const hreflang = attribute('hreflang')
  return hreflang === '' ? { href } : { hreflang, href }
}

/** Text and CDATA of an element, children left out, references decoded once. */
export function textOf(element: XmlElement, fault: (code: ReferenceFault) => void): string {
  let text = ''
  for (const content of element.content) {
    if (content.kind === 'text') text += decodeReferences(content.value, fault)
    else if (content.kind === 'cdata') text += content.value
  }
  return text
}

/** Declarations in force at an element: its own, then those around it. */
export function innerNamespaces(element: XmlElement, outer: Namespaces): Namespaces {
  if (element.attributes === undefined) return outer
  const declarations = Object.entries(element.attributes)
    .filter(([name]) => name.startsWith('xmlns'))
    .map(([name, value]) => ({ name, value: decodeReferences(value, () => {}) }))
  return declarations.length === 0 ? outer : new Namespaces(declarations, outer)
}

/** The fields of an element; of an element that comes again the first usable one counts. */
function readFields(
  element: XmlElement,
  vocabulary: Vocabulary,
  fields: Fields,
  context: ElementContext,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { local, child } of childrenOf(element, vocabulary, context)) {
    const known = fields.get(local)
    if (known === undefined) continue
    const text = trimLocation(textOf(child, context.fault))
    if (text === '') continue
    const [field, read] = known
    const value = read(text, context)
    if (field.endsWith('[]')) append(values, field.slice(0, -2), value)
    else if (value !== undefined && values[field] === undefined) values[field] = value
  }
  return values
}

function append(values: Record<string, unknown>, field: string, value: unknown): void {
  const list = values[field]
  if (Array.isArray(list)) list.push(value)
  else values[field] = [value]
}

/** Children of one vocabulary, with their local names in lower case. */
function childrenOf(
  element: XmlElement,
  vocabulary: Vocabulary,
  context: ElementContext,
): { local: string; child: XmlElement }[] {
  const own = innerNamespaces(element, context.namespaces)
  const children: { local: string; child: XmlElement }[] = []
  for (const content of element.content) {
    if (content.kind !== 'element') continue
    const child = content.element
    const { prefix, local } = splitName(child.name)
    if (innerNamespaces(child, own).vocabularyOf(prefix).vocabulary === vocabulary) {
      children.push({ local: local.toLowerCase(), child })
    }
  }
  return children
}

function unlessEmpty(fields: object): object | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields
}
