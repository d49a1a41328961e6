import { isIP } from 'node:net'

import { CurtsyError } from '../../curtsy-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transport, TransportRequest, TransportResult } from '../../ports/transport.ts'
import { deadlineWatch } from '../exchange/deadline-watch.ts'
import { aborted } from '../exchange/failures.ts'
import type { ConnectionTarget } from './connection.ts'
import { Connections } from './connections.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeContext } from './exchange.ts'
import { tlsSessions } from './tls-sessions.ts'

export interface UndiciTransportOptions {
  /** All deadlines run on it. Only the closing of idle connections, after about 4 s, runs on Node's own timers. */
  readonly clock: Clock
  /** How many idle connections are kept; the one idle for longest goes first. Default 128. */
  readonly maxIdleConnections?: number
  /** Certificate authorities that are trusted in place of the system's (PEM). */
  readonly ca?: string | Buffer | readonly (string | Buffer)[]
}

/**
 * The transport of a real crawl: HTTP/1.1 over TCP and TLS by undici, one request at a time on a connection, and every
 * limit of the request kept.
 *
 * The socket is opened to `request.address` and to nothing else; names are not looked up here. Redirects are not followed,
 * cookies not kept, nothing is sent twice: the one exception is a request of which no byte was written because a kept
 * connection had died.
 *
 * A body that nobody reads is held back after 128 KiB; it does not hold its socket for ever, because the deadline runs on
 * and closes it. Call `body.discard()` when a body is not wanted. `ended` does not wait for the reader: the object it gives
 * goes on counting `bodyBytes`, and shows a failure found while decoding, as the reader gets on.
 *
 * An answer of 300 and up counts by its status: its body is cut at `maxErrorBodyBytes`, and whatever goes wrong with it ends
 * it quietly. What came before a failure is still delivered by the iterator, up to exactly `maxBodyBytes`.
 *
 * @example
 * const transport = undiciTransport({ clock: realClock() })
 * const result = await transport.send(request)
 * if (result.kind === 'response') console.log(result.status, (await result.body.bytes()).length)
 * await transport.close()
 */
export function undiciTransport(options: UndiciTransportOptions): Transport {
  const { clock, ca, maxIdleConnections = 128 } = options
  const connections = new Connections(maxIdleConnections)
  const sessions = tlsSessions()
  const running = new Set<Exchange>()
  let closed = false
  const context: ExchangeContext = {
    clock,
    watch: deadlineWatch(clock),
    connections,
    onOver: (exchange) => running.delete(exchange),
  }

  const send = (request: TransportRequest): Promise<TransportResult> => {
    if (closed) throw new CurtsyError('CURTSY_STATE', 'The transport is closed.')
    const { url, limits, signal } = request
    const address = request.address ?? literalAddress(url)
    if (address === undefined) {
      const sentence = `Expected request.address to be the judged address of ${url.host}, got undefined.`
      throw new CurtsyError('CURTSY_STATE', sentence, { url: url.href })
    }
    if (signal.aborted) return Promise.resolve(abortedBefore(signal, clock.now()))
    const { maxHeaderBytes } = limits
    const target: ConnectionTarget = { url, address, maxHeaderBytes, ca, sessions }
    const exchange = new Exchange(request, target, context)
    running.add(exchange)
    exchange.start()
    return exchange.result
  }

  return {
    // Async, so that a caller's mistake rejects.
    send: async (request) => send(request),
    async close() {
      closed = true
      const over = Array.from(running, (exchange) => exchange.ended)
      for (const exchange of running) exchange.abort(new Error('The transport was closed.'))
      connections.closeIdle()
      await Promise.all(over)
    },
  }
}

function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return isIP(host) === 0 ? undefined : host
}

function abortedBefore(signal: AbortSignal, nowMs: number): TransportResult {
  return {
    kind: 'failure',
    failure: aborted(signal.reason),
    address: undefined,
    startMs: nowMs,
    endMs: nowMs,
  }
}
