// What a loc must be: an absolute http(s) URL under 2,048 characters, on a host that vouches for the sitemap.
import type { ProblemCode } from './problem.ts'

/** The sitemap protocol asks for less than 2,048 characters. */
export const MAX_LOC_CHARACTERS = 2_047

/** Whose entries a sitemap at `url` may list. */
export interface SitemapScope {
  readonly url: string
  /** Hosts whose robots.txt names this sitemap, as `host` or `host:port`. */
  readonly crossSubmitHosts?: readonly string[]
}

/** Why a location was dropped, or what was noted about one that was kept. */
export type LocationFault = (code: ProblemCode) => void

/**
 * Reads locations of one sitemap.
 *
 * Same host means same host name and same port, where port 80 of http and 443 of https count as one (a sitemap under https may list
 * pages under http). Other hosts need a proof: their robots.txt names this sitemap.
 */
export class LocationReader {
  readonly #base: URL | undefined
  readonly #prefix: string
  readonly #origin: string
  readonly #folder: string
  readonly #hosts: ReadonlySet<string>
  readonly #proven: ReadonlySet<string>

  constructor(scope: SitemapScope) {
    this.#base = parse(scope.url)
    this.#origin = this.#base?.origin ?? ''
    this.#prefix = `${this.#origin}/`
    this.#folder = folderOf(this.#base?.pathname ?? '/')
    this.#hosts = new Set(this.#base && [hostSlot(this.#base)])
    this.#proven = new Set((scope.crossSubmitHosts ?? []).map(provenSlot))
  }

  /**
   * The normalised URL, or undefined where it is dropped.
   *
   * @param text decoded text of the element, or a line of a text sitemap
   * @param what `page` is also compared with the sitemap's folder; `absolute` refuses relative ones
   */
  read(
    text: string,
    what: { page: boolean; absolute?: boolean },
    fault: LocationFault,
  ): string | undefined {
    const plain = this.#readPlain(text, what.page)
    if (plain !== undefined) return plain
    const trimmed = trimLocation(text)
    if (trimmed === '') return drop('missing-loc', fault)
    // A wrapped URL: the line break and the indentation after it are the generator's, not the URL's.
    const unwrapped = trimmed
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .join('')
    const isAbsolute = /^https?:/i.test(unwrapped)
    if (what.absolute && !isAbsolute) return drop('invalid-loc', fault)
    const url = parse(unwrapped, this.#base)
    if (url === undefined || !/^https?:$/.test(url.protocol)) return drop('invalid-loc', fault)
    // A password in a public list is a mistake, and sending it would be ours.
    if (url.username !== '' || url.password !== '') return drop('invalid-loc', fault)
    if (BLANK.test(trimmed)) fault('whitespace-in-loc')
    if (!isAbsolute) fault('relative-loc')
    const href = url.href
    if (href.length > MAX_LOC_CHARACTERS) return drop('loc-too-long', fault)
    return this.#admit(url, what.page, fault) ? href : undefined
  }

  #admit(url: URL, isPage: boolean, fault: LocationFault): boolean {
    const slot = hostSlot(url)
    if (this.#hosts.has(slot)) {
      if (isPage && !url.pathname.startsWith(this.#folder)) fault('outside-path')
      return true
    }
    if (this.#proven.has(slot)) return true
    fault('cross-host')
    return false
  }

  // Most locations are already in normal form and on the sitemap's own origin: what the URL parser would give back unchanged.
  #readPlain(text: string, isPage: boolean): string | undefined {
    const length = text.length
    if (length > MAX_LOC_CHARACTERS || !text.startsWith(this.#prefix)) return undefined
    if (isPage && !text.startsWith(this.#folder, this.#origin.length)) return undefined
    let previous = 0
    for (let at = this.#prefix.length - 1; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > 0x7f || UNCHANGED[code] === 0) return undefined
      // A dot segment, plain or escaped, would be resolved.
      if (previous === 0x2f && (code === 0x2e || code === 0x25)) return undefined
      previous = code
    }
    return [this.#origin, text.slice(this.#origin.length)].join('')
  }
}

/** The folder a sitemap file lies in. A path whose last part has no dot is a route, not a file: it speaks for the whole host. */
function folderOf(path: string): string {
  const file = path.lastIndexOf('/') + 1
  return path.includes('.', file) ? path.slice(0, file) : '/'
}

const UNCHANGED = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/?#:@!$&()*+,;=%') {
  UNCHANGED[character.charCodeAt(0)] = 1
}

/** Unicode white space, zero-width space and BOM go from both ends. */
export function trimLocation(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

function isBlank(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code > 0x7f && BLANK.test(String.fromCharCode(code))
}

const BLANK = /[\s\u200b\ufeff]/

/** Host and port, where 80 of http and 443 of https are one slot: the URL parser leaves both out. */
export function hostSlot(url: URL): string {
  return `${url.hostname}:${url.port}`
}

function provenSlot(host: string): string {
  const url = parse(host.includes('://') ? host : `https://${host}`)
  return url === undefined ? host : hostSlot(url)
}

function drop(code: ProblemCode, fault: LocationFault): undefined {
  fault(code)
}

function parse(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
