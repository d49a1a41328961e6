// A sitemap that lies in a file or comes in: which host it speaks for is not known before it has been looked into.
import { open } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import { parseSitemap } from '@curtsy/sitemap'
import { UsageError } from '../usage-error.ts'
import { fileProblem } from './file-check.ts'

/** Enough for the first entry of any sitemap that was not made to hide it. */
const LOOKED_AT_BYTES = 262_144

export interface SitemapFileBody {
  readonly body: AsyncIterable<Uint8Array>
  /** The first location in it, if there is an absolute one near its beginning. */
  readonly firstLocation: string | undefined
}

/**
 * Opens a file as a stream.
 *
 * @throws UsageError if it is not there, is a folder, or may not be read
 */
export async function openSitemapFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    const file = await open(path)
    if (!(await file.stat()).isDirectory()) return file.createReadStream()
    await file.close()
  } catch (cause) {
    throw new UsageError(`sitemap ${path} cannot be read: ${fileProblem(cause)}.`, { cause })
  }
  throw new UsageError(`sitemap ${path} cannot be read: it is a folder.`)
}

/** Looks into the beginning of a body, and gives the body whole. */
export async function lookInto(
  source: AsyncIterable<Uint8Array | string>,
): Promise<SitemapFileBody> {
  const chunks = source[Symbol.asyncIterator]()
  const seen: Uint8Array[] = []
  let size = 0
  while (size < LOOKED_AT_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
    const next = await chunks.next()
    if (next.done) break
    const chunk = Buffer.from(next.value)
    seen.push(chunk)
    size += chunk.length
  }
  const firstLocation = await locationIn(plain(Buffer.concat(seen)))
  return { body: whole(seen, chunks), firstLocation }
}

/** What was looked at, and what comes behind it; an iterator that is over stays over. */
async function* whole(
  seen: readonly Uint8Array[],
  chunks: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
      const next = await chunks.next()
      if (next.done) return
      yield Buffer.from(next.value)
    }
  } finally {
    await chunks.return?.()
  }
}

/** The beginning without gzip; what is cut off there is no fault. */
function plain(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 16 * LOOKED_AT_BYTES,
    })
  } catch {
    // Broken or a bomb: the reader will say so.
    return new Uint8Array()
  }
}

/** No host is right for a reader that knows none: the first one that it drops for that is the one. */
async function locationIn(bytes: Uint8Array): Promise<string | undefined> {
  let found: string | undefined
  const entries = parseSitemap(bytes, {
    url: 'https://nowhere.invalid/',
    onProblem: ({ code, loc }) => {
      if (code === 'cross-host') found ??= loc
    },
  })
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
    const { done } = await entries.next()
    if (done || found !== undefined) break
  }
  await entries.return(undefined as never)
  return found
}
