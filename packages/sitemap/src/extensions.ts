// Fields of Google's extensions and of xhtml:link, from the elements of an entry. What is empty or unusable is absent.
import type { SitemapAlternate, SitemapImage, SitemapNews, SitemapVideo } from './entry.ts'
import { readLastmod } from './lastmod.ts'
import { trimLocation } from './location.ts'
import { decodeReferences } from './references.ts'
import type { ReferenceFault } from './references.ts'
import { Namespaces, splitName } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { XmlElement } from './xml-element.ts'

/** What reading an element needs to know of its surroundings. */
export interface ElementContext {
  readonly namespaces: Namespaces
  /** URL of the sitemap, against which URLs are resolved. */
  readonly base: string
  readonly fault: (code: ReferenceFault) => void
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

/** An image; undefined without a usable loc. */
export function readImage(element: XmlElement, context: ElementContext): SitemapImage | undefined {
  const fields = fieldsOf(element, 'image', context)
  const loc = urlIn(fields.get('loc'), context)
  if (loc === undefined) return undefined
  return {
    loc,
    ...optional('title', textIn(fields, 'title')),
    ...optional('caption', textIn(fields, 'caption')),
    ...optional('geoLocation', textIn(fields, 'geo_location')),
    ...optional('license', urlIn(fields.get('license'), context)),
  }
}

/** A video; undefined when nothing in it is usable. */
export function readVideo(element: XmlElement, context: ElementContext): SitemapVideo | undefined {
  const fields = fieldsOf(element, 'video', context)
  const tags = fields.get('tag')?.filter((tag) => tag !== '')
  return unlessEmpty({
    ...optional('thumbnailLoc', urlIn(fields.get('thumbnail_loc'), context)),
    ...optional('title', textIn(fields, 'title')),
    ...optional('description', textIn(fields, 'description')),
    ...optional('contentLoc', urlIn(fields.get('content_loc'), context)),
    ...optional('playerLoc', urlIn(fields.get('player_loc'), context)),
    ...optional('duration', numberIn(fields, 'duration')),
    ...optional('publicationDate', dateIn(fields, 'publication_date')),
    ...optional('expirationDate', dateIn(fields, 'expiration_date')),
    ...optional('rating', numberIn(fields, 'rating')),
    ...optional('viewCount', numberIn(fields, 'view_count')),
    ...optional('familyFriendly', textIn(fields, 'family_friendly')),
    ...optional('requiresSubscription', textIn(fields, 'requires_subscription')),
    ...optional('live', textIn(fields, 'live')),
    ...optional('uploader', textIn(fields, 'uploader')),
    ...optional('category', textIn(fields, 'category')),
    ...optional('tags', tags?.length ? tags : undefined),
  })
}

/** A news article; undefined when nothing in it is usable. */
export function readNews(element: XmlElement, context: ElementContext): SitemapNews | undefined {
  const fields = fieldsOf(element, 'news', context)
  const publication = childrenOf(element, 'news', context).find(
    (child) => child.local === 'publication',
  )
  const inner = publication
    ? fieldsOf(publication.element, 'news', context)
    : new Map<string, string[]>()
  return unlessEmpty({
    ...optional('name', textIn(inner, 'name')),
    ...optional('language', textIn(inner, 'language')),
    ...optional('publicationDate', dateIn(fields, 'publication_date')),
    ...optional('title', textIn(fields, 'title')),
    ...optional('keywords', textIn(fields, 'keywords')),
    ...optional('stockTickers', textIn(fields, 'stock_tickers')),
    ...optional('genres', textIn(fields, 'genres')),
    ...optional('access', textIn(fields, 'access')),
  })
}

/** A link to the same page elsewhere; undefined unless it is `rel="alternate"` and has a usable href. */
export function readAlternate(
  element: XmlElement,
  context: ElementContext,
): SitemapAlternate | undefined {
  const attribute = (name: string): string | undefined => {
    const raw = element.attributes.get(name)
    return raw === undefined ? undefined : decodeReferences(raw, context.fault).trim()
  }
  if (!attribute('rel')?.toLowerCase().split(/\s+/).includes('alternate')) return undefined
  const href = urlIn([attribute('href') ?? ''], context)
  return href === undefined
    ? undefined
    : { ...optional('hreflang', attribute('hreflang') || undefined), href }
}

/** Trimmed texts of an element's children of one vocabulary, by local name in lower case. */
function fieldsOf(
  element: XmlElement,
  vocabulary: Vocabulary,
  context: ElementContext,
): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const child of childrenOf(element, vocabulary, context)) {
    const value = trimLocation(textOf(child.element, context.fault))
    const values = fields.get(child.local)
    if (values === undefined) fields.set(child.local, [value])
    else values.push(value)
  }
  return fields
}

function childrenOf(
  element: XmlElement,
  vocabulary: Vocabulary,
  context: ElementContext,
): { local: string; element: XmlElement }[] {
  const own = innerNamespaces(element, context.namespaces)
  return element.content.flatMap((content) => {
    if (content.kind !== 'element') return []
    const { prefix, local } = splitName(content.element.name)
    const namespaces = innerNamespaces(content.element, own)
    if (namespaces.vocabularyOf(prefix).vocabulary !== vocabulary) return []
    return [{ local: local.toLowerCase(), element: content.element }]
  })
}

/** Declarations in force at an element: its own, then those around it. */
export function innerNamespaces(element: XmlElement, outer: Namespaces): Namespaces {
  const declarations = [...element.attributes]
    .filter(([name]) => name.startsWith('xmlns'))
    .map(([name, value]) => ({ name, value: decodeReferences(value, () => {}) }))
  return declarations.length === 0 ? outer : new Namespaces(declarations, outer)
}

function textIn(fields: Map<string, string[]>, name: string): string | undefined {
  return fields.get(name)?.find((value) => value !== '')
}

function numberIn(fields: Map<string, string[]>, name: string): number | undefined {
  const value = textIn(fields, name)
  return value !== undefined && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined
}

function dateIn(fields: Map<string, string[]>, name: string): string | undefined {
  const value = textIn(fields, name)
  return value === undefined ? undefined : readLastmod(value)?.iso
}

function urlIn(values: readonly string[] | undefined, context: ElementContext): string | undefined {
  const value = values?.map(trimLocation).find((candidate) => candidate !== '')
  if (value === undefined) return undefined
  try {
    const url = new URL(value, context.base)
    return /^https?:$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value })
}

function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields
}
