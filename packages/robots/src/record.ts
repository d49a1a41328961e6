// One line of the file as key and value, or nothing. Reads as Google's parser does, which accepts everything that
// RFC 9309 §2.2 accepts and in addition a few slips that people make.

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

const HASH = 0x23
const COLON = 0x3a
const SPACE = 0x20
const TAB = 0x09

/** Blank, tab, LF, VT, FF, CR. Not U+00A0 and its like: `trim` would take those too. */
function isWhitespace(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= 0x0d)
}

/**
 * Key and value of the line from `start` to `end`, or undefined where there is no separator or no key.
 *
 * A `#` ends the line (RFC 9309 §2.2), and so does a NUL. The first colon separates; without one, blanks between exactly two
 * words do.
 */
export function readRecord(octets: string, start: number, end: number): LineRecord | undefined {
  const limit = Math.min(end, start + MAX_LINE_OCTETS)
  let stop = start
  let colon = -1
  for (; stop < limit; stop++) {
    const code = octets.charCodeAt(stop)
    if (code === HASH || code === 0) break
    if (code === COLON && colon < 0) colon = stop
  }
  let from = start
  while (from < stop && isWhitespace(octets.charCodeAt(from))) from++
  while (stop > from && isWhitespace(octets.charCodeAt(stop - 1))) stop--
  const separator = colon < 0 ? blankBetweenTwoWords(octets, from, stop) : colon
  if (separator < 0) return undefined
  let keyEnd = separator
  while (keyEnd > from && isWhitespace(octets.charCodeAt(keyEnd - 1))) keyEnd--
  if (keyEnd <= from) return undefined
  let valueOffset = separator + 1
  while (valueOffset < stop && isWhitespace(octets.charCodeAt(valueOffset))) valueOffset++
  return {
    key: octets.slice(from, keyEnd),
    value: octets.slice(valueOffset, Math.max(valueOffset, stop)),
    valueOffset,
    hasColon: colon >= 0,
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

const USER_AGENT = ['user-agent', 'useragent', 'user agent'] as const
const DISALLOW = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'] as const
const SITEMAP = ['sitemap', 'site-map'] as const

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
  const startsWith = (prefix: string): boolean => name.startsWith(prefix)
  switch (name.charCodeAt(0)) {
    case 0x61: // a
      if (startsWith('allow'))
        return aiTraining === 'other' && AI_TRAINING.has(name) ? 'ai-training' : 'allow'
      return 'unknown'
    case 0x64: // d
      if (DISALLOW.some(startsWith))
        return aiTraining === 'other' && AI_TRAINING.has(name) ? 'ai-training' : 'disallow'
      return 'unknown'
    case 0x75: // u
      return USER_AGENT.some(startsWith) ? 'user-agent' : 'unknown'
    case 0x73: // s
      return SITEMAP.some(startsWith) ? 'sitemap' : 'unknown'
    default:
      return EXTENSIONS.get(name) ?? 'unknown'
  }
}
