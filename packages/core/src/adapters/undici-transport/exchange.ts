import type { Dispatcher } from 'undici'

import type { Clock } from '../../ports/clock.ts'
import type {
  ContactEnd,
  ResponseHeaders,
  TransportFailure,
  TransportRequest,
  TransportResult,
} from '../../ports/transport.ts'
import { BodyBudget } from '../exchange/body-budget.ts'
import type { DeadlineWatch } from '../exchange/deadline-watch.ts'
import { ExchangeTimes } from '../exchange/exchange-times.ts'
import { failureFromError } from '../exchange/failure-from-error.ts'
import {
  aborted,
  declaredTooLarge,
  grouped,
  headersTooLarge,
  protocolError,
  tooManyInformational,
} from '../exchange/failures.ts'
import type { Stage } from '../exchange/failures.ts'
import { responseHeadersFromRaw } from '../exchange/response-headers.ts'
import type { Connection, ConnectionTarget } from './connection.ts'
import type { Connections } from './connections.ts'
import { contentCodings } from './content-codings.ts'
import { DecodedBody } from './decoded-body.ts'
import { ExchangeError } from './exchange-error.ts'
import { declaredLength, judgeHeader } from './judge-header.ts'
import type { ResponseGuard } from './response-meter.ts'
import { WireQueue } from './wire-queue.ts'

/** What an exchange needs from the transport it belongs to. */
export interface ExchangeContext {
  readonly clock: Clock
  readonly watch: DeadlineWatch
  readonly connections: Connections
  /** Called once, when the contact is over. */
  readonly onOver: (exchange: Exchange) => void
}

/** Chunk sizes, extensions and trailers may take this many bytes for each byte of body, and two header blocks on top. */
const FRAMING_PER_BYTE = 8

/**
 * One request and its answer: the handler that undici calls, and the reader's side of the body.
 *
 * connect -> headers -> body -> over. Whatever ends it early (a limit, a reset, the caller) passes through `#close`, which
 * throws the connection away; only an answer read to its end gives the connection back. undici's older handler methods are
 * used on purpose: they hand out the header lines as they came, where the newer ones build an object, in which a field
 * named `__proto__` ends the request with a TypeError.
 */
export class Exchange implements Dispatcher.DispatchHandler, ResponseGuard {
  readonly #request: TransportRequest
  readonly #target: ConnectionTarget
  readonly #context: ExchangeContext
  readonly #times: ExchangeTimes
  #connection: Connection

  #stage: Stage = 'connect'
  #over = false
  #redialed = false
  /** The pinned address, which the connection checks. */
  readonly #address: string
  #informational = 0

  #queue: WireQueue | undefined
  #budget: BodyBudget | undefined
  #declaredBytes: number | undefined
  #closeDelimited = false
  #bodiless = false
  /** 3xx, 4xx and 5xx: the status counts whatever becomes of the body. */
  #errorAnswer = false
  #paused = false

  readonly #end: { endMs: number; wireBytes: number; bodyBytes: number; failure?: TransportFailure }
  readonly ended: Promise<ContactEnd>
  readonly result: Promise<TransportResult>
  #resolveEnded: (end: ContactEnd) => void = nothing
  #resolveResult: (result: TransportResult) => void = nothing

  constructor(request: TransportRequest, target: ConnectionTarget, context: ExchangeContext) {
    this.#request = request
    this.#target = target
    this.#address = target.address
    this.#context = context
    this.#end = { endMs: 0, wireBytes: 0, bodyBytes: 0 }
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    this.result = new Promise((resolve) => {
      this.#resolveResult = resolve
    })
    this.#times = new ExchangeTimes(request.limits, context.watch, (late) =>
      this.#close(late === 'drained' ? undefined : late),
    )
    this.#connection = context.connections.take(target)
  }

  start(): void {
    this.#times.connecting(this.#context.clock.now())
    this.#request.signal.addEventListener('abort', this.#onAbort)
    if (this.#connection.used) afterPoll(() => this.#dispatchAgain())
    else this.#dispatch()
  }

  // What undici calls.

  onConnect(abort: (error?: Error) => void): void {
    if (this.#over || this.#stage !== 'connect') {
      abort()
      return
    }
    this.#stage = 'headers'
    this.#connection.meter?.begin(this)
    // The request is written right after this returns: a server never sees it earlier than this.
    this.#times.started(this.#context.clock.now())
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    if (this.#over) return true
    this.#connection.meter?.restart()
    const { limits } = this.#request
    if (status < 200) {
      this.#informational += 1
      if (this.#informational > limits.maxInformational)
        this.#close(tooManyInformational(limits, this.#informational))
      return true
    }
    const headers = responseHeadersFromRaw(raw)
    const refused = judgeHeader(raw, headers, limits)
    if (refused === undefined) this.#openBody(status, headers)
    else this.#close(refused)
    return true
  }

  onData(chunk: Buffer): boolean {
    const queue = this.#queue
    const budget = this.#budget
    if (this.#over || queue === undefined || budget === undefined) return true
    const nowMs = this.#context.clock.now()
    this.#times.bytes(chunk.length, nowMs)
    const taken = budget.takeWire(chunk.length)
    this.#end.wireBytes = budget.wireBytes
    const room =
      queue.ended || queue.push(taken === chunk.length ? chunk : chunk.subarray(0, taken))
    if (taken < chunk.length) {
      this.#close(this.#errorAnswer ? undefined : budget.overflow('wire'))
      return true
    }
    if (!room) {
      this.#paused = true
      this.#times.paused(nowMs)
      this.#connection.meter?.hold()
    }
    return true
  }

  onComplete(): void {
    if (this.#over) return
    const reset = this.#connection.socketError
    if (reset !== undefined) {
      // Without a length the parser takes any end of the connection for the end of the body, even a reset.
      this.#close(failureFromError(reset, 'body'))
      return
    }
    this.#leave()
    this.#queue?.end()
    this.#context.connections.giveBack(this.#target, this.#connection)
    this.#finish()
  }

  onError(error: Error): void {
    if (this.#over) return
    if (this.#mayRedial(error)) {
      this.#redial()
      return
    }
    // undici wants the announced length even where there is no body, though a 304 may well name that of the page.
    this.#close(this.#bodiless ? undefined : this.#failureFrom(error))
  }

  // What the meter asks.

  mayRead(rawBytes: number): boolean {
    const { limits } = this.#request
    if (this.#over) return true
    if (this.#stage !== 'body') {
      if (rawBytes <= limits.maxHeaderBytes) return true
      this.#close(headersTooLarge(limits, rawBytes))
      return false
    }
    const bodyBytes = this.#times.wireBytes
    const framingBytes = rawBytes - bodyBytes
    if (framingBytes <= 2 * limits.maxHeaderBytes + FRAMING_PER_BYTE * bodyBytes) return true
    const sentence = `${grouped(framingBytes)} bytes of chunk sizes, extensions or trailers for ${grouped(bodyBytes)} bytes of body.`
    this.#close(protocolError(sentence))
    return false
  }

  // What the reader of the body asks.

  /** The body was decoded this far. */
  decoded(bodyBytes: number): void {
    this.#end.bodyBytes = bodyBytes
  }

  /** The reader leaves: with a failure it found while decoding, or because it has enough. */
  leaveBody(failure?: TransportFailure): void {
    if (failure !== undefined) this.#end.failure ??= failure
    this.#close(failure)
  }

  /** Nobody wants the rest: reads on where that is cheap and keeps the connection, closes the socket otherwise. */
  discard(): void {
    this.#queue?.abandon()
    if (this.#over) return
    if (!this.#isCheapToDrain()) {
      this.#close(undefined)
      return
    }
    this.#times.draining(this.#context.clock.now())
    this.#continue()
  }

  /** The transport closes. */
  abort(cause: unknown): void {
    this.#close(aborted(cause))
  }

  /** On a kept connection: whatever lay unread on it has been read by now, and has closed it (HW-BODY-12). */
  #dispatchAgain(): void {
    if (this.#over) return
    if (!this.#connection.alive) this.#redial()
    else if (this.#request.mayStart === undefined) this.#dispatch()
    else void this.#dispatchWhenAllowed()
  }

  async #dispatchWhenAllowed(): Promise<void> {
    if (!(await this.#mayStart())) this.#close(aborted(this.#request.signal.reason))
    else if (!this.#over) this.#dispatch()
  }

  /** Leave to start, once a connection stands; nobody is late while it is asked. */
  async #mayStart(): Promise<boolean> {
    this.#times.waiting()
    const go = (await this.#request.mayStart?.()) ?? true
    return go && !this.#over
  }

  #redial(): void {
    this.#redialed = true
    this.#connection.destroy(null)
    this.#connection = this.#context.connections.take(this.#target, { fresh: true })
    this.#dispatch()
  }

  #dispatch(): void {
    const { url, method, headers, body, mayStart } = this.#request
    // Asked by a connection that has yet to be made; one that is kept was asked for already.
    if (mayStart !== undefined) this.#connection.mayStart = () => this.#mayStart()
    this.#connection.client.dispatch(
      {
        path: url.pathname + url.search,
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      },
      this,
    )
  }

  /** Only a request of which no byte was written goes out again, and only once, because a kept connection had died. */
  #mayRedial(error: Error): boolean {
    if (this.#stage !== 'connect' || this.#redialed || !this.#connection.used) return false
    const { code } = error as { code?: unknown }
    return code !== 'UND_ERR_INVALID_ARG' && code !== 'UND_ERR_NOT_SUPPORTED'
  }

  #failureFrom(error: Error): TransportFailure {
    if (error instanceof ExchangeError) return error.failure
    const failure = failureFromError(error, this.#stage)
    if (this.#stage !== 'headers' || this.#informational === 0) return failure
    if (failure.reason !== 'connection-reset') return failure
    const sentence = `The connection ended after ${grouped(this.#informational)} informational (1xx) answers without a final one.`
    return protocolError(sentence, error)
  }

  #openBody(status: number, headers: ResponseHeaders): void {
    const { kind, limits } = this.#request
    this.#stage = 'body'
    this.#errorAnswer = status >= 300
    this.#declaredBytes = declaredLength(headers)
    this.#closeDelimited =
      this.#declaredBytes === undefined && headers.get('transfer-encoding') === undefined
    this.#times.headersDone(this.#context.clock.now())
    const cap = this.#errorAnswer
      ? Math.min(limits.maxErrorBodyBytes, limits.maxBodyBytes)
      : limits.maxBodyBytes
    const budget = new BodyBudget(kind, limits, cap)
    const queue = new WireQueue(() => this.#continue())
    this.#budget = budget
    this.#queue = queue

    this.#bodiless = status === 204 || status === 304
    const empty = this.#bodiless || this.#declaredBytes === 0
    const codings = contentCodings(headers, limits.maxEncodings)
    const refused = empty || codings.kind === 'codings' ? undefined : codings.failure
    const body = new DecodedBody({
      queue,
      budget,
      codings: codings.kind === 'codings' ? codings.codings : [],
      errorAnswer: this.#errorAnswer,
      exchange: this,
    })
    this.#resolveResult({
      kind: 'response',
      status,
      headers,
      address: this.#address,
      startMs: this.#times.startMs,
      body,
      ended: this.ended,
    })
    if (empty) return
    if (this.#errorAnswer) {
      if (refused !== undefined) this.discard()
      return
    }
    // robots.txt and sitemaps count up to the cap (HW-ROB-03, HW-MAP-04), so theirs are read.
    const declared = this.#declaredBytes ?? 0
    const tooLarge =
      kind === 'page' && declared > cap ? declaredTooLarge(limits, declared) : undefined
    const failure = refused ?? tooLarge
    if (failure !== undefined) this.#close(failure)
  }

  /** Whether reading the rest costs less than a new connection. */
  #isCheapToDrain(): boolean {
    if (this.#closeDelimited || this.#stage !== 'body') return false
    const cap = this.#request.limits.maxErrorBodyBytes
    if (this.#declaredBytes === undefined) return this.#errorAnswer
    return this.#declaredBytes - this.#times.wireBytes <= cap
  }

  #continue(): void {
    if (!this.#paused || this.#over) return
    this.#paused = false
    this.#times.resumed(this.#context.clock.now())
    this.#connection.meter?.release()
  }

  readonly #onAbort = (): void => this.#close(aborted(this.#request.signal.reason))

  /** Ends the exchange before its time and throws the connection away. Without a failure the rest was not wanted. */
  #close(failure: TransportFailure | undefined): void {
    if (this.#over) return
    this.#leave()
    if (failure !== undefined) this.#end.failure = failure
    this.#queue?.end(this.#errorAnswer ? undefined : failure)
    const connection = this.#connection
    connection.onClosed(() => this.#finish())
    connection.destroy(failure === undefined ? null : new ExchangeError(failure))
  }

  #leave(): void {
    this.#over = true
    this.#times.finished()
    this.#connection.meter?.end()
    this.#request.signal.removeEventListener('abort', this.#onAbort)
  }

  /** The last byte was read, or the socket is closed. */
  #finish(): void {
    const endMs = this.#context.clock.now()
    this.#end.endMs = endMs
    this.#resolveEnded(this.#end)
    this.#context.onOver(this)
    const failure = this.#end.failure
    if (this.#stage === 'body' || failure === undefined) return
    this.#resolveResult({
      kind: 'failure',
      failure,
      address: this.#address,
      startMs: this.#times.startMs,
      endMs,
    })
  }
}

/**
 * Calls back when every socket has been polled once: the first immediate runs at the end of this turn of the event loop,
 * the second at the end of the next, which polls before.
 */
function afterPoll(then: () => void): void {
  setImmediate(() => setImmediate(then))
}

function nothing(): void {
  // Replaced before it is called.
}
