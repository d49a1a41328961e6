// Raw inflate and CRC-32 where there is no zlib. Not DecompressionStream: it throws away what it holds when anything follows the
// compressed data and cannot say where that ended, so that neither a second member nor a footer behind the first could be read.
// RFC 1951.
import type { InflateStep } from './gunzip.ts'

const WINDOW = 32_768
const FLUSH = 65_536
const MAX_MATCH = 258
const END_OF_BLOCK = 256

/** Unpacks one deflate stream, a slice at a time, and tells how much of the slice belonged to it. */
export class Inflater {
  readonly #bits = new BitReader()
  readonly #window = new SlidingWindow()
  readonly #blocks: Generator<void, void, void> = inflate(this.#bits, this.#window)

  push(input: Uint8Array): Promise<InflateStep> {
    this.#bits.feed(input)
    let state: InflateStep['state'] = 'more'
    try {
      if (this.#blocks.next().done) state = 'done'
    } catch {
      state = 'broken'
    }
    return Promise.resolve({ output: this.#window.take(), consumed: this.#bits.consumed, state })
  }

  close(): void {
    this.#blocks.return()
  }
}

/** CRC-32 of more bytes after those that gave `before`. */
export function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  return crc >>> 0
})

// Reads no byte before it is needed, so that what is left over at the end is less than a byte.
class BitReader {
  #input: Uint8Array = new Uint8Array(0)
  #at = 0
  #hold = 0
  #count = 0

  feed(input: Uint8Array): void {
    this.#input = input
    this.#at = 0
  }

  get consumed(): number {
    return this.#at
  }

  /** Value of the next `count` bits, which are here. */
  take(count: number): number {
    const value = this.#hold & ((1 << count) - 1)
    this.#drop(count)
    return value
  }

  has(count: number): boolean {
    while (this.#count < count) if (!this.#more()) return false
    return true
  }

  /** The next symbol of a code; -1 when its bits are not here yet. */
  symbol({ table, mask }: HuffmanCode): number {
    for (;;) {
      const entry = table[this.#hold & mask]!
      const length = entry & 15
      if (length !== 0 && length <= this.#count) {
        this.#drop(length)
        return entry >>> 4
      }
      if (this.#count > 15) throw new Error('No such code.')
      if (!this.#more()) return -1
    }
  }

  skipToByte(): void {
    this.#drop(this.#count & 7)
  }

  #more(): boolean {
    if (this.#at === this.#input.length) return false
    this.#hold |= this.#input[this.#at]! << this.#count
    this.#at += 1
    this.#count += 8
    return true
  }

  #drop(count: number): void {
    this.#hold >>>= count
    this.#count -= count
  }
}

// The output of which a match may repeat the last 32 KiB.
class SlidingWindow {
  readonly #buffer = new Uint8Array(WINDOW + FLUSH + MAX_MATCH)
  #from = 0
  #to = 0
  #written = 0
  #output: Uint8Array[] = []

  put(byte: number): void {
    this.#buffer[this.#to++] = byte
    if (this.#to >= WINDOW + FLUSH) this.#flush()
  }

  repeat(length: number, distance: number): void {
    if (distance > this.#written + this.#to) throw new Error('A match before the start.')
    const buffer = this.#buffer
    let from = this.#to - distance
    for (const end = this.#to + length; this.#to < end;) buffer[this.#to++] = buffer[from++]!
    if (this.#to >= WINDOW + FLUSH) this.#flush()
  }

  take(): Uint8Array[] {
    if (this.#to > this.#from) this.#output.push(this.#buffer.slice(this.#from, this.#to))
    this.#from = this.#to
    const output = this.#output
    this.#output = []
    return output
  }

  #flush(): void {
    this.#output.push(this.#buffer.slice(this.#from, this.#to))
    this.#buffer.copyWithin(0, this.#to - WINDOW, this.#to)
    this.#written += this.#to - WINDOW
    this.#from = WINDOW
    this.#to = WINDOW
  }
}

/** Yields whenever it needs more input; throws for data that is not deflate. */
function* inflate(bits: BitReader, window: SlidingWindow): Generator<void, void, void> {
  for (let isLast = 0; isLast === 0;) {
    isLast = yield* take(bits, 1)
    const type = yield* take(bits, 2)
    if (type === 0) yield* inflateStored(bits, window)
    else if (type === 1) yield* inflateCodes(bits, window, FIXED_LITERALS, FIXED_DISTANCES)
    else if (type === 2) {
      const { literals, distances } = yield* readCodes(bits)
      yield* inflateCodes(bits, window, literals, distances)
    } else throw new Error('No such block.')
  }
}

function* take(bits: BitReader, count: number): Generator<void, number, void> {
  while (!bits.has(count)) yield
  return bits.take(count)
}

function* symbol(bits: BitReader, code: HuffmanCode): Generator<void, number, void> {
  for (;;) {
    const value = bits.symbol(code)
    if (value >= 0) return value
    yield
  }
}

/** RFC 1951 §3.2.4. */
function* inflateStored(bits: BitReader, window: SlidingWindow): Generator<void, void, void> {
  bits.skipToByte()
  const length = yield* take(bits, 16)
  const complement = yield* take(bits, 16)
  if ((length ^ complement) !== 0xffff) throw new Error('Lengths differ.')
  for (let count = 0; count < length; count++) window.put(yield* take(bits, 8))
}

/** RFC 1951 §3.2.5. */
function* inflateCodes(
  bits: BitReader,
  window: SlidingWindow,
  literals: HuffmanCode,
  distances: HuffmanCode,
): Generator<void, void, void> {
  for (;;) {
    const literal = bits.symbol(literals)
    if (literal < 0) yield
    else if (literal < END_OF_BLOCK) window.put(literal)
    else if (literal === END_OF_BLOCK) return
    else {
      const [lengthBase, lengthBits] = LENGTHS[literal - 257] ?? invalid()
      while (!bits.has(lengthBits)) yield
      const length = lengthBase + bits.take(lengthBits)
      let distance = bits.symbol(distances)
      for (; distance < 0; distance = bits.symbol(distances)) yield
      const [distanceBase, distanceBits] = DISTANCES[distance] ?? invalid()
      while (!bits.has(distanceBits)) yield
      window.repeat(length, distanceBase + bits.take(distanceBits))
    }
  }
}

/** RFC 1951 §3.2.7. */
function* readCodes(
  bits: BitReader,
): Generator<void, { literals: HuffmanCode; distances: HuffmanCode }, void> {
  const literalCount = (yield* take(bits, 5)) + 257
  const distanceCount = (yield* take(bits, 5)) + 1
  if (literalCount > 286 || distanceCount > 30) invalid()
  const orderCount = (yield* take(bits, 4)) + 4
  const orderLengths = new Uint8Array(19)
  for (const position of ORDER.slice(0, orderCount)) orderLengths[position] = yield* take(bits, 3)
  const order = huffmanCode(orderLengths)
  const lengths = new Uint8Array(literalCount + distanceCount)
  for (let at = 0; at < lengths.length;) {
    const length = yield* symbol(bits, order)
    if (length < 16) {
      lengths[at++] = length
      continue
    }
    const [base, extra] = length === 16 ? [3, 2] : length === 17 ? [3, 3] : [11, 7]
    const end = at + base + (yield* take(bits, extra))
    if (end > lengths.length || (length === 16 && at === 0)) invalid()
    lengths.fill(length === 16 ? lengths[at - 1]! : 0, at, end)
    at = end
  }
  return {
    literals: huffmanCode(lengths.subarray(0, literalCount)),
    distances: huffmanCode(lengths.subarray(literalCount)),
  }
}

/** Symbol and code length (in the low four bits) by the next bits of the input. */
interface HuffmanCode {
  readonly table: Uint16Array
  readonly mask: number
}

/** RFC 1951 §3.2.2. Bits that are no code give length 0. */
function huffmanCode(lengths: Uint8Array): HuffmanCode {
  const longest = Math.max(1, ...lengths)
  const table = new Uint16Array(1 << longest)
  let code = 0
  for (let length = 1; length <= longest; length++) {
    for (const [value, own] of lengths.entries()) {
      if (own !== length) continue
      if (code >= 1 << length) invalid()
      // Codes come with their first bit first, other values with their last.
      for (let index = reversed(code, length); index < table.length; index += 1 << length) {
        table[index] = (value << 4) | length
      }
      code += 1
    }
    code <<= 1
  }
  return { table, mask: table.length - 1 }
}

function reversed(code: number, length: number): number {
  let result = 0
  for (let bit = 0; bit < length; bit++) result |= ((code >>> bit) & 1) << (length - 1 - bit)
  return result
}

function invalid(): never {
  throw new Error('Not deflate data.')
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const LENGTHS = bases(
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
  3,
)
LENGTHS.push([MAX_MATCH, 0])
const DISTANCES = bases(
  [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ],
  1,
)
const FIXED_LITERALS = huffmanCode(
  Uint8Array.from({ length: 288 }, (_, value) =>
    value < 144 ? 8 : value < 256 ? 9 : value < 280 ? 7 : 8,
  ),
)
const FIXED_DISTANCES = huffmanCode(new Uint8Array(30).fill(5))

/** Smallest value and number of further bits for each symbol. */
function bases(
  extraBits: readonly number[],
  first: number,
): (readonly [base: number, bits: number])[] {
  let base = first
  return extraBits.map((bits) => {
    const entry = [base, bits] as const
    base += 1 << bits
    return entry
  })
}
