// One spelling for rule and URL, so that they can be compared octet by octet. Two normal forms: RFC 9309's and Google's.

const PERCENT = 0x25
const UNRESERVED = /[A-Za-z0-9\-._~]/
/**
 * Characters that stand in the query as themselves or encoded with the same meaning: reserved ones without `&`, `=`, `+`, `;`
 * and `#`, which separate (RFC 3986 §3.4 lets `/` and `?` be data there).
 */
const SAME_IN_QUERY = /[:/?@[\]!'(),]/
/** Not allowed in a URI, and written both ways by URL libraries. */
const NOT_IN_URI = /["<>^`{|}]/

function hexAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** Value of the escape at `at` (where a `%` stands), or -1 if it is none. */
function escapeAt(text: string, at: number): number {
  const high = hexAt(text, at + 1)
  if (high < 0) return -1
  const low = hexAt(text, at + 2)
  return low < 0 ? -1 : high * 16 + low
}

const encodeOctet = (octet: number): string =>
  `%${octet < 16 ? '0' : ''}${octet.toString(16).toUpperCase()}`

/** Which part of a URL a text stands in: only the query takes `:` and `%3A` as one. */
export type UrlPart = 'path' | 'query'

/**
 * RFC 9309 §2.2.2: escapes of unreserved characters are decoded, all others are written in capitals, octets beyond ASCII are
 * encoded. `%2A` and `%24` become the characters they stand for: whoever calls this has cut the wildcards out before.
 *
 * A `?` in the text begins the query. Broken escapes stay as they are.
 */
export function rfcForm(text: string, part: UrlPart): string {
  let out = ''
  let copied = 0
  let inQuery = part === 'query'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x3f) inQuery = true
    if (code > 0x7f) {
      out += text.slice(copied, at) + encodeOctet(code)
      copied = at + 1
    } else if (code === PERCENT) {
      const octet = escapeAt(text, at)
      if (octet < 0) continue
      out += text.slice(copied, at) + rfcOctet(octet, inQuery)
      at += 2
      copied = at + 1
    }
  }
  return copied === 0 ? text : out + text.slice(copied)
}

function rfcOctet(octet: number, inQuery: boolean): string {
  const char = String.fromCharCode(octet)
  if (octet < 0x80 && (UNRESERVED.test(char) || char === '*' || char === '$')) return char
  if (NOT_IN_URI.test(char) || (inQuery && SAME_IN_QUERY.test(char))) return char
  return encodeOctet(octet)
}

/** Google's form of a rule: escapes in capitals, octets beyond ASCII encoded, nothing decoded. It leaves URLs as they are. */
export function googleForm(pattern: string): string {
  let out = ''
  let copied = 0
  for (let at = 0; at < pattern.length; at++) {
    const code = pattern.charCodeAt(at)
    if (code > 0x7f) {
      out += pattern.slice(copied, at) + encodeOctet(code)
      copied = at + 1
    } else if (code === PERCENT && escapeAt(pattern, at) >= 0) {
      out += pattern.slice(copied, at) + pattern.slice(at, at + 3).toUpperCase()
      at += 2
      copied = at + 1
    }
  }
  return copied === 0 ? pattern : out + pattern.slice(copied)
}

/** True if a `%` stands without two hexadecimal digits behind it. */
export function hasBrokenEscape(text: string): boolean {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    if (escapeAt(text, at) < 0) return true
  }
  return false
}

/** Percent-encodes what is beyond ASCII as UTF-8; a lone surrogate becomes U+FFFD, as URL parsers do. */
export function encodeNonAscii(text: string): string {
  return text.replaceAll(/[\u0080-\uFFFF]+/g, (run) => encodeURIComponent(wellFormed(run)))
}

function wellFormed(text: string): string {
  return text.replaceAll(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  )
}
