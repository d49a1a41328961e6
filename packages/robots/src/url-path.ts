// The part of a URL that rules are compared with: path and query, without scheme, authority and fragment (RFC 9309 §2.2.2).

import { encodeNonAscii, rfcForm } from './percent.ts'
import { RobotsError, show } from './robots-error.ts'

/** Reads URLs of mostly one origin: what stands before the path is checked once and remembered. */
export class UrlReader {
  /** Where the path of the URL that was read last begins, behind the authority. */
  start = 0
  #known = '\n'

  /**
   * The URL as text: a string as it stands, a `URL` as it is written out.
   *
   * @throws RobotsError CURTSY_URL if it is no absolute URL with a host
   */
  read(url: string | URL): string {
    const text = typeof url === 'object' ? url?.href : url
    if (typeof text !== 'string') throw notAUrl(url)
    const known = this.#known
    this.start = known.length
    if (text.startsWith(known) && /^[/?#]?$/.test(text.charAt(known.length))) return text
    const prefix = /^[^:/?#]+:\/\/[^/?#\\]+/.exec(text)?.[0]
    if (prefix === undefined || !hasHost(prefix)) throw notAUrl(text)
    this.#known = prefix
    this.start = prefix.length
    return text
  }
}

/**
 * Path and query in the normal form of RFC 9309. The text is taken as written, unless it holds what would make the request go
 * elsewhere (dot segments, backslashes, tabs, line ends) or must be encoded (blanks, what is not ASCII): then the URL standard is applied
 * first.
 */
export function rfcPath(url: string | URL, reader: UrlReader): string {
  const text = reader.read(url)
  const { end, look } = lookAt(text, reader.start)
  const path = withSlash(text.slice(reader.start, end))
  if (look === 'plain') return path
  return rfcForm(look === 'escapes' ? path : resolved(text), 'path')
}

/**
 * Path and query as Google's library cuts them out of the text: nothing is decoded or resolved, a `;` begins the path too. What is
 * not ASCII is encoded first, as the library asks of its callers. It looks at characters only, so odd URLs give odd but fixed
 * answers.
 */
export function googlePath(url: string | URL, reader: UrlReader): string {
  const text = typeof url === 'string' && url.startsWith('//') ? url : reader.read(url)
  const path = /^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*([/?;][^#]*)?/.exec(text)?.[1]
  return encodeNonAscii(withSlash(path ?? ''))
}

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** A host is what robots.txt belongs to: `mailto:`, `data:` and the like have none. */
function hasHost(prefix: string): boolean {
  try {
    return new URL(prefix).host !== ''
  } catch {
    return false
  }
}

function notAUrl(value: unknown): RobotsError {
  return new RobotsError(
    'CURTSY_URL',
    `Expected an absolute URL such as https://example.com/page, got ${show(value)}.`,
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
    else if (code > 0x7e || code < 0x21) look = 'foreign'
    else if (!inQuery && (code === 0x5c || (code === 0x2e && previous === 0x2f))) look = 'foreign'
    previous = code
  }
  return { end: at, look }
}

/** Path and query after the URL standard has resolved dot segments, backslashes and the like. */
function resolved(text: string): string {
  return withSlash(/^[^:]+:\/\/[^/?#]*([^#]*)/.exec(new URL(text).href)?.[1] ?? '')
}
