// How a contact that is over is written down, whatever it was for. What it means is `finish.ts`'s.
import type { ContactEnd, RequestKind, TransportFailure } from '../ports/transport.ts'
import type { ContactResult } from './contact.ts'
import type { DemandedDelay } from './host-clocks.ts'

/** A contact that is over, with all that it taught. */
export interface FinishedContact {
  readonly kind: RequestKind
  readonly url: URL
  readonly startMs: number
  readonly endMs: number
  readonly address: string | undefined
  readonly status: number | undefined
  readonly failure: TransportFailure | undefined
  readonly location: string | undefined
  readonly retryAfter: string | undefined
  readonly bytes: number
  readonly wireBytes: number
  readonly demanded: DemandedDelay
}

type Request = Pick<FinishedContact, 'kind' | 'url'>

/** A contact that brought no answer. */
export function failedContact(
  request: Request,
  { failure, startMs, endMs, address, demanded }: Extract<ContactResult, { kind: 'failed' }>,
): FinishedContact {
  return {
    ...request,
    failure,
    startMs,
    endMs,
    address,
    demanded,
    status: undefined,
    location: undefined,
    retryAfter: undefined,
    bytes: 0,
    wireBytes: 0,
  }
}

/** A contact that brought an answer; `failure` is what became of its body. */
export function answeredContact(
  request: Request,
  { response, address, demanded }: Extract<ContactResult, { kind: 'answered' }>,
  end: ContactEnd,
  failure: TransportFailure | undefined,
): FinishedContact {
  const { status, headers, startMs } = response
  return {
    ...request,
    demanded,
    status,
    startMs,
    address,
    failure,
    endMs: end.endMs,
    bytes: end.bodyBytes,
    wireBytes: end.wireBytes,
    location: headers.get('location'),
    retryAfter: headers.get('retry-after'),
  }
}
