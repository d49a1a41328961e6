// From what is written in a page to absolute URLs. Judging them is admission's work: here is only the URL standard.
import type { ScannedLink } from './page-scan.ts'
import { asksNotToFollow } from './page-scan.ts'

/** A link to resolve. */
export type RawLink = Pick<ScannedLink, 'href' | 'rel'>

/** Links of one page as absolute URLs without fragments, each once, in order of first appearance. */
export interface ResolvedLinks {
  /** Those of http and https. */
  readonly urls: readonly string[]
  /** The part of `urls` that is only ever linked with a `rel` that asks not to follow. */
  readonly nofollow: ReadonlySet<string>
  /** Absolute URLs of other schemes: `ftp:`, `mailto:`, `javascript:`. */
  readonly otherSchemes: readonly string[]
  /** What is no URL, as written. */
  readonly invalid: readonly string[]
}

/**
 * Gives the URL that relative links of a page start from: the first `base` resolved against the page's own URL. A base that is
 * no URL, or of scheme `data:` or `javascript:`, counts as none (HW-DOC-05).
 *
 * @see https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url
 */
export function baseUrlOf(base: string | undefined, pageUrl: string): string {
  if (base === undefined || !URL.canParse(base, pageUrl)) return pageUrl
  const url = new URL(base, pageUrl)
  return url.protocol === 'data:' || url.protocol === 'javascript:' ? pageUrl : url.href
}

/** Gives the absolute URL of a link without its fragment, or undefined where `href` is no URL (HW-DOC-06). */
export function resolveHref(href: string, baseUrl: string): string | undefined {
  // The first `#` begins the fragment, whatever stands before it; without it many links of a page are one.
  const hash = href.indexOf('#')
  const target = hash < 0 ? href : href.slice(0, hash)
  return URL.canParse(target, baseUrl) ? new URL(target, baseUrl).href : undefined
}

/** Resolves links in order; see {@link ResolvedLinks}. */
export function resolveLinks(links: Iterable<RawLink>, baseUrl: string): ResolvedLinks {
  // URL -> every link to it asked not to follow.
  const web = new Map<string, boolean>()
  const otherSchemes = new Set<string>()
  const invalid = new Set<string>()
  for (const { href, rel } of links) {
    const url = resolveHref(href, baseUrl)
    if (url === undefined) invalid.add(href)
    else if (!/^https?:/.test(url)) otherSchemes.add(url)
    else web.set(url, (web.get(url) ?? true) && asksNotToFollow(rel))
  }
  const nofollow = new Set<string>()
  for (const [url, asked] of web) if (asked) nofollow.add(url)
  return { urls: [...web.keys()], nofollow, otherSchemes: [...otherSchemes], invalid: [...invalid] }
}
