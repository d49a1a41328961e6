// What a loc must be: an absolute http(s) URL under 2,048 characters, on a host that vouches for the sitemap.
import { flatCopy } from './flat-copy.ts'
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
  /** How a plain location of a file, and of a page in its folder, starts. */
  readonly #fileStart: string
  readonly #pageStart: string
  readonly #folder: string
  readonly #hosts: ReadonlySet<string>
  readonly #proven: ReadonlySet<string>
  readonly #hasHost: boolean

  constructor(scope: SitemapScope) {
    this.#base = parse(scope.url)
    this.#folder = folderOf(this.#base?.pathname ?? '/')
    const origin = this.#base?.origin ?? 'https:'
    this.#fileStart = `${origin}/`
    this.#pageStart = `${origin}${this.#folder}`
    this.#hosts = new Set(this.#base && [hostSlot(this.#base)])
    this.#hasHost = this.#base === undefined || /^https?:$/.test(this.#base.protocol)
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
    if (this.#isNormal(text, what.page)) return flatCopy(text)
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

  #isNormal(text: string, isPage: boolean): boolean {
    const start = isPage ? this.#pageStart : this.#fileStart
    return (
      text.length <= MAX_LOC_CHARACTERS &&
      text.startsWith(start) &&
      NORMAL.test(text.slice(start.length))
    )
  }

  #admit(url: URL, isPage: boolean, fault: LocationFault): boolean {
    // A file of one's own (file:) has no host to compare with.
    if (!this.#hasHost) return true
    const slot = hostSlot(url)
    if (this.#hosts.has(slot)) {
      if (isPage && !url.pathname.startsWith(this.#folder)) fault('outside-path')
      return true
    }
    if (this.#proven.has(slot)) return true
    fault('cross-host')
    return false
  }

  /**
   * Locations in normal form on the sitemap's own origin (pages: in its folder), as nearly all are: how they start, and a pattern for
   * the rest. The URL parser would give them back unchanged.
   *
   * @returns a pattern without `&`, which in XML starts a reference
   */
  plainForm(what: { page: boolean }): { start: string; rest: string } {
    return { start: what.page ? this.#pageStart : this.#fileStart, rest: NORMAL_PATH }
  }
}

// No dot segment, plain or escaped: it would be resolved.
const PLAIN_CHARACTERS = String.raw`[\w\-.~?#:@!$()*+,;=%]*`
const NORMAL_PATH = String.raw`(?![.%])${PLAIN_CHARACTERS}(?:/(?![.%])${PLAIN_CHARACTERS})*`
const NORMAL = new RegExp(`^${NORMAL_PATH.replaceAll(';=%]', ';=%&]')}$`)

/** The folder a sitemap file lies in. A path whose last part has no dot is a route, not a file: it speaks for the whole host. */
function folderOf(path: string): string {
  const file = path.lastIndexOf('/') + 1
  return path.includes('.', file) ? path.slice(0, file) : '/'
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

/** A name alone, or with port 80 or 443, stands for both schemes. */
function provenSlot(host: string): string {
  const name = host.trim().replace(/:(?:80|443)$/, '')
  const url = parse(name.includes('://') ? name : `https://${name}`)
  return url === undefined ? host : hostSlot(url)
}

function drop(code: ProblemCode, fault: LocationFault): undefined {
  fault(code)
}

function parse(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

// An address that the URL parser would give back unchanged: a name of letters, no port, a path in normal form.
const NORMAL_HREF = new RegExp(
  String.raw`^https?://(?!(?:[a-z0-9-]+\.)*xn--)(?:[a-z0-9-]+\.)+[a-z]{2,}/${NORMAL_PATH.replaceAll(';=%]', ';=%&]')}$`,
)

/** An address that is no entry, such as an image's: any host, http or https. Undefined when it is unusable. */
export function readHref(text: string, base: string): string | undefined {
  const trimmed = trimLocation(text)
  if (trimmed === '') return undefined
  if (NORMAL_HREF.test(trimmed)) return flatCopy(trimmed)
  const url = parse(trimmed, base)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined
}
