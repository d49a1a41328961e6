// Decoders that take a body in pieces: a character may be cut anywhere. They take out what XML forbids as they go.
import { TextDecoder as AnyDecoder } from '@exodus/bytes/encoding.js'
import type { LegalCharacters } from './legal-characters.ts'
import type { ProblemLog } from './problem.ts'

/** A decoder that streams. */
export interface TextPieces {
  /** Text without characters that XML forbids. */
  decode(bytes: Uint8Array): string
  /** What is left: U+FFFD for a character that the end of the input cut in two. */
  end(): string
}

/** UTF-8 by the platform's decoder, a whole number of characters at a time, which is its fast path. */
export class Utf8Decoder implements TextPieces {
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
    this.#carry = whole === input.length ? NOTHING : new Uint8Array(input.subarray(whole))
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
export function incompleteTail(bytes: Uint8Array): number {
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
export class AnyTextDecoder implements TextPieces {
  readonly #decoder: InstanceType<typeof AnyDecoder>
  readonly #log: ProblemLog
  readonly #legal: LegalCharacters
  #invalid = false

  constructor(encoding: string, log: ProblemLog, legal: LegalCharacters) {
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

const NOTHING = new Uint8Array(0)

/** Both, one behind the other, in memory of their own: a source may use its own again. */
export function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
