// The pages of shop.demo. Prices stand twice in an item's page: as text and, typed, as JSON-LD.
import { escapeHtml, htmlPage, link, list } from './html.ts'
import { CATEGORIES, COLOURS, ITEMS, priceOf, SIZES } from './shop-catalogue.ts'
import type { Item } from './shop-catalogue.ts'
import type { Neighbours } from './site.ts'

const PER_PAGE = 10

function shopPage(web: Neighbours, title: string, main: string, head = ''): string {
  const categories = CATEGORIES.map((name) => link(`/c/${name}`, name))
  const nav = [link('/', 'Shop'), ...categories, link('/cart/', 'Cart')].join(' ')
  const partner = link(`${web.origin('partner.demo')}/`, 'Our partner')
  const footer = [
    link('/about', 'About'),
    link('/imprint', 'Imprint'),
    link('/private/staff', 'Staff'),
    partner,
  ].join(' ')
  return htmlPage({ title, main, head, nav, footer })
}

export function frontPage(web: Neighbours): string {
  const links = [
    link('/sale/', 'Sale'),
    link('/info.php', 'Information'),
    link('/info.php?page=2', 'Information, page 2'),
    link('/private/open-day', 'Open day'),
  ]
  return shopPage(web, 'Demo shop', list(links))
}

/** Links itself by an empty query and by a fragment, which name the same page. */
export function aboutPage(web: Neighbours): string {
  return shopPage(web, 'About', list([link('/about?', 'About'), link('/about#team', 'Our team')]))
}

/** A page with a title and nothing of its own. */
export function singlePage(web: Neighbours, title: string): string {
  return shopPage(web, title, `<p>${escapeHtml(title)} of the demo shop.</p>`)
}

/** A category as the query narrows it: `page`, `colour`, `size`. Each listing links the same listing sorted by price. */
export function listingPage(web: Neighbours, category: string, url: URL): string {
  const colour = url.searchParams.get('colour')
  const size = url.searchParams.get('size')
  const from = url.searchParams.get('page') === '2' ? PER_PAGE : 0
  const items = ITEMS.filter((item) => item.category === category)
    .filter((item) => colour === null || item.colour === colour)
    .filter((item) => size === null || item.size === size)
  const here = url.pathname + url.search
  const main = [
    list(items.slice(from, from + PER_PAGE).map(itemLink)),
    list(facetLinks(url)),
    link(`${here}${url.search === '' ? '?' : '&'}sort=price`, 'Cheapest first'),
  ]
  return shopPage(web, `${category}${url.search}`, main.join('\n'))
}

/** The plain listing offers its second page and the colours, a colour offers the sizes. */
function facetLinks(url: URL): readonly string[] {
  if (url.search === '') {
    const colours = COLOURS.map((colour) => link(`${url.pathname}?colour=${colour}`, colour))
    return [link(`${url.pathname}?page=2`, 'Next page', 'next'), ...colours]
  }
  if (url.searchParams.has('page') || url.searchParams.has('size')) {
    return [link(url.pathname, 'Everything')]
  }
  return SIZES.map((size) => link(`${url.pathname}${url.search}&size=${size}`, size))
}

function itemLink(item: Item): string {
  return link(`/item/${item.number}`, item.name)
}

export function itemPage(web: Neighbours, item: Item): string {
  const onSamePage = (number: number) =>
    Math.ceil(number / PER_PAGE) === Math.ceil(item.number / PER_PAGE)
  const related = ITEMS.filter(({ number }) => number !== item.number && onSamePage(number))
  const main = [
    `<p>Price: <span class="price">${priceOf(item)}</span> EUR</p>`,
    `<p>Colour ${item.colour}, size ${item.size}. ${link('#reviews', 'Reviews')}</p>`,
    link(`/cart/add?item=${item.number}`, 'Put into the cart'),
    link(`/wishlist/add?item=${item.number}`, 'Remember', 'nofollow'),
    `<h2 id="reviews">People also looked at</h2>`,
    list(related.slice(0, 3).map(itemLink)),
  ]
  return shopPage(web, item.name, main.join('\n'), jsonLd(item))
}

function jsonLd(item: Item): string {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: `D-${item.number}`,
    name: item.name,
    color: item.colour,
    offers: {
      '@type': 'Offer',
      price: priceOf(item),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${item.inStock ? 'InStock' : 'OutOfStock'}`,
    },
  }
  return `<script type="application/ld+json">${JSON.stringify(product)}</script>`
}
