// Cuts a stream of text into markup: tags, comments, CDATA, processing instructions, DOCTYPE. Knows XML's outside, not sitemaps.
//
// Invariant: everything before `#at` is dealt with. A construct that is not complete yet is looked at again when more text is
// here; those without bound (comments, CDATA, DOCTYPE, text) are consumed as they come. Positions handed out are absolute offsets
// into the whole text, so that they stay true when the buffer moves on.

import { DoctypeSkipper } from './doctype-skipper.ts'
import { LineCounter } from './line-counter.ts'

/** What the scanner found. `from` and `to` are absolute offsets; `scanner.slice` gives the text of those still kept. */
export interface MarkupHandler {
  /** Text outside markup. May come in several pieces. */
  text(from: number, to: number): void
  /** A start tag; `attributes` is what stands between the name and the end. */
  open(name: string, attributes: string, selfClosing: boolean, from: number, to: number): void
  close(name: string, from: number, to: number): void
  comment(from: number): void
  cdata(from: number): void
  /** A processing instruction; `head` are its first characters. */
  instruction(head: string, from: number): void
  /** A DOCTYPE; `head` are the first characters after the keyword. */
  doctype(head: string, from: number): void
  /** A `<` that starts nothing, a tag without end, a declaration outside a DOCTYPE. */
  stray(at: number): void
  /** Text from this offset on must stay readable. Infinity: nothing. */
  readonly keepFrom: number
}

type Mode = 'markup' | 'comment' | 'cdata' | 'instruction' | 'xml-declaration' | 'doctype'

/** A tag longer than this is no tag, unless entries may be longer. */
const MAX_TAG_CHARACTERS = 262_144
/** How far the keyword of a declaration or the name of a DOCTYPE is looked for. */
const LOOKAHEAD = 64
/** Unfinished constructs up to this length are looked at with each piece of input; longer ones when they have grown by an eighth. */
const EAGER_CHARACTERS = 4_096

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f

export class MarkupScanner {
  /** Set by the handler: nothing more is wanted. */
  stopped = false

  readonly #handler: MarkupHandler
  readonly #lines: LineCounter | undefined
  readonly #maxTagCharacters: number
  #buffer = ''
  #waiting = ''
  #base = 0
  #at = 0
  #mode: Mode = 'markup'
  #doctype = new DoctypeSkipper()

  constructor(
    handler: MarkupHandler,
    options: { countLines: boolean; firstLine?: number; maxTagCharacters?: number },
  ) {
    this.#handler = handler
    this.#maxTagCharacters = Math.max(MAX_TAG_CHARACTERS, options.maxTagCharacters ?? 0)
    this.#lines = options.countLines ? new LineCounter(options.firstLine ?? 1) : undefined
  }

  write(text: string): void {
    this.#waiting = this.#waiting === '' ? text : this.#waiting + text
    // Input that trickles must not make a long unfinished construct be read again and again.
    if (this.#waiting.length < (this.#buffer.length - EAGER_CHARACTERS) / 8) return
    this.#scan(false)
  }

  end(): void {
    this.#scan(true)
  }

  /** The text that is kept, which starts at absolute offset `base`. */
  get buffer(): string {
    return this.#buffer
  }

  get base(): number {
    return this.#base
  }

  /** Lets a handler that dealt with more than it was given move on. */
  resumeAt(offset: number): void {
    this.#at = offset - this.#base
  }

  /** Text between two absolute offsets. */
  slice(from: number, to: number): string {
    return this.#buffer.slice(from - this.#base, to - this.#base)
  }

  /** Line of an absolute offset that is still kept; undefined when lines are not counted. */
  lineAt(offset: number): number | undefined {
    return this.#lines?.lineAt(this.#buffer, offset - this.#base)
  }

  /** Absolute offset up to which everything was dealt with. */
  get offset(): number {
    return this.#base + this.#at
  }

  /** What is left of an unfinished construct after `end`. */
  get rest(): string {
    return this.#buffer.slice(this.#at)
  }

  /** Whether the input stopped inside a comment, CDATA section, processing instruction or DOCTYPE. */
  get insideUnbounded(): boolean {
    return this.#mode !== 'markup'
  }

  #scan(final: boolean): void {
    // Joined, not added: the result is one flat string, which is read fastest.
    this.#buffer = this.#buffer === '' ? this.#waiting : [this.#buffer, this.#waiting].join('')
    this.#waiting = ''
    while (!this.stopped && (this.#mode === 'markup' ? this.#scanMarkup(final) : this.#skip())) {
      // each step either moves on or asks for more input
    }
    this.#forget()
  }

  #forget(): void {
    const keep = Math.min(this.#at, this.#handler.keepFrom - this.#base)
    if (keep <= 0) return
    this.#lines?.forget(this.#buffer, keep)
    this.#buffer = this.#buffer.slice(keep)
    this.#base += keep
    this.#at -= keep
  }

  // One piece of text and the construct after it. False: more input is needed.
  #scanMarkup(final: boolean): boolean {
    const buffer = this.#buffer
    const found = buffer.indexOf('<', this.#at)
    const start = found < 0 ? buffer.length : found
    if (start > this.#at) {
      this.#handler.text(this.#base + this.#at, this.#base + start)
      this.#at = start
      if (this.stopped) return false
    }
    if (found < 0) return false
    const code = buffer.charCodeAt(start + 1)
    if (code === 0x21 || code === 0x3f) return this.#scanDeclaration(start, code, final)
    if (Number.isNaN(code)) {
      if (!final) return false
      return this.#stray(start)
    }
    if (code !== SLASH && !isNameStart(code)) return this.#stray(start)
    return this.#scanTag(start, code === SLASH)
  }

  #scanDeclaration(start: number, code: number, final: boolean): boolean {
    const buffer = this.#buffer
    if (!final && buffer.length - start < LOOKAHEAD && buffer.indexOf('>', start) < 0) return false
    const offset = this.#base + start
    const head = buffer.slice(start + 2, start + LOOKAHEAD)
    if (code === 0x3f) {
      this.#enter(/^xml[\s?]/i.test(head) ? 'xml-declaration' : 'instruction', start + 2)
      this.#handler.instruction(head, offset)
    } else if (head.startsWith('--')) {
      this.#enter('comment', start + 4)
      this.#handler.comment(offset)
    } else if (head.startsWith('[CDATA[')) {
      this.#enter('cdata', start + 9)
      this.#handler.cdata(offset)
    } else if (/^doctype/i.test(head)) {
      this.#doctype = new DoctypeSkipper()
      this.#enter('doctype', start + 9)
      this.#handler.doctype(head.slice(7), offset)
    } else {
      return this.#stray(start)
    }
    return true
  }

  #enter(mode: Mode, at: number): void {
    this.#mode = mode
    this.#at = at
  }

  #stray(start: number): boolean {
    this.#at = start + 1
    this.#handler.stray(this.#base + start)
    return true
  }

  #scanTag(start: number, isEnd: boolean): boolean {
    const buffer = this.#buffer
    const nameStart = isEnd ? start + 2 : start + 1
    let at = nameStart
    let code = buffer.charCodeAt(at)
    while (code > 0x20 && code !== GREATER_THAN && code !== SLASH && code !== LESS_THAN)
      code = buffer.charCodeAt(++at)
    const name = buffer.slice(nameStart, at)
    let end = at
    if (code !== GREATER_THAN) {
      end = findTagEnd(buffer, at)
      if (
        end === UNTERMINATED ||
        (end === INCOMPLETE && buffer.length - start > this.#maxTagCharacters)
      )
        return this.#stray(start)
      if (end === INCOMPLETE) return false
      if (end - start > this.#maxTagCharacters) return this.#stray(start)
    }
    this.#at = end + 1
    const from = this.#base + start
    const to = this.#base + end + 1
    if (isEnd) {
      this.#handler.close(name, from, to)
      return true
    }
    const selfClosing = end > at && buffer.charCodeAt(end - 1) === SLASH
    const attributesEnd = selfClosing ? end - 1 : end
    this.#handler.open(
      name,
      attributesEnd > at ? buffer.slice(at, attributesEnd) : '',
      selfClosing,
      from,
      to,
    )
    return true
  }

  // Passes over a construct without bound. False: its end is not here yet.
  #skip(): boolean {
    const buffer = this.#buffer
    if (this.#mode === 'doctype') {
      const { at, done } = this.#doctype.skip(buffer, this.#at)
      this.#at = at
      if (done) this.#mode = 'markup'
      return done
    }
    if (this.#mode === 'xml-declaration') return this.#skipXmlDeclaration()
    const terminator = this.#mode === 'comment' ? '-->' : this.#mode === 'cdata' ? ']]>' : '?>'
    const end = buffer.indexOf(terminator, this.#at)
    if (end < 0) {
      this.#at = Math.max(this.#at, buffer.length - terminator.length + 1)
      return false
    }
    this.#at = end + terminator.length
    this.#mode = 'markup'
    return true
  }

  // It holds no `<` (XML 1.0 §2.8): where one comes first, the end was forgotten, and what follows is the document.
  #skipXmlDeclaration(): boolean {
    const buffer = this.#buffer
    const end = buffer.indexOf('?>', this.#at)
    const next = buffer.indexOf('<', this.#at)
    if (end < 0 && next < 0) {
      this.#at = Math.max(this.#at, buffer.length - 1)
      return false
    }
    this.#mode = 'markup'
    const isWhole = end >= 0 && (next < 0 || end < next)
    this.#at = isWhole ? end + 2 : next
    if (!isWhole) this.#handler.stray(this.#base + next)
    return true
  }
}

const INCOMPLETE = -1
const UNTERMINATED = -2

/** Where the tag's `>` stands: one inside a quoted value does not count. A `<` before it means that the tag has no end (XML 1.0 §3.1). */
function findTagEnd(buffer: string, from: number): number {
  for (let at = from; at < buffer.length; at++) {
    const code = buffer.charCodeAt(at)
    if (code === GREATER_THAN) return at
    if (code === LESS_THAN) return UNTERMINATED
    if (code !== 0x22 && code !== 0x27) continue
    let inside = buffer.charCodeAt(++at)
    while (inside !== code && inside !== LESS_THAN && at < buffer.length)
      inside = buffer.charCodeAt(++at)
    if (inside === LESS_THAN) return UNTERMINATED
  }
  return INCOMPLETE
}

function isNameStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    code === 0x3a ||
    code > 0x7f
  )
}
