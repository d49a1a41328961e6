import type { RequestKind, TransportFailure, TransportLimits } from '../../ports/transport.ts'
import { bodyTooLarge, ratioExceeded } from './failures.ts'

/**
 * Counts the bytes of one body on the wire and after decoding, and says when it is too much.
 *
 * A page that expands past the byte cap is `body-too-large` (HW-ENC-01); one that stays under it but was blown up more than
 * `maxDecodeRatio` times is a `decode-error` (HW-ENC-02), which is judged at the end. For robots.txt the ratio is judged
 * first: a large file counts by its start (HW-ROB-03), a bomb counts for nothing (HW-ENC-09).
 */
export class BodyBudget {
  wireBytes = 0
  bodyBytes = 0
  /** How many compressed bytes the decoder has used up; stays 0 where nothing is decoded. */
  consumedBytes = 0

  readonly #limits: TransportLimits
  readonly #kind: RequestKind
  readonly #cap: number

  /** @param cap bytes, for the wire and for the decoded body each: the page's cap, or the smaller one of error answers */
  constructor(kind: RequestKind, limits: TransportLimits, cap: number) {
    this.#kind = kind
    this.#limits = limits
    this.#cap = cap
  }

  /** How many of `count` wire bytes are still within the cap. */
  takeWire(count: number): number {
    const taken = Math.min(count, this.#cap - this.wireBytes)
    this.wireBytes += taken
    return taken
  }

  /** How many of `count` decoded bytes are still within the cap. */
  takeBody(count: number): number {
    const taken = Math.min(count, this.#cap - this.bodyBytes)
    this.bodyBytes += taken
    return taken
  }

  /** Room for decoded bytes. */
  get bodyRoom(): number {
    return this.#cap - this.bodyBytes
  }

  /** Why a body that does not fit the cap fails. */
  overflow(what: 'wire' | 'decoded'): TransportFailure {
    if (this.#kind === 'robots' && what === 'decoded') {
      const ratio = this.atEnd({ atCap: true })
      if (ratio !== undefined) return ratio
    }
    return bodyTooLarge(this.#limits, what)
  }

  /** Why a body that came to its end is refused all the same. `atCap`: it did not end, it was cut there. */
  atEnd(options: { readonly atCap?: boolean } = {}): TransportFailure | undefined {
    const { maxDecodeRatio, maxDecodeRatioAfterBytes } = this.#limits
    const enough = options.atCap === true || this.bodyBytes > maxDecodeRatioAfterBytes
    const compressed = this.consumedBytes
    if (!enough || compressed === 0 || this.bodyBytes <= maxDecodeRatio * compressed)
      return undefined
    return ratioExceeded(this.#limits, compressed, this.bodyBytes)
  }
}
