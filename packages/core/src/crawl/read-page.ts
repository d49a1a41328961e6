// From an answer to what a page is made of: its kind is judged on the header, the body is read once and scanned while it comes in.
import { parseRobotsDirectives } from '@curtsy/robots'
import type { PageDirectives } from '@curtsy/robots'
import { refuseByHeader } from '../page/content-kind.ts'
import type { ContentRefusal } from '../page/content-kind.ts'
import { readDocument } from '../page/read-document.ts'
import type { ReadDocument } from '../page/read-document.ts'
import type { ResponseHeaders, TransportFailure, TransportResult } from '../ports/transport.ts'
import type { CrawlParts } from './parts.ts'

type Response = Extract<TransportResult, { kind: 'response' }>

/** A page that has been read and not yet been delivered. */
export interface ReadPage {
  readonly kind: 'page'
  readonly url: URL
  readonly status: number
  readonly headers: ResponseHeaders
  readonly document: ReadDocument
  readonly directives: PageDirectives
}

export type ReadResult = ReadPage | { readonly kind: 'refused'; readonly failure: TransportFailure }

/** Reads a 2xx answer. Rejects with `BodyFailure` where the body ends badly. */
export async function readPage(
  parts: CrawlParts,
  url: URL,
  { status, headers, body }: Response,
): Promise<ReadResult> {
  const contentType = headers.get('content-type')
  const byHeader = refuseByHeader(contentType)
  if (byHeader !== undefined) {
    body.discard()
    return refused(byHeader)
  }
  const { limits, identity } = parts.settings
  const document = await readDocument(body, {
    contentType,
    limits,
    turns: parts.turns,
    metaNames: identity.tokens.map((token) => token.toLowerCase()),
  })
  if (document.kind === 'refused') return refused(document)
  return {
    kind: 'page',
    url,
    status,
    headers,
    document,
    directives: directivesOf(parts, headers, document),
  }
}

function refused({ reason, message }: ContentRefusal): ReadResult {
  return { kind: 'refused', failure: { reason, message } }
}

/** X-Robots-Tag and meta robots, for our token: the sum of what is asked (HW-DOC-08). */
function directivesOf(
  { settings }: CrawlParts,
  headers: ResponseHeaders,
  { scan }: ReadDocument,
): PageDirectives {
  const { tokens } = settings.identity
  const names = new Set(['robots', ...tokens.map((token) => token.toLowerCase())])
  const metas = (scan?.metas ?? []).filter(({ name }) => names.has(name))
  return parseRobotsDirectives(headers.all('x-robots-tag'), metas, tokens)
}
