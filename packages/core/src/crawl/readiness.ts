// When a host slot may be contacted next, as far as store, rules and settings tell; for those who ask and contact nobody.
import { latestBound } from '../domain/bound.ts'
import type { Bound } from '../domain/bound.ts'
import { hostSlotOf } from '../domain/host-slot.ts'
import type { HostSlot } from '../domain/host-slot.ts'
import { heldByCrawlDelay, leastGap } from '../domain/politeness.ts'
import type { Gap } from '../domain/timetable.ts'
import type { HostState } from '../ports/store.ts'
import type { CrawlParts } from './parts.ts'

/** A host's clock, and the wait between two contacts that is asked for now. */
export interface Readiness {
  readonly slot: HostSlot
  /** With a crawl-delay that has been read since the clock was set. Undefined before the first contact. */
  readonly state: HostState | undefined
  readonly gap: Gap
  /** Not before this; now, where nothing makes wait. */
  readonly next: Bound
}

export async function readinessOf(parts: CrawlParts, slot: HostSlot): Promise<Readiness> {
  const { store, rules, settings, clock } = parts
  const nowMs = clock.now()
  const crawlDelay = await rules.crawlDelay(slot)
  const stored = await store.host(slot)
  const state = stored && (heldByCrawlDelay(settings.limits, stored, crawlDelay, nowMs) ?? stored)
  return {
    slot,
    state,
    gap: leastGap(settings.politeness, slot, crawlDelay),
    next: latestBound({ atMs: nowMs, reason: 'now' }, state && boundOf(state)),
  }
}

/** When one URL of a host may be fetched at the earliest. Before a file is read that must be asked for first, its wait comes on top. */
export async function earliestFor(
  parts: CrawlParts,
  url: URL,
  { next, gap }: Readiness,
  retryMs: number | undefined,
): Promise<Bound> {
  const origin = await parts.store.originState(url.origin)
  const step = parts.settings.exemptOrigins.has(url.origin)
    ? undefined
    : await parts.rules.step(url.origin)
  const known = latestBound(
    next,
    origin && { atMs: origin.notBeforeMs, reason: origin.reason },
    step?.do === 'wait' ? { atMs: step.untilMs, reason: 'robots-unreachable' } : undefined,
  )
  const sameHost = step?.do === 'fetch' && hostSlotOf(new URL(step.url)) === hostSlotOf(url)
  const afterRobots =
    sameHost && gap.ms > 0
      ? { atMs: known.atMs + gap.ms, reason: gap.reason, line: gap.line }
      : known
  return latestBound(
    afterRobots,
    retryMs === undefined ? undefined : { atMs: retryMs, reason: 'retry' },
  )
}

function boundOf({ notBeforeMs, reason, line }: HostState): Bound {
  return { atMs: notBeforeMs, reason, line }
}
