// Steps 6 to 10 of docs/architecture.md for a page: contact, dispose, deliver, settle.
import { bringsPage } from '../domain/dispose.ts'
import { BodyFailure } from '../ports/transport.ts'
import type { TransportFailure, TransportResult } from '../ports/transport.ts'
import type { ClaimedEntry, HostState, Settlement } from '../ports/store.ts'
import { contact } from './contact.ts'
import type { ContactResult } from './contact.ts'
import { deliver } from './deliver.ts'
import type { Delivery } from './deliver.ts'
import { auditRequest, cancel, isCancelled, judge, learn, lose, putBack } from './finish.ts'
import { answeredContact, failedContact } from './finished-contact.ts'
import type { FinishedContact } from './finished-contact.ts'
import { Found } from './found.ts'
import type { CrawlParts } from './parts.ts'
import { readPage } from './read-page.ts'
import type { ReadPage } from './read-page.ts'
import { redirect, redirectedPage } from './redirect.ts'
import { auditRefusals, refuse } from './refusals.ts'
import type { Passage, PassingRule } from './robots-rules.ts'

type Response = Extract<TransportResult, { kind: 'response' }>

/** Fetches a page that the robots gate let pass, and settles it. */
export async function pageTurn(
  parts: CrawlParts,
  entry: ClaimedEntry,
  url: URL,
  permit: Passage,
): Promise<void> {
  const { rule } = permit
  const result = await contact(parts, entry, url, 'page', permit)
  if (result.kind === 'not-now') return putBack(parts, entry, result.host)
  if (result.kind === 'refused') return refuse(parts, entry, result.reason, result.message)
  const { over, page } = await finishContact(parts, url, result)
  if (isCancelled(parts, over)) return cancel(parts, entry, over, { rule })

  const found = new Found(parts.candidates, entry, url)
  const outcome = await settledOutcome(parts, entry, over, page, found, rule)
  const { settled } = outcome
  const host = parts.hosts.newest(entry.slot, outcome.host)
  const brought =
    settled.kind === 'return' ? NOTHING : { found: found.entries, records: found.records }
  await parts.settle.settle({
    lease: entry.lease,
    outcome: settled,
    contactEndMs: over.endMs,
    host,
    ...brought,
  })
  if (settled.kind === 'return') return
  if (settled.kind === 'done' && settled.state.kind === 'delivered') parts.tally.delivered++
  auditRefusals(parts, found.refused)
}

const NOTHING = { found: [], records: [] }

interface Settled {
  readonly settled: Settlement['outcome']
  readonly host: HostState
}

async function settledOutcome(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  page: ReadPage | undefined,
  found: Found,
  rule: PassingRule | undefined,
): Promise<Settled> {
  const host = await learn(parts, entry, over)
  const details = { status: over.status ?? null, fetchedAtMs: over.endMs, bytes: over.bytes }
  let disposition = judge(parts, entry, over)
  if (disposition.kind === 'redirect') {
    const followed = await redirect(parts, entry, over, disposition.location)
    if (followed.kind === 'followed') {
      auditRequest(parts, entry, over, 'redirected', { rule })
      found.add(redirectedPage(parts, entry, over.url, disposition.location, followed.data))
      return {
        settled: {
          kind: 'done',
          state: { kind: 'redirected' },
          details: { ...details, target: followed.target },
        },
        host,
      }
    }
    disposition = followed
  }
  if (disposition.kind === 'deliver') {
    auditRequest(parts, entry, over, 'delivered', { rule })
    const delivery = await deliver(parts, entry, page!, over.endMs, over.demanded, found)
    return { settled: outcomeOf(delivery, details), host }
  }
  return { settled: lose(parts, entry, over, disposition, host, details, rule), host }
}

function outcomeOf(
  delivery: Delivery,
  details: Readonly<Record<string, unknown>>,
): Settlement['outcome'] {
  if (delivery.kind === 'broken-off') return { kind: 'return' }
  if (delivery.kind === 'delivered')
    return {
      kind: 'done',
      state: { kind: 'delivered' },
      details: { ...details, ...delivery.details },
    }
  return {
    kind: 'done',
    state: { kind: 'failed', reason: delivery.reason },
    details: { ...details, message: delivery.message },
  }
}

/** Reads the answer to its end: the body of a 2xx is read and scanned, that of any other is let go. */
async function finishContact(
  parts: CrawlParts,
  url: URL,
  result: Exclude<ContactResult, { kind: 'not-now' | 'refused' }>,
): Promise<{ readonly over: FinishedContact; readonly page: ReadPage | undefined }> {
  const request = { kind: 'page', url } as const
  if (result.kind === 'failed') return { over: failedContact(request, result), page: undefined }
  const read = await readBody(parts, url, result.response)
  const end = await result.response.ended
  return { over: answeredContact(request, result, end, read.failure), page: read.page }
}

async function readBody(
  parts: CrawlParts,
  url: URL,
  response: Response,
): Promise<{ readonly page?: ReadPage; readonly failure: TransportFailure | undefined }> {
  if (!bringsPage(response.status)) {
    response.body.discard()
    return { failure: undefined }
  }
  try {
    const read = await readPage(parts, url, response)
    return read.kind === 'page' ? { page: read, failure: undefined } : { failure: read.failure }
  } catch (thrown) {
    if (thrown instanceof BodyFailure) return { failure: thrown.failure }
    throw thrown
  }
}
