// Which encoding a document is in: byte order mark, then HTTP, then the document's own word, then UTF-8 (HW-DOC-07).
import { findMetaLabel, findXmlLabel } from './meta-charset.ts'
import type { TextDecoding } from './text-decoding.ts'
import { loadTextDecoding, UTF8 } from './text-decoding.ts'

/** How the bytes of a page become text, and who said so. */
export interface Charset {
  readonly decoding: TextDecoding
  readonly source: 'bom' | 'http' | 'meta' | 'default'
  /** A label was given that names no encoding we read, and UTF-8 stands in for it. */
  readonly charsetFallback: boolean
}

/** What the choice rests on. */
export interface CharsetEvidence {
  /** First bytes of the body; 1,024 are enough, fewer only where the body is shorter. */
  readonly head: Uint8Array
  /** The `charset` parameter of Content-Type, if any. */
  readonly httpLabel: string | undefined
  /** Only html and xml may name their own encoding. */
  readonly kind: 'html' | 'xml' | 'json' | 'text' | 'other'
}

/**
 * Chooses the encoding of a document by one fixed order: BOM, HTTP, `meta` (or the XML declaration) in the first 1,024 bytes,
 * UTF-8. A label that names no encoding is passed over; where none is left the text is read as UTF-8, with the mark
 * `charsetFallback`. `utf-7` and the encodings that browsers refuse are such labels.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding without its guesses from
 * content: a crawler must read the same bytes in the same way each time.
 */
export async function chooseCharset(evidence: CharsetEvidence): Promise<Charset> {
  const { head, httpLabel, kind } = evidence
  const mark = markOf(head)
  if (mark !== undefined) {
    const decoding = (await loadTextDecoding(mark)) ?? UTF8
    return { decoding, source: 'bom', charsetFallback: false }
  }

  let charsetFallback = false
  if (httpLabel !== undefined) {
    const decoding = await loadTextDecoding(httpLabel)
    if (decoding !== undefined) return { decoding, source: 'http', charsetFallback: false }
    charsetFallback = true
  }

  const ownLabel =
    kind === 'html' ? findMetaLabel(head) : kind === 'xml' ? findXmlLabel(head) : undefined
  if (ownLabel !== undefined) {
    const decoding = await loadTextDecoding(insideDocument(ownLabel, head))
    if (decoding !== undefined) return { decoding, source: 'meta', charsetFallback: false }
    charsetFallback = true
  }
  return { decoding: UTF8, source: 'default', charsetFallback }
}

function markOf(head: Uint8Array): string | undefined {
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return undefined
}

/** A document whose ASCII we could read is not in UTF-16, whatever its `meta` says; the standard reads UTF-8 then. */
function insideDocument(label: string, head: Uint8Array): string {
  if (/^x-user-defined$/i.test(label)) return 'windows-1252'
  const zeroes = head[0] === 0 || head[1] === 0
  return /^(?:utf-?16|ucs-2|unicode|iso-10646-ucs-2|csunicode)/i.test(label) && !zeroes
    ? 'utf-8'
    : label
}
