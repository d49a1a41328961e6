// Gunzip where there is no zlib.
// oxlint-disable no-await-in-loop -- a stream is read in order
import type { GzipFault } from './gzip-member.ts'

/** Unpacked bytes of one member, by the platform's DecompressionStream. */
export async function* gunzip(
  source: AsyncGenerator<Uint8Array, void, void>,
  fault: (fault: GzipFault) => void,
): AsyncGenerator<Uint8Array, void, void> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
  })
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    fault('gzip-corrupt')
  } finally {
    await source.return()
  }
}
