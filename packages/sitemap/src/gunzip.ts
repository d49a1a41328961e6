// oxlint-disable no-await-in-loop -- a stream is read in order
// Gunzip member by member. The platform's own gunzips give up what they hold when something follows a small member; here the content
// comes first and then the fault. RFC 1952.
import { crc32, Inflater } from '#inflate'
import { ByteQueue, readMemberHeader } from './gzip-member.ts'
import type { GzipFault } from './gzip-member.ts'

/** What unpacking one slice gave. */
export interface InflateStep {
  readonly output: readonly Uint8Array[]
  /** Bytes of the slice that belong to the compressed data: all of them until it is `done`. */
  readonly consumed: number
  readonly state: 'more' | 'done' | 'broken'
}

/**
 * Compressed bytes unpacked at once: what they can expand to (a thousandfold) is what waits in memory. Always so many, however the
 * body arrives, so that a fault is met at the same place.
 */
const SLICE_BYTES = 4_096

/** Unpacked bytes of all members; a fault is told and ends the stream. */
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
  try {
    for (;;) {
      const input = await queue.peek(SLICE_BYTES)
      if (input.length === 0) return 'truncated'
      const { output, consumed, state } = await inflater.push(input)
      // What the last slice gave may be rubbish: broken data unpacks to it until it is noticed.
      if (state === 'broken') return 'gzip-corrupt'
      queue.skip(consumed)
      for (const bytes of output) {
        checksum = crc32(bytes, checksum)
        length += bytes.length
        yield bytes
      }
      if (state === 'done') break
    }
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
