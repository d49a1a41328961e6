// Comma-separated values: RFC 4180, with a guard for spreadsheets (HW-OUT-03).
import { visibleLines } from '../terminal/visible.ts'

/** Beginnings that make a spreadsheet take a cell for a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * One row with its line break. Cells are quoted where they must be (RFC 4180 §2).
 *
 * Unless `raw`, text that a spreadsheet would take for a formula gets an apostrophe before it, and what a terminal could act on is
 * shown as an escape. Numbers stay numbers.
 *
 * @example csvRow(['a,b', 'say "x"', -1, '=1+1'], { raw: false }) // '"a,b","say ""x""",-1,\'=1+1\r\n'
 */
export function csvRow(values: readonly unknown[], { raw }: { readonly raw: boolean }): string {
  return `${values.map((value) => csvCell(value, raw)).join(',')}\r\n`
}

function csvCell(value: unknown, raw: boolean): string {
  const text = raw ? cellText(value) : visibleLines(cellText(value))
  const guarded = !raw && typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Nothing is empty, what has parts is JSON. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** At most so many columns: a key more is left out of the file, and said. */
export const MAX_COLUMNS = 1_000

/** The columns of many records: every key in the order in which it is first met. */
export class CsvColumns {
  // A set, not an object: keys come from the web and may be `__proto__` (HW-OUT-06).
  readonly #names = new Set<string>()
  /** Keys that are left out because of {@link MAX_COLUMNS}. */
  leftOut = 0

  /** Takes in the keys of a record; anything but an object has one column, `value`. */
  add(record: unknown): void {
    for (const name of isRecord(record) ? Object.keys(record) : ['value']) {
      if (this.#names.size < MAX_COLUMNS || this.#names.has(name)) this.#names.add(name)
      else this.leftOut++
    }
  }

  get names(): readonly string[] {
    return [...this.#names]
  }

  /** The cells of a record in the order of the columns. */
  cells(record: unknown): readonly unknown[] {
    return this.names.map((name) => {
      if (!isRecord(record)) return name === 'value' ? record : undefined
      return Object.hasOwn(record, name) ? record[name] : undefined
    })
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
