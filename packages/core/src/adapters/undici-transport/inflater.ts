import type { Transform } from 'node:stream'

/** A decompressing stream of `node:zlib`, and how much input it has used up. */
export type ZlibStream = Transform & { readonly bytesWritten: number }

/** What came out, and how much input that took since the beginning. */
export interface InflatedChunk {
  readonly chunk: Buffer
  readonly consumedBytes: number
}

/** Input is handed over in pieces of this size, which bounds what one step can blow up to about 8 MiB. */
const PIECE_BYTES = 8_192

/**
 * Drives one zlib stream step by step: a piece in, what comes out of it out.
 *
 * The end of the compressed data is known to the byte, which zlib's own `Gunzip` does not tell: it takes what follows for
 * a further member and fails when it is none.
 */
export class Inflater {
  /** The compressed data came to its end. */
  ended = false

  readonly #stream: ZlibStream
  #output: InflatedChunk[] = []
  #error: Error | undefined
  #fed = 0
  #settle: () => void = ignore

  constructor(stream: ZlibStream) {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) =>
      this.#output.push({ chunk, consumedBytes: stream.bytesWritten }),
    )
    stream.on('end', () => {
      this.ended = true
      this.#settle()
    })
    stream.on('error', (error) => {
      this.#error = error
      this.#settle()
    })
  }

  /** Takes the first piece of `chunk`; gives what came out and what has not been taken. Throws zlib's error. */
  async feed(chunk: Buffer): Promise<{ output: readonly InflatedChunk[]; rest: Buffer }> {
    const piece = chunk.subarray(0, PIECE_BYTES)
    this.#fed += piece.length
    await this.#step((done) => this.#stream.write(piece, done))
    // After the end of the data the stream says how far it has read.
    const unused = this.ended ? this.#fed - this.#stream.bytesWritten : 0
    return { output: this.#takeOutput(), rest: chunk.subarray(piece.length - unused) }
  }

  /** No more input: gives what was held back. Throws `Z_BUF_ERROR` when the data is cut. */
  async finish(): Promise<readonly InflatedChunk[]> {
    await this.#step(() => this.#stream.end())
    return this.#takeOutput()
  }

  close(): void {
    this.#stream.destroy()
  }

  #step(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = () => {
        this.#settle = ignore
        if (this.#error === undefined) resolve()
        else reject(this.#error)
      }
      start(() => this.#settle())
    })
  }

  #takeOutput(): readonly InflatedChunk[] {
    const output = this.#output
    this.#output = []
    return output
  }
}

function ignore(): void {
  // Nobody waits for this step any more.
}
