// Which sitemap files an index leads to. Pure: plain data in, a decision out. walkSitemaps drives it with a queue and a `load`;
// a crawler drives it with its frontier and stores each file's place with the file. No rule about indexes stands anywhere else.
import type { SitemapKind } from './sitemap-document.ts'

/** A sitemap file to be read, and the indexes that led to it. Plain data: it survives being stored. */
export interface SitemapFile {
  /** Normalised, without fragment: the key under which the file is known. */
  readonly url: string
  /** URLs of the indexes above, the first one first. Its length is the file's depth: 0 for a start. */
  readonly path: readonly string[]
}

/** How far a walk goes. */
export interface WalkLimits {
  /** Indexes are followed from level 0 to this level. Default 3. */
  readonly maxDepth: number
  /** Files read of one origin. Default 500. */
  readonly maxSitemaps: number
}

/** The limits unless others are given: three levels below the start, 500 files of an origin. */
export const WALK_LIMITS: WalkLimits = { maxDepth: 3, maxSitemaps: 500 }

/** What a walk has admitted so far. A crawler answers from its frontier. */
export interface KnownSitemaps {
  has(url: string): boolean
  /** Files admitted of an origin (scheme, host, port). */
  countOf(origin: string): number
}

/** Why a listed sitemap is not read. */
export type ChildRefusal = 'index-cycle' | 'duplicate-sitemap' | 'too-deep' | 'too-many-sitemaps'

/** Whether a listed sitemap is read. */
export type ChildVerdict =
  | { readonly admitted: true; readonly file: SitemapFile }
  | { readonly admitted: false; readonly reason: ChildRefusal; readonly url: string }

/** The place of a file that nothing led to: named by the user or by a robots.txt. */
export function startSitemap(url: string): SitemapFile {
  return { url: withoutFragment(url), path: [] }
}

/**
 * Whether a sitemap listed in an index is read.
 *
 * Refused are: the index itself or one above it (`index-cycle`), a file already known (`duplicate-sitemap`), what lies too deep, and
 * what exceeds the files of an origin. The children of an index on the last level are still read, for they may be plain sitemaps;
 * one that is spelled like an index above it, but for its digits, is taken for the next link of an endless chain and left alone.
 *
 * The caller adds an admitted file to what is known.
 *
 * @param loc the child's location as `parseSitemap` gave it
 * @example
 * const verdict = admitChildSitemap(known, parent, entry.loc)
 * if (verdict.admitted) queue.push(verdict.file)
 */
export function admitChildSitemap(
  known: KnownSitemaps,
  parent: SitemapFile,
  loc: string,
  limits: WalkLimits = WALK_LIMITS,
): ChildVerdict {
  const url = withoutFragment(loc)
  const path = [...parent.path, parent.url]
  const refuse = (reason: ChildRefusal): ChildVerdict => ({ admitted: false, reason, url })
  if (path.includes(url)) return refuse('index-cycle')
  if (known.has(url)) return refuse('duplicate-sitemap')
  if (path.length > limits.maxDepth + 1) return refuse('too-deep')
  if (path.length > limits.maxDepth && path.some((index) => shapeOf(index) === shapeOf(url))) {
    return refuse('too-deep')
  }
  if (known.countOf(new URL(url).origin) >= limits.maxSitemaps) return refuse('too-many-sitemaps')
  return { admitted: true, file: { url, path } }
}

/**
 * What is to be done with a file's entries, now that its kind is known.
 *
 * An index inside an index is against the protocol and followed all the same; one below the last level is not.
 *
 * @returns `follow`: whether the children of an index are admitted at all; `problem`: what is to be reported
 */
export function judgeSitemapKind(
  file: SitemapFile,
  kind: SitemapKind,
  limits: WalkLimits = WALK_LIMITS,
): { readonly follow: boolean; readonly problem?: 'index-nested' | 'too-deep' } {
  if (kind !== 'sitemapindex' || file.path.length === 0) return { follow: true }
  if (file.path.length > limits.maxDepth) return { follow: false, problem: 'too-deep' }
  return { follow: true, problem: 'index-nested' }
}

/**
 * The hosts whose entries a file may list besides its own: those that were proven, and those of the indexes that led to it, for an
 * index vouches for what it lists.
 */
export function vouchingHosts(
  file: SitemapFile,
  crossSubmitHosts: readonly string[] = [],
): string[] {
  return [...new Set([...crossSubmitHosts, ...file.path.map((index) => new URL(index).host)])]
}

/** Everything admitted, in memory. */
export function knownSitemaps(): KnownSitemaps & { add(file: SitemapFile): void } {
  const urls = new Set<string>()
  const counts = new Map<string, number>()
  return {
    has: (url) => urls.has(url),
    countOf: (origin) => counts.get(origin) ?? 0,
    add: ({ url }) => {
      if (urls.has(url)) return
      urls.add(url)
      const { origin } = new URL(url)
      counts.set(origin, (counts.get(origin) ?? 0) + 1)
    },
  }
}

/** A URL with its numbers blanked: links of a chain share it. */
function shapeOf(url: string): string {
  return url.replace(/\d+/g, '#')
}

function withoutFragment(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}
