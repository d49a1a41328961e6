// One body in, entries out: source -> gzip -> size limit -> text -> document, a piece at a time and never the whole.
// oxlint-disable no-await-in-loop -- a stream is read in order
import { bytesOf, SourceFailure } from './byte-source.ts'
import type { SitemapBody } from './byte-source.ts'
import { TextReader } from './text-reader.ts'
import { EntryStream } from './entry-stream.ts'
import type { SitemapEntry } from './entry.ts'
import { checkParsing, ENTRY_LIMITS } from './option-checks.ts'
import { ProblemLog } from './problem.ts'
import type { ProblemCounts, SitemapProblem } from './problem.ts'
import { SitemapDocument } from './sitemap-document.ts'
import type { SitemapKind } from './sitemap-document.ts'
import { unpack } from './unpack.ts'

/** Size of a sitemap that the protocol allows, unpacked: 50 MiB. */
export const MAX_SITEMAP_BYTES = 52_428_800

/** Settings of `parseSitemap`. */
export interface ParseSitemapOptions {
  /**
   * Address of the sitemap: relative locations resolve against it, and it says which host and folder the file may speak for. A file of
   * one's own (`file:`) may list pages of any host.
   */
  readonly url: string
  /** Content-Type as received. Only its charset counts, and whether it says gzip. */
  readonly contentType?: string
  /** `core` (default): loc, lastmod, changefreq, priority. `all`: images, video, news and alternates too. */
  readonly fields?: 'core' | 'all'
  /** Other hosts whose robots.txt names this sitemap; their entries count too. Default: none. */
  readonly crossSubmitHosts?: readonly string[]
  /** Reading stops after so many unpacked bytes; from 0, `Infinity` for no limit. Default 52,428,800. */
  readonly maxBytes?: number
  /** An entry with more elements open at once is dropped and reported (`malformed-xml`); from 0 to 1,000. Default 32. */
  readonly maxXmlDepth?: number
  /**
   * A larger entry, in bytes of UTF-8, is dropped and reported (`malformed-xml`, or `loc-too-long` where the location is what is long),
   * and its text is not kept; from 0 to 52,428,800. Default 262,144.
   */
  readonly maxXmlEntryBytes?: number
  /** Told each finding as it is met. */
  readonly onProblem?: (problem: SitemapProblem) => void
}

/** What a body was, once it was read. */
export interface SitemapSummary {
  readonly kind: SitemapKind
  /** Entries delivered. */
  readonly entries: number
  /** How often each problem was found. */
  readonly problems: ProblemCounts
  /** Unpacked bytes read. */
  readonly bytes: number
  /** What the source of the bytes threw, if it did: what came before was delivered, and `truncated` is among the problems. */
  readonly error?: unknown
}

/**
 * Reads a sitemap, an index, a text list or a feed and yields its entries in order, while the body streams in.
 *
 * The format is decided by content. Nothing throws for what a server sent: faults are problems, and what was read before one is
 * delivered. Leaving the loop early closes the body.
 *
 * @returns (as the generator's value) the kind, the counts, the size
 * @throws SitemapOptionError (CURTSY_OPTION) at once for a `url` that is no absolute URL and for any other option or body of the wrong
 *   kind, and in the loop for a body that gives anything but bytes
 * @example
 * for await (const entry of parseSitemap(response.body, { url: response.url })) console.log(entry.loc)
 */
export function parseSitemap(
  body: SitemapBody,
  options: ParseSitemapOptions,
): AsyncGenerator<SitemapEntry, SitemapSummary, void> {
  return new EntryStream(parseSitemapBatches(body, options))
}

/**
 * The same as `parseSitemap`, but yields the entries of each piece of the body together, which spares a promise for each entry. A
 * batch is never empty.
 *
 * @example
 * for await (const batch of parseSitemapBatches(body, { url })) frontier.add(batch)
 */
export function parseSitemapBatches(
  body: SitemapBody,
  options: ParseSitemapOptions,
): AsyncGenerator<SitemapEntry[], SitemapSummary, void> {
  checkParsing(body, options)
  return readBatches(body, options)
}

async function* readBatches(
  body: SitemapBody,
  options: ParseSitemapOptions,
): AsyncGenerator<SitemapEntry[], SitemapSummary, void> {
  const log = new ProblemLog(options.onProblem)
  const reader = new TextReader(
    options.contentType,
    log,
    typeof body === 'string' ? { encoding: 'utf-8' } : {},
  )
  const document = new SitemapDocument(
    {
      ...options,
      fields: options.fields ?? 'core',
      maxXmlDepth: options.maxXmlDepth ?? ENTRY_LIMITS.maxXmlDepth,
      maxXmlEntryBytes: options.maxXmlEntryBytes ?? ENTRY_LIMITS.maxXmlEntryBytes,
    },
    log,
  )
  const limit = options.maxBytes ?? MAX_SITEMAP_BYTES
  let bytesRead = 0
  let count = 0
  let cut = false
  let error: unknown
  try {
    for await (const bytes of unpack(bytesOf(body), options, log)) {
      const wanted = bytes.subarray(0, limit - bytesRead)
      bytesRead += wanted.length
      document.write(reader.decode(wanted))
      const batch = document.takeEntries()
      count += batch.length
      if (batch.length > 0) yield batch
      if (wanted.length < bytes.length) {
        cut = true
        log.report('too-large', { detail: `${limit} bytes` })
      }
      if (cut || document.stopped) break
    }
  } catch (failure) {
    // A connection that broke. The entries before it are good.
    if (!(failure instanceof SourceFailure)) throw failure
    error = failure.cause
    log.reportOnce('truncated', { detail: error instanceof Error ? error.message : String(error) })
  }
  // A character that the end cut in two. Where a limit or a broken connection cut it, the file is not at fault.
  const remainder = reader.end()
  if (!cut) document.write(remainder)
  document.end({ cut: cut || log.has('gzip-corrupt') })
  const isWhole = !cut && document.kind !== 'invalid' && !log.has('truncated')
  if (isWhole && remainder.includes('\ufffd')) log.reportOnce('invalid-utf8')
  log.settleChecksum(log.has('gzip-corrupt') ? 'corrupt' : 'good')
  const rest = document.takeEntries()
  if (rest.length > 0) yield rest
  return {
    kind: document.kind,
    entries: count + rest.length,
    problems: log.counts,
    bytes: bytesRead,
    ...(error === undefined ? {} : { error }),
  }
}
