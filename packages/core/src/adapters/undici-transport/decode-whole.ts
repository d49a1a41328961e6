import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import type { ContentCoding } from './content-codings.ts'
import { hasZlibHeader } from './decode-stream.ts'
import { isGzip } from './gunzip.ts'
import { ZLIB_CHUNK_BYTES } from './inflate.ts'

/**
 * Decompresses a small body at once, on this thread: for a page of 10 KB that costs less than half of what a stream costs.
 *
 * Only the plain case: data in order and not more than `maxBytes` of it. Anything else gives undefined, and the stream,
 * which knows all the rules, has the word.
 */
export function decodeWhole(
  coding: ContentCoding,
  wire: Buffer,
  maxBytes: number,
): Buffer | undefined {
  const options = { maxOutputLength: maxBytes, chunkSize: ZLIB_CHUNK_BYTES }
  try {
    if (coding === 'br') return brotliDecompressSync(wire, options)
    if (coding === 'gzip') return isGzip(wire) ? gunzipSync(wire, options) : undefined
    return hasZlibHeader(wire) ? inflateSync(wire, options) : undefined
  } catch {
    // Not swallowed: the stream decodes the same bytes again and names what is wrong.
    return undefined
  }
}
