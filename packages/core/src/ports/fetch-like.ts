/** What a fetch function is called with; redirects are never followed for us. */
interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

export type HeaderValue = string | readonly string[]

/** Headers as WHATWG `Headers`, a Map, pairs, or a plain object; a value may be a list, one line each. */
export type HeadersLike =
  | Iterable<readonly [string, HeaderValue]>
  | Readonly<Record<string, HeaderValue | undefined>>

/** A stream by its reader: a `ReadableStream` where the types do not know that it can be iterated. */
export interface ReadableLike {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | string | undefined }>
    cancel(reason?: unknown): Promise<void>
  }
}

type FetchBody = AsyncIterable<Uint8Array | string> | ReadableLike | Uint8Array | string | null

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
