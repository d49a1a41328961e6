import type { ResponseHeaders, TransportFailure, TransportLimits } from '../../ports/transport.ts'
import {
  headersTooLarge,
  printable,
  protocolError,
  tooManyHeaderFields,
} from '../exchange/failures.ts'

/** What every header has at least, in bytes: a status line without a reason, and the blank line. */
const FRAME_BYTES = 'HTTP/1.1 200\r\n\r\n'.length
/** What every field line has besides name and value. */
const FIELD_FRAME_BYTES = ': \r\n'.length

/**
 * Why a final header block is refused, or undefined: too many fields, too many bytes, or a Transfer-Encoding other than
 * chunked, which nobody asked for (RFC 9110 §10.1.4).
 *
 * @param raw names and values in turn, as the parser gives them
 */
export function judgeHeader(
  raw: readonly Buffer[],
  headers: ResponseHeaders,
  limits: TransportLimits,
): TransportFailure | undefined {
  const fields = raw.length / 2
  if (fields > limits.maxHeaderFields) return tooManyHeaderFields(limits, fields)
  const bytes = raw.reduce(
    (sum, part) => sum + part.length,
    FRAME_BYTES + fields * FIELD_FRAME_BYTES,
  )
  if (bytes > limits.maxHeaderBytes) return headersTooLarge(limits, bytes)
  const transfer = headers.all('transfer-encoding').join(',').trim().toLowerCase()
  if (transfer !== '' && transfer !== 'chunked')
    return protocolError(`Transfer-Encoding "${printable(transfer, 40)}" was not asked for.`)
  return undefined
}

/** Content-Length; the parser has refused one that is no number, is doubled, or stands beside Transfer-Encoding. */
export function declaredLength(headers: ResponseHeaders): number | undefined {
  const value = headers.get('content-length')
  return value === undefined ? undefined : Number(value)
}
