// Bytes to text. UTF-8, nearly every page, goes the short way over Buffer; everything else by @exodus/bytes, loaded on first
// need, because Node 20's own decoder reads windows-1252 as latin1.
import { isAscii } from 'node:buffer'

/** Decodes one document; made once a page by {@link loadTextDecoding}. */
export interface TextDecoding {
  /** Name of the encoding in lower case, as the Encoding standard has it: `utf-8`, `windows-1252`, `utf-16le`. */
  readonly encoding: string
  /** The whole text. A byte order mark is left out; what cannot be decoded becomes U+FFFD. Never throws. */
  decode(bytes: Uint8Array): string
  /** A decoder for one pass over chunks; joined, its pieces equal `decode` of the joined chunks. */
  chunks(): ChunkDecoder
}

/** Decodes a stream. A character that is cut by a chunk's end waits for the next chunk. */
interface ChunkDecoder {
  write(chunk: Uint8Array): string
  /** What is left: U+FFFD for a character that never ended, else the empty string. */
  end(): string
}

/** UTF-8, ready without loading anything. */
export const UTF8: TextDecoding = {
  encoding: 'utf-8',
  decode: (bytes) => utf8Text(withoutMark(bytes)),
  chunks: () => new Utf8Chunks(),
}

/**
 * Gives the decoding for a label of the Encoding standard (`latin1`, `SHIFT_JIS`, …), or undefined for a label it does not
 * know, and for those it only knows to refuse (`utf-7`, `iso-2022-kr`, `hz-gb-2312`).
 *
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export async function loadTextDecoding(label: string): Promise<TextDecoding | undefined> {
  if (/^utf-?8$/i.test(label)) return UTF8
  const { TextDecoder, normalizeEncoding } = await import('@exodus/bytes/encoding.js')
  const encoding = normalizeEncoding(label)
  if (encoding === null || encoding === 'replacement') return undefined
  if (encoding === 'utf-8') return UTF8
  return {
    encoding,
    decode: (bytes) => new TextDecoder(encoding).decode(bytes),
    chunks: () => {
      const decoder = new TextDecoder(encoding)
      return {
        write: (chunk) => decoder.decode(chunk, { stream: true }),
        end: () => decoder.decode(),
      }
    },
  }
}

class Utf8Chunks implements ChunkDecoder {
  #held: Uint8Array = new Uint8Array(0)
  #started = false

  write(chunk: Uint8Array): string {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    // Three bytes tell whether there is a mark; fewer wait.
    if (!this.#started && bytes.length < 3) {
      this.#held = bytes.slice()
      return ''
    }
    const start = this.#started ? bytes : withoutMark(bytes)
    this.#started = true
    const cut = start.length - unfinishedTail(start)
    this.#held = start.slice(cut)
    return utf8Text(start.subarray(0, cut))
  }

  end(): string {
    const rest = this.#started ? this.#held : withoutMark(this.#held)
    this.#held = new Uint8Array(0)
    return utf8Text(rest)
  }
}

/** How many bytes at the end begin a character that the next chunk may finish: 0 to 3. */
function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function utf8Text(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // ASCII is the common case, and as one-byte text it is made several times faster.
  return isAscii(buffer) ? buffer.toString('latin1') : buffer.toString('utf8')
}
