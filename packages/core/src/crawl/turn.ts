// Steps 5 to 10 of docs/architecture.md for one claimed entry: whose turn is it, really? If the rules of its origin are not known or not
// fresh, this turn belongs to robots.txt and the entry goes back to the head; otherwise the entry is judged by the newest rules.
import { judgeScope } from '../domain/admission.ts'
import type { ClaimedEntry } from '../ports/store.ts'
import { putBack } from './finish.ts'
import { pageTurn } from './page-turn.ts'
import type { CrawlParts } from './parts.ts'
import { refuse } from './refusals.ts'
import { robotsHopTurn, robotsTurn } from './robots-turn.ts'
import { sitemapTurn } from './sitemap-turn.ts'

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
