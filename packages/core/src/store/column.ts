/** The typed arrays a column can be made of. */
type ColumnArray = Uint8Array | Uint16Array | Uint32Array

const CHUNK_BITS = 16
const CHUNK = 1 << CHUNK_BITS

/** A column of small numbers that grows by chunks of 65,536, so that growing copies nothing. Unset places read 0. */
export class Column {
  readonly #make: () => ColumnArray
  readonly #chunks: ColumnArray[] = []

  constructor(bytes: 1 | 2 | 4) {
    const type = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array
    this.#make = () => new type(CHUNK)
  }

  get(at: number): number {
    return this.#chunks[at >>> CHUNK_BITS]?.[at & (CHUNK - 1)] ?? 0
  }

  set(at: number, value: number): void {
    const chunk = at >>> CHUNK_BITS
    while (this.#chunks.length <= chunk) this.#chunks.push(this.#make())
    ;(this.#chunks[chunk] as ColumnArray)[at & (CHUNK - 1)] = value
  }
}
