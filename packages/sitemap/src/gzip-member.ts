// The frame around compressed data: a gzip member's header. RFC 1952 §2.3.
// oxlint-disable no-await-in-loop -- a stream is read in order

/** What can be wrong with gzip data. */
export type GzipFault = 'truncated' | 'gzip-corrupt' | 'trailing-content'

const NOTHING = new Uint8Array(0)

/** Bytes of a stream, taken in the amounts the reader wants, however they arrive. */
export class ByteQueue {
  readonly #source: AsyncGenerator<Uint8Array, void, void>
  #bytes: Uint8Array = NOTHING
  #ended = false

  constructor(source: AsyncGenerator<Uint8Array, void, void>) {
    this.#source = source
  }

  /** The next `count` bytes, fewer only at the end of the stream. They stay in the queue. */
  async peek(count: number): Promise<Uint8Array> {
    if (this.#bytes.length < count && !this.#ended) await this.#fill(count)
    return this.#bytes.subarray(0, count)
  }

  /** Drops bytes that were peeked at. */
  skip(count: number): void {
    this.#bytes = this.#bytes.subarray(count)
  }

  /** Exactly `count` bytes, or undefined when the stream ends before. */
  async take(count: number): Promise<Uint8Array | undefined> {
    const taken = await this.peek(count)
    this.skip(taken.length)
    return taken.length === count ? taken : undefined
  }

  async #fill(count: number): Promise<void> {
    const parts = [this.#bytes]
    let length = this.#bytes.length
    while (length < count) {
      const { done, value } = await this.#source.next()
      if (done) {
        this.#ended = true
        break
      }
      parts.push(value)
      length += value.length
    }
    this.#bytes = parts.length === 2 && parts[0]!.length === 0 ? parts[1]! : joined(parts, length)
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Passes over the header of the next member.
 *
 * @returns `member` when compressed data follows, `end` when the file is over (zero bytes and white space may pad it), else the fault
 */
export async function readMemberHeader(
  queue: ByteQueue,
  first: boolean,
): Promise<'member' | 'end' | GzipFault> {
  let lead = await queue.take(1)
  if (!first) while (lead !== undefined && PADDING.has(lead[0]!)) lead = await queue.take(1)
  if (lead === undefined) return first ? 'truncated' : 'end'
  if (lead[0] !== 0x1f) return first ? 'gzip-corrupt' : 'trailing-content'
  const magic = await queue.take(2)
  if (magic === undefined) return first ? 'truncated' : 'trailing-content'
  if (magic[0] !== 0x8b || magic[1] !== 0x08) return first ? 'gzip-corrupt' : 'trailing-content'
  const fixed = await queue.take(7)
  if (fixed === undefined) return 'truncated'
  return (await skipOptionalFields(queue, fixed[0]!)) ? 'member' : 'truncated'
}

const PADDING: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20])

/** FEXTRA, FNAME, FCOMMENT, FHCRC. False: the stream ended. */
async function skipOptionalFields(queue: ByteQueue, flags: number): Promise<boolean> {
  if (flags & 0x04) {
    const size = await queue.take(2)
    if (size === undefined || (await queue.take(size[0]! + size[1]! * 256)) === undefined)
      return false
  }
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) !== 0 && !(await skipText(queue))) return false
  }
  return (flags & 0x02) === 0 || (await queue.take(2)) !== undefined
}

async function skipText(queue: ByteQueue): Promise<boolean> {
  for (;;) {
    const byte = await queue.take(1)
    if (byte === undefined) return false
    if (byte[0] === 0) return true
  }
}
