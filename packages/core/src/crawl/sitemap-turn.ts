// Steps 6 to 10 of docs/architecture.md for a sitemap file: streamed, its entries become candidates in batches while it is read. Read again
// from the start after a crash; the seen set drops what came twice.
import { parseSitemap } from '@curtsy/sitemap'
import type { SitemapSummary, UrlEntry } from '@curtsy/sitemap'
import { BodyFailure } from '../ports/transport.ts'
import type { TransportFailure, TransportResult } from '../ports/transport.ts'
import type { ClaimedEntry, Settlement } from '../ports/store.ts'
import type { Candidate } from './candidates.ts'
import { contact } from './contact.ts'
import { LINK_PRIORITY } from './found.ts'
import { auditRequest, judge, learn, lostOutcome } from './finish.ts'
import type { FinishedContact } from './finish.ts'
import type { CrawlParts } from './parts.ts'
import { redirect } from './redirect.ts'
import { auditRefusals } from './refusals.ts'
import { sitemapEntry } from './sitemap-files.ts'
import { putBack, refuse } from './turn.ts'
import type { PassingRule } from './turn.ts'

const BATCH = 500

type Response = Extract<TransportResult, { kind: 'response' }>

interface ReadSitemap {
  readonly urls: number
  readonly kind: SitemapSummary['kind'] | undefined
  readonly problems: readonly string[]
  readonly failure: TransportFailure | undefined
}

/** Fetches a sitemap that the robots gate let pass, adds what it names, and settles it. */
export async function sitemapTurn(parts: CrawlParts, entry: ClaimedEntry, url: URL, rule: PassingRule | undefined): Promise<void> {
  const result = await contact(parts, entry, url, 'sitemap')
  if (result.kind === 'not-now') return putBack(parts, entry)
  if (result.kind === 'refused') return refuse(parts, entry, result.reason, result.message)
  const { demanded } = result
  if (result.kind === 'failed') {
    const { failure, startMs, endMs, address } = result
    const nothing = { status: undefined, location: undefined, retryAfter: undefined, bytes: 0, wireBytes: 0 }
    return finish(parts, entry, { ...nothing, kind: 'sitemap', url, startMs, endMs, address, failure, demanded }, undefined, rule)
  }
  const { response } = result
  const read = await readSitemap(parts, entry, url, response)
  const end = await response.ended
  if (parts.stop.requests.aborted) return putBack(parts, entry)
  const { status, headers, startMs, address } = response
  const over: FinishedContact = {
    kind: 'sitemap', url, demanded, status, startMs, address, endMs: end.endMs, bytes: end.bodyBytes, wireBytes: end.wireBytes,
    location: headers.get('location'), retryAfter: headers.get('retry-after'), failure: read?.failure,
  }
  await finish(parts, entry, over, read, rule)
}

async function finish(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  read: ReadSitemap | undefined,
  rule: PassingRule | undefined,
): Promise<void> {
  const host = learn(parts, entry, over)
  const details = { status: over.status ?? null, fetchedAtMs: over.endMs, urls: read?.urls ?? 0, problems: read?.problems ?? [] }
  const found: Candidate[] = []
  const disposition = judge(parts, entry, over)
  let outcome: Settlement['outcome']
  if (disposition.kind === 'deliver') {
    auditRequest(parts, entry, over, 'delivered', { rule })
    // HW-MAP-01, HW-MAP-02: a file that delivers nothing because of its XML has failed.
    outcome = read?.kind === 'invalid' || read?.urls !== 0 || read.problems.length === 0
      ? { kind: 'done', state: { kind: 'delivered' }, details }
      : { kind: 'done', state: { kind: 'failed', reason: 'xml-limit' }, details: { ...details, message: `No entry: ${read.problems.join(', ')}.` } }
  } else if (disposition.kind === 'redirect') {
    const followed = await redirect(parts, entry, over.url, disposition.location, over.endMs - over.startMs)
    const valid = followed.kind === 'followed'
    auditRequest(parts, entry, over, valid ? 'redirected' : followed.reason, { rule })
    if (valid) {
      const { sitemapLevel = 0, sitemapPath = [], crossSubmitHosts = [] } = entry.data ?? {}
      const target = sitemapEntry(parts.candidates, followed.target, undefined, { via: entry.url, level: sitemapLevel, path: sitemapPath, crossSubmitHosts })
      if (target) found.push(target)
    }
    outcome = valid
      ? { kind: 'done', state: { kind: 'redirected' }, details: { ...details, target: followed.target } }
      : { kind: 'done', state: { kind: 'failed', reason: followed.reason }, details: { ...details, message: followed.message } }
  } else {
    const willRetry = disposition.kind === 'retry'
    auditRequest(parts, entry, over, disposition.reason, { rule, retry: willRetry })
    parts.events.emit('failed', { url: entry.url, code: disposition.reason, message: disposition.message, attempt: entry.attempt + 1, willRetry })
    outcome = lostOutcome(entry, disposition, host, over.endMs, details)
  }
  await parts.settle.settle({ lease: entry.lease, outcome, found: found.map((candidate) => candidate.entry), records: [], contactEndMs: over.endMs, host })
  auditRefusals(parts, found)
}

async function readSitemap(parts: CrawlParts, entry: ClaimedEntry, url: URL, response: Response): Promise<ReadSitemap | undefined> {
  const { status, headers, body } = response
  if (status < 200 || status > 299 || status === 206) {
    body.discard()
    return undefined
  }
  const { limits } = parts.settings
  const problems = new Set<string>()
  const contentType = headers.get('content-type')
  const entries = parseSitemap(body, {
    url: url.href,
    ...(contentType === undefined ? {} : { contentType }),
    crossSubmitHosts: entry.data?.crossSubmitHosts ?? [],
    maxBytes: limits.maxBodyBytes.sitemap,
    onProblem: ({ code }) => problems.add(code),
  })
  let batch: Candidate[] = []
  let urls = 0
  const said = (kind: ReadSitemap['kind'], failure: TransportFailure | undefined): ReadSitemap => ({ urls, kind, failure, problems: [...problems] })
  try {
    for (;;) {
      const next = await entries.next()
      if (next.done) {
        await add(parts, batch)
        return said(next.value.kind, undefined)
      }
      const candidate = next.value.kind === 'url' ? pageCandidate(parts, entry, next.value) : childSitemap(parts, entry, next.value.loc, problems)
      if (next.value.kind === 'url') urls++
      if (candidate) batch.push(candidate)
      if (batch.length >= BATCH) {
        await add(parts, batch)
        batch = []
      }
      if (urls >= limits.maxSitemapUrls) {
        // HW-MAP-04: the crawl takes the first 50,000.
        problems.add('truncated')
        await add(parts, batch)
        const end = await entries.return({ kind: 'urlset' } as SitemapSummary)
        return said(end.value?.kind, undefined)
      }
    }
  } catch (thrown) {
    if (!(thrown instanceof BodyFailure)) throw thrown
    // What was read before the fault is kept.
    await add(parts, batch)
    return said(undefined, thrown.failure)
  }
}

function pageCandidate(parts: CrawlParts, entry: ClaimedEntry, { loc, lastmod, priority }: UrlEntry): Candidate | undefined {
  return parts.candidates.judge(loc, undefined, {
    source: 'sitemap-entry',
    depth: 0,
    via: entry.url,
    // The sitemap's own order of importance, between seeds and links: 1.0 goes before 0.0.
    priority: LINK_PRIORITY - Math.round((priority ?? 0.5) * 8),
    ...(lastmod === undefined ? {} : { data: { lastmod } }),
  })
}

function childSitemap(parts: CrawlParts, entry: ClaimedEntry, loc: string, problems: Set<string>): Candidate | undefined {
  const { sitemapLevel = 0, sitemapPath = [], crossSubmitHosts = [] } = entry.data ?? {}
  const { maxSitemapDepth } = parts.settings.limits
  if (sitemapLevel >= maxSitemapDepth) {
    problems.add('too-deep')
    return undefined
  }
  return sitemapEntry(parts.candidates, loc, entry.url, {
    via: entry.url, level: sitemapLevel + 1, path: [...sitemapPath, entry.url], crossSubmitHosts,
  })
}

async function add(parts: CrawlParts, batch: readonly Candidate[]): Promise<void> {
  if (batch.length === 0) return
  const { added } = await parts.store.add(batch.map((candidate) => candidate.entry))
  auditRefusals(parts, batch.filter((_, at) => added[at]))
}
