// From what is written in a page to absolute URLs. Judging them is admission's work: here is only the URL standard.
import type { ScannedLink } from './page-scan.ts'
import { asksNotToFollow } from './page-scan.ts'
import type { LoopTurns } from './scan-document.ts'
import { TURN_MS } from './scan-document.ts'

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

/**
 * Gives the absolute URL of a link without fragment and without `user:password@` (HW-CRED-05), or undefined where `href` is no
 * URL (HW-DOC-06).
 */
export function resolveHref(href: string, baseUrl: string): string | undefined {
  // The first `#` begins the fragment, whatever stands before it; without it many links of a page are one.
  const hash = href.indexOf('#')
  const target = hash < 0 ? href : href.slice(0, hash)
  try {
    const url = new URL(target, baseUrl)
    const resolved = url.href
    if (!resolved.includes('@')) return resolved
    url.username = ''
    url.password = ''
    return url.href
  } catch {
    return undefined
  }
}

/** Resolves links in order; see {@link ResolvedLinks}. */
export function resolveLinks(links: Iterable<RawLink>, baseUrl: string): ResolvedLinks {
  const resolving = new Resolving(baseUrl)
  for (const link of links) resolving.add(link)
  return resolving.result()
}

/** True for so much link text that resolving it in one go would hold up the event loop: about 10 ms on a small machine. */
export function areManyLinks(links: readonly RawLink[]): boolean {
  let cost = 0
  for (const { href } of links) cost += href.length + 100
  return cost > 200_000
}

/** The same as {@link resolveLinks}, in slices that leave the event loop to others in between. */
export async function resolveLinksInSlices(
  links: readonly RawLink[],
  baseUrl: string,
  turns: LoopTurns,
): Promise<ResolvedLinks> {
  const resolving = new Resolving(baseUrl)
  let sliceStart = turns.cpuNow()
  for (const link of links) {
    resolving.add(link)
    if (turns.cpuNow() - sliceStart < TURN_MS) continue
    // oxlint-disable-next-line no-await-in-loop -- the pause between slices is the point
    await turns.yieldToLoop()
    sliceStart = turns.cpuNow()
  }
  return resolving.result()
}

class Resolving {
  readonly #baseUrl: string
  /** URL -> every link to it so far asks not to be followed. */
  readonly #web = new Map<string, boolean>()
  readonly #otherSchemes = new Set<string>()
  readonly #invalid = new Set<string>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  add({ href, rel }: RawLink): void {
    // A page full of what is no URL is asked first: thousands of exceptions would hold up the loop.
    const mayBeUrl = this.#invalid.size < 100 || URL.canParse(href, this.#baseUrl)
    const url = mayBeUrl ? resolveHref(href, this.#baseUrl) : undefined
    if (url === undefined) this.#invalid.add(href)
    else if (!/^https?:/.test(url)) this.#otherSchemes.add(url)
    else this.#web.set(url, (this.#web.get(url) ?? true) && asksNotToFollow(rel))
  }

  result(): ResolvedLinks {
    const nofollow = new Set<string>()
    for (const [url, asked] of this.#web) if (asked) nofollow.add(url)
    return {
      urls: [...this.#web.keys()],
      nofollow,
      otherSchemes: [...this.#otherSchemes],
      invalid: [...this.#invalid],
    }
  }
}
