// Steps 6 to 10 of docs/architecture.md for a sitemap file: streamed, its entries become candidates in batches while it is read. Read again
// from the start after a crash; the seen set drops what came twice.
import { judgeSitemapKind, parseSitemapBatches } from '@curtsy/sitemap'
import type { SitemapEntry, SitemapKind, UrlEntry } from '@curtsy/sitemap'
import { isCutSitemap } from '../domain/cut-sitemap.ts'
import { bringsPage } from '../domain/dispose.ts'
import { BodyFailure } from '../ports/transport.ts'
import type { TransportFailure, TransportResult } from '../ports/transport.ts'
import type { ClaimedEntry, Settlement } from '../ports/store.ts'
import type { Candidate } from './candidates.ts'
import { contact } from './contact.ts'
import { LINK_PRIORITY } from './found.ts'
import {
  auditRequest,
  cancel,
  isCancelled,
  judge,
  learn,
  lose,
  putBack,
  tellFailed,
} from './finish.ts'
import { answeredContact, failedContact } from './finished-contact.ts'
import type { FinishedContact } from './finished-contact.ts'
import type { CrawlParts } from './parts.ts'
import { redirect } from './redirect.ts'
import { auditRefusals, refuse } from './refusals.ts'
import type { Passage, PassingRule } from './robots-rules.ts'

type Response = Extract<TransportResult, { kind: 'response' }>

interface ReadSitemap {
  readonly urls: number
  readonly kind: SitemapKind | undefined
  readonly problems: readonly string[]
  readonly failure: TransportFailure | undefined
}

/** Fetches a sitemap that the robots gate let pass, adds what it names, and settles it. */
export async function sitemapTurn(
  parts: CrawlParts,
  entry: ClaimedEntry,
  url: URL,
  permit: Passage,
): Promise<void> {
  const { rule } = permit
  const result = await contact(parts, entry, url, 'sitemap', permit)
  if (result.kind === 'not-now') return putBack(parts, entry, result.host)
  if (result.kind === 'refused') return refuse(parts, entry, result.reason, result.message)
  const request = { kind: 'sitemap', url } as const
  if (result.kind === 'failed')
    return finish(parts, entry, failedContact(request, result), undefined, rule)
  const read = await readSitemap(parts, entry, url, result.response)
  const end = await result.response.ended
  await finish(parts, entry, answeredContact(request, result, end, read?.failure), read, rule)
}

async function finish(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  read: ReadSitemap | undefined,
  rule: PassingRule | undefined,
): Promise<void> {
  if (isCancelled(parts, over)) return cancel(parts, entry, over, { rule })
  const { maxDecodeRatio } = parts.settings.limits
  if (
    over.failure &&
    isCutSitemap({ ...over, ...over.failure, urls: read?.urls ?? 0 }, maxDecodeRatio)
  )
    return finish(parts, entry, { ...over, failure: undefined }, read, rule)
  const host = await learn(parts, entry, over)
  const details = {
    status: over.status ?? null,
    fetchedAtMs: over.endMs,
    urls: read?.urls ?? 0,
    problems: read?.problems ?? [],
  }
  const found: Candidate[] = []
  let disposition = judge(parts, entry, over)
  let outcome: Settlement['outcome'] | undefined
  if (disposition.kind === 'redirect') {
    const followed = await redirect(parts, entry, over, disposition.location)
    if (followed.kind === 'followed') {
      auditRequest(parts, entry, over, 'redirected', { rule })
      const target = parts.sitemaps.moved(entry, followed.target, followed.data)
      if (target) found.push(target)
      outcome = {
        kind: 'done',
        state: { kind: 'redirected' },
        details: { ...details, target: followed.target },
      }
    } else disposition = followed
  }
  if (disposition.kind === 'deliver') {
    auditRequest(parts, entry, over, 'delivered', { rule })
    outcome = deliveredOutcome(parts, entry, read, details)
  } else if (disposition.kind === 'drop' && entry.data?.guessed && isAbsent(over.status)) {
    outcome = absentOutcome(parts, entry, over, details, rule)
  } else if (disposition.kind !== 'redirect') {
    outcome = lose(parts, entry, over, disposition, host, details, rule)
  }
  await parts.settle.settle({
    lease: entry.lease,
    outcome: outcome!,
    found: found.map((candidate) => candidate.entry),
    records: [],
    contactEndMs: over.endMs,
    host: parts.hosts.newest(entry.slot, host),
  })
  auditRefusals(parts, found)
}

/** Not there, for now or for good. */
function isAbsent(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/** Nobody said that there was a sitemap: that there is none is explained where somebody asks, and no failure to be told of. */
function absentOutcome(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  details: Readonly<Record<string, unknown>>,
  rule: PassingRule | undefined,
): Settlement['outcome'] {
  auditRequest(parts, entry, over, 'http-status', { rule })
  const message = `robots.txt of ${entry.origin} names no sitemap, and none is here: status ${over.status}.`
  return {
    kind: 'done',
    state: { kind: 'failed', reason: 'http-status' },
    details: { ...details, message },
  }
}

/** HW-MAP-01, HW-MAP-02: a file that delivers nothing because of its XML has failed. */
function deliveredOutcome(
  parts: CrawlParts,
  entry: ClaimedEntry,
  read: ReadSitemap | undefined,
  details: Readonly<Record<string, unknown>>,
): Settlement['outcome'] {
  if (read?.kind === 'invalid' || read?.urls !== 0 || read.problems.length === 0)
    return { kind: 'done', state: { kind: 'delivered' }, details }
  const message = `No entry: ${read.problems.join(', ')}.`
  tellFailed(parts, entry, 'xml-limit', message)
  return {
    kind: 'done',
    state: { kind: 'failed', reason: 'xml-limit' },
    details: { ...details, message },
  }
}

async function readSitemap(
  parts: CrawlParts,
  entry: ClaimedEntry,
  url: URL,
  response: Response,
): Promise<ReadSitemap | undefined> {
  const { status, headers, body } = response
  if (!bringsPage(status)) {
    body.discard()
    return undefined
  }
  const contentType = headers.get('content-type')
  if (parts.takeSitemap !== undefined) {
    await parts.takeSitemap({ url: url.href, status, contentType, body })
    // Nothing where it was read to its end; the socket is closed where it was left before.
    body.discard()
    return { urls: 0, kind: undefined, problems: [], failure: (await response.ended).failure }
  }
  const { limits } = parts.settings
  const problems = new Set<string>()
  const batches = parseSitemapBatches(body, {
    url: url.href,
    ...(contentType === undefined ? {} : { contentType }),
    crossSubmitHosts: parts.sitemaps.hostsOf(entry),
    maxBytes: limits.maxBodyBytes.sitemap,
    maxXmlDepth: limits.maxXmlDepth,
    maxXmlEntryBytes: limits.maxXmlEntryBytes,
    onProblem: ({ code }) => problems.add(code),
  })
  let urls = 0
  for (;;) {
    const next = await batches.next()
    if (next.done) {
      const { kind, error } = next.value
      if (error !== undefined && !(error instanceof BodyFailure)) throw error
      if (error?.failure.reason === 'body-too-large') problems.add('too-large')
      if (problems.has('too-large')) problems.add('truncated')
      // What was read before the fault is kept.
      return { urls, kind, problems: [...problems], failure: error?.failure }
    }
    // HW-MAP-04: the crawl takes the first 50,000.
    const wanted = next.value.slice(0, limits.maxSitemapUrls - urls)
    await addEntries(parts, entry, wanted, problems)
    urls += wanted.length
    if (wanted.length === next.value.length) continue
    problems.add('truncated')
    await batches.return(undefined as never)
    return { urls, kind: 'urlset', problems: [...problems], failure: undefined }
  }
}

/** Adds a batch to the frontier while the file is still being read; a store that is slow slows the reading. */
async function addEntries(
  parts: CrawlParts,
  entry: ClaimedEntry,
  entries: readonly SitemapEntry[],
  problems: Set<string>,
): Promise<void> {
  const batch = entries
    .map((one) =>
      one.kind === 'url'
        ? pageCandidate(parts, entry, one)
        : childCandidate(parts, entry, one.loc, problems),
    )
    .filter((candidate) => candidate !== undefined)
  if (batch.length === 0) return
  const { added } = await parts.store.add(batch.map((candidate) => candidate.entry))
  auditRefusals(
    parts,
    batch.filter((_, at) => added[at]),
  )
}

function pageCandidate(
  parts: CrawlParts,
  entry: ClaimedEntry,
  { loc, lastmod, priority }: UrlEntry,
): Candidate | undefined {
  return parts.candidates.judge(loc, undefined, {
    source: 'sitemap-entry',
    depth: 0,
    via: entry.url,
    // The sitemap's own order of importance, between seeds and links: 1.0 goes before 0.0.
    priority: LINK_PRIORITY - Math.round((priority ?? 0.5) * 8),
    ...(lastmod === undefined ? {} : { data: { lastmod } }),
  })
}

function childCandidate(
  parts: CrawlParts,
  entry: ClaimedEntry,
  loc: string,
  problems: Set<string>,
): Candidate | undefined {
  const file = { url: entry.url, path: entry.data?.sitemapPath ?? [] }
  const { follow, problem } = judgeSitemapKind(file, 'sitemapindex', parts.sitemaps.limits)
  if (problem) problems.add(problem)
  if (!follow) return undefined
  const child = parts.sitemaps.child(entry, loc)
  if (!('refused' in child)) return child.candidate
  problems.add(child.refused)
  return undefined
}
