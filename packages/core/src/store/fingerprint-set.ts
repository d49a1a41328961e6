const SEGMENT_BITS = 6
const SEGMENTS = 1 << SEGMENT_BITS
const FIRST_CAPACITY = 16
/** Cells filled before a segment grows; linear probing needs 3 probes for a hit on average at this load. */
const MAX_LOAD = 0.8
const GROWTH = 1.25

/**
 * A set of 64-bit fingerprints, each with a 32-bit value if wished: open addressing over typed arrays, no object for an element.
 *
 * It is cut into 64 segments that grow by a quarter, one at a time, so that growing never needs the whole set twice. Without
 * values an element costs 10 to 12.5 bytes, with values 15 to 19. Elements cannot be taken out.
 *
 * The words must be uniform (see `fingerprint`): they are used as they are. The chance that one of n URLs is taken for another
 * is n²/2⁶⁵: 3 in 100 million for a million, 3 in a million for ten million.
 */
export class FingerprintSet {
  readonly #stride: 2 | 3
  readonly #cells: Uint32Array[]
  readonly #filled: Uint32Array = new Uint32Array(SEGMENTS)
  #size = 0

  constructor(options: { readonly values: boolean } = { values: false }) {
    this.#stride = options.values ? 3 : 2
    this.#cells = Array.from(
      { length: SEGMENTS },
      () => new Uint32Array(FIRST_CAPACITY * this.#stride),
    )
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of the cells. */
  get bytes(): number {
    return this.#cells.reduce((sum, cells) => sum + cells.byteLength, 0)
  }

  has(high: number, low: number): boolean {
    const cells = this.#cells[low & (SEGMENTS - 1)] as Uint32Array
    return cells[this.#probe(cells, high >>> 0, nonZero(low))] !== 0
  }

  /** The value put in with the fingerprint; undefined for a stranger. */
  get(high: number, low: number): number | undefined {
    const cells = this.#cells[low & (SEGMENTS - 1)] as Uint32Array
    const at = this.#probe(cells, high >>> 0, nonZero(low))
    return cells[at] === 0 ? undefined : cells[at + 2]
  }

  /** Puts the fingerprint in. @returns false, and keeps the old value, if it was in already */
  add(high: number, low: number, value: number = 0): boolean {
    const segment = low & (SEGMENTS - 1)
    let cells = this.#cells[segment] as Uint32Array
    const first = high >>> 0
    const second = nonZero(low)
    let at = this.#probe(cells, first, second)
    if (cells[at] !== 0) return false
    const filled = (this.#filled[segment] as number) + 1
    if (filled * this.#stride > cells.length * MAX_LOAD) {
      cells = this.#grow(segment, cells)
      at = this.#probe(cells, first, second)
    }
    cells[at] = second
    cells[at + 1] = first
    if (this.#stride === 3) cells[at + 2] = value
    this.#filled[segment] = filled
    this.#size += 1
    return true
  }

  /** Where the fingerprint stands, or the free cell where it would. The low word comes first and is never 0 in a filled cell. */
  #probe(cells: Uint32Array, high: number, low: number): number {
    const stride = this.#stride
    const length = cells.length
    let at = Math.floor((high / 0x1_0000_0000) * (length / stride)) * stride
    for (;;) {
      const found = cells[at]
      if (found === 0 || (found === low && cells[at + 1] === high)) return at
      at += stride
      if (at >= length) at = 0
    }
  }

  #grow(segment: number, old: Uint32Array): Uint32Array {
    const stride = this.#stride
    const cells = new Uint32Array(Math.ceil((old.length / stride) * GROWTH) * stride)
    for (let from = 0; from < old.length; from += stride) {
      if (old[from] === 0) continue
      const to = this.#probe(cells, old[from + 1] as number, old[from] as number)
      for (let word = 0; word < stride; word += 1) cells[to + word] = old[from + word] as number
    }
    this.#cells[segment] = cells
    return cells
  }
}

/** 0 marks a free cell; the low word 0 is told as 64 (same segment), which costs one fingerprint in 2³² one bit. */
function nonZero(low: number): number {
  return low >>> 0 || SEGMENTS
}
