/** What a fetch function is called with; redirects are never followed for us. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

type HeaderValue = string | readonly string[]

/** Headers as WHATWG `Headers`, a Map, pairs, or a plain object; a value may be a list, one line each. */
export type HeadersLike =
  | Iterable<readonly [string, HeaderValue]>
  | Readonly<Record<string, HeaderValue | undefined>>

/** A stream by its reader: a `ReadableStream` where the types do not know that it can be iterated. */
interface ReadableLike {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | string | undefined }>
    cancel(reason?: unknown): Promise<void>
  }
}

export type FetchBody =
  | AsyncIterable<Uint8Array | string>
  | ReadableLike
  | Uint8Array
  | string
  | null

/** What a fetch function answers: a WHATWG `Response`, or as little of one as is needed. The body counts as decoded. */
export interface FetchResponse {
  readonly status: number
  readonly headers: HeadersLike
  readonly body?: FetchBody | undefined
  /** Read where `body` is not given. */
  arrayBuffer?(): Promise<ArrayBuffer>
  /** Read where neither `body` nor `arrayBuffer` is given. */
  text?(): Promise<string>
}

/**
 * A function like WHATWG `fetch`, for the `fetch` option of `createCrawler`: a fake site in tests, a proxy's client, the
 * platform's own fetch. Called with an absolute URL; rejects when there is no answer.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Name and value of each header line. */
export function headerPairs(headers: HeadersLike): [string, string][] {
  const entries = isIterable(headers) ? Array.from(headers) : Object.entries(headers)
  return entries.flatMap(([name, value]) => {
    if (value === undefined) return []
    const values: readonly string[] = typeof value === 'string' ? [value] : value
    return values.map((one): [string, string] => [name, one])
  })
}

function isIterable(headers: HeadersLike): headers is Iterable<readonly [string, HeaderValue]> {
  return Symbol.iterator in headers
}

/** The body if it is here already, or undefined if it must be waited for. */
export function bodyInHand(response: FetchResponse): Uint8Array | undefined {
  const { body } = response
  if (body === undefined)
    return response.arrayBuffer === undefined && response.text === undefined
      ? new Uint8Array()
      : undefined
  if (body === null) return new Uint8Array()
  if (typeof body === 'string' || body instanceof Uint8Array) return bytesOf(body)
  return undefined
}

/** The body chunk by chunk. */
export function bodyChunks(response: FetchResponse): AsyncIterator<Uint8Array> {
  return chunksOf(response)
}

async function* chunksOf(response: FetchResponse): AsyncGenerator<Uint8Array> {
  const { body } = response
  if (body === undefined || body === null) {
    if (response.arrayBuffer !== undefined) yield new Uint8Array(await response.arrayBuffer())
    else if (response.text !== undefined) yield bytesOf(await response.text())
  } else if (typeof body === 'string' || body instanceof Uint8Array) yield bytesOf(body)
  else if (Symbol.asyncIterator in body) for await (const chunk of body) yield bytesOf(chunk)
  else yield* chunksOfReader(body)
}

async function* chunksOfReader(body: ReadableLike): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let done = false
  try {
    while (!done) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other is the point
      const piece = await reader.read()
      done = piece.done
      if (piece.value !== undefined) yield bytesOf(piece.value)
    }
  } finally {
    if (!done) await reader.cancel()
  }
}

function bytesOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
