import { Buffer } from 'node:buffer'
import { CurtsyError } from '../../curtsy-error.ts'

const BLOCK_BITS = 20
const BLOCK = 1 << BLOCK_BITS
/** Code units up to which a text is copied by hand. */
const SHORT = 128
const MAX_BLOCKS = 1 << (32 - BLOCK_BITS)

/**
 * Texts and numbers one after the other in blocks of 1 MiB, addressed by 32-bit numbers: 4 GiB in all.
 *
 * Writing: `begin` with an upper bound of bytes, then the parts in order, then `end`. Reading: `seek`, then the same parts in
 * the same order. A record never spans two blocks; one larger than a block gets a block of its own.
 */
export class ByteArena {
  readonly #blocks: Buffer[] = []
  #block: Buffer = Buffer.alloc(0)
  #at = 0
  #readBlock: Buffer = this.#block
  #readAt = 0

  /** Opens a record of at most `bytes` bytes. @returns its address, never 0 @throws CurtsyError CURTSY_STORE_FULL past 4 GiB */
  begin(bytes: number): number {
    if (this.#at + bytes > this.#block.length) {
      if (this.#blocks.length >= MAX_BLOCKS) {
        throw new CurtsyError(
          'CURTSY_STORE_FULL',
          'The memory store holds 4 GiB of URLs and can take no more; use a file: --store crawl.db.',
        )
      }
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK, bytes + 1))
      this.#blocks.push(this.#block)
      // Address 0 means "none": the first byte of the first block stays free.
      this.#at = this.#blocks.length === 1 ? 1 : 0
    }
    return (this.#blocks.length - 1) * BLOCK + this.#at
  }

  byte(value: number): void {
    this.#block[this.#at] = value
    this.#at += 1
  }

  /** A whole number from 0 up: seven bits a byte, the lowest first. */
  count(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80)
      rest = Math.floor(rest / 128)
    }
    this.byte(rest)
  }

  number(value: number): void {
    this.#at = this.#block.writeDoubleLE(value, this.#at)
  }

  /** A text: a byte each for code units up to 0xff; `wide` two, so that even lone surrogates come back as they were. */
  text(text: string, wide: boolean): void {
    const { length } = text
    this.count(length)
    if (wide || length > SHORT) {
      this.#at += this.#block.write(text, this.#at, wide ? 'utf16le' : 'latin1')
      return
    }
    // The call into native code costs more than a short text.
    const block = this.#block
    const at = this.#at
    for (let unit = 0; unit < length; unit += 1) block[at + unit] = text.charCodeAt(unit)
    this.#at = at + length
  }

  seek(address: number): void {
    this.#readBlock = this.#blocks[Math.floor(address / BLOCK)] as Buffer
    this.#readAt = address % BLOCK
  }

  readByte(): number {
    const value = this.#readBlock[this.#readAt] as number
    this.#readAt += 1
    return value
  }

  readCount(): number {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = this.readByte()
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
      unit *= 128
    }
  }

  readNumber(): number {
    const value = this.#readBlock.readDoubleLE(this.#readAt)
    this.#readAt += 8
    return value
  }

  readText(wide: boolean): string {
    const bytes = this.readCount() * (wide ? 2 : 1)
    const start = this.#readAt
    this.#readAt += bytes
    return this.#readBlock.toString(wide ? 'utf16le' : 'latin1', start, this.#readAt)
  }
}
