import type { TransportFailure } from '../../ports/transport.ts'
import { BodyFailure } from '../../ports/transport.ts'
import { bodyIncomplete, decodeError } from '../exchange/failures.ts'
import type { ByteReader } from './byte-reader.ts'
import { Inflater } from './inflater.ts'
import type { ZlibStream } from './inflater.ts'

/** Output of zlib comes in chunks of this size; fewer and larger ones cost less. */
export const ZLIB_CHUNK_BYTES = 65_536

/** Decompresses up to the end of the compressed data and leaves the reader right behind it. */
export async function* inflate(
  reader: ByteReader,
  stream: ZlibStream,
  coding: string,
): AsyncGenerator<Buffer> {
  const inflater = new Inflater(stream)
  try {
    while (!inflater.ended) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
      const chunk = await reader.next()
      if (chunk === undefined) {
        // oxlint-disable-next-line no-await-in-loop -- the last step
        yield* await inflater.finish()
        return
      }
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
      const { output, rest } = await inflater.feed(chunk)
      reader.unread(rest)
      yield* output
    }
  } catch (error) {
    throw error instanceof BodyFailure ? error : new BodyFailure(zlibFailure(coding, error))
  } finally {
    inflater.close()
  }
}

function zlibFailure(coding: string, error: unknown): TransportFailure {
  // HW-ENC-06: zlib ran out of input before the end mark.
  if ((error as { code?: unknown }).code === 'Z_BUF_ERROR')
    return bodyIncomplete(`The ${coding} data is cut off before its end.`, error)
  return decodeError(coding, error)
}
