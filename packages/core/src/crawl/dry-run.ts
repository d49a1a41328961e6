// A dry run: robots.txt is asked for, in each host's own time and through the gate, and nothing else is. What is queued is judged and
// timed by the same rules as in a run, and stays queued.
import { judgeScope } from '../domain/admission.ts'
import type { DryRunReport, PlannedUrl, RefusedUrl, WaitingUrl } from '../domain/dry-run-report.ts'
import type { HostSlot, Origin } from '../domain/host-slot.ts'
import { stateCounts } from '../domain/report.ts'
import { timetable } from '../domain/timetable.ts'
import type { NewEntry, QueuedUrl } from '../ports/store.ts'
import type { CrawlParts } from './parts.ts'
import { earliestFor, readinessOf } from './readiness.ts'
import type { Readiness } from './readiness.ts'
import type { PassingRule } from './robots-rules.ts'
import { hopEntry } from './robots-turn.ts'
import { runLoop } from './run-loop.ts'
import type { Wake } from './wake.ts'
import { whyRefused } from './why-refused.ts'

/** Looks at the queue of a store that was opened for robots.txt alone; at most at `limit` URLs. */
export async function dryRun(
  parts: CrawlParts,
  wake: Wake,
  { limit }: { readonly limit: number },
): Promise<DryRunReport> {
  const { store, clock, tally, events } = parts
  let requests = 0
  const blocked = new Map<Origin, string>()
  const unlisten = [
    events.on('request', () => void requests++),
    events.on('refused', ({ url, message }) => {
      if (URL.canParse(url)) blocked.set(new URL(url).origin, message)
    }),
  ]
  try {
    await askRobots(parts, wake, await store.queued(limit))
  } finally {
    for (const end of unlisten) end()
  }
  // robots.txt may have named sitemaps: they are queued now.
  const queued = await store.queued(limit)
  const fates = await new DryJudge(parts, blocked).judge(queued)
  const { planned, leftOut } = withinLimits(parts, await timed(parts, fates.allowed))
  const hosts = await store.hosts(Number.MAX_SAFE_INTEGER)
  const inQueue = hosts.reduce((sum, host) => sum + host.queued, 0)
  return {
    atMs: clock.now(),
    planned,
    refused: [...(await refusedSeeds(parts)), ...fates.refused],
    waiting: [...fates.waiting, ...leftOut],
    unlisted: Math.max(0, inQueue - queued.length),
    requests,
    known: stateCounts(await store.counts('page'), 'queued'),
    notes: [...tally.notes],
  }
}

/**
 * Asks for each robots.txt that is not known or not fresh, once: what fails is told, not tried again. Each round takes every origin one
 * step further; a redirect leads to the next step.
 */
async function askRobots(
  parts: CrawlParts,
  wake: Wake,
  queued: readonly QueuedUrl[],
): Promise<void> {
  const { rules, settings, store, clock, stop } = parts
  const asked = new Set<string>()
  let open = [...new Set(queued.map((url) => url.origin))].filter(
    (origin) => !settings.exemptOrigins.has(origin),
  )
  while (open.length > 0 && !stop.starts.aborted) {
    const hops: NewEntry[] = []
    const further: Origin[] = []
    for (const origin of open) {
      const step = await rules.step(origin)
      const name = step.do === 'fetch' ? `${origin} ${step.hop} ${step.url}` : ''
      if (step.do !== 'fetch' || asked.has(name)) continue
      asked.add(name)
      hops.push(hopEntry(origin, step, clock.now()))
      further.push(origin)
    }
    open = further
    if (hops.length === 0) return
    await store.add(hops)
    await runLoop(parts, wake)
  }
}

interface Allowed {
  readonly queued: QueuedUrl
  readonly url: URL
  readonly host: Readiness
  readonly rule: PassingRule | undefined
}

interface Fates {
  readonly allowed: Allowed[]
  readonly refused: RefusedUrl[]
  readonly waiting: WaitingUrl[]
}

/** Judges queued URLs as their dispatch would. */
class DryJudge {
  readonly #parts: CrawlParts
  /** Origins whose robots.txt may not be asked for, and why. */
  readonly #blocked: ReadonlyMap<Origin, string>
  readonly #hosts = new Map<HostSlot, Readiness>()
  readonly #fates: Fates = { allowed: [], refused: [], waiting: [] }

  constructor(parts: CrawlParts, blocked: ReadonlyMap<Origin, string>) {
    this.#parts = parts
    this.#blocked = blocked
  }

  async judge(queued: readonly QueuedUrl[]): Promise<Fates> {
    for (const one of queued) await this.#judge(one)
    return this.#fates
  }

  async #judge(queued: QueuedUrl): Promise<void> {
    const { rules, candidates } = this.#parts
    const { allowed, waiting } = this.#fates
    const url = new URL(queued.url)
    const named = { url: queued.url, kind: kindOf(queued) }
    const host = await this.#host(queued.slot)
    const access = await rules.access(url)
    if (access.kind === 'refused')
      return this.#refuse(queued, 'disallow-rule', access.message, access.rule)
    const off =
      queued.kind === 'page' && !queued.data?.seed ? judgeScope(url, candidates.rules) : undefined
    if (off !== undefined) return this.#refuse(queued, 'off-scope', off)
    const parked = host.state?.parked
    if (parked !== undefined && host.next.reason !== 'now') {
      const untilMs = host.next.atMs
      const message = `${queued.slot} is left alone: ${parked.reason}.`
      waiting.push({ ...named, reason: parked.reason, message, untilMs })
    } else if (access.kind === 'allowed') {
      allowed.push({ queued, url, host, rule: access.rule })
    } else if (access.kind === 'wait') {
      const untilMs = access.state.notBeforeMs
      const message = `robots.txt of ${url.origin} is unreachable.`
      waiting.push({ ...named, reason: 'robots-unreachable', message, untilMs })
    } else if (this.#blocked.has(url.origin)) {
      this.#refuse(queued, 'blocked-address', this.#blocked.get(url.origin)!)
    } else {
      const message = `robots.txt of ${url.origin} could not be asked for now.`
      waiting.push({ ...named, reason: 'robots-unreachable', message, untilMs: undefined })
    }
  }

  #refuse(
    queued: QueuedUrl,
    reason: RefusedUrl['reason'],
    message: string,
    rule?: PassingRule,
  ): void {
    this.#fates.refused.push({ url: queued.url, kind: kindOf(queued), reason, message, rule })
  }

  async #host(slot: HostSlot): Promise<Readiness> {
    const known = this.#hosts.get(slot)
    if (known !== undefined) return known
    const host = await readinessOf(this.#parts, slot)
    this.#hosts.set(slot, host)
    return host
  }
}

/** The earliest instants, host by host, in one list by time. */
async function timed(
  parts: CrawlParts,
  allowed: readonly Allowed[],
): Promise<readonly PlannedUrl[]> {
  const bySlot = new Map<HostSlot, Allowed[]>()
  for (const one of allowed) {
    const ofHost = bySlot.get(one.queued.slot)
    if (ofHost === undefined) bySlot.set(one.queued.slot, [one])
    else ofHost.push(one)
  }
  const planned: PlannedUrl[] = []
  for (const ofHost of bySlot.values()) {
    const { host } = ofHost[0]!
    const urls = []
    for (const one of ofHost) {
      const { atMs } = await earliestFor(parts, one.url, host, one.queued.notBeforeMs)
      urls.push({ ...one, notBeforeMs: atMs })
    }
    for (const [{ queued, rule }, bound] of timetable(host.next, host.gap, urls)) {
      planned.push({
        url: queued.url,
        kind: kindOf(queued),
        depth: queued.depth,
        via: queued.via,
        earliestMs: bound.atMs,
        reason: bound.reason,
        line: bound.line,
        rule,
      })
    }
  }
  return planned.toSorted((a, b) => a.earliestMs - b.earliestMs)
}

/** What the limits of the run would leave out is not planned, but waits. */
function withinLimits(
  { settings, tally, clock }: CrawlParts,
  timedUrls: readonly PlannedUrl[],
): { readonly planned: readonly PlannedUrl[]; readonly leftOut: readonly WaitingUrl[] } {
  const { maxPages, maxTimeMs } = settings
  const planned: PlannedUrl[] = []
  const leftOut: WaitingUrl[] = []
  let pagesLeft = maxPages - tally.delivered
  for (const one of timedUrls) {
    const { url, kind } = one
    if (one.earliestMs > clock.now() + maxTimeMs) {
      const message = `The run ends before: maxTimeMs allows ${maxTimeMs} ms.`
      leftOut.push({ url, kind, reason: 'budget-spent', message, untilMs: undefined })
    } else if (kind === 'page' && pagesLeft < 1) {
      const message = `maxPages allows ${maxPages}.`
      leftOut.push({ url, kind, reason: 'max-pages', message, untilMs: undefined })
    } else {
      if (kind === 'page') pagesLeft--
      planned.push(one)
    }
  }
  return { planned, leftOut }
}

/** Seeds that were refused before: in this dry run, or in a run before it. */
async function refusedSeeds(parts: CrawlParts): Promise<readonly RefusedUrl[]> {
  const refused: RefusedUrl[] = []
  for (const seed of parts.settings.seeds) {
    const { key } = parts.candidates.canonical(seed.href, undefined)
    const record = await parts.store.find(key)
    if (record?.state.kind !== 'refused') continue
    const { reason } = record.state
    const rule = record.details?.['rule'] as PassingRule | undefined
    refused.push({ url: key, kind: 'page', reason, message: whyRefused(parts, record), rule })
  }
  return refused
}

function kindOf({ kind }: QueuedUrl): PlannedUrl['kind'] {
  return kind === 'sitemap' ? 'sitemap' : 'page'
}
