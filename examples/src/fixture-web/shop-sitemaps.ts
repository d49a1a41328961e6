// The sitemaps of shop.demo: an index of two files, one of them gzip.
import { gzipSync } from 'node:zlib'
import { CATEGORIES, ITEMS } from './shop-catalogue.ts'
import type { SiteAnswer } from './site.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = { 'content-type': 'application/xml; charset=utf-8' }

/** Pages that only a sitemap names, with their titles. */
export const LOOKBOOKS: Readonly<Record<string, string>> = {
  '/lookbook/spring': 'Lookbook: spring',
  '/lookbook/autumn': 'Lookbook: autumn',
}

function fileOf(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${NAMESPACE}">
${entries.join('\n')}
</${root}>
`
}

export function sitemapIndex(origin: string): SiteAnswer {
  const entries = ['/sitemap-items.xml.gz', '/sitemap-pages.xml'].map(
    (path) => `<sitemap><loc>${origin}${path}</loc><lastmod>2026-10-01</lastmod></sitemap>`,
  )
  return { status: 200, headers: XML, body: fileOf('sitemapindex', entries) }
}

/** All items, with the day they were last changed. Sent as a gzip file, not as a gzip encoding. */
export function itemsSitemap(origin: string): SiteAnswer {
  const entries = ITEMS.map(({ number }) => {
    const day = String((number % 28) + 1).padStart(2, '0')
    return `<url><loc>${origin}/item/${number}</loc><lastmod>2026-09-${day}</lastmod></url>`
  })
  const body = gzipSync(fileOf('urlset', entries))
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body }
}

/** Pages with a priority, among them two that no page links and one that robots.txt closes. */
export function pagesSitemap(origin: string): SiteAnswer {
  const priorities: readonly (readonly [string, string])[] = [
    ['/', '1.0'],
    ...CATEGORIES.map((name) => [`/c/${name}`, '0.8'] as const),
    ...Object.keys(LOOKBOOKS).map((path) => [path, '0.3'] as const),
    ['/private/from-the-sitemap', '0.1'],
  ]
  const entries = priorities.map(
    ([path, priority]) =>
      `<url><loc>${origin}${path}</loc><lastmod>2026-09-30T08:00:00+02:00</lastmod><priority>${priority}</priority></url>`,
  )
  return { status: 200, headers: XML, body: fileOf('urlset', entries) }
}
