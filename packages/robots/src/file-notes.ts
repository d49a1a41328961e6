// What is odd in a file. Nothing is normalised, ignored or forgiven without one of these.

import { parseCleanParam } from './clean-param.ts'
import { crawlDelaySeconds, isBingDelay } from './crawl-delay.ts'
import { isUtf8 } from './octets.ts'
import { hasBrokenEscape } from './percent.ts'
import { namedToken } from './product-token.ts'
import { MAX_LINE_OCTETS, type Field, type LineRecord } from './record.ts'

/** The stable codes of {@link RobotsNote}. */
export type RobotsNoteCode =
  | 'absolute-url-as-pattern'
  | 'agent-names-nobody'
  | 'agent-text-ignored'
  | 'broken-escape'
  | 'byte-order-mark'
  | 'byte-order-mark-inside'
  | 'clean-param-malformed'
  | 'control-character'
  | 'crawl-delay-invalid'
  | 'crawl-delay-not-integer'
  | 'crawl-delay-out-of-range'
  | 'html-instead-of-robots'
  | 'line-too-long'
  | 'malformed-line'
  | 'missing-colon'
  | 'not-utf8'
  | 'nul'
  | 'path-without-slash'
  | 'raw-character-in-pattern'
  | 'rule-outside-group'
  | 'second-byte-order-mark'
  | 'sitemap-not-absolute'
  | 'too-large'
  | 'typo-tolerated'
  | 'unknown-directive'
  | 'unsupported-directive'
  | 'utf16'

/** Something odd in the file. */
export interface RobotsNote {
  readonly code: RobotsNoteCode
  readonly line: number
  readonly byteOffset: number
  /** The code in words; {@link noteMeaning} says more. */
  readonly message: string
  /** With `too-large`: what was not read. */
  readonly droppedBytes?: number
  readonly droppedLines?: number
}

const MARK = '\u00EF\u00BB\u00BF'

const inWords = (code: string): string => code.replaceAll('-', ' ')

/** Adds a note about the line at hand. */
type Note = (code: RobotsNoteCode, position?: number) => void

const noting =
  (notes: RobotsNote[], line: number, offset: number): Note =>
  (code, position = 0) => {
    if (position < 0) return
    notes.push({ code, line, byteOffset: offset + position, message: inWords(code) })
  }

/** @param from where the text begins, behind a byte order mark */
export function noteFile(octets: string, from: number, notes: RobotsNote[]): void {
  const note = noting(notes, 1, 0)
  const beginning = octets.slice(from, from + 512)
  if (/^\s*<(?:!doctype|html|head|body|\?xml)\b/i.test(beginning)) {
    note('html-instead-of-robots', from)
  }
  if (from > 0) note('byte-order-mark')
  if (beginning.startsWith(MARK)) {
    note('second-byte-order-mark', from)
  }
  if (/^(?:\u00FF\u00FE|\u00FE\u00FF|(?:[ -~\r\n]\0){4})/.test(octets)) {
    note('utf16')
  }
}

export function noteLine(written: string, line: number, offset: number, notes: RobotsNote[]): void {
  const note = noting(notes, line, offset)
  if (written.length > MAX_LINE_OCTETS) note('line-too-long', MAX_LINE_OCTETS)
  if (!isUtf8(written)) note('not-utf8')
  const mark = written.indexOf(MARK, line === 1 ? MARK.length : 0)
  note('byte-order-mark-inside', mark)
  note('nul', written.indexOf('\0'))
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  note('control-character', written.search(/[\u0001-\u0008\u000E-\u001F\u007F]/))
}

export function noteMalformed(line: number, offset: number, notes: RobotsNote[]): void {
  noting(notes, line, offset)('malformed-line')
}

export function noteRecord(
  { key, value, hasColon }: LineRecord,
  field: Field,
  inGroup: boolean,
  line: number,
  offset: number,
  notes: RobotsNote[],
): void {
  const note = noting(notes, line, offset)
  if (!hasColon) note('missing-colon')
  const isRule = field.endsWith('allow')
  if (isRule || /^(?:user-agent|sitemap|crawl-delay)$/.test(field)) {
    if (key.toLowerCase() !== field) note('typo-tolerated')
  }
  if (!inGroup && (isRule || field === 'crawl-delay')) {
    note('rule-outside-group')
  }
  if (isRule) notePattern(value, note)
  else if (field === 'user-agent') noteAgent(value, note)
  else if (field === 'crawl-delay') noteDelay(value, note)
  else if (field === 'sitemap') {
    if (!/^https?:\/\/[^/]/i.test(value)) note('sitemap-not-absolute')
  } else if (field === 'clean-param') {
    if (parseCleanParam(value) === undefined) note('clean-param-malformed')
  } else if (field === 'unknown') note('unknown-directive')
  else if (/^(?:noindex|host|request-rate|visit-time)$/.test(field)) {
    note('unsupported-directive')
  }
}

function noteAgent(value: string, note: Note): void {
  const token = namedToken(value)
  if (token === '') note('agent-names-nobody')
  else if (token !== value) note('agent-text-ignored')
}

function noteDelay(value: string, note: Note): void {
  const seconds = crawlDelaySeconds(value)
  if (seconds === undefined) note('crawl-delay-invalid')
  else if (seconds % 1 !== 0) note('crawl-delay-not-integer')
  else if (!isBingDelay(seconds)) note('crawl-delay-out-of-range')
}

function notePattern(value: string, note: Note): void {
  if (value === '') return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    note('absolute-url-as-pattern')
  } else if (!/^[/*]/.test(value)) note('path-without-slash')
  if (hasBrokenEscape(value)) note('broken-escape')
  if (/[ \t"<>\\^`{|}]/.test(value)) {
    note('raw-character-in-pattern')
  }
}

export function noteTail(
  { number: line, byteOffset }: { readonly number: number; readonly byteOffset: number },
  droppedBytes: number,
  droppedLines: number,
  notes: RobotsNote[],
): void {
  const code = 'too-large'
  notes.push({ code, line, byteOffset, message: inWords(code), droppedBytes, droppedLines })
}
