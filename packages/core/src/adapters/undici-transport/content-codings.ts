import type { ResponseHeaders, TransportFailure } from '../../ports/transport.ts'
import { encodingRefused, grouped, printable } from '../exchange/failures.ts'

export type ContentCoding = 'gzip' | 'deflate' | 'br'

/** `x-gzip` is gzip (RFC 9110 §8.4.1.3). What is not here was never offered in Accept-Encoding. */
const KNOWN: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])

export type ContentCodings =
  | { readonly kind: 'codings'; readonly codings: readonly ContentCoding[] }
  | { readonly kind: 'refused'; readonly failure: TransportFailure }

const NO_CODINGS: ContentCodings = { kind: 'codings', codings: [] }

/**
 * The layers of Content-Encoding, in the order in which they were put on. `identity` and empty members are no layer; names
 * are compared without case; several fields are one list.
 *
 * @see RFC 9110 §8.4
 */
export function contentCodings(headers: ResponseHeaders, maxEncodings: number): ContentCodings {
  const fields = headers.all('content-encoding')
  if (fields.length === 0) return NO_CODINGS
  const names = fields
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > maxEncodings) {
    const sentence = `Content-Encoding has ${grouped(names.length)} layers; the limit is ${grouped(maxEncodings)} (maxEncodings).`
    return { kind: 'refused', failure: encodingRefused(sentence) }
  }
  const codings: ContentCoding[] = []
  for (const name of names) {
    const coding = KNOWN.get(name)
    if (coding === undefined) {
      const sentence = `Content-Encoding "${printable(name, 40)}" was not asked for and is not read; gzip, deflate and br are.`
      return { kind: 'refused', failure: encodingRefused(sentence) }
    }
    codings.push(coding)
  }
  return { kind: 'codings', codings }
}
