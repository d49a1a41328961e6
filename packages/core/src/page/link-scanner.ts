// One pass over a document for links and for what the head says, written by hand: no tree, no stack, and no string made but
// those that are kept. It reads markup as htmlparser2's tokenizer does, which is the reference in the tests.
//
// Invariants: the work for all of the text is linear in its length; at most one name or one wanted value is held from piece to
// piece; the result does not depend on how the text was cut.
import type { CreateLinkScanner, LinkScanner, PageScan, ScanLimits } from './page-scan.ts'
import { MAX_RAW_TITLE, ScanFindings } from './scan-findings.ts'
import type { AttributeId, TagKind } from './tag-roles.ts'
import { attributeAt, isNamed, OTHER_TAG, tagKindAt } from './tag-roles.ts'

/** Makes the scanner for one document. */
export const createLinkScanner: CreateLinkScanner = (limits, metaNames) =>
  new HandWrittenScanner(limits, metaNames)

// Where in the markup the next character stands. HTML standard §13.2.5 has the same states under longer names.
const TEXT = 0
/** In the content of `script`, `title` and their like: text up to their own end tag. */
const RAW_TEXT = 1
/** At a `<`. What begins there is known after a few more characters. */
const MARKUP = 2
const TAG_NAME = 3
/** In a start tag, before the name of an attribute. */
const BEFORE_ATTRIBUTE = 4
/** Behind a `/` in a start tag. */
const AFTER_SLASH = 5
const ATTRIBUTE_NAME = 6
const AFTER_ATTRIBUTE_NAME = 7
const BEFORE_VALUE = 8
const QUOTED_VALUE = 9
const PLAIN_VALUE = 10
/** Behind `</`. */
const BEFORE_END_NAME = 11
const END_NAME = 12
/** In a comment or a CDATA section. */
const COMMENT = 13
/** On the way to the next `>`. */
const TO_CLOSE = 14

const TAB = 0x09
const LF = 0x0a
const FF = 0x0c
const CR = 0x0d
const SPACE = 0x20
const BANG = 0x21
const QUOTE = 0x22
const APOSTROPHE = 0x27
const DASH = 0x2d
const SLASH = 0x2f
const EQUALS = 0x3d
const CLOSE = 0x3e
const QUESTION = 0x3f
const BRACKET = 0x5b

const CDATA = 'CDATA['

/** A held name or value is not looked at again before as much text has come as is held, so that trickles cost no more. */
const PATIENT_FROM = 1_024

class HandWrittenScanner implements LinkScanner {
  readonly #findings: ScanFindings
  readonly #maxAttributes: number
  readonly #maxAttributeLength: number
  /** Longest name of an element. */
  readonly #maxNameLength: number

  #state = TEXT
  /** Text that was not used up, and what has come since. */
  #held = ''
  #more = ''
  /** Where in the document the text in hand begins. */
  #offset = 0

  /** The start tag that is being read, or the one whose raw text is. */
  #tag: TagKind = OTHER_TAG
  #attributes = 0
  /** Where in the document the attribute begins. */
  #attributeStart = 0
  #nameEnd = 0
  /** -1: of no interest, or too long. */
  #attribute: AttributeId | -1 = -1
  #quote = '"'
  /** The name that is being read became too long. */
  #nameIsTooLong = false
  #commentEnd = '-->'
  #commentHasText = false
  /** What the `>` ends that is being looked for. */
  #closes: 'end-tag' | 'comment' | 'declaration' = 'end-tag'

  constructor(limits: ScanLimits, metaNames: ReadonlySet<string>) {
    this.#findings = new ScanFindings(limits, metaNames)
    this.#maxAttributes = limits.maxAttributes
    this.#maxAttributeLength = limits.maxAttributeBytes
    this.#maxNameLength = Math.max(limits.maxAttributeBytes, MAX_RAW_TITLE)
  }

  get stopped(): boolean {
    return this.#findings.stopped
  }

  write(text: string): void {
    if (this.stopped) return
    this.#more = this.#more === '' ? text : this.#more + text
    const isWorthIt = this.#held.length < PATIENT_FROM || this.#more.length >= this.#held.length
    if (isWorthIt) this.#scanAll()
  }

  end(): PageScan {
    const findings = this.#findings
    if (!this.stopped) {
      this.#scanAll()
      // What is unfinished is left out, but text ends with the document.
      if (this.#state === RAW_TEXT && this.#held !== '') this.#rawText(this.#held)
      if (this.#state === COMMENT && this.#commentHasText) findings.comment()
    }
    return findings.result()
  }

  #scanAll(): void {
    if (this.#more === '') return
    const text = this.#held === '' ? this.#more : this.#held + this.#more
    this.#more = ''
    const used = this.#scan(text)
    this.#held = used === text.length ? '' : text.slice(used)
    this.#offset += used
  }

  /** Reads markup from the beginning of `text`; gives how much of it is used up, that is, need not be seen again. */
  #scan(text: string): number {
    const findings = this.#findings
    const { length } = text
    let state = this.#state
    let at = 0
    for (;;) {
      switch (state) {
        case TEXT: {
          const open = text.indexOf('<', at)
          if (open !== at && at < length) {
            findings.text()
            if (findings.stopped) return length
          }
          if (open < 0) {
            this.#state = TEXT
            return length
          }
          at = open
          state = MARKUP
          break
        }

        case MARKUP: {
          const c = text.charCodeAt(at + 1)
          if (isLetter(c)) {
            at += 1
            state = TAG_NAME
          } else if (c === SLASH) {
            at += 2
            state = BEFORE_END_NAME
          } else if (c === BANG) {
            const next = this.#declaration(text, at)
            if (next < 0) {
              this.#state = MARKUP
              return at
            }
            at = next
            state = this.#state
          } else if (c === QUESTION) {
            at += 2
            this.#closes = 'declaration'
            state = TO_CLOSE
          } else if (at + 1 >= length) {
            this.#state = MARKUP
            return at
          } else {
            findings.text()
            if (findings.stopped) return length
            at += 1
            state = TEXT
          }
          break
        }

        case TAG_NAME: {
          let end = at
          while (end < length && !endsName(text.charCodeAt(end))) end += 1
          if (end >= length) {
            this.#state = TAG_NAME
            return this.#holdName(at, length)
          }
          const tag = this.#nameIsTooLong ? OTHER_TAG : this.#tagOf(text, at, end)
          this.#nameIsTooLong = false
          findings.openTag(tag)
          if (findings.stopped) return length
          this.#tag = tag
          this.#attributes = 0
          at = end
          state = BEFORE_ATTRIBUTE
          break
        }

        case BEFORE_ATTRIBUTE: {
          while (at < length && isBlank(text.charCodeAt(at))) at += 1
          if (at >= length) {
            this.#state = BEFORE_ATTRIBUTE
            return length
          }
          const c = text.charCodeAt(at)
          if (c === CLOSE) {
            findings.endOfTag(false)
            at += 1
            state = this.#tag.raw ? RAW_TEXT : TEXT
          } else if (c === SLASH) {
            at += 1
            state = AFTER_SLASH
          } else {
            this.#attributes += 1
            this.#attributeStart = this.#offset + at
            state = ATTRIBUTE_NAME
          }
          break
        }

        case AFTER_SLASH: {
          while (at < length && isBlank(text.charCodeAt(at))) at += 1
          if (at >= length) {
            this.#state = AFTER_SLASH
            return length
          }
          if (text.charCodeAt(at) === CLOSE) {
            findings.endOfTag(true)
            at += 1
            state = TEXT
          } else state = BEFORE_ATTRIBUTE
          break
        }

        case ATTRIBUTE_NAME: {
          const { wanted } = this.#tag
          // The first character belongs to the name whatever it is, unless it has been let go already.
          const isAtStart = this.#attributeStart === this.#offset + at
          let end = isAtStart ? at + 1 : at
          while (end < length && !endsAttributeName(text.charCodeAt(end))) end += 1
          if (end >= length) {
            this.#state = ATTRIBUTE_NAME
            return isAtStart && wanted !== undefined && this.#fits(this.#offset + length)
              ? at
              : length
          }
          const isOneTooMany = this.#attributes > this.#maxAttributes
          if (isOneTooMany) findings.cut('attributes')
          const isRead = isAtStart && wanted !== undefined && !isOneTooMany
          const id = isRead ? attributeAt(text, at, end, wanted) : -1
          this.#attribute = id >= 0 && !findings.hasAttribute(id as AttributeId) ? id : -1
          this.#nameEnd = this.#offset + end
          at = end
          state = AFTER_ATTRIBUTE_NAME
          break
        }

        case AFTER_ATTRIBUTE_NAME: {
          while (at < length && isBlank(text.charCodeAt(at))) at += 1
          if (at >= length) {
            this.#state = AFTER_ATTRIBUTE_NAME
            return length
          }
          if (text.charCodeAt(at) === EQUALS) {
            at += 1
            state = BEFORE_VALUE
          } else {
            this.#endAttribute(this.#nameEnd, '')
            state = BEFORE_ATTRIBUTE
          }
          break
        }

        case BEFORE_VALUE: {
          while (at < length && isBlank(text.charCodeAt(at))) at += 1
          if (at >= length) {
            this.#state = BEFORE_VALUE
            return length
          }
          const c = text.charCodeAt(at)
          if (c === QUOTE || c === APOSTROPHE) {
            this.#quote = c === QUOTE ? '"' : "'"
            at += 1
            state = QUOTED_VALUE
          } else state = PLAIN_VALUE
          break
        }

        case QUOTED_VALUE: {
          const end = text.indexOf(this.#quote, at)
          if (end < 0) {
            this.#state = QUOTED_VALUE
            return this.#holdValue(at, length)
          }
          this.#endAttribute(this.#offset + end + 1, this.#attribute < 0 ? '' : text.slice(at, end))
          at = end + 1
          state = BEFORE_ATTRIBUTE
          break
        }

        case PLAIN_VALUE: {
          let end = at
          while (end < length && !endsPlainValue(text.charCodeAt(end))) end += 1
          if (end >= length) {
            this.#state = PLAIN_VALUE
            return this.#holdValue(at, length)
          }
          this.#endAttribute(this.#offset + end, this.#attribute < 0 ? '' : text.slice(at, end))
          at = end
          state = BEFORE_ATTRIBUTE
          break
        }

        case RAW_TEXT: {
          const end = this.#findRawEnd(text, at)
          if (end > at) {
            this.#rawText(findings.inTitle ? text.slice(at, end) : '')
            if (findings.stopped) return length
          }
          at = end + 2 + this.#tag.name.length
          if (at >= length) {
            this.#state = RAW_TEXT
            return end
          }
          findings.closeTag(this.#tag)
          this.#closes = 'end-tag'
          state = TO_CLOSE
          break
        }

        case BEFORE_END_NAME: {
          while (at < length && isBlank(text.charCodeAt(at))) at += 1
          if (at >= length) {
            this.#state = BEFORE_END_NAME
            return length
          }
          const c = text.charCodeAt(at)
          if (isLetter(c)) state = END_NAME
          else if (c === CLOSE) {
            // `</>` is text.
            findings.text()
            if (findings.stopped) return length
            at += 1
            state = TEXT
          } else {
            this.#closes = 'comment'
            state = TO_CLOSE
          }
          break
        }

        case END_NAME: {
          let end = at
          while (end < length && !endsPlainValue(text.charCodeAt(end))) end += 1
          if (end >= length) {
            this.#state = END_NAME
            return this.#holdName(at, length)
          }
          findings.closeTag(this.#nameIsTooLong ? OTHER_TAG : this.#tagOf(text, at, end))
          this.#nameIsTooLong = false
          this.#closes = 'end-tag'
          at = end
          state = TO_CLOSE
          break
        }

        case COMMENT: {
          // Only what was held stands before new text: the comment has come with an earlier piece.
          if (at === 0) this.#commentHasText = true
          const end = text.indexOf(this.#commentEnd, at)
          if (end < 0) {
            this.#state = COMMENT
            return Math.max(at, length - 2)
          }
          findings.comment()
          if (findings.stopped) return length
          at = end + 3
          state = TEXT
          break
        }

        default: {
          const close = text.indexOf('>', at)
          if (close < 0) {
            this.#state = TO_CLOSE
            return length
          }
          if (this.#closes === 'comment') findings.comment()
          else if (this.#closes === 'declaration') findings.declaration()
          if (findings.stopped) return length
          at = close + 1
          state = TEXT
        }
      }
    }
  }

  /**
   * Tells what begins with the `<!` at `open`: sets the state, and gives where to read on; -1 where more text is needed.
   *
   * As in the reference, the character behind `<!` or `<!-` never ends a declaration, even if it is a `>`.
   */
  #declaration(text: string, open: number): number {
    const c = text.charCodeAt(open + 2)
    this.#closes = 'declaration'
    this.#state = TO_CLOSE
    if (c === DASH) {
      const next = text.charCodeAt(open + 3)
      if (Number.isNaN(next)) return -1
      if (next !== DASH) return open + 4
      this.#commentEnd = '-->'
      this.#state = COMMENT
      this.#commentHasText = text.length > open + 4
      // `<!-->` is a whole comment: its closing dashes may be the opening ones.
      return open + 2
    }
    if (c === BRACKET) {
      const start = open + 3
      for (let at = 0; at < CDATA.length; at += 1) {
        if (start + at >= text.length) return -1
        if (text.charCodeAt(start + at) !== CDATA.charCodeAt(at)) return start + at
      }
      this.#commentEnd = ']]>'
      this.#state = COMMENT
      this.#commentHasText = text.length > start + CDATA.length
      return start + CDATA.length
    }
    return open + 2 < text.length ? open + 3 : -1
  }

  #tagOf(text: string, start: number, end: number): TagKind {
    if (end - start <= this.#maxNameLength) return tagKindAt(text, start, end)
    this.#findings.cut('attributes')
    return OTHER_TAG
  }

  /** A name goes on behind the end of the text: it is held, unless it is too long already. Gives how much is used up. */
  #holdName(start: number, length: number): number {
    if (!this.#nameIsTooLong && length - start <= this.#maxNameLength) return start
    this.#nameIsTooLong = true
    this.#findings.cut('attributes')
    return length
  }

  /** The same for a value. */
  #holdValue(start: number, length: number): number {
    if (this.#attribute >= 0 && this.#fits(this.#offset + length)) return start
    this.#attribute = -1
    return length
  }

  /** Whether an attribute that reaches as far as `end`, counted from the beginning of the document, is within the limit. */
  #fits(end: number): boolean {
    return end - this.#attributeStart <= this.#maxAttributeLength
  }

  #endAttribute(end: number, value: string): void {
    if (!this.#fits(end)) this.#findings.cut('attributes')
    else if (this.#attribute >= 0) this.#findings.attribute(this.#attribute as AttributeId, value)
  }

  /** Where the end tag of the raw text begins, or what may be its beginning at the end of the text; else the text's end. */
  #findRawEnd(text: string, from: number): number {
    const { name } = this.#tag
    const { length } = text
    let open = text.indexOf('<', from)
    while (open >= 0) {
      const nameAt = open + 2
      const end = nameAt + name.length
      const isOpen = nameAt > length || text.charCodeAt(open + 1) === SLASH
      if (
        isOpen &&
        isNamed(text.slice(nameAt, end), 0, name.slice(0, Math.max(0, length - nameAt)))
      ) {
        if (end >= length || endsPlainValue(text.charCodeAt(end))) return open
      }
      open = text.indexOf('<', open + 1)
    }
    return length
  }

  #rawText(piece: string): void {
    this.#findings.text()
    if (this.#findings.inTitle) this.#findings.titleText(piece)
  }
}

function isBlank(c: number): boolean {
  return c === SPACE || c === LF || c === TAB || c === FF || c === CR
}

function isLetter(c: number): boolean {
  const lower = c | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** What ends the name of an element in a start tag. */
function endsName(c: number): boolean {
  return c === CLOSE || c === SLASH || isBlank(c)
}

function endsAttributeName(c: number): boolean {
  return c === EQUALS || endsName(c)
}

/** What ends a value without quotes, and the name in an end tag. */
function endsPlainValue(c: number): boolean {
  return c === CLOSE || isBlank(c)
}
