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

/** Positions are octets from the start of the file. */
export interface LineRecord {
  readonly key: string
  readonly value: string
  readonly valueOffset: number
  readonly hasColon: boolean
}

/**
 * Octets of a line that count: 8 times the 2,083 that browsers once allowed a URL, less one for an end mark. The rest of a
 * longer line is not seen.
 */
export const MAX_LINE_OCTETS: number = 2083 * 8 - 1

const SPACE = 0x20
const TAB = 0x09

/** Blank, tab, LF, VT, FF, CR. Not U+00A0 and its like: `trim` would take those too. */
function isWhitespace(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= 0x0d)
}

/**
 * Key and value of the line that a scan stands on, or undefined where there is no separator or no key.
 *
 * A `#` ends the line (RFC 9309 §2.2), and so does a NUL. The first colon separates; without one, blanks between exactly two
 * words do.
 */
export function readRecord({ octets, start, stop: cut, colon }: LineScan): LineRecord | undefined {
  let stop = Math.min(cut, start + MAX_LINE_OCTETS)
  let from = start
  while (from < stop && isWhitespace(octets.charCodeAt(from))) from++
  while (stop > from && isWhitespace(octets.charCodeAt(stop - 1))) stop--
  const hasColon = colon >= 0 && colon < start + MAX_LINE_OCTETS
  const separator = hasColon ? colon : blankBetweenTwoWords(octets, from, stop)
  let keyEnd = separator
  while (keyEnd > from && isWhitespace(octets.charCodeAt(keyEnd - 1))) keyEnd--
  if (keyEnd <= from) return undefined
  let valueOffset = separator + 1
  while (valueOffset < stop && isWhitespace(octets.charCodeAt(valueOffset))) valueOffset++
  return {
    key: octets.slice(from, keyEnd),
    value: octets.slice(valueOffset, Math.max(valueOffset, stop)),
    valueOffset,
    hasColon,
  }
}

function blankBetweenTwoWords(octets: string, from: number, stop: number): number {
  const isBlank = (at: number): boolean => {
    const code = octets.charCodeAt(at)
    return code === SPACE || code === TAB
  }
  let separator = from
  while (separator < stop && !isBlank(separator)) separator++
  if (separator === stop) return -1
  let at = separator
  while (isBlank(at)) at++
  for (; at < stop; at++) if (isBlank(at)) return -1
  return separator
}

const PREFIXES: readonly (readonly [string, Field])[] = [
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['user-agent', 'user-agent'],
  ['sitemap', 'sitemap'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['site-map', 'sitemap'],
]

const EXTENSIONS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['crawl delay', 'crawl-delay'],
  ['crawl_delay', 'crawl-delay'],
  ['clean-param', 'clean-param'],
  ['host', 'host'],
  ['request-rate', 'request-rate'],
  ['visit-time', 'visit-time'],
  ['content-signal', 'content-signal'],
  ['content-usage', 'content-usage'],
  ['noindex', 'noindex'],
])

const AI_TRAINING: ReadonlySet<string> = new Set(['disallowaitraining', 'allowaitraining'])

/**
 * The field that a key names. The four of RFC 9309 and the sitemaps protocol are compared by prefix, without case, and with the
 * usual typing errors; extensions are compared whole.
 *
 * @param aiTraining `'rule'` reads DisallowAITraining as the Disallow it begins with (Google); `'other'` as a record of its own
 */
export function fieldOf(key: string, aiTraining: 'rule' | 'other'): Field {
  // Safe on octets: no character from 128 to 255 has an ASCII letter as its lower case.
  const name = key.toLowerCase()
  if (aiTraining === 'other' && AI_TRAINING.has(name)) return 'ai-training'
  for (const [prefix, field] of PREFIXES) if (name.startsWith(prefix)) return field
  return EXTENSIONS.get(name) ?? 'unknown'
}
