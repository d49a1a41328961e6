/** Reads bytes in the portions a format needs from chunks that come as they like; what was read too far can be put back. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #waiting: Buffer[] = []
  #ended = false

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next chunk of any size, or undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) return waiting
    if (this.#ended) return undefined
    const { done, value } = await this.#source.next()
    if (done === true) {
      this.#ended = true
      return undefined
    }
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }

  unread(chunk: Buffer): void {
    if (chunk.length > 0) this.#waiting.unshift(chunk)
  }

  /** The next `count` bytes, fewer at the end, without taking them. */
  async peek(count: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    let bytes = 0
    while (bytes < count) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
      const chunk = await this.next()
      if (chunk === undefined) break
      chunks.push(chunk)
      bytes += chunk.length
    }
    const [only] = chunks
    const all = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
    this.unread(all)
    return all.subarray(0, count)
  }

  /** Takes exactly `count` bytes, or nothing and undefined if there are fewer. */
  async take(count: number): Promise<Buffer | undefined> {
    const taken = await this.peek(count)
    if (taken.length < count) return undefined
    let left = count
    while (left > 0) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
      const chunk = await this.next()
      if (chunk === undefined) break
      if (chunk.length > left) this.unread(chunk.subarray(left))
      left -= Math.min(left, chunk.length)
    }
    return taken
  }

  /** Reads to the end and forgets: what is there still counts where it comes from. */
  async drain(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
    while ((await this.next()) !== undefined);
  }

  /** Tells the source that nothing more is wanted. */
  async close(): Promise<void> {
    this.#waiting = []
    if (this.#ended) return
    this.#ended = true
    await this.#source.return?.()
  }
}
