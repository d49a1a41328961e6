// Takes out characters that XML 1.0 forbids (§2.2), before anything else looks: no name, no end tag and no URL is spoilt by them.
import type { ProblemLog } from './problem.ts'

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]+/g

/** Removes forbidden characters of one body and reports the first. */
export class LegalCharacters {
  readonly #log: ProblemLog
  #reported = false

  constructor(log: ProblemLog) {
    this.#log = log
  }

  /**
   * The text without forbidden characters.
   *
   * @param bytes what it was decoded from, when that is UTF-8 or another superset of ASCII: looking at bytes is much faster
   */
  clean(text: string, bytes?: Uint8Array): string {
    if (bytes !== undefined && !maySpoil(bytes)) return text
    const clean = text.replace(FORBIDDEN, '')
    if (clean.length < text.length && !this.#reported) {
      this.#reported = true
      this.#log.report('illegal-character')
    }
    return clean
  }
}

/** Whether a control character may be among the bytes, or the first byte of U+FFFE and U+FFFF. */
function maySpoil(bytes: Uint8Array): boolean {
  const { length } = bytes
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!
    if (byte < 0x20 ? byte !== 0x0a && byte !== 0x0d && byte !== 0x09 : byte === 0xef) return true
  }
  return false
}
