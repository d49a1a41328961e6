// From a body that streams in to what the page needs: its kind, its encoding, its bytes once, and the scan that was made on
// the way. Step 9 of the walk, before the handler.
import type { Charset } from './charset.ts'
import { chooseCharset } from './charset.ts'
import type { ContentKind, ContentRefusal } from './content-kind.ts'
import { contentKind, SNIFF_BYTES } from './content-kind.ts'
import type { CreateLinkScanner, PageScan, ScanLimits } from './page-scan.ts'
import type { LoopTurns } from './scan-document.ts'
import { DocumentScan } from './scan-document.ts'

/** A body that was read, and what it turned out to be. */
export interface ReadDocument {
  readonly kind: 'document'
  readonly content: ContentKind
  /** Essence of Content-Type, or the type that the first bytes were taken for. */
  readonly type: string
  readonly bytes: Uint8Array
  readonly charset: Charset
  /** Of HTML only. */
  readonly scan: PageScan | undefined
}

/** How a body is read. */
export interface ReadOptions {
  /** Value of the Content-Type field. Ask `refuseByHeader` first: it needs no body. */
  readonly contentType: string | undefined
  readonly limits: ScanLimits
  readonly turns: LoopTurns
  /** Metas to keep besides `robots`: the product tokens, in lower case. */
  readonly metaNames?: readonly string[]
  readonly createScanner?: CreateLinkScanner
}

/**
 * Reads a body to its end and scans HTML while it comes in. A refusal leaves the loop over `body` early, which closes its
 * socket. Rejects with what `body` throws, and with nothing else.
 */
export async function readDocument(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ReadDocument | ContentRefusal> {
  const reading = new Reading(options)
  if (body instanceof Uint8Array) await reading.add(body)
  else {
    for await (const chunk of body) {
      await reading.add(chunk)
      if (reading.refusal !== undefined) return reading.refusal
    }
  }
  return reading.end()
}

type Begun = Pick<ReadDocument, 'content' | 'type' | 'charset'>

/** Until 1,024 bytes are there nothing can be said; then kind and encoding are decided once, and the scan follows the chunks. */
class Reading {
  refusal: ContentRefusal | undefined
  readonly #options: ReadOptions
  readonly #chunks: Uint8Array[] = []
  #length = 0
  #begun: Begun | undefined
  #scan: DocumentScan | undefined

  constructor(options: ReadOptions) {
    this.#options = options
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#begun !== undefined) await this.#scan?.add(chunk)
    else if (this.#length >= SNIFF_BYTES) await this.#begin()
  }

  async end(): Promise<ReadDocument | ContentRefusal> {
    const begun = this.#begun ?? (await this.#begin())
    if (begun === undefined || this.refusal !== undefined) return this.refusal as ContentRefusal
    const [first, ...others] = this.#chunks
    const bytes =
      first !== undefined && others.length === 0 ? first : Buffer.concat(this.#chunks, this.#length)
    return { kind: 'document', ...begun, bytes, scan: this.#scan?.end() }
  }

  async #begin(): Promise<Begun | undefined> {
    const { contentType, limits, turns, metaNames = [], createScanner } = this.#options
    const head = Buffer.concat(this.#chunks, Math.min(this.#length, SNIFF_BYTES))
    const verdict = contentKind(contentType, head)
    if (verdict.kind === 'refused') {
      this.refusal = verdict
      return undefined
    }
    const { kind: content, type, charset: httpLabel } = verdict
    const charset = await chooseCharset({ head, httpLabel, kind: content })
    this.#begun = { content, type, charset }
    if (content === 'html') {
      const { decoding } = charset
      this.#scan = new DocumentScan({
        decoding,
        limits,
        turns,
        metaNames,
        ...(createScanner === undefined ? {} : { createScanner }),
      })
      for (const chunk of this.#chunks) {
        // oxlint-disable-next-line no-await-in-loop -- the scan takes the chunks in their order
        await this.#scan.add(chunk)
      }
    }
    return this.#begun
  }
}
