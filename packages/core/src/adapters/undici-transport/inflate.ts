import type { TransportFailure } from '../../ports/transport.ts'
import { BodyFailure } from '../../ports/transport.ts'
import { bodyIncomplete, decodeError } from '../exchange/failures.ts'
import type { ByteReader } from './byte-reader.ts'
import { Inflater } from './inflater.ts'
import type { InflatedChunk, ZlibStream } from './inflater.ts'

/** Output of zlib comes in chunks of this size; fewer and larger ones cost less. */
export const ZLIB_CHUNK_BYTES = 65_536

/** How many compressed bytes have been used up, for the ratio. */
export interface DecodeProgress {
  consumedBytes: number
}

/** Decompresses up to the end of the compressed data and leaves the reader right behind it. */
export async function* inflate(
  reader: ByteReader,
  stream: ZlibStream,
  coding: string,
  progress: DecodeProgress,
): AsyncGenerator<Buffer> {
  const inflater = new Inflater(stream)
  const before = progress.consumedBytes
  try {
    for await (const { chunk, consumedBytes } of output(reader, inflater)) {
      progress.consumedBytes = before + consumedBytes
      yield chunk
    }
  } catch (error) {
    throw error instanceof BodyFailure ? error : new BodyFailure(zlibFailure(coding, error))
  } finally {
    inflater.close()
  }
}

async function* output(reader: ByteReader, inflater: Inflater): AsyncGenerator<InflatedChunk> {
  while (!inflater.ended) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
    const chunk = await reader.next()
    if (chunk === undefined) {
      yield* inflater.finish()
      return
    }
    reader.unread(yield* inflater.feed(chunk))
  }
}

function zlibFailure(coding: string, error: unknown): TransportFailure {
  // HW-ENC-06: zlib ran out of input before the end mark.
  if ((error as { code?: unknown }).code === 'Z_BUF_ERROR')
    return bodyIncomplete(`The ${coding} data is cut off before its end.`, error)
  return decodeError(coding, error)
}
