// Where sitemaps come from: the user's list, the lines of a robots.txt, the index that names its children. Each file is a frontier
// entry of its own, so that politeness, robots.txt and resume hold for it as for a page.
import type { NewEntry } from '../ports/store.ts'
import type { Candidate, Candidates } from './candidates.ts'
import type { CrawlParts } from './parts.ts'

/** Sitemaps go before pages of their host: they say what else there is. */
const SITEMAP_PRIORITY = -1

/** An entry for a sitemap file; undefined where it is known. `namedBy` is the host whose robots.txt names it. */
export function sitemapEntry(
  candidates: Candidates,
  text: string,
  base: string | undefined,
  from: { readonly via: string | undefined; readonly level: number; readonly path: readonly string[]; readonly crossSubmitHosts: readonly string[] },
): Candidate | undefined {
  return candidates.judge(text, base, {
    source: 'sitemap-file',
    depth: 0,
    via: from.via,
    priority: SITEMAP_PRIORITY,
    data: { sitemapLevel: from.level, sitemapPath: from.path, crossSubmitHosts: from.crossSubmitHosts },
  })
}

/** The sitemaps a robots.txt names, if the crawl reads sitemaps. */
export function sitemapsOfRobots(parts: CrawlParts, origin: string, urls: readonly string[]): readonly NewEntry[] {
  if (parts.settings.sitemaps === false) return []
  const host = new URL(origin).host
  return urls
    .map((url) => sitemapEntry(parts.candidates, url, origin, { via: `${origin}/robots.txt`, level: 0, path: [], crossSubmitHosts: [host] }))
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => candidate.entry)
}
