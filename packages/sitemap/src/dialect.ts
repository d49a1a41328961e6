// The formats: what their elements are called and what each means to us.

/** What an element is to the reader. */
export type Role =
  | 'entry'
  | 'misplaced'
  | 'container'
  | 'loc'
  | 'lastmod'
  | 'published'
  | 'changefreq'
  | 'priority'
  | 'guid'
  | 'image'
  | 'video'
  | 'news'
  | 'alternate'
  | 'unknown'

/** A format that is written in XML. */
export type XmlKind = 'urlset' | 'sitemapindex' | 'rss' | 'atom'

/** One format: its element names as it spells them. */
export interface Dialect {
  readonly kind: XmlKind
  readonly names: ReadonlyMap<string, { readonly role: Role; readonly spelling: string }>
}

function dialect(kind: XmlKind, roles: Readonly<Record<string, Role>>): Dialect {
  const names = Object.entries(roles).map(
    ([spelling, role]) => [spelling.toLowerCase(), { role, spelling }] as const,
  )
  return { kind, names: new Map(names) }
}

const URLSET = dialect('urlset', {
  url: 'entry',
  sitemap: 'misplaced',
  urlset: 'container',
  sitemapindex: 'container',
  loc: 'loc',
  lastmod: 'lastmod',
  changefreq: 'changefreq',
  priority: 'priority',
})
const SITEMAPINDEX = dialect('sitemapindex', {
  sitemap: 'entry',
  url: 'misplaced',
  urlset: 'container',
  sitemapindex: 'container',
  loc: 'loc',
  lastmod: 'lastmod',
})
const RSS = dialect('rss', {
  item: 'entry',
  channel: 'container',
  link: 'loc',
  guid: 'guid',
  pubDate: 'lastmod',
})
const ATOM = dialect('atom', {
  entry: 'entry',
  link: 'loc',
  updated: 'lastmod',
  published: 'published',
  // Atom 0.3, which the sitemap protocol allows too.
  modified: 'lastmod',
  issued: 'published',
})

/** Root element by local name in lower case; `spelling` is how the format writes it. RDF is RSS 1.0. */
export const ROOTS: ReadonlyMap<string, { readonly dialect: Dialect; readonly spelling: string }> =
  new Map([
    ['urlset', { dialect: URLSET, spelling: 'urlset' }],
    ['sitemapindex', { dialect: SITEMAPINDEX, spelling: 'sitemapindex' }],
    ['rss', { dialect: RSS, spelling: 'rss' }],
    ['rdf', { dialect: RSS, spelling: 'RDF' }],
    ['feed', { dialect: ATOM, spelling: 'feed' }],
  ])

/** Elements of the extensions that become fields of an entry. */
export const EXTENSION_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['image:image', 'image'],
  ['video:video', 'video'],
  ['news:news', 'news'],
  ['xhtml:link', 'alternate'],
])
