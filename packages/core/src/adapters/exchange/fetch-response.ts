import type {
  FetchResponse,
  HeaderValue,
  HeadersLike,
  ReadableLike,
} from '../../ports/fetch-like.ts'

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
