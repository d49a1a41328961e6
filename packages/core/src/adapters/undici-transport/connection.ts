import { isIP, connect as connectTcp } from 'node:net'
import type { NetConnectOpts, Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls } from 'node:tls'

import ipaddr from 'ipaddr.js'
import { Client } from 'undici'
import type { buildConnector } from 'undici'

import { protocolError } from '../exchange/failures.ts'
import { ExchangeError } from './exchange-error.ts'
import { ResponseMeter } from './response-meter.ts'
import type { TlsSessions } from './tls-sessions.ts'

/** Where a connection leads, and what it must know before the first byte. */
export interface ConnectionTarget {
  readonly url: URL
  /** The judged address; the socket goes there and nowhere else. */
  readonly address: string
  readonly maxHeaderBytes: number
  /** Certificate authorities in place of the system's (PEM). */
  readonly ca: string | Buffer | readonly (string | Buffer)[] | undefined
  readonly sessions: TlsSessions
}

/** undici closes an idle socket after this, or 2 s before the end of what the server offers by Keep-Alive. */
const IDLE_MS = 4_000
const LONGEST_IDLE_MS = 60_000

const HTTP_HIGH_WATER = 65_536

/**
 * One connection to one address for one origin: undici's `Client` without pipelining, over a socket that is opened here.
 *
 * The name in the URL is used for the Host header and for TLS (SNI and certificate); it is never looked up again.
 */
export class Connection {
  readonly client: Client
  /** Whether a request has been answered on it: such a connection may die before the next one is written. */
  used = false
  /** A reset seen by the socket, though the parser took the end of the body for complete. */
  socketError: Error | undefined
  /** Asked when a new socket is connected, before undici may write to it; false closes it. */
  mayStart: (() => Promise<boolean>) | undefined

  readonly #target: ConnectionTarget
  readonly #onClose: (connection: Connection) => void
  #socket: Socket | undefined
  #meter: ResponseMeter | undefined
  #destroyed = false

  /** @param onClose called when the socket that is in use now is closed, by whomever */
  constructor(target: ConnectionTarget, onClose: (connection: Connection) => void) {
    this.#target = target
    this.#onClose = onClose
    this.client = new Client(target.url.origin, {
      pipelining: 1,
      // All deadlines run on the injected clock (exchange-times.ts).
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      maxHeaderSize: target.maxHeaderBytes,
      connect: (_options, callback) => this.#open(callback),
    })
  }

  /** Whether a further request may be written: connected, in order, and nobody has closed it. */
  get alive(): boolean {
    return !this.#destroyed && this.#socket !== undefined && !this.#socket.destroyed
  }

  get meter(): ResponseMeter | undefined {
    return this.#meter
  }

  /** Calls back once the socket is closed; at once if there is none. */
  onClosed(done: () => void): void {
    const socket = this.#socket
    if (socket === undefined || socket.closed) done()
    else socket.once('close', done)
  }

  /** Closes the socket, also one that is still connecting, and forgets the client. */
  destroy(error: Error | null): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.client.destroy(error, ignore)
    this.#socket?.destroy()
  }

  #open(callback: buildConnector.Callback): void {
    const { url, address } = this.#target
    const socket = url.protocol === 'https:' ? this.#openTls() : this.#openTcp()
    this.#socket = socket
    this.socketError = undefined
    // Before undici's own listener, so that the exchange knows of a reset when the parser says "complete".
    socket.on('error', (error) => {
      this.socketError = error
    })
    socket.once('close', () => {
      if (this.#socket === socket) this.#onClose(this)
    })
    const connected = (): void => {
      socket.off('error', failed)
      const remote = socket.remoteAddress
      if (remote === undefined || !sameAddress(remote, address)) {
        const sentence = `The socket is connected to ${String(remote)} instead of ${address}, the address that was checked.`
        socket.destroy()
        callback(new ExchangeError(protocolError(sentence)), null)
        return
      }
      void this.#handOver(socket, callback)
    }
    const failed = (error: Error): void => callback(error, null)
    socket.once('error', failed)
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  }

  /** Gives the socket to undici, which writes the request at once, as soon as the request may start. */
  async #handOver(socket: Socket, callback: buildConnector.Callback): Promise<void> {
    const go = (await this.mayStart?.()) ?? true
    if (go && !socket.destroyed) {
      this.#meter = new ResponseMeter(socket)
      callback(null, socket)
      return
    }
    socket.destroy()
    callback(this.socketError ?? closedBeforeStart(), null)
  }

  #openTcp(): Socket {
    const { url, address } = this.#target
    const port = url.port === '' ? 80 : Number(url.port)
    // highWaterMark is not in the types of net.connect, though every stream takes it.
    const options: NetConnectOpts & { readonly highWaterMark: number } = {
      host: address,
      port,
      noDelay: true,
      highWaterMark: HTTP_HIGH_WATER,
    }
    return connectTcp(options)
  }

  #openTls(): Socket {
    const { url, address, ca, sessions } = this.#target
    const port = url.port === '' ? 443 : Number(url.port)
    const host = tlsHost(url.hostname)
    const named = isIP(host) === 0
    const key = `${url.host} ${address}`
    const session = sessions.get(key)
    const socket = connectTls({
      host: address,
      port,
      ALPNProtocols: ['http/1.1'],
      // An address is no server name (RFC 6066 §3).
      ...(named ? { servername: host } : {}),
      // By the URL, not by where the socket goes.
      checkServerIdentity: (_address, certificate) => checkServerIdentity(host, certificate),
      ...(ca === undefined ? {} : { ca: Array.isArray(ca) ? [...ca] : (ca as string) }),
      ...(session === undefined ? {} : { session }),
    })
    socket.setNoDelay(true)
    socket.on('session', (ticket) => sessions.set(key, ticket))
    return socket
  }
}

function closedBeforeStart(): Error {
  const message = 'The connection was closed before the request was written.'
  return Object.assign(new Error(message), { code: 'ECONNRESET' })
}

/** Whether two spellings name one address; an IPv4 address inside IPv6 (`::ffff:a.b.c.d`) is that IPv4 address. */
export function sameAddress(one: string, other: string): boolean {
  if (one === other) return true
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}

/** The host as TLS knows it: no brackets around IPv6, and no dot at the end of a name. */
function tlsHost(hostname: string): string {
  return hostname.replace(/^\[|[\].]$/g, '')
}

function ignore(): void {
  // There is nothing left to do once it is destroyed.
}
