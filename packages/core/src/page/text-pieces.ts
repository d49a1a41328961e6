import type { TextDecoding } from './text-decoding.ts'

/** Bytes decoded for one piece. Small, because a string cut out of a piece keeps the piece alive, but never the page. */
const PIECE_BYTES = 4_096

/**
 * Gives the text of a document in small pieces of their own, each but the last ending in `>`. Only there: htmlparser2 loses a
 * tag whose `<` comes in the piece after an unfinished character reference.
 */
export function* textPieces(bytes: Uint8Array, decoding: TextDecoding): Generator<string> {
  const decoder = decoding.chunks()
  let open: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const text = decoder.write(bytes.subarray(at, at + PIECE_BYTES))
    const end = text.lastIndexOf('>') + 1
    if (end === 0) open.push(text)
    else {
      yield open.join('') + text.slice(0, end)
      open = [text.slice(end)]
    }
  }
  yield open.join('') + decoder.end()
}
