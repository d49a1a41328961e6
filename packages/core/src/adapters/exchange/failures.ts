import type { FailureReason } from '../../domain/outcome.ts'
import type { TransportFailure, TransportLimits } from '../../ports/transport.ts'

// The sentences of failures that the transports find by themselves: each names the limit and what was measured.
// Failures that Node, undici or a fetch function report are in failure-from-error.ts.

/** How far an exchange has come. */
export type Stage = 'connect' | 'headers' | 'body'

function failure(reason: FailureReason, message: string, cause?: unknown): TransportFailure {
  return cause === undefined ? { reason, message } : { reason, message, cause }
}

/** `10485760` as `10,485,760`; parts of a millisecond are dropped. */
export function grouped(amount: number): string {
  return String(Math.floor(amount)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** What a server said, fit for a sentence: one line, no control characters, not longer than `maxLength`. */
export function printable(text: string, maxLength: number): string {
  const line = text.replace(CONTROL, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

// oxlint-disable-next-line no-control-regex -- control characters are the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

export function connectTimeout(limits: TransportLimits, spentMs: number): TransportFailure {
  return failure(
    'connect-timeout',
    `No connection after ${grouped(spentMs)} ms; the limit is ${grouped(limits.connectTimeoutMs)} ms (connectTimeoutMs).`,
  )
}

export function headersTimeout(limits: TransportLimits, spentMs: number): TransportFailure {
  return failure(
    'headers-timeout',
    `No complete header after ${grouped(spentMs)} ms; the limit is ${grouped(limits.headersTimeoutMs)} ms (headersTimeoutMs).`,
  )
}

export function tooManyInformational(limits: TransportLimits, count: number): TransportFailure {
  return failure(
    'headers-timeout',
    `${grouped(count)} informational (1xx) answers and no final one; the limit is ${grouped(limits.maxInformational)} (maxInformational).`,
  )
}

export function bodyTimeout(
  limits: TransportLimits,
  idleMs: number,
  wireBytes: number,
): TransportFailure {
  return failure(
    'body-timeout',
    `The body stopped after ${grouped(wireBytes)} bytes and nothing came for ${grouped(idleMs)} ms; the limit is ${grouped(limits.bodyIdleTimeoutMs)} ms (bodyIdleTimeoutMs).`,
  )
}

export function deadlineExceeded(
  limits: TransportLimits,
  spentMs: number,
  wireBytes: number,
): TransportFailure {
  return failure(
    'deadline-exceeded',
    `Not done after ${grouped(spentMs)} ms with ${grouped(wireBytes)} bytes of body; the limit is ${grouped(limits.deadlineMs)} ms (requestDeadlineMs).`,
  )
}

/** A trickle ends as a deadline does (HW-BODY-02), only sooner. */
export function tooSlow(
  limits: TransportLimits,
  spentMs: number,
  wireBytes: number,
): TransportFailure {
  return failure(
    'deadline-exceeded',
    `The body trickles: ${grouped(wireBytes)} bytes in ${grouped(spentMs)} ms; at least ${grouped(limits.minBytesPerSecond)} bytes a second are asked for (minBytesPerSecond).`,
  )
}

export function headersTooLarge(limits: TransportLimits, bytes?: number): TransportFailure {
  const measured = bytes === undefined ? '' : `: ${grouped(bytes)} bytes so far`
  return failure(
    'headers-too-large',
    `The header block is too large${measured}; the limit is ${grouped(limits.maxHeaderBytes)} bytes (maxHeaderBytes).`,
  )
}

export function tooManyHeaderFields(limits: TransportLimits, fields: number): TransportFailure {
  return failure(
    'headers-too-large',
    `The header block has ${grouped(fields)} fields; the limit is ${grouped(limits.maxHeaderFields)} (maxHeaderFields).`,
  )
}

export function declaredTooLarge(limits: TransportLimits, declared: number): TransportFailure {
  return failure(
    'body-too-large',
    `The body was announced with ${grouped(declared)} bytes and not read; the limit is ${grouped(limits.maxBodyBytes)} bytes (maxBodyBytes).`,
  )
}

export function bodyTooLarge(limits: TransportLimits, what: 'wire' | 'decoded'): TransportFailure {
  const where = what === 'wire' ? 'came over the wire' : 'came out of the decoder'
  return failure(
    'body-too-large',
    `More than ${grouped(limits.maxBodyBytes)} bytes of body ${where}, which is the limit (maxBodyBytes).`,
  )
}

export function ratioExceeded(
  limits: TransportLimits,
  wireBytes: number,
  bodyBytes: number,
): TransportFailure {
  return failure(
    'decode-error',
    `${grouped(wireBytes)} compressed bytes became ${grouped(bodyBytes)}, ${grouped(bodyBytes / Math.max(1, wireBytes))} to 1; the limit is ${grouped(limits.maxDecodeRatio)} to 1 (maxDecodeRatio).`,
  )
}

export function protocolError(message: string, cause?: unknown): TransportFailure {
  return failure('protocol-error', message, cause)
}

export function encodingRefused(message: string): TransportFailure {
  return failure('encoding-refused', message)
}

export function decodeError(coding: string, cause: unknown): TransportFailure {
  const why = cause instanceof Error ? cause.message : String(cause)
  return failure('decode-error', `The body is not valid ${coding}: ${why}.`, cause)
}

export function bodyIncomplete(message: string, cause?: unknown): TransportFailure {
  return failure('body-incomplete', message, cause)
}

/** There is no reason of its own for this: whoever aborted knows, and asks its own signal first. */
export function aborted(cause: unknown): TransportFailure {
  return failure('connection-reset', 'The request was aborted on this side.', cause)
}
