// Takes off gzip layers, seen by their first bytes. Content-Encoding is the HTTP layer's and is gone already.
// oxlint-disable no-await-in-loop -- a stream is read in order
import { gunzip } from './gunzip.ts'
import type { ProblemLog } from './problem.ts'

const MAX_LAYERS = 2

/**
 * The unpacked bytes; a plain body passes unchanged.
 *
 * What is wrong with the gzip data is reported, never thrown. Two layers are taken off and reported as `double-gzip`.
 */
export async function* unpack(
  source: AsyncGenerator<Uint8Array, void, void>,
  about: { url: string; contentType?: string },
  log: ProblemLog,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = source
  let layers = 0
  for (;;) {
    const { isGzip, stream } = await peek(bytes)
    bytes = stream
    if (!isGzip || layers === MAX_LAYERS) break
    layers += 1
    log.awaitChecksum()
    bytes = gunzip(bytes, (fault) => log.reportOnce(fault))
  }
  if (layers === 0 && claimsGzip(about)) log.report('not-gzipped')
  if (layers === MAX_LAYERS) log.report('double-gzip')
  yield* bytes
}

/** Whether a body starts as a gzip member does (RFC 1952 §2.3.1: two identifying bytes and the one method there is). */
async function peek(
  source: AsyncGenerator<Uint8Array, void, void>,
): Promise<{ isGzip: boolean; stream: AsyncGenerator<Uint8Array, void, void> }> {
  const seen: Uint8Array[] = []
  const head: number[] = []
  while (head.length < 3) {
    const { done, value } = await source.next()
    if (done) break
    seen.push(value)
    head.push(...value.subarray(0, 3))
  }
  return {
    isGzip: head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08,
    stream: resume(seen, source),
  }
}

async function* resume(
  seen: readonly Uint8Array[],
  source: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* seen
    yield* source
  } finally {
    await source.return()
  }
}

/**
 * Whether a plain body contradicts its labels.
 *
 * A `.gz` URL alone does not: with Content-Encoding the HTTP layer has unpacked the file, and its type then names what is inside.
 */
function claimsGzip(about: { url: string; contentType?: string }): boolean {
  const type = (about.contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (/^(?:application\/)?(?:x-)?gzip$/.test(type) || type.endsWith('+gzip')) return true
  if (type !== '' && type !== 'application/octet-stream') return false
  return /\.gz$/i.test(about.url.split(/[?#]/, 1)[0]!)
}
