// Every line accounted for: what each is taken for, where it stands, and what is odd about it. Only made when someone asks.

import { crawlDelaySeconds, isBingDelay } from './crawl-delay.ts'
import type { DialectTraits } from './dialect.ts'
import { afterByteOrderMark, LineScan } from './line-scan.ts'
import { isUtf8, textOf } from './octets.ts'
import { hasBrokenEscape } from './percent.ts'
import { namedToken } from './product-token.ts'
import { fieldOf, MAX_LINE_OCTETS, readRecord, type Field, type LineRecord } from './record.ts'

/** What a line is taken for. `group-start` is a User-agent line, `beyond-limit` a line that is not read. */
export type RobotsLineKind =
  | 'group-start'
  | 'rule'
  | Exclude<Field, 'user-agent' | 'allow' | 'disallow'>
  | 'malformed'
  | 'comment'
  | 'blank'
  | 'beyond-limit'

/** One line of the file. Offsets and lengths are in octets; the end of the line is not counted. */
export interface RobotsLine {
  /** From 1. */
  readonly number: number
  readonly kind: RobotsLineKind
  readonly byteOffset: number
  readonly byteLength: number
  readonly text: string
  /** As written, where the line is a record. */
  readonly key?: string
  readonly value?: string
}

/** The stable codes of {@link RobotsNote}. */
export type RobotsNoteCode =
  | 'absolute-url-as-pattern'
  | 'agent-names-nobody'
  | 'agent-text-ignored'
  | 'broken-escape'
  | 'byte-order-mark'
  | 'byte-order-mark-inside'
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

/** Something odd in the file. Nothing is normalised without one of these. */
export interface RobotsNote {
  readonly code: RobotsNoteCode
  readonly line: number
  readonly byteOffset: number
  readonly message: string
  /** With `too-large`: what was not read. */
  readonly droppedBytes?: number
  readonly droppedLines?: number
}

const MARK = '\u00EF\u00BB\u00BF'
const EXPECTED_KEYS: Partial<Record<Field, string>> = {
  'user-agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  sitemap: 'sitemap',
  'crawl-delay': 'crawl-delay',
}
/** Known by name, used by nobody here. */
const UNSUPPORTED: ReadonlySet<Field> = new Set<Field>([
  'noindex',
  'host',
  'request-rate',
  'visit-time',
])

/** @param end octets that are read; lines from there on are `beyond-limit` */
export function readFile(
  octets: string,
  end: number,
  traits: DialectTraits,
): { readonly lines: readonly RobotsLine[]; readonly notes: readonly RobotsNote[] } {
  const lines: RobotsLine[] = []
  const notes: RobotsNote[] = []
  let inGroup = false
  const note = (code: RobotsNoteCode, line: number, byteOffset: number, message: string): void => {
    notes.push({ code, line, byteOffset, message })
  }
  const from = afterByteOrderMark(octets)
  noteWholeFile(octets, from, note)

  const scan = new LineScan(octets, from, end)
  while (scan.next()) {
    const { number, start, end: stop } = scan
    const written = octets.slice(start, stop)
    const base = { number, byteOffset: start, byteLength: stop - start, text: textOf(written) }
    noteCharacters(written, number, start, note)
    const record = readRecord(scan)
    if (record === undefined) {
      const kind = kindWithoutRecord(written)
      if (kind === 'malformed') {
        note('malformed-line', number, start, 'Neither a directive nor a comment; ignored.')
      }
      lines.push({ ...base, kind })
      continue
    }
    const field = fieldOf(record.key, traits.aiTraining)
    const isRule = field === 'allow' || field === 'disallow'
    const kind = field === 'user-agent' ? 'group-start' : isRule ? 'rule' : field
    lines.push({ ...base, kind, key: textOf(record.key), value: textOf(record.value) })
    noteRecord(record, field, inGroup, (code, message) => note(code, number, start, message))
    if (field === 'user-agent') inGroup = true
  }
  if (end < octets.length) noteTail(octets, end, traits, lines, notes)
  return { lines, notes }
}

type Note = (code: RobotsNoteCode, line: number, byteOffset: number, message: string) => void

function noteWholeFile(octets: string, from: number, note: Note): void {
  if (/^\s*<(?:!doctype|html|head|body|\?xml)\b/i.test(octets.slice(from, from + 512))) {
    note(
      'html-instead-of-robots',
      1,
      from,
      'This looks like a web page; lines that are directives still count.',
    )
  }
  if (from > 0)
    note('byte-order-mark', 1, 0, 'A byte order mark, or the beginning of one, is skipped.')
  if (octets.startsWith(MARK, from))
    note('second-byte-order-mark', 1, from, 'A second byte order mark spoils the first line.')
  if (/^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(octets) || /^(?:[ -~\r\n]\0){4}/.test(octets)) {
    note(
      'utf16',
      1,
      0,
      'This looks like UTF-16; the file must be UTF-8, so nothing in it can be read.',
    )
  }
}

function noteCharacters(line: string, number: number, offset: number, note: Note): void {
  if (line.length > MAX_LINE_OCTETS) {
    note(
      'line-too-long',
      number,
      offset + MAX_LINE_OCTETS,
      `The line has ${line.length} octets; only the first ${MAX_LINE_OCTETS} are read.`,
    )
  }
  if (!isUtf8(line))
    note('not-utf8', number, offset, 'The line is not UTF-8; its octets are compared as they are.')
  const mark = line.indexOf(MARK, number === 1 ? MARK.length : 0)
  if (mark >= 0)
    note(
      'byte-order-mark-inside',
      number,
      offset + mark,
      'A byte order mark inside the file is not skipped.',
    )
  const nul = line.indexOf('\0')
  if (nul >= 0) note('nul', number, offset + nul, 'The line ends for the reader at its NUL.')
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = line.search(/[\u0001-\u0008\u000E-\u001F\u007F]/)
  if (control >= 0)
    note(
      'control-character',
      number,
      offset + control,
      'A control character stands in the line; it is kept as it is.',
    )
}

function kindWithoutRecord(written: string): 'blank' | 'comment' | 'malformed' {
  const text = written
    .slice(0, MAX_LINE_OCTETS)
    .replace(/\0[^]*$/, '')
    .replace(/^[\t-\r ]+/, '')
  if (text === '') return 'blank'
  return text.startsWith('#') ? 'comment' : 'malformed'
}

function noteRecord(
  { key, value, hasColon }: LineRecord,
  field: Field,
  inGroup: boolean,
  note: (code: RobotsNoteCode, message: string) => void,
): void {
  const expected = EXPECTED_KEYS[field]
  if (!hasColon) note('missing-colon', `The colon after "${textOf(key)}" is missing.`)
  if (expected !== undefined && key.toLowerCase() !== expected) {
    note('typo-tolerated', `"${textOf(key)}" is read as ${expected}.`)
  }
  switch (field) {
    case 'user-agent':
      noteAgent(value, note)
      break
    case 'allow':
    case 'disallow':
      if (!inGroup)
        note(
          'rule-outside-group',
          'The rule stands before any User-agent line and counts for nobody.',
        )
      notePattern(value, note)
      break
    case 'crawl-delay':
      if (!inGroup)
        note(
          'rule-outside-group',
          'The Crawl-delay stands before any User-agent line and counts for nobody.',
        )
      noteDelay(value, note)
      break
    case 'sitemap':
      if (!/^https?:\/\/[^/]/i.test(value))
        note('sitemap-not-absolute', 'A sitemap needs its whole address, scheme and host included.')
      break
    case 'unknown':
      note('unknown-directive', `"${textOf(key)}" is no directive that is known here; ignored.`)
      break
    default:
      if (UNSUPPORTED.has(field))
        note('unsupported-directive', `${textOf(key)} has no effect on what may be fetched.`)
  }
}

function noteAgent(value: string, note: (code: RobotsNoteCode, message: string) => void): void {
  const token = namedToken(value)
  if (token === '')
    note('agent-names-nobody', 'No product token at the start of the value: the line names nobody.')
  else if (token !== value) {
    note(
      'agent-text-ignored',
      `Only "${token}" counts; "${textOf(value.slice(token.length))}" is ignored.`,
    )
  }
}

function notePattern(value: string, note: (code: RobotsNoteCode, message: string) => void): void {
  if (value === '') return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    note('absolute-url-as-pattern', 'A pattern is a path; a whole URL matches nothing.')
  } else if (!/^[/*]/.test(value)) {
    note('path-without-slash', 'A path begins with "/": this pattern matches nothing.')
  }
  if (hasBrokenEscape(value))
    note('broken-escape', 'A "%" without two hexadecimal digits is compared as it stands.')
  if (/[ \t"<>\\^`{|}]/.test(value)) {
    note(
      'raw-character-in-pattern',
      'The pattern holds a character that URLs carry percent-encoded; write it encoded.',
    )
  }
}

function noteDelay(value: string, note: (code: RobotsNoteCode, message: string) => void): void {
  const seconds = crawlDelaySeconds(value)
  if (seconds === undefined)
    note('crawl-delay-invalid', 'Not a positive number of seconds; ignored.')
  else if (!Number.isInteger(seconds))
    note('crawl-delay-not-integer', 'Bing takes whole seconds only; kept as written here.')
  else if (!isBingDelay(seconds))
    note('crawl-delay-out-of-range', 'Bing takes 1 to 30 seconds only; kept as written here.')
}

function noteTail(
  octets: string,
  end: number,
  traits: DialectTraits,
  lines: RobotsLine[],
  notes: RobotsNote[],
): void {
  const before = lines.length - (endsOnEmptyLine(octets, end) ? 1 : 0)
  lines.length = before
  const scan = new LineScan(octets, tailStart(octets, end), octets.length)
  while (scan.next()) {
    const { number, start, end: stop } = scan
    lines.push({
      number: before + number,
      kind: 'beyond-limit',
      byteOffset: start,
      byteLength: stop - start,
      text: '',
    })
  }
  notes.push({
    code: 'too-large',
    line: before + 1,
    byteOffset: end,
    message: `The file has ${octets.length} octets; ${traits.tooLarge === 'cut' ? `only the first ${end} are read` : 'it is too large to be read at all'}.`,
    droppedBytes: octets.length - (traits.tooLarge === 'cut' ? end : 0),
    droppedLines: lines.length - before,
  })
}

/** The scan of the readable part stopped behind a line end: the empty line it saw there is the first line of the tail. */
function endsOnEmptyLine(octets: string, end: number): boolean {
  return end > 0 && /[\r\n]/.test(octets.charAt(end - 1)) && tailStart(octets, end) === end
}

/** Behind the line end that stands right at the limit, if one does. */
function tailStart(octets: string, end: number): number {
  const found = /^(?:\r\n|\r|\n)/.exec(octets.slice(end, end + 2))
  return end + (found === null || end === 0 ? 0 : found[0].length)
}
