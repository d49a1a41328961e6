// From bytes to text: which encoding, by what the bytes say first and by what is declared second.
import { normalizeEncoding, TextDecoder as AnyDecoder } from '@exodus/bytes/encoding.js'
import { LegalCharacters } from './legal-characters.ts'
import type { ProblemLog } from './problem.ts'

/** A decoder that streams. */
interface Decoder {
  readonly encoding: string
  /** Text without characters that XML forbids. */
  decode(bytes: Uint8Array): string
  /** What is left: U+FFFD for a character that the end of the input cut in two. */
  end(): string
}

/** The XML declaration is looked for in so many bytes. */
const HEAD_BYTES = 1_024
/** A run of bytes above 0x7F this long is judged without waiting for its end. */
const RUN_BYTES = 64

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
  #decoder: Decoder | undefined
  #head: Uint8Array = new Uint8Array(0)

  constructor(
    contentType: string | undefined,
    log: ProblemLog,
    options: { encoding?: string } = {},
  ) {
    this.#log = log
    this.#legal = new LegalCharacters(log)
    this.#httpLabel = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
    if (options.encoding === 'utf-8') this.#decoder = new Utf8Decoder(log, this.#legal)
  }

  get encoding(): string | undefined {
    return this.#decoder?.encoding
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

  #choose(head: Uint8Array): { decoder: Decoder; skip: number } {
    const marked = markedEncoding(head)
    const labels = [this.#httpLabel, declaredLabel(head, marked?.encoding)].filter(
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

/** Whether a beginning shows its encoding: four bytes and, where there is an XML declaration, its end. */
function isEnough(head: Uint8Array): boolean {
  if (head.length < 4) return false
  if (head.length >= HEAD_BYTES || markedEncoding(head) !== undefined) return true
  const text = ascii(head)
  const start = text.search(/\S/)
  if (start < 0) return false
  const declaration = text.slice(start, start + 5)
  return declaration === '<?xml' ? text.includes('?>') : !'<?xml'.startsWith(declaration)
}

function markedEncoding(
  head: Uint8Array,
): { encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; skip: number } | undefined {
  const [a = -1, b = -1, c = -1, d = -1] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', skip: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', skip: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', skip: 2 }
  if (a > 0 && b === 0 && c > 0 && d === 0) return { encoding: 'utf-16le', skip: 0 }
  if (a === 0 && b > 0 && c === 0 && d > 0) return { encoding: 'utf-16be', skip: 0 }
  return undefined
}

function declaredLabel(head: Uint8Array, marked: string | undefined): string | undefined {
  const bytes = head.subarray(0, HEAD_BYTES)
  const text = marked?.startsWith('utf-16')
    ? ascii(bytes.filter((byte) => byte !== 0))
    : ascii(bytes)
  return /<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/
    .exec(text)
    ?.slice(1)
    .find((label) => label !== undefined)
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
}

/** UTF-8 by the platform's decoder, a whole number of characters at a time, which is its fast path. */
class Utf8Decoder implements Decoder {
  readonly encoding = 'utf-8'
  readonly #strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  readonly #lenient = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #log: ProblemLog
  #carry: Uint8Array = new Uint8Array(0)
  readonly #legal: LegalCharacters
  #invalid = false

  constructor(log: ProblemLog, legal: LegalCharacters) {
    this.#log = log
    this.#legal = legal
  }

  decode(bytes: Uint8Array): string {
    const input = this.#carry.length === 0 ? bytes : concat(this.#carry, bytes)
    const whole = input.length - incompleteTail(input)
    this.#carry = whole === input.length ? NOTHING : input.slice(whole)
    return this.#decodeWhole(whole === input.length ? input : input.subarray(0, whole))
  }

  end(): string {
    return this.#lenient.decode(this.#carry)
  }

  #decodeWhole(bytes: Uint8Array): string {
    return bytes.length === 0 ? '' : this.#legal.clean(this.#textOf(bytes), bytes)
  }

  #textOf(bytes: Uint8Array): string {
    if (this.#invalid) return this.#lenient.decode(bytes)
    try {
      return this.#strict.decode(bytes)
    } catch {
      this.#invalid = true
      this.#log.report('invalid-utf8')
      return this.#lenient.decode(bytes)
    }
  }
}

/** Length of a character at the end that is not complete yet: 0 to 3 bytes. */
function incompleteTail(bytes: Uint8Array): number {
  const length = bytes.length
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? back : 0
    }
  }
  return 0
}

/** Any other encoding, by the tables of the Encoding Standard (Node 20 reads windows-1252 as if it were ISO-8859-1). */
class AnyTextDecoder implements Decoder {
  readonly encoding: string
  readonly #decoder: InstanceType<typeof AnyDecoder>
  readonly #log: ProblemLog
  readonly #legal: LegalCharacters
  #invalid = false

  constructor(encoding: string, log: ProblemLog, legal: LegalCharacters) {
    this.encoding = encoding
    this.#decoder = new AnyDecoder(encoding, { ignoreBOM: true })
    this.#log = log
    this.#legal = legal
  }

  decode(bytes: Uint8Array): string {
    return this.#legal.clean(this.#watch(this.#decoder.decode(bytes, { stream: true })))
  }

  end(): string {
    return this.#decoder.decode()
  }

  #watch(text: string): string {
    if (!this.#invalid && text.includes('\ufffd')) {
      this.#invalid = true
      this.#log.report('invalid-utf8')
    }
    return text
  }
}

/** ASCII so far, and a declared encoding that may be wrong: the first bytes above 0x7F decide. */
class UndecidedDecoder implements Decoder {
  readonly #preferred: string
  readonly #other: string
  readonly #contradicted: boolean
  readonly #log: ProblemLog
  #chosen: Decoder | undefined
  readonly #legal: LegalCharacters
  #run: Uint8Array = NOTHING

  constructor(
    preferred: string,
    other: string,
    contradicted: boolean,
    log: ProblemLog,
    legal: LegalCharacters,
  ) {
    this.#preferred = preferred
    this.#other = other
    this.#contradicted = contradicted
    this.#log = log
    this.#legal = legal
    // Two bytes of a character set of thousands can look like UTF-8: there the declaration is believed.
    if (!contradicted && !isSingleByte(other)) this.#choose(other)
  }

  get encoding(): string {
    return this.#chosen?.encoding ?? this.#preferred
  }

  decode(bytes: Uint8Array): string {
    if (this.#chosen !== undefined) return this.#chosen.decode(bytes)
    const input = this.#run.length === 0 ? bytes : concat(this.#run, bytes)
    const start = input.findIndex((byte) => byte > 0x7f)
    if (start < 0) return this.#ascii(input)
    let end = start
    while (end < input.length && input[end]! > 0x7f && end - start < RUN_BYTES) end++
    if (end === input.length) {
      this.#run = input.slice(start)
      return this.#ascii(input.subarray(0, start))
    }
    return this.#decide(input, start, end)
  }

  end(): string {
    if (this.#chosen === undefined && this.#run.length > 0)
      return this.#decide(this.#run, 0, this.#run.length) + this.end()
    this.#chosen ??= this.#choose(this.#preferred)
    return this.#chosen.end()
  }

  #ascii(bytes: Uint8Array): string {
    return this.#legal.clean(utf8.decode(bytes), bytes)
  }

  #decide(input: Uint8Array, start: number, end: number): string {
    const run = input.subarray(start, end)
    const isUtf8 = isValidUtf8(
      run.subarray(0, run.length - (run.length >= RUN_BYTES ? incompleteTail(run) : 0)),
    )
    if (isUtf8 || this.#contradicted) this.#log.report('encoding-mismatch')
    this.#run = NOTHING
    return this.#choose(isUtf8 ? 'utf-8' : this.#other).decode(input)
  }

  #choose(encoding: string): Decoder {
    if (encoding !== 'utf-8') this.#log.report('not-utf8', { detail: encoding })
    this.#chosen =
      encoding === 'utf-8'
        ? new Utf8Decoder(this.#log, this.#legal)
        : new AnyTextDecoder(encoding, this.#log, this.#legal)
    return this.#chosen
  }
}

const NOTHING = new Uint8Array(0)
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

function isSingleByte(encoding: string): boolean {
  return /^(?:iso-8859|windows-125|windows-874|koi8|ibm866|macintosh|x-mac)/.test(encoding)
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    strictUtf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
