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
    const end = fragmentStart(text, start)
    const first = text.charCodeAt(start)
    const path =
      start === end ? '/' : first === 0x3f ? `/${text.slice(start, end)}` : text.slice(start, end)
    const look = lookAt(path)
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

function fragmentStart(text: string, from: number): number {
  const hash = text.indexOf('#', from)
  return hash < 0 ? text.length : hash
}

/** `plain`: comparable as it is. `escapes`: needs the normal form. `foreign`: needs the URL standard first. */
function lookAt(path: string): 'plain' | 'escapes' | 'foreign' {
  let escapes = false
  let previous = 0
  let inQuery = false
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    if (code === 0x25) {
      escapes = true
      if (!inQuery && previous === 0x2f && /^%2e/i.test(path.slice(at, at + 3))) return 'foreign'
    } else if (code === 0x3f) {
      inQuery = true
    } else if (code > 0x7e || code < 0x20) {
      return 'foreign'
    } else if (!inQuery && (code === 0x5c || (code === 0x2e && previous === 0x2f))) {
      return 'foreign'
    }
    previous = code
  }
  return escapes ? 'escapes' : 'plain'
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
