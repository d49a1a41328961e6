import type { ResponseBody, TransportFailure } from '../../ports/transport.ts'
import { BodyFailure } from '../../ports/transport.ts'
import type { BodyBudget } from '../exchange/body-budget.ts'
import { decodeError } from '../exchange/failures.ts'
import type { ContentCoding } from './content-codings.ts'
import { decodeStream } from './decode-stream.ts'
import { decodeWhole } from './decode-whole.ts'
import type { WireQueue } from './wire-queue.ts'

/** The side of the exchange that the body talks to. */
interface BodyOwner {
  decoded(bodyBytes: number): void
  leaveBody(failure?: TransportFailure): void
  discard(): void
}

export interface DecodedBodyParts {
  readonly queue: WireQueue
  readonly budget: BodyBudget
  readonly codings: readonly ContentCoding[]
  /** The status counts, not the body: what goes wrong with it ends it quietly. */
  readonly errorAnswer: boolean
  readonly exchange: BodyOwner
}

/** Up to here a compressed body is collected and decoded at once; a larger one is decoded while it comes. */
const WHOLE_WIRE_BYTES = 65_536
/** Decoding at once blocks the event loop; this much takes about 5 ms. */
const WHOLE_BODY_BYTES = 4_194_304

/** The reader's side of a body: decoded, counted, and ended with a reason. */
export class DecodedBody implements ResponseBody {
  readonly #parts: DecodedBodyParts

  constructor(parts: DecodedBodyParts) {
    this.#parts = parts
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const whole = this.#parts.codings.length === 1 ? await this.#decodedAtOnce() : undefined
    if (whole === undefined) yield* this.#decodedAsItComes()
    else yield whole
  }

  async *#decodedAsItComes(): AsyncGenerator<Uint8Array> {
    const { queue, budget, codings, errorAnswer, exchange } = this.#parts
    let failure: TransportFailure | undefined
    try {
      for await (const chunk of decodeStream(wireChunks(queue), codings, budget)) {
        const taken = budget.takeBody(chunk.length)
        exchange.decoded(budget.bodyBytes)
        if (taken === chunk.length) yield chunk
        else {
          if (taken > 0) yield chunk.subarray(0, taken)
          if (errorAnswer) return
          throw new BodyFailure(budget.overflow('decoded'))
        }
      }
      const judged = budget.atEnd()
      if (judged !== undefined) throw new BodyFailure(judged)
    } catch (error) {
      failure = error instanceof BodyFailure ? error.failure : decodeError('data', error)
      if (!errorAnswer) throw error
    } finally {
      // Read to its end, this changes nothing; else it closes the socket.
      exchange.leaveBody(failure)
    }
  }

  async bytes(): Promise<Uint8Array> {
    const { length } = this.#parts.codings
    const whole = length > 1 ? undefined : await this.#decodedAtOnce()
    return whole ?? this.#collected()
  }

  discard(): void {
    this.#parts.exchange.discard()
  }

  /**
   * The whole body, once it has come: plain, or compressed once and small. Undefined for any other, and for what goes wrong: it
   * is all in the queue still, for the decoder that knows all the rules.
   */
  async #decodedAtOnce(): Promise<Buffer | undefined> {
    const { queue, codings, budget } = this.#parts
    const [coding] = codings
    const chunks = await queue.whole(coding === undefined ? Infinity : WHOLE_WIRE_BYTES)
    if (chunks === undefined) return undefined
    const wire = joined(chunks)
    if (coding === undefined) return this.#delivered(wire)
    const whole = decodeWhole(coding, wire, Math.min(WHOLE_BODY_BYTES, budget.bodyRoom))
    if (whole === undefined) return undefined
    budget.consumedBytes = wire.length
    return this.#delivered(whole)
  }

  #delivered(body: Buffer): Buffer {
    const { queue, budget, exchange, errorAnswer } = this.#parts
    queue.abandon()
    budget.takeBody(body.length)
    exchange.decoded(budget.bodyBytes)
    const judged = budget.atEnd()
    exchange.leaveBody(judged)
    if (judged !== undefined && !errorAnswer) throw new BodyFailure(judged)
    return body
  }

  async #collected(): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this.#decodedAsItComes()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
}

async function* wireChunks(queue: WireQueue): AsyncGenerator<Buffer> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other is the point
    const piece = await queue.next()
    if (piece.kind === 'chunk') yield piece.chunk
    else if (piece.failure !== undefined) throw new BodyFailure(piece.failure)
    else return
  }
}

/** A single chunk is copied as well: it is a part of the socket's buffer, which a kept page would hold on to. */
function joined(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat(chunks)
}
