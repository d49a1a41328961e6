// One request for robots.txt through a fetch that the user gives. Follows nothing, reads no more than is kept, never waits for ever.

import type { RobotsAnswer } from './access.ts'
import { octetsOf } from './octets.ts'
import { MAX_KEPT_OCTETS } from './robots-copy.ts'

/** Header fields of a response: `Headers`, a Map, or an object with names in any case. */
export type ResponseHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What a fetch resolves to: a `Response`, or as much of one. */
export interface RobotsResponse {
  readonly status: number
  readonly headers?: ResponseHeaders | null
  /** A stream, anything that yields chunks, bytes, text, or nothing. */
  readonly body?: unknown
  arrayBuffer?(): Promise<ArrayBuffer>
  text?(): Promise<string>
}

/** A WHATWG-like fetch. It is called with `redirect: 'manual'` and has to leave redirects alone. */
export type RobotsFetch = (
  url: string,
  init: { readonly redirect: 'manual'; readonly signal: AbortSignal },
) => Promise<RobotsResponse>

/** Where time comes from. */
export interface RobotsClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** From the request to the last byte that is read. */
const REQUEST_DEADLINE_MS = 30_000

export async function askRobots(
  url: string,
  fetch: RobotsFetch,
  clock: RobotsClock,
): Promise<RobotsAnswer> {
  const abort = new AbortController()
  const { signal } = abort
  const timeout = clock
    .sleep(REQUEST_DEADLINE_MS, signal)
    .catch(() => undefined)
    .then((): RobotsAnswer => ({ kind: 'failure', reason: 'timeout' }))
  try {
    return await Promise.race([request(url, fetch, signal), timeout])
  } finally {
    abort.abort()
  }
}

async function request(
  url: string,
  fetch: RobotsFetch,
  signal: AbortSignal,
): Promise<RobotsAnswer> {
  let response: RobotsResponse
  try {
    response = await fetch(url, { redirect: 'manual', signal })
  } catch (error) {
    return { kind: 'failure', reason: failureOf(error) }
  }
  const { status, headers } = response
  const answer = {
    kind: 'response',
    status,
    location: field(headers, 'location'),
    retryAfter: field(headers, 'retry-after'),
    cacheControl: field(headers, 'cache-control'),
    contentType: field(headers, 'content-type'),
  } as const
  if (status < 200 || status > 299) return answer
  try {
    const body = await readBody(response)
    return { ...answer, body, truncated: body.length > MAX_KEPT_OCTETS }
  } catch {
    return { kind: 'failure', reason: 'body' }
  }
}

function field(headers: ResponseHeaders | null | undefined, name: string): string | undefined {
  if (headers === null || headers === undefined) return undefined
  if (headers instanceof Map) return field(Object.fromEntries(headers), name)
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const entry: unknown = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof value === 'string' ? value : undefined
}

/** The body up to one octet more than is kept. */
async function readBody(response: RobotsResponse): Promise<Uint8Array> {
  const { body } = response
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return bytesOf(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (isStream(body)) return collect(chunksOf(body))
  if (isAsyncIterable(body)) return collect(body)
  if (response.arrayBuffer !== undefined) return new Uint8Array(await response.arrayBuffer())
  if (response.text !== undefined) return bytesOf(await response.text())
  return new Uint8Array()
}

const bytesOf = (chunk: unknown): Uint8Array =>
  Uint8Array.from(octetsOf(chunk as string | Uint8Array), (octet) => octet.charCodeAt(0))

async function collect(chunks: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const part = bytesOf(chunk)
    parts.push(part)
    length += part.length
    if (length > MAX_KEPT_OCTETS) break
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  return body
}

const isStream = (body: unknown): body is ReadableStream<unknown> =>
  typeof (body as { getReader?: unknown } | null | undefined)?.getReader === 'function'

const isAsyncIterable = (body: unknown): body is AsyncIterable<unknown> =>
  typeof (body as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === 'function'

async function* chunksOf(stream: ReadableStream<unknown>): AsyncGenerator {
  const reader = stream.getReader()
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- chunks come one after the other
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

type Reason = Extract<RobotsAnswer, { kind: 'failure' }>['reason']

/** What went wrong, by the codes of Node and undici; a browser says nothing but that it failed. */
const CODES: readonly (readonly [RegExp, Reason])[] = [
  [/^(?:ENOTFOUND|EAI_)/, 'dns'],
  [/TIMEOUT|TIMEDOUT|ABORT/i, 'timeout'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'connect'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)/, 'reset'],
  [/CERT|TLS|SSL/, 'tls'],
]

function failureOf(error: unknown): Reason {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: unknown }
  const text = typeof code === 'string' ? code : String(name)
  const known = CODES.find(([pattern]) => pattern.test(text))?.[1]
  if (known !== undefined) return known
  return cause === undefined || cause === error ? 'other' : failureOf(cause)
}
