// What a sitemap says about one address.

/** How often a page changes, as its site says. */
export type ChangeFrequency =
  | 'always'
  | 'hourly'
  | 'daily'
  | 'weekly'
  | 'monthly'
  | 'yearly'
  | 'never'

/** An image of a page (Google's image extension). URLs are absolute; their hosts are not bound to the sitemap's. */
export interface SitemapImage {
  readonly loc: string
  readonly title?: string
  readonly caption?: string
  readonly geoLocation?: string
  readonly license?: string
}

/** A video of a page (Google's video extension). Dates are ISO strings in UTC, `duration` is in seconds. */
export interface SitemapVideo {
  readonly thumbnailLoc?: string
  readonly title?: string
  readonly description?: string
  readonly contentLoc?: string
  readonly playerLoc?: string
  readonly duration?: number
  readonly publicationDate?: string
  readonly expirationDate?: string
  readonly rating?: number
  readonly viewCount?: number
  readonly familyFriendly?: string
  readonly requiresSubscription?: string
  readonly live?: string
  readonly uploader?: string
  readonly category?: string
  readonly tags?: readonly string[]
}

/** A news article (Google's news extension). */
export interface SitemapNews {
  readonly name?: string
  readonly language?: string
  readonly publicationDate?: string
  readonly title?: string
  readonly keywords?: string
  readonly stockTickers?: string
  readonly genres?: string
  readonly access?: string
}

/** The same page in another language or for another medium (`xhtml:link rel="alternate"`). */
export interface SitemapAlternate {
  readonly hreflang?: string
  readonly href: string
}

/** A page. A field that the file lacks, or that cannot be understood, is absent. */
export interface UrlEntry {
  readonly kind: 'url'
  /** The address, normalised as the WHATWG URL standard does. */
  readonly loc: string
  /** When the page changed last: ISO 8601 in UTC with milliseconds. */
  readonly lastmod?: string
  readonly changefreq?: ChangeFrequency
  /** From 0 to 1. */
  readonly priority?: number
  readonly images?: readonly SitemapImage[]
  readonly video?: readonly SitemapVideo[]
  readonly news?: SitemapNews
  readonly alternates?: readonly SitemapAlternate[]
}

/** Another sitemap, listed in an index. */
export interface ChildSitemapEntry {
  readonly kind: 'sitemap'
  readonly loc: string
  readonly lastmod?: string
}

/** One entry of a sitemap or of a sitemap index. */
export type SitemapEntry = UrlEntry | ChildSitemapEntry
