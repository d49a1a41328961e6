// Step 8 to 10: an answer becomes one settlement and one audit event. What is common to pages and sitemaps stands here once.
import { retryAfterMs } from '@curtsy/robots'
import { sourceText } from '../domain/bound.ts'
import { contactHealth, dispose } from '../domain/dispose.ts'
import type { Answer, Disposition } from '../domain/dispose.ts'
import type { HostSlot } from '../domain/host-slot.ts'
import type { FailureReason } from '../domain/outcome.ts'
import { retryWaitMs } from '../domain/politeness.ts'
import type { ContactHealth } from '../domain/politeness.ts'
import type { ClaimedEntry, HostState, Settlement } from '../ports/store.ts'
import type { RequestEvent } from '../domain/audit-event.ts'
import type { CrawlParts } from './parts.ts'
import type { PassingRule } from './robots-rules.ts'
import type { FinishedContact } from './finished-contact.ts'

/** The answer of a contact, as `dispose` wants it. */
function answerOf({ failure, status = 0, location }: FinishedContact): Answer {
  return failure
    ? { kind: 'failure', reason: failure.reason, message: failure.message }
    : { kind: 'response', status, location }
}

export function judge(parts: CrawlParts, entry: ClaimedEntry, over: FinishedContact): Disposition {
  return dispose(answerOf(over), parts.settings.limits.maxRetries - entry.attempt)
}

/** Moves the host's clock by what the contact taught; a host that is parked by it is said so. */
export async function learn(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  health: ContactHealth = contactHealth(answerOf(over)),
): Promise<HostState> {
  const crawlDelay = await parts.rules.crawlDelay(entry.slot)
  const askedUntilMs = retryAfterHolds(over) ? retryAfterMs(over.retryAfter, over.endMs) : undefined
  const host = parts.hosts.learn(
    {
      slot: entry.slot,
      kind: over.kind,
      startMs: over.startMs,
      endMs: over.endMs,
      health,
      retryAfterMs: askedUntilMs === undefined ? undefined : askedUntilMs - over.endMs,
      crawlDelay,
    },
    entry.lease,
  )
  if (host.parked) tellParked(parts, entry.slot, host)
  return host
}

export function tellParked(
  parts: CrawlParts,
  slot: HostSlot,
  { parked, notBeforeMs }: HostState,
): void {
  if (parked)
    parts.events.audit({
      event: 'parked',
      atMs: parts.clock.now(),
      slot,
      ...parked,
      untilMs: notBeforeMs,
    })
}

/** Invariant 9: after a 429 or 503, or a 3xx that carries it. */
function retryAfterHolds({ status = 0 }: FinishedContact): boolean {
  return status === 429 || status === 503 || (status >= 300 && status < 400)
}

/** Whether the stop broke this contact off: what it took from the host counts, what it brought does not. */
export function isCancelled(parts: CrawlParts, over: FinishedContact): boolean {
  return parts.stop.requests.aborted && over.failure !== undefined
}

/** Puts back an entry whose contact was broken off by the stop. The next contact keeps its distance from this one (invariant 14). */
export async function cancel(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  extra: AuditExtra = {},
): Promise<void> {
  const host = await learn(parts, entry, over, 'unknown')
  auditRequest(parts, entry, over, 'cancelled', extra)
  await parts.settle.settle({
    lease: entry.lease,
    outcome: { kind: 'return' },
    found: [],
    records: [],
    contactEndMs: over.endMs,
    host,
  })
}

/** Back to the head of its origin, as if it had not been claimed. */
export async function putBack(
  parts: CrawlParts,
  entry: ClaimedEntry,
  host?: HostState,
): Promise<void> {
  await parts.settle.settle({
    lease: entry.lease,
    outcome: { kind: 'return' },
    found: [],
    records: [],
    ...(host ? { host } : {}),
  })
}

/** Says that a URL was not delivered, and gives the outcome to settle. */
export function lose(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  disposition: Lost,
  host: HostState,
  details: Readonly<Record<string, unknown>>,
  rule: PassingRule | undefined,
): Settlement['outcome'] {
  const { reason, message } = disposition
  const willRetry = disposition.kind === 'retry'
  auditRequest(parts, entry, over, reason, { rule, retry: willRetry })
  tellFailed(parts, entry, reason, message, willRetry)
  return lostOutcome(entry, disposition, host, over.endMs, details)
}

/** The event for people: a URL failed, for good or until another attempt. */
export function tellFailed(
  { events }: CrawlParts,
  { url, attempt }: ClaimedEntry,
  code: FailureReason,
  message: string,
  willRetry = false,
): void {
  events.emit('failed', { url, code, message, attempt: attempt + 1, willRetry })
}

type Lost = Extract<Disposition, { kind: 'retry' | 'drop' }>

function lostOutcome(
  entry: ClaimedEntry,
  disposition: Lost,
  host: HostState,
  nowMs: number,
  details: Readonly<Record<string, unknown>>,
): Settlement['outcome'] {
  const { reason, message } = disposition
  if (disposition.kind === 'drop')
    return { kind: 'done', state: { kind: 'failed', reason }, details: { ...details, message } }
  return {
    kind: 'retry',
    reason,
    notBeforeMs: nowMs + retryWaitMs(entry.attempt, host.delayMs, entry.key),
  }
}

export type AuditExtra = Pick<RequestEvent, 'robotsFor' | 'hop'> & {
  readonly retry?: boolean
  readonly rule?: PassingRule | undefined
}

/** One audit event a request (invariant 25). */
export function auditRequest(
  parts: CrawlParts,
  entry: ClaimedEntry,
  over: FinishedContact,
  outcome: RequestEvent['outcome'],
  extra: AuditExtra = {},
): void {
  const { demanded, url } = over
  const { rule, retry = false, ...robots } = extra
  parts.events.audit({
    event: 'request',
    kind: over.kind,
    url: url.href,
    origin: url.origin,
    slot: entry.slot,
    address: over.address ?? null,
    method: 'GET',
    attempt: entry.attempt + 1,
    via: entry.via ?? null,
    startMs: over.startMs,
    endMs: over.endMs,
    status: over.status ?? null,
    outcome,
    retry,
    bytes: over.bytes,
    wireBytes: over.wireBytes,
    delayMs: demanded.delayMs,
    delayReason: sourceText(demanded),
    retryAfter: over.retryAfter ?? null,
    location: over.location ?? null,
    ...(rule ? { rule } : {}),
    ...robots,
  })
  if (over.status !== undefined && over.kind === 'page') parts.tally.fetched++
}
