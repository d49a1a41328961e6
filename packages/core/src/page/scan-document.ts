// Drives a scanner over the chunks of a body in slices, so that a page of any size leaves the event loop to others.
import type { CreateLinkScanner, PageScan, ScanLimits } from './page-scan.ts'
import { METAS_KEPT } from './page-scan.ts'
import { createLinkScanner } from './link-scanner.ts'
import type { TextDecoding } from './text-decoding.ts'

/** Bytes decoded and scanned before the clock is looked at. */
export const SLICE_BYTES = 16_384

/** Work done in one go before others get their turn, in milliseconds. A slice may add its own time on top. */
export const TURN_MS = 10

/** The event loop and the time spent in it, injected so that this folder reads no clock. */
export interface LoopTurns {
  /** Resolves after everything that waited in the event loop had its turn (`setImmediate`). */
  yieldToLoop(): Promise<void>
  /** Milliseconds of a clock that only its differences matter of; read before and after each slice. */
  cpuNow(): number
}

/** How a document is scanned. */
export interface ScanOptions {
  readonly decoding: TextDecoding
  readonly limits: ScanLimits
  readonly turns: LoopTurns
  /** Metas to keep besides {@link METAS_KEPT}: the product tokens, in lower case. */
  readonly metaNames?: readonly string[]
  /** Default: the hand-written scanner. */
  readonly createScanner?: CreateLinkScanner
}

/** Scans chunk by chunk as they come. One instance a document. */
export class DocumentScan {
  readonly #scanner
  readonly #decoder
  readonly #turns: LoopTurns
  readonly #maxParseMs: number
  #spentMs = 0
  #sinceYieldMs = 0
  #timeIsUp = false

  constructor(options: ScanOptions) {
    const createScanner = options.createScanner ?? createLinkScanner
    const metaNames = new Set([...METAS_KEPT, ...(options.metaNames ?? [])])
    this.#scanner = createScanner(options.limits, metaNames)
    this.#decoder = options.decoding.chunks()
    this.#turns = options.turns
    this.#maxParseMs = options.limits.maxParseMs
  }

  /** Scans one chunk, yielding to the loop in between where it is long. Scans nothing more once a limit has ended the pass. */
  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length && this.#goesOn; at += SLICE_BYTES) {
      const before = this.#turns.cpuNow()
      this.#scanner.write(this.#decoder.write(chunk.subarray(at, at + SLICE_BYTES)))
      const tookMs = this.#turns.cpuNow() - before
      this.#spentMs += tookMs
      this.#sinceYieldMs += tookMs
      if (this.#spentMs > this.#maxParseMs) this.#timeIsUp = true
      if (this.#sinceYieldMs < TURN_MS) continue
      this.#sinceYieldMs = 0
      // oxlint-disable-next-line no-await-in-loop -- the pause between slices is the point
      await this.#turns.yieldToLoop()
    }
  }

  /** Ends the pass and gives what was found. */
  end(): PageScan {
    if (this.#goesOn) this.#scanner.write(this.#decoder.end())
    const scan = this.#scanner.end()
    return this.#timeIsUp ? { ...scan, cuts: [...scan.cuts, 'time'] } : scan
  }

  get #goesOn(): boolean {
    return !this.#timeIsUp && !this.#scanner.stopped
  }
}

/** Scans a whole document: its chunks, or the one that is all of it. Rejects only with what `chunks` throws. */
export async function scanDocument(
  chunks: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: ScanOptions,
): Promise<PageScan> {
  const scan = new DocumentScan(options)
  if (chunks instanceof Uint8Array) await scan.add(chunks)
  else for await (const chunk of chunks) await scan.add(chunk)
  return scan.end()
}
