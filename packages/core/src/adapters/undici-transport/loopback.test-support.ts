import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

import { onTestFinished } from 'vitest'

import { DEFAULT_LIMITS } from '../../domain/limits.ts'
import { BodyFailure } from '../../ports/transport.ts'
import type {
  ContactEnd,
  Transport,
  TransportLimits,
  TransportRequest,
  TransportResult,
} from '../../ports/transport.ts'
import { realClock } from '../real-clock.ts'
import { undiciTransport } from './undici-transport.ts'

// Servers that do what they are told, byte by byte, and the other end of the line, for the tests of this folder.

/** The limits of a page, as the crawl picks them from the defaults. */
export const PAGE_LIMITS: TransportLimits = {
  connectTimeoutMs: DEFAULT_LIMITS.connectTimeoutMs,
  headersTimeoutMs: DEFAULT_LIMITS.headersTimeoutMs,
  bodyIdleTimeoutMs: DEFAULT_LIMITS.bodyIdleTimeoutMs,
  deadlineMs: DEFAULT_LIMITS.requestDeadlineMs.page,
  minBytesPerSecond: DEFAULT_LIMITS.minBytesPerSecond,
  minBytesPerSecondAfterMs: DEFAULT_LIMITS.minBytesPerSecondAfterMs,
  maxInformational: DEFAULT_LIMITS.maxInformational,
  maxHeaderBytes: DEFAULT_LIMITS.maxHeaderBytes,
  maxHeaderFields: DEFAULT_LIMITS.maxHeaderFields,
  maxBodyBytes: DEFAULT_LIMITS.maxBodyBytes.page,
  maxErrorBodyBytes: DEFAULT_LIMITS.maxErrorBodyBytes,
  maxDecodeRatio: DEFAULT_LIMITS.maxDecodeRatio,
  maxDecodeRatioAfterBytes: DEFAULT_LIMITS.maxDecodeRatioAfterBytes,
  maxEncodings: DEFAULT_LIMITS.maxEncodings,
}

export interface HostileServer {
  readonly port: number
  /** Requests as they came, head only, in order. */
  readonly requests: string[]
  /** Connections as they came. */
  readonly sockets: Socket[]
  /** Times by `performance.now()`: first byte of each request in, and just before each last byte out. */
  readonly firstIns: number[]
  readonly url: (path?: string) => URL
}

/**
 * A server that answers each request by what `reply` does with the socket.
 *
 * `reply` is called once a whole request head has come; `index` counts requests over all connections.
 */
export async function hostileServer(
  reply: (socket: Socket, index: number) => void | Promise<void>,
): Promise<HostileServer> {
  const requests: string[] = []
  const sockets: Socket[] = []
  const firstIns: number[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    // Both ends are cut off rudely in these tests.
    socket.on('error', ignore)
    let head = ''
    socket.on('data', (chunk) => {
      if (head === '') firstIns.push(performance.now())
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      requests.push(head.slice(0, end))
      head = ''
      void reply(socket, requests.length - 1)
    })
  })
  const port = await listening(server)
  onTestFinished(() => closeAll(server, sockets))
  const url = (path = '/'): URL => new URL(`http://127.0.0.1:${port}${path}`)
  return { port, requests, sockets, firstIns, url }
}

/** A server that says the same to everyone: pieces of text or bytes, then what `last` says (default: nothing). */
export function sayingServer(
  pieces: string | Uint8Array | readonly (string | Uint8Array)[],
  last: 'keep' | 'end' | 'reset' = 'keep',
): Promise<HostileServer> {
  const list = typeof pieces === 'string' || pieces instanceof Uint8Array ? [pieces] : pieces
  return hostileServer((socket) => {
    socket.write(bytesOf(list))
    if (last === 'end') socket.end()
    if (last === 'reset') setTimeout(() => socket.resetAndDestroy(), 5)
  })
}

export function bytesOf(pieces: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
  )
}

/** A whole answer: status line, fields, Content-Length and body. */
export function answer(
  body: string | Uint8Array,
  fields: readonly string[] = [],
  status = '200 OK',
): Buffer {
  const bytes = bytesOf([body])
  const head = [`HTTP/1.1 ${status}`, ...fields, `Content-Length: ${bytes.length}`, '', '']
  return bytesOf([head.join('\r\n'), bytes])
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export function closeAll(server: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy()
  return new Promise((resolve) => server.close(() => resolve()))
}

export interface Asked {
  readonly url: URL
  readonly kind?: TransportRequest['kind']
  readonly method?: TransportRequest['method']
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array
  readonly address?: string
  readonly limits?: Partial<TransportLimits>
  readonly signal?: AbortSignal
}

/** Lets bytes on loopback arrive. Only for what must change nothing; what must happen is polled for. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 10)
  })
}

/** A request with the limits of a page unless the test says otherwise. */
export function requestOf(asked: Asked): TransportRequest {
  return {
    kind: asked.kind ?? 'page',
    url: asked.url,
    method: asked.method ?? 'GET',
    headers: {
      'user-agent': 'TestBot/1.0 (+https://bot.test/)',
      'accept-encoding': 'gzip, deflate, br',
      ...asked.headers,
    },
    ...(asked.body === undefined ? {} : { body: asked.body }),
    address: asked.address ?? '127.0.0.1',
    limits: { ...PAGE_LIMITS, ...asked.limits },
    signal: asked.signal ?? new AbortController().signal,
  }
}

/** A transport on the real clock that is closed with the test. */
export function testTransport(
  options: Partial<Parameters<typeof undiciTransport>[0]> = {},
): Transport {
  const transport = undiciTransport({ clock: realClock(), ...options })
  onTestFinished(() => transport.close())
  return transport
}

/** What a caller sees in the end: the status and the text, or the reason and the sentence. */
export type Seen =
  | { readonly status: number; readonly text: string; readonly end: ContactEnd }
  | { readonly status: number; readonly reason: string; readonly message: string }
  | { readonly reason: string; readonly message: string }

export async function see(transport: Transport, asked: Asked): Promise<Seen> {
  return seen(await transport.send(requestOf(asked)))
}

export async function seen(result: TransportResult): Promise<Seen> {
  if (result.kind === 'failure')
    return { reason: result.failure.reason, message: result.failure.message }
  const { status } = result
  try {
    const bytes = await result.body.bytes()
    return { status, text: Buffer.from(bytes).toString(), end: await result.ended }
  } catch (error) {
    if (!(error instanceof BodyFailure)) throw error
    await result.ended
    return { status, reason: error.failure.reason, message: error.failure.message }
  }
}

/** Reads by the iterator: what came, and how it ended. */
export async function streamed(
  body: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Buffer; reason: string | undefined }> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch (error) {
    if (!(error instanceof BodyFailure)) throw error
    return { bytes: Buffer.concat(chunks), reason: error.failure.reason }
  }
  return { bytes: Buffer.concat(chunks), reason: undefined }
}

/** The response of a request that must not fail before its body. */
export async function responseOf(
  transport: Transport,
  asked: Asked,
): Promise<TransportResult & { kind: 'response' }> {
  const result = await transport.send(requestOf(asked))
  if (result.kind === 'failure') throw new Error(result.failure.message)
  return result
}

function ignore(): void {
  // The tests look at the client's side.
}
