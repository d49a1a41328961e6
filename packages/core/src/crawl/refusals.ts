// A URL for which no request is made: its settlement, and the one audit event that says so.
import type { RefusalReason } from '../domain/outcome.ts'
import type { ClaimedEntry, NewEntry, Settlement } from '../ports/store.ts'
import type { Candidate } from './candidates.ts'
import type { CrawlParts } from './parts.ts'
import type { PassingRule } from './robots-rules.ts'

/** No request is made for this entry, in this run or another one. */
export async function refuse(
  parts: CrawlParts,
  entry: ClaimedEntry,
  reason: RefusalReason,
  message: string,
  rule?: PassingRule,
): Promise<void> {
  await parts.settle.settle({
    lease: entry.lease,
    outcome: refusal(reason, message, rule),
    found: [],
    records: [],
  })
  tellRefusal(parts, entry, reason, message, rule)
}

export function refusal(
  reason: RefusalReason,
  message: string,
  rule?: PassingRule,
): Settlement['outcome'] {
  return {
    kind: 'done',
    state: { kind: 'refused', reason },
    details: { message, ...(rule ? { rule } : {}) },
  }
}

export function tellRefusal(
  parts: CrawlParts,
  entry: ClaimedEntry,
  reason: RefusalReason,
  message: string,
  rule?: PassingRule,
): void {
  tell(parts, entry, parts.clock.now(), reason, message, rule)
}

function tell(
  { events }: CrawlParts,
  { url, via }: Pick<NewEntry, 'url' | 'via'>,
  atMs: number,
  reason: RefusalReason,
  message: string,
  rule?: PassingRule,
): void {
  events.audit({
    event: 'refused',
    atMs,
    url,
    reason,
    via: via ?? null,
    message,
    ...(rule ? { rule } : {}),
  })
}

/** Writes one audit event for each refused candidate. Called once the store has taken them; `Candidates` hands each out once. */
export function auditRefusals(parts: CrawlParts, candidates: readonly Candidate[]): void {
  const { events } = parts
  parts.candidates.committed(candidates)
  if (candidates.length === 0 || !(events.has('audit') || events.has('refused'))) return
  const atMs = parts.clock.now()
  for (const { entry, message } of candidates) {
    if (entry.state.kind !== 'refused') continue
    tell(parts, entry, atMs, entry.state.reason, message)
  }
}
