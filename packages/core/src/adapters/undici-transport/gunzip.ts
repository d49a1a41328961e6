import { crc32, createInflateRaw } from 'node:zlib'

import { BodyFailure } from '../../ports/transport.ts'
import { bodyIncomplete, decodeError } from '../exchange/failures.ts'
import type { ByteReader } from './byte-reader.ts'
import { inflate, ZLIB_CHUNK_BYTES } from './inflate.ts'
import type { DecodeProgress } from './inflate.ts'

const HAS_HEADER_CRC = 0x02
const HAS_EXTRA = 0x04
const HAS_NAME = 0x08
const HAS_COMMENT = 0x10
const RESERVED = 0xe0

/** A name or comment longer than this is no name. */
const MAX_TEXT_BYTES = 65_536

/**
 * Decompresses gzip data (RFC 1952): one member or several, each with its checksum.
 *
 * Data without the gzip mark is handed on as it is: the server named an encoding that it did not apply (HW-ENC-05). What
 * follows a member and does not begin a readable one is rubbish and left in the reader (HW-ENC-08).
 */
export async function* gunzip(
  reader: ByteReader,
  progress: DecodeProgress,
): AsyncGenerator<Buffer> {
  if (!isGzip(await reader.peek(2))) {
    yield* everything(reader)
    return
  }
  yield* member(reader, progress)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- members come one after the other
    if (!isGzip(await reader.peek(2))) return
    let delivered = false
    try {
      // oxlint-disable-next-line no-await-in-loop -- members come one after the other
      for await (const chunk of member(reader, progress)) {
        delivered = true
        yield chunk
      }
    } catch (error) {
      // What gave nothing was no member.
      if (delivered || !isDecodingFailure(error)) throw error
      return
    }
  }
}

export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b
}

async function* everything(reader: ByteReader): AsyncGenerator<Buffer> {
  // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
  for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next())
    yield chunk
}

async function* member(reader: ByteReader, progress: DecodeProgress): AsyncGenerator<Buffer> {
  await skipHeader(reader)
  let checksum = 0
  let size = 0
  const stream = createInflateRaw({ chunkSize: ZLIB_CHUNK_BYTES })
  const data = inflate(reader, stream, 'gzip', progress)
  for await (const chunk of data) {
    checksum = crc32(chunk, checksum)
    size += chunk.length
    yield chunk
  }
  const trailer = await reader.take(8)
  if (trailer === undefined) throw cut()
  // RFC 1952 §2.3.1: CRC-32 of the data, then its size modulo 2^32.
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size % 2 ** 32)
    throw broken('checksum or size do not fit the data')
}

/** RFC 1952 §2.3. */
async function skipHeader(reader: ByteReader): Promise<void> {
  const fixed = (await reader.take(10)) ?? fail(cut())
  const flags = fixed[3] ?? 0
  if (fixed[2] !== 8) throw broken('the compression method is not deflate')
  if ((flags & RESERVED) !== 0) throw broken('reserved flags are set')
  if ((flags & HAS_EXTRA) !== 0) {
    const length = (await reader.take(2)) ?? fail(cut())
    if ((await reader.take(length.readUInt16LE())) === undefined) throw cut()
  }
  if ((flags & HAS_NAME) !== 0) await skipText(reader)
  if ((flags & HAS_COMMENT) !== 0) await skipText(reader)
  if ((flags & HAS_HEADER_CRC) !== 0 && (await reader.take(2)) === undefined) throw cut()
}

async function skipText(reader: ByteReader): Promise<void> {
  let skipped = 0
  while (skipped <= MAX_TEXT_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
    const chunk = (await reader.next()) ?? fail(cut())
    const end = chunk.indexOf(0)
    if (end >= 0) {
      reader.unread(chunk.subarray(end + 1))
      return
    }
    skipped += chunk.length
  }
  throw broken('the file name in the header has no end')
}

function cut(): BodyFailure {
  return new BodyFailure(bodyIncomplete('The gzip data is cut off before its end.'))
}

function broken(why: string): BodyFailure {
  return new BodyFailure(decodeError('gzip', new Error(why)))
}

function fail(failure: BodyFailure): never {
  throw failure
}

function isDecodingFailure(error: unknown): boolean {
  if (!(error instanceof BodyFailure)) return false
  const { reason } = error.failure
  return reason === 'decode-error' || reason === 'body-incomplete'
}
