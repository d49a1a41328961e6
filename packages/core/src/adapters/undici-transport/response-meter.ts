import type { Socket } from 'node:net'

// Stands between a socket and undici's parser: every byte of an answer passes here before it is parsed. Does three things
// that the parser does not: counts what is no body (status line, chunk sizes and extensions, trailers), lets a server say
// "100 Continue" though nobody asked, and holds the body back. The parser can pause as well, but a connection that ends
// while it does fails an assertion in undici 7.30 and brings the process down.

/** What the exchange that now owns the socket wants to know. */
export interface ResponseGuard {
  /** Called before each piece is handed to the parser; `false`: read no further, the exchange has ended the connection. */
  mayRead(rawBytes: number): boolean
}

export class ResponseMeter {
  readonly #socket: Socket
  #held = false
  #guard: ResponseGuard | undefined
  #rawBytes = 0
  #lines = new StatusLines()

  /** Takes the place of the socket's `read` and `unshift`, by which undici takes bytes and gives unparsed ones back. */
  constructor(socket: Socket) {
    this.#socket = socket
    const read = socket.read.bind(socket)
    const unshift = socket.unshift.bind(socket)
    socket.read = (size?: number): unknown => {
      if (this.#held) return null
      if (this.#guard?.mayRead(this.#rawBytes) === false) return null
      const chunk = read(size) as Buffer | null
      if (chunk !== null && this.#guard !== undefined) {
        this.#rawBytes += chunk.length
        this.#lines.pass(chunk)
      }
      return chunk
    }
    socket.unshift = (chunk: Buffer): void => {
      this.#rawBytes -= chunk.length
      unshift(chunk)
    }
  }

  /** A request is about to be written: the next byte is the first of a status line. */
  begin(guard: ResponseGuard): void {
    this.#guard = guard
    this.#rawBytes = 0
    this.#lines = new StatusLines()
  }

  /** Starts counting anew, for the next block of the same answer. */
  restart(): void {
    this.#rawBytes = 0
  }

  /** Reads no further until `release`: the socket's buffer fills, then the kernel's, then the server waits. */
  hold(): void {
    this.#held = true
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    // undici reads when the socket says that it can be read; what it said while held is said again.
    this.#socket.emit('readable')
  }

  /** The exchange is over. Called from within the parser's own loop, which then reads on: what comes now is not ours. */
  end(): void {
    this.#guard = undefined
    this.#held = false
  }
}

const ANY = -1
const ZERO = 0x30
const TWO = 0x32
const CR = 0x0d
const LF = 0x0a
/** `HTTP/1.x 1yz`, where x, y and z may be anything. */
const INFORMATIONAL = Array.from('HTTP/1.? 1??', (letter) =>
  letter === '?' ? ANY : letter.charCodeAt(0),
)

/**
 * Follows the informational answers at the head of a response, byte by byte, and turns each `100` into `102`.
 *
 * undici ends the connection at a 100 that it did not ask for. RFC 9110 §15.2 wants a client to read past any number of
 * informational answers; 102 has no meaning for us either and is let through.
 */
class StatusLines {
  #state: 'status' | 'fields' | 'final' = 'status'
  /** Bytes of the pattern, or of the blank line, that have been seen. */
  #at = 0
  #tensZero = false

  pass(chunk: Buffer): void {
    for (let index = 0; this.#state !== 'final' && index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (this.#state === 'status') {
        if (this.#statusByte(byte)) chunk[index] = TWO
      } else this.#fieldByte(byte)
    }
  }

  /** `true` when this is the last digit of a 100. */
  #statusByte(byte: number): boolean {
    const expected = INFORMATIONAL[this.#at]
    if (expected !== ANY && expected !== byte) {
      this.#state = 'final'
      return false
    }
    if (this.#at === 10) this.#tensZero = byte === ZERO
    this.#at += 1
    if (this.#at < INFORMATIONAL.length) return false
    this.#state = 'fields'
    this.#at = 0
    return this.#tensZero && byte === ZERO
  }

  /** Looks for CR LF CR LF, after which the next status line begins. */
  #fieldByte(byte: number): void {
    const expected = this.#at % 2 === 0 ? CR : LF
    if (byte !== expected) this.#at = byte === CR ? 1 : 0
    else this.#at += 1
    if (this.#at < 4) return
    this.#state = 'status'
    this.#at = 0
  }
}
