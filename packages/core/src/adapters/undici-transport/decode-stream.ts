import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib'

import { ByteReader } from './byte-reader.ts'
import type { ContentCoding } from './content-codings.ts'
import { gunzip } from './gunzip.ts'
import { inflate, ZLIB_CHUNK_BYTES } from './inflate.ts'
import type { DecodeProgress } from './inflate.ts'
import type { ZlibStream } from './inflater.ts'

/**
 * Takes the layers of Content-Encoding off, the outermost first, while the body comes in.
 *
 * The loop that reads sets the pace. What follows the end of the compressed data is read (it counts on the wire, HW-ENC-08)
 * and dropped. Throws `BodyFailure`: `decode-error`, or `body-incomplete` when the compressed data is cut.
 */
export function decodeStream(
  wire: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
  progress: DecodeProgress,
): AsyncIterable<Uint8Array> {
  let stream = wire
  // Only what the outermost layer uses up came over the wire.
  let uses = progress
  for (const coding of codings.toReversed()) {
    stream = takeOff(coding, stream, uses)
    uses = { consumedBytes: 0 }
  }
  return stream
}

async function* takeOff(
  coding: ContentCoding,
  source: AsyncIterable<Uint8Array>,
  progress: DecodeProgress,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source)
  try {
    // An empty body is no compressed data and needs none: 200 with Content-Length 0 is common.
    if ((await reader.peek(1)).length === 0) return
    if (coding === 'gzip') yield* gunzip(reader, progress)
    else yield* inflate(reader, await zlibStreamFor(coding, reader), coding, progress)
    await reader.drain()
  } finally {
    await reader.close()
  }
}

/** RFC 9110 §8.4.1.2 says zlib, some servers send bare deflate data; browsers read both (HW-ENC-07). */
async function zlibStreamFor(coding: ContentCoding, reader: ByteReader): Promise<ZlibStream> {
  if (coding === 'br') return createBrotliDecompress({ chunkSize: ZLIB_CHUNK_BYTES })
  return hasZlibHeader(await reader.peek(2))
    ? createInflate({ chunkSize: ZLIB_CHUNK_BYTES })
    : createInflateRaw({ chunkSize: ZLIB_CHUNK_BYTES })
}

/** RFC 1950 §2.2: method 8 in the low half of the first byte, and both bytes together a multiple of 31. */
export function hasZlibHeader(start: Uint8Array): boolean {
  const [first = 0, second = 0] = start
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}
