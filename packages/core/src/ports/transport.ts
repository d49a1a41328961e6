import type { FailureReason } from '../domain/outcome.ts'

/** What a request is for. Each kind has its own deadline and its own cap on the body. */
export type RequestKind = 'page' | 'robots' | 'sitemap'

/** One request as it leaves the gate: everything about it has been decided. Redirects are never followed. */
export interface TransportRequest {
  readonly kind: RequestKind
  /** Absolute http(s) URL without credentials and without fragment. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  /** Complete: user-agent, accept, accept-encoding, configured headers, cookies. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /**
   * The address the socket must be connected to, as the gate resolved and judged it. The transport connects to this and to
   * nothing else, and compares the socket's remote address afterwards. Undefined only for a transport that opens no socket.
   */
  readonly address?: string
  readonly limits: TransportLimits
  /**
   * Asked once a connection stands, right before the request is written: true writes it now, false gives up without a contact (a
   * failure, which the asker knows of). Connecting takes its time, and not the same for each: what must be true of a start is asked
   * here. May be asked again where a kept connection had died and another one is made.
   */
  readonly mayStart?: () => Promise<boolean>
  /** Aborts the request; the socket is closed and `ended` resolves. */
  readonly signal: AbortSignal
}

/** The limits of one request, picked by kind from the crawl's limits. Milliseconds, bytes, counts. */
export interface TransportLimits {
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyIdleTimeoutMs: number
  readonly deadlineMs: number
  readonly minBytesPerSecond: number
  readonly minBytesPerSecondAfterMs: number
  readonly maxInformational: number
  readonly maxHeaderBytes: number
  readonly maxHeaderFields: number
  readonly maxBodyBytes: number
  readonly maxErrorBodyBytes: number
  readonly maxDecodeRatio: number
  readonly maxDecodeRatioAfterBytes: number
  readonly maxEncodings: number
}

/** Header fields of a response. Names are compared without case; repeated fields keep their order. */
export interface ResponseHeaders {
  /** The first value of the field, or undefined. */
  get(name: string): string | undefined
  /** Every value of the field, one an occurrence, in order. */
  all(name: string): readonly string[]
  /** Name (lower case) and value of each field line in order. */
  entries(): Iterable<readonly [string, string]>
}

/** What a finished contact measured. `endMs`: last body byte read, or the socket closed after an abort. */
export interface ContactEnd {
  readonly endMs: number
  /** Body bytes as they came over the wire. */
  readonly wireBytes: number
  /** Body bytes after decoding. */
  readonly bodyBytes: number
  /** Why the body ended early, if it did. */
  readonly failure?: TransportFailure
}

/** A failure of the transport as a value: the reason, one sentence with limit and measured value, and the cause. */
export interface TransportFailure {
  readonly reason: FailureReason
  readonly message: string
  readonly cause?: unknown
}

/** The body of a response: decoded (Content-Encoding removed), capped, pulled with back-pressure. */
export interface ResponseBody {
  /** Chunks as they come. Throws {@link BodyFailure} when the body ends badly. Leaving the loop early closes the socket. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>
  /** The whole body at once; may be faster than the iterator for small bodies. Rejects with {@link BodyFailure}. */
  bytes(): Promise<Uint8Array>
  /** Reads nothing more and closes the socket (or drains what is left where that is cheaper and within the caps). */
  discard(): void
}

export type TransportResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: ResponseHeaders
      /** The address the socket was really connected to; undefined where there was no socket. */
      readonly address: string | undefined
      readonly startMs: number
      readonly body: ResponseBody
      /** Resolves once the contact is over; never rejects. */
      readonly ended: Promise<ContactEnd>
    }
  | {
      readonly kind: 'failure'
      readonly failure: TransportFailure
      readonly address: string | undefined
      readonly startMs: number
      readonly endMs: number
    }

/** Sends one request and reads its answer within the limits. Never throws for what a server does. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResult>
  /** Closes idle sockets and ends open ones. */
  close(): Promise<void>
}

/** Thrown inside the reading of a body only; carries the failure as a value. */
export class BodyFailure extends Error {
  override readonly name = 'BodyFailure'
  readonly failure: TransportFailure

  constructor(failure: TransportFailure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.failure = failure
  }
}
