// Decides by content, and by nothing else, whether a body is XML or a list of URLs, and passes the text on.
import type { SitemapEntry } from './entry.ts'
import { LocationReader, trimLocation } from './location.ts'
import type { ProblemLog } from './problem.ts'
import { TextDocument } from './text-document.ts'
import { XmlDocument } from './xml-document.ts'
import type { DocumentOptions } from './entry-delivery.ts'

/** What a body turned out to be. */
export type SitemapKind = 'urlset' | 'sitemapindex' | 'text' | 'rss' | 'atom' | 'invalid'

/** So much of a body may pass before its first URL or root element. */
const MAX_UNDECIDED_CHARACTERS = 1_048_576
/** So far the name after a `<` is looked for. */
const LOOKAHEAD = 64
const MARKUP_OF_INTEREST =
  /<(?:\?xml[\s?]|!doctype\s|(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf|html)[\s/>])/iy

/** Takes decoded text in pieces of any size; the result does not depend on where they are cut. */
export class SitemapDocument {
  readonly #options: DocumentOptions
  readonly #locations: LocationReader
  readonly #log: ProblemLog
  #chosen: XmlDocument | TextDocument | undefined
  #rejected = false
  #undecided = ''
  #checked = 0
  #tried = 0

  constructor(
    options: DocumentOptions & { crossSubmitHosts?: readonly string[] },
    log: ProblemLog,
  ) {
    this.#options = options
    this.#locations = new LocationReader(options)
    this.#log = log
  }

  get kind(): SitemapKind {
    return this.#chosen?.kind ?? 'invalid'
  }

  /** Nothing more needs to be read. */
  get stopped(): boolean {
    return this.#rejected || this.#chosen?.stopped === true
  }

  /** The entries read since the last call. */
  takeEntries(): SitemapEntry[] {
    return this.#chosen?.takeEntries() ?? []
  }

  write(text: string): void {
    if (this.stopped || text === '') return
    if (this.#chosen !== undefined) return this.#chosen.write(text)
    this.#undecided += text
    // Input that trickles must not make a long beginning be read again and again.
    if (this.#undecided.length - this.#tried < (this.#tried - 4_096) / 8) return
    this.#tried = this.#undecided.length
    this.#decide(false)
  }

  end(options: { cut: boolean }): void {
    if (this.#rejected) return
    if (this.#chosen === undefined) this.#decide(true)
    if (this.#chosen !== undefined) return this.#chosen.end(options)
    this.#reject()
  }

  // Line by line: the first absolute URL makes it a text sitemap, the first markup that matters makes it XML.
  #decide(final: boolean): void {
    const text = this.#undecided
    while (this.#chosen === undefined) {
      const first = text.slice(this.#checked).search(/\S/)
      if (first < 0) break
      const start = this.#checked + first
      if (this.#checked === 0 && text[start] === '<') return this.#choose(this.#xml(0))
      const end = lineEnd(text, start)
      const line = text.slice(start, end)
      const complete = final || end < text.length
      if (isAbsoluteUrl(line) && complete)
        return this.#choose(new TextDocument(this.#locations, this.#log))
      if (!this.#findMarkup(start, end, complete)) break
      if (!complete) break
      this.#checked = Math.max(this.#checked, end)
    }
    if (this.#chosen === undefined && text.length > MAX_UNDECIDED_CHARACTERS) this.#reject()
  }

  // Looks at each `<` of a line. False: what follows one is not here yet.
  #findMarkup(start: number, end: number, complete: boolean): boolean {
    const text = this.#undecided
    if (/^https?:/i.test(text.slice(start, start + 6)) && !complete) return false
    for (let at = text.indexOf('<', start); at >= 0 && at < end; at = text.indexOf('<', at + 1)) {
      MARKUP_OF_INTEREST.lastIndex = at
      if (MARKUP_OF_INTEREST.test(text)) {
        this.#choose(this.#xml(at))
        return true
      }
      if (!complete && text.length - at < LOOKAHEAD) return false
    }
    return true
  }

  #xml(from: number): XmlDocument {
    const line = this.#undecided.slice(0, from).split('\n').length
    this.#undecided = this.#undecided.slice(from)
    return new XmlDocument(this.#options, this.#locations, this.#log, { leading: from > 0, line })
  }

  #choose(document: XmlDocument | TextDocument): void {
    this.#chosen = document
    if (document.kind === 'text') this.#log.decide()
    const text = this.#undecided
    this.#undecided = ''
    document.write(text)
  }

  #reject(): void {
    this.#rejected = true
    this.#log.reject(/\S/.test(this.#undecided) ? 'not-a-sitemap' : 'empty')
    this.#undecided = ''
  }
}

function lineEnd(text: string, from: number): number {
  const match = /[\r\n]/.exec(text.slice(from))
  return match === null ? text.length : from + match.index
}

function isAbsoluteUrl(line: string): boolean {
  if (!/^https?:\/\//i.test(line)) return false
  try {
    return new URL(trimLocation(line)).hostname !== ''
  } catch {
    return false
  }
}
