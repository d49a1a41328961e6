import type { Transform } from 'node:stream'

/** A decompressing stream of `node:zlib`, and how much input it has used up. */
export type ZlibStream = Transform & { readonly bytesWritten: number }

/** What came out, and how much input that took since the beginning. */
export interface InflatedChunk {
  readonly chunk: Buffer
  readonly consumedBytes: number
}

/** Input is handed over in pieces of this size, so that the end of the data is found soon after it has come. */
const PIECE_BYTES = 16_384

/**
 * Drives one zlib stream step by step: a piece in, what comes out of it out.
 *
 * The stream goes on only as its output is taken: a few bytes of brotli can stand for gigabytes. The end of the compressed
 * data is known to the byte, which zlib's own `Gunzip` does not tell: it takes what follows for a further member and fails
 * when it is none.
 */
export class Inflater {
  /** The compressed data came to its end. */
  ended = false

  readonly #stream: ZlibStream
  #error: Error | undefined
  #fedBytes = 0
  #wake: () => void = nothing

  constructor(stream: ZlibStream) {
    this.#stream = stream
    stream.on('readable', () => this.#wake())
    stream.on('end', () => {
      this.ended = true
      this.#wake()
    })
    stream.on('error', (error) => {
      this.#error = error
      this.#wake()
    })
  }

  /** Takes the first piece of `chunk`: yields what comes out, returns what has not been taken. Throws zlib's error. */
  async *feed(chunk: Buffer): AsyncGenerator<InflatedChunk, Buffer> {
    const piece = chunk.subarray(0, PIECE_BYTES)
    let taken = false
    this.#fedBytes += piece.length
    this.#stream.write(piece, () => {
      taken = true
      this.#wake()
    })
    yield* this.#outputUntil(() => taken)
    // Only at the end of the data does zlib leave input unused.
    const unused = this.#fedBytes - this.#stream.bytesWritten
    if (unused > 0) this.ended = true
    return chunk.subarray(piece.length - unused)
  }

  /** No more input: yields what was held back. Throws `Z_BUF_ERROR` when the data is cut. */
  async *finish(): AsyncGenerator<InflatedChunk> {
    this.#stream.end()
    yield* this.#outputUntil(() => false)
  }

  close(): void {
    this.#stream.destroy()
  }

  async *#outputUntil(isDone: () => boolean): AsyncGenerator<InflatedChunk> {
    for (;;) {
      // First the mark, then the read: what is put in between is read in the next turn.
      const done = isDone() || this.ended
      const chunk = this.#stream.read() as Buffer | null
      if (this.#error !== undefined) throw this.#error
      if (chunk !== null) yield { chunk, consumedBytes: this.#stream.bytesWritten }
      else if (done) return
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other is the point
      else await this.#somethingNew()
    }
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

function nothing(): void {
  // Nobody waits.
}
