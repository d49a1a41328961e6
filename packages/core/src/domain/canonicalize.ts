// Step 1 of docs/architecture.md: a seed, link, redirect target or sitemap entry becomes one canonical URL, or a named refusal.
import { checksumText } from './checksum.ts'
import type { RefusalReason } from './outcome.ts'

/** What may be merged beyond RFC 3986's equivalences. All off by default: each can merge pages that differ. */
export interface CanonicalOptions {
  /** Sorts query pairs by name, keeping the order of equal names. */
  readonly sortQuery?: boolean
  /** Drops well-known session parameters (`PHPSESSID`, `jsessionid`, `sid` …) from path and query. */
  readonly stripSessionIds?: boolean
  /** Bytes of the canonical form. */
  readonly maxUrlLength: number
}

export type Canonical =
  | { readonly kind: 'url'; readonly url: URL; readonly key: string }
  /** `key` is short and stands for the URL in counts and logs, also where it cannot be parsed. */
  | {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      readonly key: string
      readonly message: string
    }

const SESSION_NAMES: ReadonlySet<string> = new Set([
  'phpsessid',
  'jsessionid',
  'sid',
  'sessionid',
  'session_id',
  'aspsessionid',
  'cfid',
  'cftoken',
  'zenid',
  'oscsid',
  's_id',
])

/**
 * The one form of a URL under which it is known, fetched and reported.
 *
 * WHATWG parsing (case of scheme and host, default port, dot segments, backslashes, white space), then RFC 3986 §6.2.2:
 * percent-encodings in upper case, unreserved characters decoded. The fragment, credentials, and a lone `?` are dropped. The
 * case of the path and the order of the query are kept.
 *
 * @param text as it stands in the page, after decoding of character references
 * @param base absolute URL; undefined for seeds
 */
export function canonicalize(
  text: string,
  base: URL | string | undefined,
  options: CanonicalOptions,
): Canonical {
  let url: URL
  try {
    url = new URL(text, base)
  } catch {
    return refused('url-invalid', text, 'This is not a URL.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused(
      'blocked-scheme',
      url.href,
      `Only http and https are fetched, not ${url.protocol}`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
  }
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  if (options.stripSessionIds) stripSessionIds(url)
  if (options.sortQuery && url.search !== '') url.searchParams.sort()
  if (url.search === '' && url.href.includes('?')) url.search = ''
  const plain = normalisePercent(url.href)
  if (plain !== url.href) url = new URL(plain)
  const key = url.href
  if (key.length > options.maxUrlLength) {
    return refused(
      'url-too-long',
      key,
      `${key.length} bytes; limits.maxUrlLength allows ${options.maxUrlLength}.`,
    )
  }
  return { kind: 'url', url, key }
}

const KEY_LENGTH = 512

/** A refused URL's key: the text itself while short, else its beginning and a checksum, so that distinct ones stay distinct. */
function refused(reason: RefusalReason, text: string, message: string): Canonical {
  const key =
    text.length <= KEY_LENGTH ? text : `${text.slice(0, KEY_LENGTH)}…${checksumText(text)}`
  return { kind: 'refused', reason, key, message }
}

const ESCAPE = /%([0-9A-Fa-f]{2})/g

/** RFC 3986 §6.2.2.1 and §6.2.2.2: hex digits in upper case, unreserved octets decoded. Nothing else is touched. */
function normalisePercent(href: string): string {
  if (!href.includes('%')) return href
  return href.replace(ESCAPE, (escape, hex: string) => {
    const octet = Number.parseInt(hex, 16)
    // A decoded dot could make a dot segment, which WHATWG parsing has resolved already: leave it encoded.
    return isUnreserved(octet) && octet !== 0x2e ? String.fromCharCode(octet) : escape.toUpperCase()
  })
}

function isUnreserved(octet: number): boolean {
  return (
    (octet >= 0x41 && octet <= 0x5a) ||
    (octet >= 0x61 && octet <= 0x7a) ||
    (octet >= 0x30 && octet <= 0x39) ||
    octet === 0x2d ||
    octet === 0x2e ||
    octet === 0x5f ||
    octet === 0x7e
  )
}

function stripSessionIds(url: URL): void {
  if (url.pathname.includes(';'))
    url.pathname = url.pathname.replace(/;(?:jsessionid|sid)=[^/;]*/gi, '')
  if (url.search === '') return
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const name = pair.split('=', 1)[0] ?? ''
      return !SESSION_NAMES.has(name.toLowerCase())
    })
  url.search = kept.join('&')
}
