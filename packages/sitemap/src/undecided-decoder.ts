// A declared encoding that may not be true, as long as nothing but ASCII was seen.
import type { LegalCharacters } from './legal-characters.ts'
import type { ProblemLog } from './problem.ts'
import { AnyTextDecoder, concat, incompleteTail, Utf8Decoder } from './text-decoder.ts'
import type { TextPieces } from './text-decoder.ts'

/** A run of bytes above 0x7F this long is judged without waiting for its end. */
const RUN_BYTES = 64

/** ASCII so far, and a declared encoding that may be wrong: the first bytes above 0x7F decide. */
export class UndecidedDecoder implements TextPieces {
  readonly #preferred: string
  readonly #other: string
  readonly #contradicted: boolean
  readonly #log: ProblemLog
  #chosen: TextPieces | undefined
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

  decode(bytes: Uint8Array): string {
    if (this.#chosen !== undefined) return this.#chosen.decode(bytes)
    const input = this.#run.length === 0 ? bytes : concat(this.#run, bytes)
    let start = 0
    while (start < input.length && input[start]! < 0x80) start += 1
    if (start === input.length) return this.#ascii(input)
    let end = start
    while (end < input.length && input[end]! > 0x7f && end - start < RUN_BYTES) end += 1
    if (end === input.length) {
      this.#run = new Uint8Array(input.subarray(start))
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

  #choose(encoding: string): TextPieces {
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
