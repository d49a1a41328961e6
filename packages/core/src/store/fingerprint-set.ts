const SEGMENT_BITS = 6
const SEGMENTS = 1 << SEGMENT_BITS
const CHUNK_BITS = 9
/** Cells of a chunk. */
const CHUNK = 1 << CHUNK_BITS
/** Cells filled before a segment grows; linear probing needs 3 probes for a hit on average at this load. */
const MAX_LOAD = 0.8

/** Cells `at` of a segment are in chunk `at >>> CHUNK_BITS`. */
interface Segment {
  readonly chunks: Uint32Array[]
  /** Chunks times cells: always a whole number of chunks. */
  capacity: number
  filled: number
}

/**
 * A set of 64-bit fingerprints, each with a 32-bit value if wished: open addressing over typed arrays, no object for an element.
 *
 * It is cut into 64 segments that grow by an eighth, one at a time, and each is a list of small chunks that are kept when it
 * grows: there is never a second copy, and nothing is given back for the allocator to fragment. Without values an element costs
 * 10 to 11.3 bytes, with values 15 to 17. Elements cannot be taken out.
 *
 * The words must be uniform (see `fingerprint`): they are used as they are. The chance that one of n URLs is taken for another
 * is n²/2⁶⁵: 3 in 100 million for a million, 3 in a million for ten million.
 */
export class FingerprintSet {
  readonly #words: 2 | 3
  readonly #segments: readonly Segment[]
  /** Where the cells of a growing segment wait; kept for the next one. */
  #scratch: Uint32Array = new Uint32Array(0)
  #size = 0

  constructor(options: { readonly values: boolean } = { values: false }) {
    const words = options.values ? 3 : 2
    this.#words = words
    this.#segments = Array.from({ length: SEGMENTS }, () => ({
      chunks: [new Uint32Array(CHUNK * words)],
      capacity: CHUNK,
      filled: 0,
    }))
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of the cells. */
  get bytes(): number {
    return this.#segments.reduce((sum, { capacity }) => sum + capacity * this.#words * 4, 0)
  }

  /** Makes room for `size` elements in all, so that none of the following has to. Does nothing once there are any. */
  reserve(size: number): void {
    if (this.#size > 0) return
    // Segments are filled evenly, give or take a few roots of their size.
    const each = size / SEGMENTS
    const chunks = Math.ceil((each + 3 * Math.sqrt(each)) / MAX_LOAD / CHUNK)
    for (const segment of this.#segments) {
      while (segment.chunks.length < chunks)
        segment.chunks.push(new Uint32Array(CHUNK * this.#words))
      segment.capacity = segment.chunks.length * CHUNK
    }
  }

  has(high: number, low: number): boolean {
    const segment = this.#segments[low & (SEGMENTS - 1)] as Segment
    const at = this.#probe(segment, high >>> 0, nonZero(low))
    return (
      (segment.chunks[at >>> CHUNK_BITS] as Uint32Array)[(at & (CHUNK - 1)) * this.#words] !== 0
    )
  }

  /** The value put in with the fingerprint; undefined for a stranger. */
  get(high: number, low: number): number | undefined {
    const segment = this.#segments[low & (SEGMENTS - 1)] as Segment
    const at = this.#probe(segment, high >>> 0, nonZero(low))
    const chunk = segment.chunks[at >>> CHUNK_BITS] as Uint32Array
    const cell = (at & (CHUNK - 1)) * this.#words
    return chunk[cell] === 0 ? undefined : chunk[cell + 2]
  }

  /** Puts the fingerprint in. @returns false, and keeps the old value, if it was in already */
  add(high: number, low: number, value: number = 0): boolean {
    const segment = this.#segments[low & (SEGMENTS - 1)] as Segment
    const first = nonZero(low)
    const second = high >>> 0
    let at = this.#probe(segment, second, first)
    if ((segment.chunks[at >>> CHUNK_BITS] as Uint32Array)[(at & (CHUNK - 1)) * this.#words] !== 0)
      return false
    if (segment.filled + 1 > segment.capacity * MAX_LOAD) {
      this.#grow(segment)
      at = this.#probe(segment, second, first)
    }
    this.#write(segment, at, first, second, value)
    segment.filled += 1
    this.#size += 1
    return true
  }

  /** Where the fingerprint stands, or the free cell where it would. The low word comes first and is never 0 in a filled cell. */
  #probe(segment: Segment, high: number, low: number): number {
    const { chunks, capacity } = segment
    const words = this.#words
    let at = Math.floor((high / 0x1_0000_0000) * capacity)
    for (;;) {
      const chunk = chunks[at >>> CHUNK_BITS] as Uint32Array
      const cell = (at & (CHUNK - 1)) * words
      const found = chunk[cell]
      if (found === 0 || (found === low && chunk[cell + 1] === high)) return at
      at += 1
      if (at === capacity) at = 0
    }
  }

  #write(segment: Segment, at: number, low: number, high: number, value: number): void {
    const chunk = segment.chunks[at >>> CHUNK_BITS] as Uint32Array
    const cell = (at & (CHUNK - 1)) * this.#words
    chunk[cell] = low
    chunk[cell + 1] = high
    if (this.#words === 3) chunk[cell + 2] = value
  }

  #grow(segment: Segment): void {
    const words = this.#words
    const { chunks } = segment
    const length = segment.capacity * words
    const more = Math.max(1, chunks.length >>> 3)
    if (this.#scratch.length < length) this.#scratch = new Uint32Array(length + (length >>> 1))
    const cells = this.#scratch
    for (const [n, chunk] of chunks.entries()) {
      cells.set(chunk, n * CHUNK * words)
      chunk.fill(0)
    }
    for (let n = 0; n < more; n += 1) chunks.push(new Uint32Array(CHUNK * words))
    segment.capacity = chunks.length * CHUNK
    for (let from = 0; from < length; from += words) {
      const low = cells[from] as number
      if (low === 0) continue
      const high = cells[from + 1] as number
      this.#write(
        segment,
        this.#probe(segment, high, low),
        low,
        high,
        words === 3 ? (cells[from + 2] as number) : 0,
      )
    }
  }
}

/** 0 marks a free cell; the low word 0 is told as 64 (same segment), which costs one fingerprint in 2³² one bit. */
function nonZero(low: number): number {
  return low >>> 0 || SEGMENTS
}
