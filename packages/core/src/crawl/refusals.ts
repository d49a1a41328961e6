import type { Candidate } from './candidates.ts'
import type { CrawlParts } from './parts.ts'

/** Writes one audit event for each refused candidate. Called once the store has taken them; `Candidates` hands each out once. */
export function auditRefusals(parts: CrawlParts, candidates: readonly Candidate[]): void {
  const { events } = parts
  parts.candidates.committed(candidates)
  if (candidates.length === 0 || !(events.has('audit') || events.has('refused'))) return
  const atMs = parts.clock.now()
  for (const { entry, message } of candidates) {
    if (entry.state.kind !== 'refused') continue
    events.audit({
      event: 'refused',
      atMs,
      url: entry.url,
      reason: entry.state.reason,
      via: entry.via ?? null,
      message,
    })
  }
}
