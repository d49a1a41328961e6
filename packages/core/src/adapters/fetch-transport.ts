import { CurtsyError } from '../curtsy-error.ts'
import type { Clock } from '../ports/clock.ts'
import { BodyFailure } from '../ports/transport.ts'
import type {
  ContactEnd,
  ResponseBody,
  ResponseHeaders,
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResult,
} from '../ports/transport.ts'
import { BodyBudget } from './exchange/body-budget.ts'
import { deadlineWatch } from './exchange/deadline-watch.ts'
import type { DeadlineWatch } from './exchange/deadline-watch.ts'
import { ExchangeTimes } from './exchange/exchange-times.ts'
import { failureFromError } from './exchange/failure-from-error.ts'
import {
  aborted,
  bodyIncomplete,
  declaredTooLarge,
  grouped,
  headersTooLarge,
  protocolError,
  tooManyHeaderFields,
} from './exchange/failures.ts'
import { bodyChunks, bodyInHand, headerPairs } from './exchange/fetch-response.ts'
import type { FetchLike, FetchResponse } from '../ports/fetch-like.ts'
import { responseHeaders } from './exchange/response-headers.ts'

/**
 * A transport over a function like WHATWG `fetch`. Deadlines and caps are kept here, on the injected clock, so that they
 * work in virtual time; what only a socket knows (connect timeout, informational answers, encodings, wire bytes) is the
 * function's own business, and its body counts as decoded.
 *
 * A body that is at hand (text, bytes, null) ends the contact at once; a stream ends it when it has been read, discarded or
 * cut. When a limit is passed, the signal that the function was given aborts; the contact is over then, whether or not the
 * function listens to it.
 *
 * @example
 * const transport = fetchTransport(async () => ({ status: 200, headers: {}, body: 'hello' }), { clock })
 * const result = await transport.send(request)
 */
export function fetchTransport(fetch: FetchLike, options: { readonly clock: Clock }): Transport {
  const watch = deadlineWatch(options.clock)
  const running = new Set<FetchExchange>()
  let closed = false
  return {
    async send(request) {
      if (closed) throw new CurtsyError('CURTSY_STATE', 'The transport is closed.')
      const exchange = new FetchExchange(request, options.clock, watch)
      running.add(exchange)
      void exchange.ended.then(() => running.delete(exchange))
      return exchange.run(fetch)
    },
    async close() {
      closed = true
      for (const exchange of running)
        exchange.close(aborted(new Error('The transport was closed.')))
    },
  }
}

/** One call of the fetch function and the reading of its body. */
class FetchExchange implements ResponseBody {
  readonly ended: Promise<ContactEnd>

  readonly #request: TransportRequest
  readonly #clock: Clock
  readonly #times: ExchangeTimes
  readonly #controller = new AbortController()
  readonly #end: { endMs: number; wireBytes: number; bodyBytes: number; failure?: TransportFailure }
  #resolveEnded: (end: ContactEnd) => void = nothing
  #interrupt: (reason: BodyFailure) => void = nothing

  /** The contact is over: the function is not called upon any more. */
  #over = false
  /** How reading the body ends; a body at hand is read after the contact is over. */
  #done: { readonly failure: TransportFailure | undefined } | undefined
  #chunks: AsyncIterator<Uint8Array> | undefined
  #budget: BodyBudget
  /** 3xx, 4xx and 5xx: the status counts whatever becomes of the body. */
  #errorAnswer = false
  /** How long the body must be, where that can be known. */
  #expectedBytes: number | undefined

  constructor(request: TransportRequest, clock: Clock, watch: DeadlineWatch) {
    this.#request = request
    this.#clock = clock
    this.#budget = new BodyBudget(request.kind, request.limits, request.limits.maxBodyBytes)
    this.#end = { endMs: 0, wireBytes: 0, bodyBytes: 0 }
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    this.#times = new ExchangeTimes(request.limits, watch, (late) =>
      this.close(late === 'drained' ? undefined : late),
    )
    this.#times.startMs = clock.now()
    request.signal.addEventListener('abort', this.#onAbort)
  }

  async run(fetch: FetchLike): Promise<TransportResult> {
    const { url, method, headers, body, signal } = this.#request
    if (signal.aborted) return this.#failed(aborted(signal.reason))
    if (!((await this.#request.mayStart?.()) ?? true) || this.#over)
      return this.#failed(aborted(signal.reason))
    this.#times.started(this.#clock.now())
    try {
      const answer = fetch(url.href, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        signal: this.#controller.signal,
        redirect: 'manual',
      })
      return this.#answered(await this.#unlessInterrupted(Promise.resolve(answer)))
    } catch (error) {
      return this.#failed(failureOf(error, 'headers'))
    }
  }

  /** Ends the exchange before its time. Without a failure the rest is not wanted. */
  close(failure: TransportFailure | undefined): void {
    this.#done ??= { failure }
    if (this.#over) return
    this.#finish(failure)
    this.#controller.abort(new Error(failure?.message ?? 'The rest of the body is not wanted.'))
    this.#interrupt(new BodyFailure(failure ?? aborted(undefined)))
    // Closes the source; one that waits for its next chunk does so when it has come.
    this.#chunks?.return?.()?.catch(nothing)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
        const chunk = await this.#next()
        if (chunk === undefined) return
        if (chunk.length > 0) yield chunk
      }
    } finally {
      this.close(undefined)
    }
  }

  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  discard(): void {
    this.close(undefined)
  }

  #answered(response: FetchResponse): TransportResult {
    const { status } = response
    if (!Number.isInteger(status) || status < 200 || status > 999)
      return this.#failed(protocolError(`The answer has the status ${String(status)}.`))
    const headers = responseHeaders(headerPairs(response.headers))
    const refused = this.#judgeHeaders(headers)
    if (refused !== undefined) return this.#failed(refused)
    this.#openBody(response, headers)
    return {
      kind: 'response',
      status,
      headers,
      address: undefined,
      startMs: this.#times.startMs,
      body: this,
      ended: this.ended,
    }
  }

  #judgeHeaders(headers: ResponseHeaders): TransportFailure | undefined {
    const { limits } = this.#request
    let fields = 0
    let bytes = 0
    for (const [name, value] of headers.entries()) {
      fields += 1
      bytes += name.length + value.length + ': \r\n'.length
    }
    if (fields > limits.maxHeaderFields) return tooManyHeaderFields(limits, fields)
    if (bytes > limits.maxHeaderBytes) return headersTooLarge(limits, bytes)
    return undefined
  }

  #openBody(response: FetchResponse, headers: ResponseHeaders): void {
    const { kind, limits } = this.#request
    const { status } = response
    const nowMs = this.#clock.now()
    this.#times.headersDone(nowMs)
    this.#errorAnswer = status >= 300
    if (this.#errorAnswer) {
      const cap = Math.min(limits.maxErrorBodyBytes, limits.maxBodyBytes)
      this.#budget = new BodyBudget(kind, limits, cap)
    }
    const declared = status === 204 || status === 304 ? undefined : declaredLength(headers)
    // Content-Length counts the encoded body, which is not seen here.
    if (headers.get('content-encoding') === undefined) this.#expectedBytes = declared
    const inHand = bodyInHand(response)
    this.#chunks = inHand === undefined ? bodyChunks(response) : inMemory(inHand)
    // robots.txt and sitemaps count up to the cap (HW-ROB-03, HW-MAP-04), so theirs are read.
    if (
      kind === 'page' &&
      !this.#errorAnswer &&
      declared !== undefined &&
      declared > limits.maxBodyBytes
    ) {
      this.close(declaredTooLarge(limits, declared))
    } else if (inHand === undefined) this.#times.paused(nowMs)
    else {
      this.#end.wireBytes = inHand.length
      this.#end.bodyBytes = inHand.length
      this.#finish()
    }
  }

  /** The next chunk within the cap, or undefined at the end; throws why the body failed. */
  async #next(): Promise<Uint8Array | undefined> {
    const chunks = this.#chunks
    if (this.#done === undefined && chunks !== undefined) {
      this.#times.resumed(this.#clock.now())
      try {
        const { done, value } = await this.#unlessInterrupted(chunks.next())
        if (done !== true) return this.#within(value)
        const shortfall = this.#shortfall()
        this.#done ??= { failure: shortfall }
        this.#finish(shortfall)
      } catch (error) {
        this.close(failureOf(error, 'body'))
      }
    }
    const failure = this.#done?.failure
    if (failure === undefined || this.#errorAnswer) return undefined
    throw new BodyFailure(failure)
  }

  /** The part of the chunk that fits the cap. When that is not all of it, the next turn is the last and says why. */
  #within(chunk: Uint8Array): Uint8Array {
    const nowMs = this.#clock.now()
    this.#times.bytes(chunk.length, nowMs)
    this.#times.paused(nowMs)
    this.#budget.takeWire(chunk.length)
    const taken = this.#budget.takeBody(chunk.length)
    this.#end.wireBytes = this.#budget.wireBytes
    this.#end.bodyBytes = this.#budget.bodyBytes
    if (taken === chunk.length) return chunk
    const failure = this.#errorAnswer ? undefined : this.#budget.overflow('wire')
    if (failure !== undefined) this.#end.failure = failure
    this.close(failure)
    return chunk.subarray(0, taken)
  }

  #shortfall(): TransportFailure | undefined {
    const expected = this.#expectedBytes ?? 0
    const got = this.#budget.bodyBytes
    if (got >= expected) return undefined
    const sentence = `The body ended after ${grouped(got)} of the ${grouped(expected)} bytes that Content-Length announced.`
    return bodyIncomplete(sentence)
  }

  #failed(failure: TransportFailure): TransportResult {
    this.close(failure)
    const { startMs } = this.#times
    return {
      kind: 'failure',
      failure: this.#done?.failure ?? failure,
      address: undefined,
      startMs,
      endMs: this.#end.endMs,
    }
  }

  #finish(failure?: TransportFailure): void {
    if (failure !== undefined) this.#end.failure ??= failure
    if (this.#over) return
    this.#over = true
    this.#times.finished()
    this.#request.signal.removeEventListener('abort', this.#onAbort)
    this.#end.endMs = this.#clock.now()
    this.#resolveEnded(this.#end)
  }

  readonly #onAbort = (): void => this.close(aborted(this.#request.signal.reason))

  /** What `work` gives, unless the exchange ends first: then a rejection with the reason. */
  #unlessInterrupted<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject
      work.then(resolve, reject)
    })
  }
}

function failureOf(error: unknown, stage: 'headers' | 'body'): TransportFailure {
  return error instanceof BodyFailure ? error.failure : failureFromError(error, stage)
}

function declaredLength(headers: ResponseHeaders): number | undefined {
  const value = headers.get('content-length')
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

function nothing(): void {
  // Replaced before it matters, or nobody waits any more.
}
