// `page.$` and `page.document()`: when a document is built, how large it may be, and what is said when it is too large.
import type { CheerioAPI } from 'cheerio'
import { CurtsyError } from '../curtsy-error.ts'
import type { Limits } from '../domain/limits.ts'
import type { DocumentBuilder, DocumentParser } from './document.ts'
import { buildDocument } from './document.ts'
import type { LoopTurns } from './scan-document.ts'
import { TURN_MS } from './scan-document.ts'
import type { TextDecoding } from './text-decoding.ts'
import { textPieces } from './text-pieces.ts'
import { TreeTooLarge } from './tree-budget.ts'
import type { TreeCaps } from './tree-budget.ts'

/**
 * Nodes that are built in one go, by parser. Measured at 3 µs a node for htmlparser2 and 7 for parse5 on the two-core machine
 * of the benchmarks; a machine of half its speed still stays near 250 ms.
 */
const MAX_NODES_AT_ONCE: Readonly<Record<DocumentParser, number>> = {
  htmlparser2: 50_000,
  parse5: 20_000,
}

/** What a document is built from, and under which limits. */
export interface DocumentSource {
  readonly url: string
  readonly kind: 'html' | 'xml'
  readonly bytes: Uint8Array
  readonly decoding: TextDecoding
  readonly parser: DocumentParser
  readonly limits: Pick<Limits, 'maxDomDepth' | 'maxDomNodes' | 'maxParseMs'>
  readonly turns: LoopTurns
  /** Nodes that the scan saw, where there was one. */
  readonly scannedNodes: number | undefined
}

/**
 * Builds the document in one go.
 *
 * @throws CurtsyError CURTSY_PAGE if the page is too large for that (`details.reason` is `parse-limit`)
 */
export function documentAtOnce(source: DocumentSource): CheerioAPI {
  const { limits, parser, scannedNodes = 0 } = source
  const maxNodes = Math.min(limits.maxDomNodes, MAX_NODES_AT_ONCE[parser])
  const caps: TreeCaps = { maxNodes, maxDepth: limits.maxDomDepth }
  const hint = maxNodes < limits.maxDomNodes ? '; use `await page.document()`' : ''
  if (scannedNodes > maxNodes) {
    throw tooLarge(
      source,
      `has ${scannedNodes} nodes, and page.$ builds at most ${maxNodes}${hint}`,
    )
  }
  const builder = buildDocument(source.kind, source.parser, caps)
  try {
    for (const piece of textPieces(source.bytes, source.decoding)) builder.write(piece)
    return builder.end()
  } catch (error) {
    throw explained(error, source, caps, 'page.$', hint)
  }
}

/**
 * Builds the document in slices that leave the event loop to others in between.
 *
 * @throws CurtsyError CURTSY_PAGE if it passes `maxDomNodes`, `maxDomDepth` or `maxParseMs`
 */
export async function documentInSlices(source: DocumentSource): Promise<CheerioAPI> {
  const { limits, turns } = source
  const caps: TreeCaps = { maxNodes: limits.maxDomNodes, maxDepth: limits.maxDomDepth }
  const builder: DocumentBuilder = buildDocument(source.kind, source.parser, caps)
  let spentMs = 0
  let sliceStart = turns.cpuNow()
  try {
    for (const piece of textPieces(source.bytes, source.decoding)) {
      builder.write(piece)
      const sliceMs = turns.cpuNow() - sliceStart
      if (sliceMs < TURN_MS) continue
      spentMs += sliceMs
      if (spentMs > limits.maxParseMs) {
        throw tooLarge(source, `took more than limits.maxParseMs (${limits.maxParseMs}) to build`)
      }
      // oxlint-disable-next-line no-await-in-loop -- the pause between slices is the point
      await turns.yieldToLoop()
      sliceStart = turns.cpuNow()
    }
    return builder.end()
  } catch (error) {
    throw explained(error, source, caps, 'page.document()', '')
  }
}

function explained(
  error: unknown,
  source: DocumentSource,
  caps: TreeCaps,
  what: string,
  hint: string,
): unknown {
  if (!(error instanceof TreeTooLarge)) return error
  return error.cap === 'maxNodes'
    ? tooLarge(source, `has more nodes than the ${caps.maxNodes} that ${what} builds${hint}`)
    : tooLarge(source, `is nested deeper than limits.maxDomDepth (${caps.maxDepth})`)
}

function tooLarge({ url }: DocumentSource, what: string): CurtsyError {
  return new CurtsyError('CURTSY_PAGE', `The document of ${url} ${what}.`, {
    url,
    reason: 'parse-limit',
  })
}
