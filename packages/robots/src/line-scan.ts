// Walks a file line by line: LF, CR and CR LF each end one (RFC 9309 §2.2), nothing else does.

const LF = 0x0a
const CR = 0x0d
const HASH = 0x23
const COLON = 0x3a

/** Where the text of the first line starts: after a byte order mark, or after as many of its octets as are there. */
export function afterByteOrderMark(octets: string): number {
  return /^(?:\u00EF(?:\u00BB\u00BF?)?)?/.exec(octets)![0].length
}

/**
 * The lines of a file, one after the other. `next` moves on; the fields then tell where the line stands. What follows the last line
 * end is a line too, even if empty.
 */
export class LineScan {
  /** From 1. */
  number = 0
  start = 0
  /** Where the line ends, its line end left out. */
  end = 0
  /** Where a comment or a NUL cuts the line, else `end`. */
  stop = 0
  /** The first colon before `stop`, or -1. */
  colon = -1
  readonly octets: string
  readonly #to: number
  #next: number

  constructor(octets: string, from: number, to: number) {
    this.octets = octets
    this.#next = from
    this.#to = to
  }

  next(): boolean {
    const { octets } = this
    const to = this.#to
    let at = this.#next
    if (at > to) return false
    this.number++
    this.start = at
    let stop = -1
    let colon = -1
    for (; at < to; at++) {
      const code = octets.charCodeAt(at)
      if (code > COLON) continue
      if (code === LF || code === CR) break
      if (stop >= 0) continue
      if (code === COLON && colon < 0) colon = at
      else if (code === HASH || code === 0) stop = at
    }
    this.end = at
    this.stop = stop < 0 ? at : stop
    this.colon = colon
    this.#next =
      octets.charCodeAt(at) === CR && at + 1 < to && octets.charCodeAt(at + 1) === LF
        ? at + 2
        : at + 1
    return true
  }
}

/**
 * Octets that count when only the first `maxOctets` are read. A line cut there is left out whole: half of `/private` is `/`.
 */
export function readableOctets(octets: string, maxOctets: number): number {
  if (octets.length <= maxOctets) return octets.length
  const isLineEnd = (at: number): boolean => {
    const code = octets.charCodeAt(at)
    return code === LF || code === CR
  }
  if (isLineEnd(maxOctets)) return maxOctets
  let end = maxOctets
  while (end > 0 && !isLineEnd(end - 1)) end--
  return end
}
