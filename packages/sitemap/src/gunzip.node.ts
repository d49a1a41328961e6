// Gunzip on zlib, member by member. Node's own Gunzip gives nothing at all when text follows a small member; here the content
// comes first and then the fault. RFC 1952.
// oxlint-disable no-await-in-loop -- a stream is read in order
import { crc32, createInflateRaw } from 'node:zlib'
import type { InflateRaw } from 'node:zlib'
import { ByteQueue, readMemberHeader } from './gzip-member.ts'
import type { GzipFault } from './gzip-member.ts'

/**
 * Compressed bytes handed to zlib at once: what they can expand to (a thousandfold) is what waits in memory. Always so many,
 * however the body arrives, so that a fault is met at the same place.
 */
const SLICE_BYTES = 4_096

/** Unpacked bytes of all members; faults are told and end the stream. */
export async function* gunzip(
  source: AsyncGenerator<Uint8Array, void, void>,
  fault: (fault: GzipFault) => void,
): AsyncGenerator<Uint8Array, void, void> {
  const queue = new ByteQueue(source)
  try {
    for (let member = 0; ; member++) {
      const header = await readMemberHeader(queue, member === 0)
      if (header === 'end') break
      const outcome = header === 'member' ? yield* inflateMember(queue) : header
      if (outcome !== undefined) {
        fault(outcome)
        break
      }
    }
  } finally {
    await source.return()
  }
}

async function* inflateMember(
  queue: ByteQueue,
): AsyncGenerator<Uint8Array, GzipFault | undefined, void> {
  const inflater = new Inflater()
  let checksum = 0
  let length = 0
  // Broken data unpacks to rubbish for a while before zlib notices: what the last slice gave waits until the next one is good.
  let held: Uint8Array[] = []
  try {
    for (;;) {
      const input = await queue.peek(SLICE_BYTES)
      if (input.length === 0) {
        yield* held
        return 'truncated'
      }
      const { output, consumed, state } = await inflater.push(input)
      if (state === 'broken') return 'gzip-corrupt'
      queue.skip(consumed)
      yield* held
      held = output
      for (const bytes of output) {
        checksum = crc32(bytes, checksum)
        length += bytes.length
      }
      if (state === 'done') break
    }
    yield* held
  } finally {
    inflater.close()
  }
  const trailer = await queue.take(8)
  if (trailer === undefined) return 'truncated'
  const view = new DataView(trailer.buffer, trailer.byteOffset, 8)
  const isWhole =
    view.getUint32(0, true) === checksum >>> 0 && view.getUint32(4, true) === length % 2 ** 32
  return isWhole ? undefined : 'gzip-corrupt'
}

/** zlib's raw inflate, one slice at a time, telling how much of the slice it took. */
class Inflater {
  readonly #stream: InflateRaw = createInflateRaw({ chunkSize: 65_536 })
  #output: Uint8Array[] = []
  #state: 'more' | 'done' | 'broken' = 'more'
  #settle: (() => void) | undefined

  constructor() {
    this.#stream.on('data', (bytes: Uint8Array) => this.#output.push(bytes))
    this.#stream.on('end', () => this.#finish('done'))
    this.#stream.on('error', () => this.#finish('broken'))
  }

  async push(
    input: Uint8Array,
  ): Promise<{ output: Uint8Array[]; consumed: number; state: 'more' | 'done' | 'broken' }> {
    const before = this.#stream.bytesWritten
    await new Promise<void>((resolve) => {
      this.#settle = resolve
      this.#stream.write(input, () => resolve())
    })
    const output = this.#output
    this.#output = []
    return { output, consumed: this.#stream.bytesWritten - before, state: this.#state }
  }

  close(): void {
    this.#stream.destroy()
  }

  #finish(state: 'done' | 'broken'): void {
    if (this.#state === 'more') this.#state = state
    this.#settle?.()
  }
}
