// The entry that nearly every sitemap is made of: a location in normal form, a date, a frequency, a priority, in the protocol's order
// and without a flaw. One regular expression reads it whole; whatever it does not match is for the other ways, which look for faults.
import type { ChangeFrequency, SitemapEntry, UrlEntry } from './entry.ts'
import { PLAIN_DATE, plainIso } from './lastmod.ts'
import { MAX_LOC_CHARACTERS } from './location.ts'
import type { LocationReader } from './location.ts'
import { escapeRegExp } from './markup-pattern.ts'

/** Reads plain entries of one document. */
export class PlainEntries {
  /** Offset behind the entry read last and the white space after it. */
  end = 0
  readonly #entry: RegExp
  readonly #kind: 'urlset' | 'sitemapindex'
  readonly #start: string

  /** @param prefix the prefix of the root element with its colon, or '' */
  constructor(kind: 'urlset' | 'sitemapindex', prefix: string, locations: LocationReader) {
    const own = escapeRegExp(prefix)
    const element = (name: string, value: string): string =>
      String.raw`<${own}${name}>${value}</${own}${name}>\s*`
    const optional = (name: string, value: string): string => `(?:${element(name, value)})?`
    const { start, rest } = locations.plainForm({ page: kind === 'urlset' })
    const name = own + (kind === 'urlset' ? 'url' : 'sitemap')
    const fields =
      element('loc', `${escapeRegExp(start)}(${rest})`) +
      optional('lastmod', PLAIN_DATE) +
      optional('changefreq', '(always|hourly|daily|weekly|monthly|yearly|never)') +
      optional('priority', String.raw`(0\.\d{1,4}|1\.0{1,4})`)
    this.#kind = kind
    this.#start = start
    this.#entry = new RegExp(String.raw`<${name}>\s*${fields}</${name}>\s*`, 'y')
  }

  /** The entry whose start tag stands at `at`; undefined when it is not plain, or not complete. */
  read(buffer: string, at: number): SitemapEntry | undefined {
    this.#entry.lastIndex = at
    const match = this.#entry.exec(buffer)
    if (match === null) return undefined
    const [, rest = '', day, time, changefreq, priority] = match
    if (this.#start.length + rest.length > MAX_LOC_CHARACTERS) return undefined
    this.end = this.#entry.lastIndex
    // Joined, not sliced: a slice would keep the whole piece of the file in memory for as long as the location lives.
    const loc = [this.#start, rest].join('')
    if (this.#kind === 'sitemapindex') {
      return day === undefined
        ? { kind: 'sitemap', loc }
        : { kind: 'sitemap', loc, lastmod: plainIso(day, time) }
    }
    const entry: { -readonly [key in keyof UrlEntry]: UrlEntry[key] } = { kind: 'url', loc }
    if (day !== undefined) entry.lastmod = plainIso(day, time)
    if (changefreq !== undefined) entry.changefreq = changefreq as ChangeFrequency
    if (priority !== undefined) entry.priority = Number(priority)
    return entry
  }
}
