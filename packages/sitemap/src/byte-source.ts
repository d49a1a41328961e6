// A body of any shape as pieces of bytes of moderate size.
// oxlint-disable no-await-in-loop -- a stream is read in order
import { SitemapOptionError } from './option-checks.ts'

/** What a sitemap can be read from. */
export type SitemapBody =
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | Uint8Array
  | string

/** Larger pieces are cut, so that the first entry comes early and memory stays flat. */
const PIECE_BYTES = 65_536

/** What the source of the bytes threw, told apart from what anything else might throw. */
export class SourceFailure extends Error {
  constructor(cause: unknown) {
    super('The source of the bytes failed.', { cause })
  }
}

/**
 * The bytes of a body. Left early, it closes the stream or iterator behind it.
 *
 * A string comes out as UTF-8.
 *
 * @throws SourceFailure when the stream or iterator fails
 * @throws SitemapOptionError when it gives anything but bytes
 */
export async function* bytesOf(body: SitemapBody): AsyncGenerator<Uint8Array, void, void> {
  if (typeof body === 'string') yield* encoded(body)
  else if (body instanceof Uint8Array) yield* pieces(body)
  else {
    try {
      const chunks = Symbol.asyncIterator in body ? body : fromReader(body)
      for await (const bytes of chunks) {
        if (!ArrayBuffer.isView(bytes))
          throw new SitemapOptionError(
            `Expected the body to give Uint8Array pieces, got ${typeof bytes}.`,
          )
        yield* pieces(bytes)
      }
    } catch (error) {
      throw error instanceof SitemapOptionError ? error : new SourceFailure(error)
    }
  }
}

/** Not every browser's ReadableStream can be iterated. */
async function* fromReader(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        finished = true
        return
      }
      yield value
    }
  } finally {
    if (!finished) await reader.cancel().catch(() => {})
    reader.releaseLock()
  }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

function* encoded(text: string): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  let at = 0
  while (at < text.length) {
    let end = Math.min(at + PIECE_BYTES, text.length)
    // A pair of surrogates stays together.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end += 1
    yield encoder.encode(text.slice(at, end))
    at = end
  }
}

/** Ends a body that nobody will read. */
export async function closeBody(body: SitemapBody): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) return
  try {
    if ('cancel' in body) await body.cancel()
    else await body[Symbol.asyncIterator]().return?.()
  } catch {
    // A body that cannot be closed is closed.
  }
}
