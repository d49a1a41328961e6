// From bytes to text: which encoding, by what the bytes say first and by what is declared second.
import { normalizeEncoding } from '@exodus/bytes/encoding.js'
import { LegalCharacters } from './legal-characters.ts'
import type { ProblemLog } from './problem.ts'
import { AnyTextDecoder, concat, Utf8Decoder } from './text-decoder.ts'
import type { TextPieces } from './text-decoder.ts'
import { UndecidedDecoder } from './undecided-decoder.ts'

/** The XML declaration is looked for in so many bytes. */
const HEAD_BYTES = 1_024

/**
 * Decodes one body.
 *
 * Order: a byte order mark or the zero bytes of UTF-16; then the charset of the Content-Type; then the XML declaration; then UTF-8
 * (RFC 7303 §3.2, XML 1.0 appendix F). ASCII reads the same in all the rest, so the choice between UTF-8 and a declared single-byte
 * encoding waits for the first other bytes: where they are good UTF-8, they are UTF-8, whatever was declared.
 */
export class TextReader {
  readonly #log: ProblemLog
  readonly #legal: LegalCharacters
  readonly #httpLabel: string | undefined
  #decoder: TextPieces | undefined
  #head: Uint8Array = new Uint8Array(0)

  constructor(
    contentType: string | undefined,
    log: ProblemLog,
    options: { encoding?: string } = {},
  ) {
    this.#log = log
    this.#legal = new LegalCharacters(log)
    this.#httpLabel = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
    if (options.encoding === 'utf-8') this.#decoder = new Utf8Decoder(log, this.#legal)
  }

  decode(bytes: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(bytes)
    this.#head = concat(this.#head, bytes)
    if (!isEnough(this.#head)) return ''
    return this.#start()
  }

  end(): string {
    const text = this.#decoder === undefined ? this.#start() : ''
    return text + this.#decoder!.end()
  }

  #start(): string {
    const head = this.#head
    this.#head = new Uint8Array(0)
    const { decoder, skip } = this.#choose(head)
    this.#decoder = decoder
    return decoder.decode(head.subarray(skip))
  }

  #choose(head: Uint8Array): { decoder: TextPieces; skip: number } {
    const marked = markedEncoding(head)
    const labels = [this.#httpLabel, declaredLabel(head, marked)].filter(
      (label) => label !== undefined,
    )
    const declared = labels.map((label) => normalizeEncoding(label))
    if (marked !== undefined) {
      const family = marked.encoding.slice(0, 5)
      if (declared.some((encoding) => !encoding?.startsWith(family)))
        this.#log.report('encoding-mismatch')
      if (marked.encoding === 'utf-8')
        return { decoder: new Utf8Decoder(this.#log, this.#legal), skip: marked.skip }
      this.#log.report('not-utf8', { detail: marked.encoding })
      return {
        decoder: new AnyTextDecoder(marked.encoding, this.#log, this.#legal),
        skip: marked.skip,
      }
    }
    // No UTF-16 was seen; a label that nobody knows says nothing.
    const usable = declared.filter(
      (encoding) => encoding !== null && !/^(?:utf-16|replacement)/.test(encoding),
    )
    if (usable.length < declared.length) this.#log.report('encoding-mismatch')
    const other = usable.find((encoding) => encoding !== 'utf-8')
    if (other === undefined || other === null)
      return { decoder: new Utf8Decoder(this.#log, this.#legal), skip: 0 }
    return {
      decoder: new UndecidedDecoder(
        usable[0] ?? 'utf-8',
        other,
        usable.length > 1,
        this.#log,
        this.#legal,
      ),
      skip: 0,
    }
  }
}

/** Whether a beginning shows its encoding: four bytes, and an XML declaration to its end where one may still come. */
function isEnough(head: Uint8Array): boolean {
  if (head.length < 4) return false
  if (head.length >= HEAD_BYTES) return true
  const marked = markedEncoding(head)
  const text = plainText(head, marked)
  return hasBegun(text) || /<\?xml\s[^>]*\?>/.test(text)
}

/** A root element or the first line of a list: what declares an encoding after that is part of something else. */
function hasBegun(text: string): boolean {
  return /^\s*(?:<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s/>]|https?:\/\/)/i.test(text)
}

interface Mark {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Bytes of the mark. */
  readonly skip: number
}

function markedEncoding(head: Uint8Array): Mark | undefined {
  const [a = -1, b = -1, c = -1, d = -1] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', skip: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', skip: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', skip: 2 }
  if (a > 0 && b === 0 && c > 0 && d === 0) return { encoding: 'utf-16le', skip: 0 }
  if (a === 0 && b > 0 && c === 0 && d > 0) return { encoding: 'utf-16be', skip: 0 }
  return undefined
}

function declaredLabel(head: Uint8Array, marked: Mark | undefined): string | undefined {
  const text = plainText(head.subarray(0, HEAD_BYTES), marked)
  if (hasBegun(text)) return undefined
  // It may stand behind something else, such as a script's warning.
  const declaration = /<\?xml\s[^>]*/.exec(text)?.[0] ?? ''
  return /\bencoding\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/
    .exec(declaration)
    ?.slice(1)
    .find((label) => label !== undefined)
}

/** The ASCII in it, without the mark: in UTF-16 every other byte is zero. */
function plainText(head: Uint8Array, marked: Mark | undefined): string {
  const bytes = head.subarray(marked?.skip ?? 0)
  return ascii(marked?.encoding.startsWith('utf-16') ? bytes.filter((byte) => byte !== 0) : bytes)
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
}
