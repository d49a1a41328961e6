// Raw inflate and CRC-32 where there is zlib. `#inflate` in package.json chooses this file or inflate.web.ts; both must behave alike.
import { crc32 as zlibCrc32, createInflateRaw } from 'node:zlib'
import type { InflateRaw } from 'node:zlib'
import type { InflateStep } from './gunzip.ts'

/** Unpacks one deflate stream, a slice at a time, and tells how much of the slice belonged to it. */
export class Inflater {
  readonly #stream: InflateRaw = createInflateRaw({ chunkSize: 65_536 })
  #output: Uint8Array[] = []
  #state: InflateStep['state'] = 'more'
  #settle: (() => void) | undefined

  constructor() {
    this.#stream.on('data', (bytes: Uint8Array) => this.#output.push(bytes))
    this.#stream.on('end', () => this.#finish('done'))
    this.#stream.on('error', () => this.#finish('broken'))
  }

  async push(input: Uint8Array): Promise<InflateStep> {
    const before = this.#stream.bytesWritten
    await new Promise<void>((resolve) => {
      this.#settle = resolve
      this.#stream.write(input, () => resolve())
    })
    const output = this.#output
    this.#output = []
    return { output, consumed: this.#stream.bytesWritten - before, state: this.#state }
  }

  close(): void {
    this.#stream.destroy()
  }

  #finish(state: 'done' | 'broken'): void {
    if (this.#state === 'more') this.#state = state
    this.#settle?.()
  }
}

/** CRC-32 of more bytes after those that gave `before`. */
export function crc32(bytes: Uint8Array, before: number): number {
  return zlibCrc32(bytes, before)
}
