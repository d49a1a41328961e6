import type { TransportFailure } from '../../ports/transport.ts'

/** How much of a body waits for its reader before the socket is held back. */
const HIGH_WATER_BYTES = 131_072

export type WirePiece =
  | { readonly kind: 'chunk'; readonly chunk: Buffer }
  | { readonly kind: 'end'; readonly failure: TransportFailure | undefined }

/**
 * The part of a body that has come and has not been read: filled by the parser, emptied by one reader.
 *
 * What came before a failure is still handed out; the failure comes last.
 */
export class WireQueue {
  #chunks: Buffer[] = []
  #bytes = 0
  #end: { readonly failure: TransportFailure | undefined } | undefined
  #wake: (() => void) | undefined
  #collecting = false
  readonly #onRoom: () => void

  /** @param onRoom called when a reader has made room, after `push` has said that there is none */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  /** Takes a chunk; `false` asks the socket to be held back. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    this.#wakeReader()
    return this.#collecting || this.#bytes < HIGH_WATER_BYTES
  }

  end(failure?: TransportFailure): void {
    this.#end ??= { failure }
    this.#wakeReader()
  }

  /** Drops what waits and ends without a failure: nobody reads any more. */
  abandon(): void {
    this.#chunks = []
    this.#bytes = 0
    this.#end = { failure: undefined }
    this.#wakeReader()
  }

  get ended(): boolean {
    return this.#end !== undefined
  }

  async next(): Promise<WirePiece> {
    for (;;) {
      const chunk = this.#chunks.shift()
      if (chunk !== undefined) {
        this.#bytes -= chunk.length
        if (this.#bytes < HIGH_WATER_BYTES) this.#onRoom()
        return { kind: 'chunk', chunk }
      }
      if (this.#end !== undefined) return { kind: 'end', failure: this.#end.failure }
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other is the point
      await this.#somethingNew()
    }
  }

  /**
   * The whole of the body once it has come, or undefined as soon as it is more than `maxBytes` or ends badly; what came
   * stays in the queue then.
   */
  async whole(maxBytes: number): Promise<readonly Buffer[] | undefined> {
    this.#collecting = true
    this.#onRoom()
    while (this.#end === undefined && this.#bytes <= maxBytes) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other is the point
      await this.#somethingNew()
    }
    this.#collecting = false
    const complete = this.#end !== undefined && this.#end.failure === undefined
    return complete && this.#bytes <= maxBytes ? this.#chunks : undefined
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #wakeReader(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
