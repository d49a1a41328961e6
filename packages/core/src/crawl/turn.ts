// Steps 5 to 10 of docs/architecture.md for one claimed entry: whose turn is it, really? If the rules of its origin are not known or not
// fresh, this turn belongs to robots.txt and the entry goes back to the head; otherwise the entry is judged by the newest rules.
import { judgeScope } from '../domain/admission.ts'
import type { RefusalReason } from '../domain/outcome.ts'
import type { ClaimedEntry, HostState, Settlement } from '../ports/store.ts'
import { pageTurn } from './page-turn.ts'
import type { CrawlParts } from './parts.ts'
import { robotsHopTurn, robotsTurn } from './robots-turn.ts'
import { sitemapTurn } from './sitemap-turn.ts'

/** The rule that let a URL pass, where one did. */
export interface PassingRule {
  readonly kind: string
  readonly pattern: string
  readonly line: number
}

/** Takes a claimed entry to its settlement. Settles exactly once; throws only for what ends the run. */
export async function takeTurn(parts: CrawlParts, entry: ClaimedEntry): Promise<void> {
  parts.hosts.enter(entry.slot, entry.host)
  parts.tally.inFlight++
  try {
    if (parts.stop.starts.aborted) return await putBack(parts, entry)
    if (entry.kind === 'robots') return await robotsHopTurn(parts, entry)
    await throughRobotsGate(parts, entry, new URL(entry.url))
  } finally {
    parts.tally.inFlight--
    parts.hosts.leave(entry.slot, entry.lease)
  }
}

async function throughRobotsGate(parts: CrawlParts, entry: ClaimedEntry, url: URL): Promise<void> {
  const access = await parts.rules.access(url)
  switch (access.kind) {
    case 'fetch':
      return robotsTurn(parts, entry, access)
    case 'wait':
      return parts.settle.settle({
        lease: entry.lease,
        outcome: { kind: 'return' },
        found: [],
        records: [],
        origins: [access.state],
      })
    case 'refused':
      return refuse(parts, entry, 'disallow-rule', access.message, access.rule)
    case 'allowed': {
      // Scope is judged again: it belongs to the gate, and a resumed run may have another one (invariant 20).
      const off =
        entry.kind === 'page' && !entry.data?.seed
          ? judgeScope(url, parts.candidates.rules)
          : undefined
      if (off !== undefined) return refuse(parts, entry, 'off-scope', off)
      return entry.kind === 'sitemap'
        ? sitemapTurn(parts, entry, url, access)
        : pageTurn(parts, entry, url, access)
    }
  }
}

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
  { url, via }: ClaimedEntry,
  reason: RefusalReason,
  message: string,
  rule?: PassingRule,
): void {
  parts.events.audit({
    event: 'refused',
    atMs: parts.clock.now(),
    url,
    reason,
    via: via ?? null,
    message,
    ...(rule ? { rule } : {}),
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
