// The line of `--out` for a page whose crawl pushes no records of its own.
import { definePlugin } from '@curtsy/core'
import type { PageBase, Plugin } from '@curtsy/core'

/** What is said of a delivered page. Keys in this order; the last ones only where they say something. */
interface PageLine {
  readonly url: string
  readonly status: number
  readonly depth: number
  /** The URL it was found on; null for a seed. */
  readonly via: string | null
  readonly contentType: string
  /** Body, Content-Encoding removed. */
  readonly bytes: number
  readonly title: string | null
  /** How many http(s) links it has. */
  readonly links: number
  /** ISO 8601, UTC. */
  readonly fetchedAt: string
  readonly lang?: string
  readonly canonical?: string
  readonly label?: string
  readonly noindex?: true
  readonly truncated?: true
  readonly charsetFallback?: true
  /** What page and headers say about the use of the content; recorded, never taken as permission (HW-DOC-11). */
  readonly usage?: PageBase['usage']
}

function pageLine(page: PageBase): PageLine {
  return {
    url: page.url.href,
    status: page.status,
    depth: page.depth,
    via: page.via ?? null,
    contentType: page.contentType,
    bytes: page.bytes().byteLength,
    title: page.title ?? null,
    links: page.links.length,
    fetchedAt: page.fetchedAt.toISOString(),
    ...(page.lang === undefined ? {} : { lang: page.lang }),
    ...(page.canonical === undefined ? {} : { canonical: page.canonical }),
    ...(page.label === undefined ? {} : { label: page.label }),
    ...(page.noindex ? { noindex: true } : {}),
    ...(page.truncated ? { truncated: true } : {}),
    ...(page.charsetFallback ? { charsetFallback: true } : {}),
    ...(page.usage.length === 0 ? {} : { usage: page.usage }),
  }
}

/** In the store, a page line stands under this key, so that it is told from records of the user's own. */
const PAGE_KEY = 'curtsy:page'
const PREFIX = `{"${PAGE_KEY}":`

/**
 * Pushes the line of each page, to be committed with it: exactly once, whatever happens to the process. Stops as soon as `wanted`
 * says that the crawl pushes records of its own.
 */
export function pageLines(wanted: () => boolean): Plugin {
  return definePlugin({
    name: 'page-lines',
    extend(page: PageBase) {
      if (wanted()) page.push({ [PAGE_KEY]: pageLine(page) })
      return {}
    },
  })
}

/** A stored record as JSON text, and whether it is a page line. */
export function storedRecord(json: string): {
  readonly kind: 'page' | 'pushed'
  readonly json: string
} {
  return json.startsWith(PREFIX)
    ? { kind: 'page', json: json.slice(PREFIX.length, -1) }
    : { kind: 'pushed', json }
}
