// The part of a URL that rules are compared with: path and query, without scheme, authority and fragment (RFC 9309 §2.2.2).

import { encodeNonAscii, rfcForm } from './percent.ts'
import { RobotsError, show } from './robots-error.ts'

/** Reads URLs of mostly one origin: what stands before the path is checked once and remembered. */
export class UrlPaths {
  #known = '\n'

  /**
   * Path and query in the normal form of RFC 9309.
   *
   * A `URL` counts as it is written out. A string is taken as written too, apart from what would make the request go elsewhere:
   * dot segments, backslashes, tabs and line ends are resolved as the URL standard does.
   *
   * @throws RobotsError CURTSY_URL if it is no absolute URL with a host
   */
  rfc(url: string | URL): string {
    const text = textOfUrl(url)
    const start = this.#pathStart(text)
    const { end, look } = lookAt(text, start)
    const slashless = start === end || text.charCodeAt(start) === 0x3f
    const path = slashless ? `/${text.slice(start, end)}` : text.slice(start, end)
    if (look === 'plain') return path
    return rfcForm(look === 'escapes' ? path : resolved(text, path), 'path')
  }

  /**
   * Path and query as Google's library cuts them out of the text: nothing is decoded or resolved, a `;` begins the path too.
   * What is not ASCII is encoded first, as the library asks of its callers.
   *
   * @throws RobotsError CURTSY_URL
   */
  google(url: string | URL): string {
    const text = textOfUrl(url)
    if (!text.startsWith('//')) this.#pathStart(text)
    return encodeNonAscii(googlePath(text))
  }

  /**
   * The whole URL as written.
   *
   * @throws RobotsError CURTSY_URL
   */
  text(url: string | URL): string {
    const text = textOfUrl(url)
    this.#pathStart(text)
    return text
  }

  /** Position behind the authority. */
  #pathStart(text: string): number {
    const known = this.#known.length
    if (text.startsWith(this.#known)) {
      const next = text.charCodeAt(known)
      if (next === 0x2f || next === 0x3f || next === 0x23 || known === text.length) return known
    }
    const scheme = text.indexOf('://')
    if (scheme < 0) throw notAUrl(text)
    let at = scheme + 3
    while (at < text.length && !'/?#\\'.includes(text.charAt(at))) at++
    const prefix = text.slice(0, at)
    if (!isAbsolute(prefix)) throw notAUrl(text)
    this.#known = prefix
    return at
  }
}

const textOfUrl = (url: string | URL): string => {
  if (typeof url === 'string') return url
  if (typeof url === 'object' && url !== null && typeof url.href === 'string') return url.href
  throw notAUrl(url)
}

function isAbsolute(prefix: string): boolean {
  try {
    const url = new URL(prefix)
    return url.host !== '' || url.protocol === 'file:'
  } catch {
    return false
  }
}

function notAUrl(value: unknown): RobotsError {
  return new RobotsError(
    'CURTSY_URL',
    `Expected an absolute URL with a host, such as https://example.com/page, got ${show(value)}.`,
  )
}

type Look = 'plain' | 'escapes' | 'foreign'

/**
 * Where the fragment begins, and what the path before it needs. `plain`: comparable as it is. `escapes`: the normal form. `foreign`:
 * the URL standard first.
 */
function lookAt(text: string, start: number): { readonly end: number; readonly look: Look } {
  let look: Look = 'plain'
  let previous = 0
  let inQuery = false
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x23) break
    if (code === 0x25) {
      if (look === 'plain') look = 'escapes'
      const isDot = !inQuery && previous === 0x2f && /^%2e/i.test(text.slice(at, at + 3))
      if (isDot) look = 'foreign'
    } else if (code === 0x3f) inQuery = true
    else if (code > 0x7e || code < 0x20) look = 'foreign'
    else if (!inQuery && (code === 0x5c || (code === 0x2e && previous === 0x2f))) look = 'foreign'
    previous = code
  }
  return { end: at, look }
}

/** Dot segments resolved and non-ASCII encoded, the rest as written. */
function resolved(text: string, path: string): string {
  const bare = path.replaceAll(/[\t\n\r]/g, '')
  const mark = bare.indexOf('?')
  const pathname = mark < 0 ? bare : bare.slice(0, mark)
  const query = mark < 0 ? '' : bare.slice(mark)
  const isWeb = /^(?:https?|wss?|ftp|file):/i.test(text)
  return encodeNonAscii(
    withoutDotSegments(isWeb ? pathname.replaceAll('\\', '/') : pathname) + query,
  )
}

function withoutDotSegments(pathname: string): string {
  const out: string[] = []
  const segments = pathname.split('/').slice(1)
  for (const [at, segment] of segments.entries()) {
    const dots = segment.replaceAll(/%2e/gi, '.')
    const isLast = at === segments.length - 1
    if (dots === '..') out.pop()
    else if (dots !== '.') {
      out.push(segment)
      continue
    }
    if (isLast) out.push('')
  }
  return `/${out.join('/')}`
}

/** Google's way to find the path. It looks at characters only, so odd URLs give odd but fixed answers. */
function googlePath(url: string): string {
  const from = url.startsWith('//') ? 2 : 0
  const early = firstOf(url, from)
  const scheme = url.indexOf('://', from)
  const authority = scheme < 0 || (early >= 0 && early < scheme) ? from : scheme + 3
  const start = firstOf(url, authority)
  if (start < 0) return '/'
  const hash = url.indexOf('#', from)
  if (hash >= 0 && hash < start) return '/'
  const path = url.slice(start, hash < 0 ? url.length : hash)
  return path.startsWith('/') ? path : `/${path}`
}

function firstOf(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const code = url.charCodeAt(at)
    if (code === 0x2f || code === 0x3f || code === 0x3b) return at
  }
  return -1
}
