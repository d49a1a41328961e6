import type { Candidate } from './candidates.ts'
import type { CrawlParts } from './parts.ts'

/** Writes one audit event for each refused candidate that the store has taken. */
export function auditRefusals(parts: CrawlParts, candidates: readonly Candidate[]): void {
  const { events } = parts
  parts.candidates.committed(candidates)
  if (candidates.length === 0 || !(events.has('audit') || events.has('refused'))) return
  const atMs = parts.clock.now()
  for (const { entry, message } of candidates) {
    if (entry.state.kind !== 'refused') continue
    events.audit({ event: 'refused', atMs, url: entry.url, reason: entry.state.reason, via: entry.via ?? null, message })
  }
}

/**
 * Of the candidates that two pages may find at the same time, those that this settlement brings. Each URL is told once: as soon as a settlement
 * is committed the store knows its keys; until then they stand here.
 */
export class UnderWay {
  readonly #keys = new Set<string>()

  async settle(parts: CrawlParts, refused: readonly Candidate[], commit: () => Promise<void>): Promise<void> {
    const mine = refused.filter(({ entry }) => !this.#keys.has(entry.key) && parts.store.seen(entry.key) !== true)
    for (const { entry } of mine) this.#keys.add(entry.key)
    try {
      await commit()
    } finally {
      for (const { entry } of mine) this.#keys.delete(entry.key)
    }
    auditRefusals(parts, mine)
  }
}
