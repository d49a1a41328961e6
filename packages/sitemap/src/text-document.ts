// A text sitemap: one absolute URL a line, no markup, no references.
import type { SitemapEntry } from './entry.ts'
import { LocationReader, trimLocation } from './location.ts'
import type { ProblemCode, ProblemLog } from './problem.ts'
import { MAX_ENTRIES } from './entry-delivery.ts'

/** No location is that long; a longer line is not kept. */
const MAX_LINE_CHARACTERS = 262_144

export class TextDocument {
  readonly kind = 'text'
  readonly stopped = false
  #entries: SitemapEntry[] = []

  readonly #locations: LocationReader
  readonly #log: ProblemLog
  #rest = ''
  #dropping = false
  #afterReturn = false
  #line = 0
  #count = 0

  constructor(locations: LocationReader, log: ProblemLog) {
    this.#locations = locations
    this.#log = log
  }

  write(text: string): void {
    // The line feed of a CR LF that was split between two pieces.
    const input = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') this.#afterReturn = text.endsWith('\r')
    const lines = input.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      this.#finishLine(line)
    }
    this.#rest = this.#rest === '' ? last : this.#rest + last
    if (this.#rest.length > MAX_LINE_CHARACTERS) {
      this.#dropping = true
      this.#rest = ''
    }
  }

  end(): void {
    if (this.#rest !== '' || this.#dropping) this.#finishLine('')
  }

  /** The entries read since the last call. */
  takeEntries(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  #finishLine(end: string): void {
    const line = this.#rest === '' ? end : this.#rest + end
    this.#rest = ''
    this.#line += 1
    if (this.#dropping || line.length > MAX_LINE_CHARACTERS) {
      this.#dropping = false
      return this.#report('loc-too-long', {})
    }
    const text = trimLocation(line)
    if (text === '') return
    this.#count += 1
    if (this.#count === MAX_ENTRIES + 1) this.#report('too-many-entries', {})
    const loc = this.#locations.read(text, { page: true, absolute: true }, (code) =>
      this.#report(code, { loc: text }),
    )
    if (loc !== undefined) this.#entries.push({ kind: 'url', loc })
  }

  #report(code: ProblemCode, quoted: { loc?: string }): void {
    this.#log.report(code, { line: this.#line, ...quoted })
  }
}
