// Every line accounted for: what each is taken for and where it stands. Only made when someone asks.

import type { DialectTraits } from './dialect.ts'
import {
  noteFile,
  noteLine,
  noteMalformed,
  noteRecord,
  noteTail,
  type RobotsNote,
} from './file-notes.ts'
import { afterByteOrderMark, LineScan } from './line-scan.ts'
import { textOf } from './octets.ts'
import { fieldOf, MAX_LINE_OCTETS, readRecord, type Field } from './record.ts'

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
  /** Empty for a line that is not read. */
  readonly text: string
  /** As written, where the line is a record. */
  readonly key?: string
  readonly value?: string
}

export interface FileView {
  readonly lines: readonly RobotsLine[]
  readonly notes: readonly RobotsNote[]
}

/** @param end octets that are read; lines from there on are `beyond-limit` */
export function readFile(octets: string, end: number, traits: DialectTraits): FileView {
  const lines: RobotsLine[] = []
  const notes: RobotsNote[] = []
  const from = afterByteOrderMark(octets)
  noteFile(octets, from, notes)
  let inGroup = false
  const scan = new LineScan(octets, from, octets.length)
  while (scan.next()) {
    const { number, start } = scan
    const written = octets.slice(start, scan.end)
    const place = { number, byteOffset: start, byteLength: written.length }
    if (start >= end && end < octets.length) {
      lines.push({ ...place, kind: 'beyond-limit', text: '' })
      continue
    }
    const line = { ...place, text: textOf(written) }
    noteLine(written, number, start, notes)
    const record = readRecord(scan)
    const field = record && fieldOf(record.key, traits.aiTraining)
    // Two words are a record only where the first one is a field.
    if (record === undefined || field === undefined || (field === 'unknown' && !record.hasColon)) {
      const kind = kindWithoutRecord(written)
      if (kind === 'malformed') noteMalformed(number, start, notes)
      lines.push({ ...line, kind })
      continue
    }
    const isRule = field === 'allow' || field === 'disallow'
    const kind = field === 'user-agent' ? 'group-start' : isRule ? 'rule' : field
    lines.push({ ...line, kind, key: textOf(record.key), value: textOf(record.value) })
    noteRecord(record, field, inGroup, number, start, notes)
    inGroup ||= kind === 'group-start'
  }
  const dropped = lines.filter(({ kind }) => kind === 'beyond-limit')
  if (dropped[0] !== undefined) noteTail(dropped[0], octets.length - end, dropped.length, notes)
  return { lines, notes }
}

function kindWithoutRecord(written: string): 'blank' | 'comment' | 'malformed' {
  const [first = '#'] = /[^\t-\r ]/.exec(written.slice(0, MAX_LINE_OCTETS)) ?? ['']
  if (first === '' || first === '\0') return 'blank'
  return first === '#' ? 'comment' : 'malformed'
}
