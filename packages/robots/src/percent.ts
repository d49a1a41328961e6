// One spelling for rule and URL, so that they can be compared octet by octet. Two normal forms: RFC 9309's and Google's.

import { octetsOf } from './octets.ts'

/** Escapes and octets beyond ASCII; a `?` too, because the query begins there. */
const ESCAPES = /%[\dA-F]{2}|[\u0080-\u00FF]|\?/gi
const UNRESERVED = /[\w\-.~*$]/
/**
 * Characters that stand in the query as themselves or encoded with the same meaning: reserved ones without `&`, `=`, `+`, `;`
 * and `#`, which separate (RFC 3986 §3.4 lets `/` and `?` be data there).
 */
const SAME_IN_QUERY = /[:/?@[\]!'(),]/
/** Not allowed in a URI, and written both ways by URL libraries. */
const NOT_IN_URI = /["<>^`{|}]/

const encodeOctet = (octet: string): string =>
  `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Which part of a URL a text stands in: only the query takes `:` and `%3A` as one. */
export type UrlPart = 'path' | 'query'

/**
 * RFC 9309 §2.2.2: escapes of unreserved characters are decoded, all others are written in capitals, octets beyond ASCII are
 * encoded. `%2A` and `%24` become the characters they stand for: whoever calls this has cut the wildcards out before.
 *
 * A `?` in the text begins the query. Broken escapes stay as they are.
 */
export function rfcForm(text: string, part: UrlPart): string {
  let inQuery = part === 'query'
  return text.replaceAll(ESCAPES, (found) => {
    inQuery ||= found === '?'
    if (found.length < 3) return found === '?' ? found : encodeOctet(found)
    const octet = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    const same =
      UNRESERVED.test(octet) || NOT_IN_URI.test(octet) || (inQuery && SAME_IN_QUERY.test(octet))
    return same ? octet : found.toUpperCase()
  })
}

/** Google's form of a rule: escapes in capitals, octets beyond ASCII encoded, nothing decoded. It leaves URLs as they are. */
export function googleForm(pattern: string): string {
  return pattern.replaceAll(ESCAPES, (found) =>
    found > '\u007F' ? encodeOctet(found) : found.toUpperCase(),
  )
}

/** True if a `%` stands without two hexadecimal digits behind it. */
export function hasBrokenEscape(text: string): boolean {
  return /%(?![\dA-F]{2})/i.test(text)
}

/** Percent-encodes what is beyond ASCII as UTF-8; a lone surrogate becomes U+FFFD, as URL parsers do. */
export function encodeNonAscii(text: string): string {
  return encodeChars(text, /[\u0080-\u00FF]/g)
}

/** Percent-encodes the octets of a text that `which` finds. */
export function encodeChars(text: string, which: RegExp): string {
  return octetsOf(text).replaceAll(which, encodeOctet)
}
