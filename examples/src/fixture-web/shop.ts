// shop.demo: a small shop, the site that a crawl meets most often.
//
// A polite crawl as ExampleBot on default options delivers the front page, three categories with their second pages and facets,
// all sixty items and a few single pages. It must refuse, without one request:
//   /cart/…, /private/…       disallowed, though every page links them; /private/open-day is allowed by a longer rule
//   …?sort=…, …&sort=…        disallowed by wildcards
//   /info.php                 disallowed by `$`; /info.php?page=2 is not
//   /wishlist/add?item=…      linked with rel=nofollow only
//   http://partner.demo/      off scope (its expectation stands in partner.ts)
// The group for ExampleBot replaces the one for `*`: /sale/ is closed to everybody else and open to it.
// /item/17 answers 503 with Retry-After: 2 at the first request: the whole host waits, then the page is fetched again.
// /imprint is delivered and marked noindex (X-Robots-Tag). /lookbook/… is named by the sitemaps only.
import { delivered, disallowed, refused } from './expectation.ts'
import type { Expectation } from './expectation.ts'
import { CATEGORIES, COLOURS, ITEMS, SIZES } from './shop-catalogue.ts'
import { aboutPage, frontPage, itemPage, listingPage, singlePage } from './shop-pages.ts'
import { LOOKBOOKS, pagesSitemap, itemsSitemap, sitemapIndex } from './shop-sitemaps.ts'
import type { Neighbours, Site, SiteAnswer, SiteRequest } from './site.ts'
import { textFile } from './site.ts'

function robotsOf(origin: string): string {
  return `# shop.demo: one group for ExampleBot, one for everybody else
User-agent: ExampleBot
Disallow: /cart/
Disallow: /private/
Allow: /private/open-day
Disallow: /*?sort=
Disallow: /*&sort=
Disallow: /*.php$

User-agent: *
Disallow: /cart/
Disallow: /private/
Disallow: /sale/
Disallow: /*?

Sitemap: ${origin}/sitemap.xml
`
}

const SINGLE_PAGES: Readonly<Record<string, string>> = {
  '/sale/': 'Sale',
  '/imprint': 'Imprint',
  '/private/open-day': 'Open day',
  '/info.php?page=2': 'Information, page 2',
}

/** Builds the shop. Its only memory is which request of /item/17 is the first. */
export function shop(web: Neighbours): Site {
  const origin = web.origin('shop.demo')
  const robots = robotsOf(origin)
  let overloaded = true

  function respond({ path, url }: SiteRequest): SiteAnswer {
    if (path === '/robots.txt') return textFile(robots)
    if (path === '/sitemap.xml') return sitemapIndex(origin)
    if (path === '/sitemap-items.xml.gz') return itemsSitemap(origin)
    if (path === '/sitemap-pages.xml') return pagesSitemap(origin)
    if (path === '/') return { status: 200, body: frontPage(web) }
    if (path === '/about') return { status: 200, body: aboutPage(web) }
    if (path === '/item/17' && overloaded) {
      overloaded = false
      return { status: 503, headers: { 'retry-after': '2' }, body: 'Too many customers.' }
    }
    const item = ITEMS.find(({ number }) => url.pathname === `/item/${number}`)
    if (item !== undefined) return { status: 200, body: itemPage(web, item) }
    const category = CATEGORIES.find((name) => url.pathname === `/c/${name}`)
    if (category !== undefined) return { status: 200, body: listingPage(web, category, url) }
    const title = SINGLE_PAGES[path] ?? LOOKBOOKS[path]
    if (title === undefined) return { status: 404, body: 'Nothing here.' }
    const headers = path === '/imprint' ? { 'x-robots-tag': 'noindex' } : {}
    return { status: 200, headers, body: singlePage(web, title) }
  }

  return { name: 'shop.demo', seedPath: '/', respond, expected: expectedOf(robots) }
}

/** Path and query of every listing of a category: plain, second page, by colour, by colour and size. */
function listingPaths(category: string): readonly string[] {
  const colours = COLOURS.map((colour) => `/c/${category}?colour=${colour}`)
  const sizes = colours.flatMap((path) => SIZES.map((size) => `${path}&size=${size}`))
  return [`/c/${category}`, `/c/${category}?page=2`, ...colours, ...sizes]
}

function expectedOf(robots: string): Record<string, Expectation> {
  const expected: Record<string, Expectation> = {
    '/': delivered('the seed'),
    '/about': delivered('linked with and without an empty query: one page'),
    '/sale/': delivered('only the group for * closes it, and ExampleBot has its own'),
    '/imprint': delivered('noindex marks it, but does not forbid to fetch it', { noindex: true }),
    '/info.php?page=2': delivered('the $ in /*.php$ ends the pattern before the query'),
    '/info.php': disallowed(robots, 'Disallow: /*.php$'),
    '/cart/': disallowed(robots, 'Disallow: /cart/'),
    '/private/staff': disallowed(robots, 'Disallow: /private/'),
    '/private/open-day': delivered('the longer Allow wins over /private/'),
    '/private/from-the-sitemap': disallowed(robots, 'Disallow: /private/', { sitemapOnly: true }),
  }
  for (const path of Object.keys(LOOKBOOKS)) {
    expected[path] = delivered('named by a sitemap and linked nowhere', { sitemapOnly: true })
  }
  for (const path of CATEGORIES.flatMap(listingPaths)) {
    expected[path] = delivered('a listing')
    expected[path.includes('?') ? `${path}&sort=price` : `${path}?sort=price`] = path.includes('?')
      ? disallowed(robots, 'Disallow: /*&sort=')
      : disallowed(robots, 'Disallow: /*?sort=')
  }
  for (const { number, name } of ITEMS) {
    expected[`/item/${number}`] = delivered('an item', { title: name })
    expected[`/cart/add?item=${number}`] = disallowed(robots, 'Disallow: /cart/')
    expected[`/wishlist/add?item=${number}`] = refused('nofollow', 'linked with rel=nofollow only')
  }
  expected['/item/17'] = delivered('answers 503 with Retry-After: 2 at first', { requests: 2 })
  return expected
}
