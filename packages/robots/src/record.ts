// One line of the file as key and value, or nothing. Reads as Google's parser does, which accepts everything that
// RFC 9309 §2.2 accepts and in addition a few slips that people make.

import type { LineScan } from './line-scan.ts'

/** What a key means. The last ones are extensions that others defined; they are known by name and never close a group. */
export type Field =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'sitemap'
  | 'crawl-delay'
  | 'clean-param'
  | 'host'
  | 'request-rate'
  | 'visit-time'
  | 'content-signal'
  | 'content-usage'
  | 'noindex'
  | 'ai-training'
  | 'unknown'

/** Key and value in octets, without the white space around them. */
export interface LineRecord {
  readonly key: string
  readonly value: string
  readonly hasColon: boolean
}

/**
 * Octets of a line that count: 8 times the 2,083 that browsers once allowed a URL, less one for an end mark. The rest of a
 * longer line is not seen.
 */
export const MAX_LINE_OCTETS: number = 2083 * 8 - 1

/** Blank, tab, LF, VT, FF, CR. Not U+00A0 and its like: `trim` would take those too. */
function isWhitespace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function trimmed(octets: string): string {
  let start = 0
  let end = octets.length
  while (start < end && isWhitespace(octets.charCodeAt(start))) start++
  while (end > start && isWhitespace(octets.charCodeAt(end - 1))) end--
  return octets.slice(start, end)
}

/**
 * Key and value of the line that a scan stands on, or undefined where there is no separator or no key.
 *
 * A `#` ends the line (RFC 9309 §2.2), and so does a NUL. The first colon separates; without one, blanks between exactly two
 * words do.
 */
export function readRecord({ octets, start, stop, colon }: LineScan): LineRecord | undefined {
  const limit = start + MAX_LINE_OCTETS
  const end = Math.min(stop, limit)
  const hasColon = colon >= 0 && colon < limit
  const [, first = '', second = ''] = hasColon
    ? ['', octets.slice(start, colon), octets.slice(colon + 1, end)]
    : (/^([^ \t]+)[ \t]+([^ \t]+)$/.exec(trimmed(octets.slice(start, end))) ?? [])
  const key = trimmed(first)
  return key === '' ? undefined : { key, value: trimmed(second), hasColon }
}

/** The fields of RFC 9309 and of the sitemaps protocol, compared by prefix, with the typing errors that Google forgives. */
const PREFIXES: readonly (readonly [RegExp, Field])[] = [
  [/^allow/, 'allow'],
  [/^(?:diss?all?ow|diasllow|disallaw)/, 'disallow'],
  [/^user[- ]?agent/, 'user-agent'],
  [/^site-?map/, 'sitemap'],
  [/^crawl[-_ ]?delay$/, 'crawl-delay'],
]

const EXTENSIONS: ReadonlySet<string> = new Set<Field>([
  'clean-param',
  'host',
  'request-rate',
  'visit-time',
  'content-signal',
  'content-usage',
  'noindex',
])

/**
 * The field that a key names, without case; extensions are compared whole.
 *
 * @param aiTraining `'rule'` reads DisallowAITraining as the Disallow it begins with (Google); `'other'` as a record of its own
 */
export function fieldOf(key: string, aiTraining: 'rule' | 'other'): Field {
  // Safe on octets: no character from 128 to 255 has an ASCII letter as its lower case.
  const name = key.toLowerCase()
  if (aiTraining === 'other' && /^(?:dis)?allowaitraining$/.test(name)) return 'ai-training'
  for (const [prefix, field] of PREFIXES) if (prefix.test(name)) return field
  return EXTENSIONS.has(name) ? (name as Field) : 'unknown'
}
