// `explain(url)`: the chain of decisions for one URL in the order of the walk, without contacting anybody.
import { hostSlotOf } from '../domain/host-slot.ts'
import { robotsOfFile } from '@curtsy/robots'
import { sourceText } from '../domain/bound.ts'
import type { Admission } from '../domain/admission.ts'
import type { UrlState } from '../domain/outcome.ts'
import { scopeName } from '../domain/scope.ts'
import type { EntryRecord, HostState } from '../ports/store.ts'
import { sitemapKey } from './candidates.ts'
import type { CrawlParts } from './parts.ts'
import { earliestFor, readinessOf } from './readiness.ts'
import { whyRefused } from './why-refused.ts'

/** One decision: its step in docs/architecture.md, whether the URL passes it, and why. */
export interface ExplainedStep {
  readonly step: 'canonicalize' | 'admission' | 'frontier' | 'robots' | 'politeness'
  /** Undefined where the walk of this URL does not come so far. */
  readonly passes: boolean | undefined
  readonly text: string
}

/** Everything that decides about one URL. */
export interface Explanation {
  /** As it was asked for. */
  readonly asked: string
  /** The canonical form; undefined where there is none. */
  readonly url: string | undefined
  /** `unknown` for a URL that the crawl has not met. */
  readonly state: UrlState | { readonly kind: 'unknown' }
  readonly depth: number | undefined
  readonly via: string | undefined
  readonly attempts: number
  /** Status, redirect target, message … of what became of it. */
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly robots:
    | {
        /** `unknown`: robots.txt was not asked yet; it would be, before anything else. */
        readonly state: 'unknown' | 'fetched' | 'unavailable' | 'unreachable' | 'exempt'
        readonly allowed: boolean | undefined
        readonly rule:
          | { readonly kind: string; readonly pattern: string; readonly line: number }
          | undefined
        /** The token of our chain whose group counts, `*`, or undefined where none does. */
        readonly group: string | undefined
        readonly crawlDelay:
          | { readonly seconds: number; readonly line: number; readonly from: 'group' | 'default' }
          | undefined
        /** Product tokens that groups are looked for with, most specific first (design decision 4). */
        readonly tokens: readonly string[]
        /** Why it is that group, in a sentence; undefined where no file was read. */
        readonly groupWhy: string | undefined
        /** Why the deciding rule wins over the others that match. */
        readonly why: string | undefined
        readonly readMs: number | undefined
      }
    | undefined
  readonly host: ({ readonly slot: string } & Partial<HostState>) | undefined
  /** When it may be fetched at the earliest, in epoch milliseconds; undefined where it will not be. */
  readonly earliestMs: number | undefined
  /** Which bound says so, and where it comes from: `now`, `delay`, `crawl-delay, robots.txt line 7` … */
  readonly earliestWhy: string | undefined
  readonly steps: readonly ExplainedStep[]
}

/** Explains a URL from what the store and the settings say. */
export async function explainUrl(parts: CrawlParts, asked: string | URL): Promise<Explanation> {
  const { candidates, clock } = parts
  const canonical = candidates.canonical(String(asked), undefined)
  const record = await recordOf(parts, canonical.key)
  const common = {
    asked: String(asked),
    state: record?.state ?? ({ kind: 'unknown' } as const),
    depth: record?.depth,
    via: record?.via,
    attempts: record?.attempts ?? 0,
    details: record?.details,
  }
  if (canonical.kind === 'refused') {
    return {
      ...common,
      url: undefined,
      robots: undefined,
      host: undefined,
      earliestMs: undefined,
      earliestWhy: undefined,
      steps: inOrder([
        { step: 'canonicalize', passes: false, text: `${canonical.reason}: ${canonical.message}` },
      ]),
    }
  }
  const { url } = canonical
  const admission = admissionOf(parts, url, record)
  const robots = await explainRobots(parts, url)
  const host = await readinessOf(parts, hostSlotOf(url))
  const ended = record !== undefined && record.state.kind !== 'waiting'
  const open = !ended && admission.kind === 'admitted' && robots.allowed !== false
  const earliest = open ? await earliestFor(parts, url, host, record?.notBeforeMs) : undefined
  return {
    ...common,
    url: url.href,
    robots,
    host: { slot: host.slot, ...host.state },
    earliestMs: earliest?.atMs,
    earliestWhy: earliest && sourceText(earliest),
    steps: inOrder([
      {
        step: 'canonicalize',
        passes: true,
        text: url.href === String(asked) ? 'Canonical as it is.' : `Canonical form: ${url.href}`,
      },
      {
        step: 'admission',
        passes: admission.kind === 'admitted',
        text:
          admission.kind === 'admitted'
            ? `In scope (${scopeName(candidates.rules.scope)}).`
            : `${admission.reason}: ${admission.message}`,
      },
      {
        step: 'frontier',
        passes:
          !ended ||
          record.state.kind === 'delivered' ||
          record.state.kind === 'redirected' ||
          byRobots(record),
        text: frontierText(record, clock.now()),
      },
      { step: 'robots', passes: robots.allowed !== false, text: robotsText(robots) },
      {
        step: 'politeness',
        passes: host.state?.parked === undefined,
        text: hostText(host.state, clock.now()),
      },
    ]),
  }
}

/** A page; or else the sitemap of this URL. */
async function recordOf({ store }: CrawlParts, key: string): Promise<EntryRecord | undefined> {
  return (await store.find(key)) ?? store.find(sitemapKey(key))
}

const STEPS = ['canonicalize', 'admission', 'frontier', 'robots', 'politeness'] as const

/** All steps: what comes after the first no is not reached. */
function inOrder(steps: readonly ExplainedStep[]): readonly ExplainedStep[] {
  const stop = steps.findIndex(({ passes }) => passes === false)
  return STEPS.map((step, at) =>
    stop >= 0 && at > stop ? { step, passes: undefined, text: 'Not reached.' } : steps[at]!,
  )
}

/** Refused by robots.txt, which is judged at dispatch: admission and frontier had let it pass. */
function byRobots({ state }: EntryRecord): boolean {
  return state.kind === 'refused' && state.reason === 'disallow-rule'
}

/** What admission said; of a URL that the crawl has not met, what it would say of a link to it. */
function admissionOf(parts: CrawlParts, url: URL, record: EntryRecord | undefined): Admission {
  const { candidates, settings } = parts
  if (record === undefined) {
    const isSeed = settings.seeds.some((seed) => seed.href === url.href)
    const finding = { source: isSeed ? 'seed' : 'link', depth: 0, via: undefined } as const
    return candidates.admission(url, 'page', finding, 0)
  }
  const { state } = record
  if (state.kind === 'refused' && !byRobots(record))
    return { kind: 'refused', reason: state.reason, message: whyRefused(parts, record) }
  if (state.kind !== 'waiting' || (state.reason !== 'depth' && state.reason !== 'budget-spent'))
    return { kind: 'admitted' }
  return { kind: 'held', reason: state.reason, message: whyHeld(parts, record, state.reason) }
}

/** Which limit holds it, with its value now: in the next run it goes on if that was raised (decision 13). */
function whyHeld(
  { settings: { limits } }: CrawlParts,
  { depth }: EntryRecord,
  reason: 'depth' | 'budget-spent',
): string {
  return reason === 'depth'
    ? `Depth ${depth}; limits.maxDepth allows ${limits.maxDepth}.`
    : `It was found when limits.maxUrlsPerOrigin, now ${limits.maxUrlsPerOrigin}, was used up.`
}

type ExplainedRobots = NonNullable<Explanation['robots']>

async function explainRobots(parts: CrawlParts, url: URL): Promise<ExplainedRobots> {
  const { tokens } = parts.settings.identity
  const none = {
    tokens,
    rule: undefined,
    group: undefined,
    groupWhy: undefined,
    crawlDelay: undefined,
    why: undefined,
    readMs: undefined,
  }
  if (parts.settings.exemptOrigins.has(url.origin))
    return { ...none, state: 'exempt', allowed: true }
  const copy = await parts.rules.copy(url.origin)
  if (copy === undefined) return { ...none, state: 'unknown', allowed: undefined }
  const step = await parts.rules.step(url.origin)
  if (step.do === 'wait') return { ...none, state: 'unreachable', allowed: false }
  const file = step.do === 'use' ? step.file : copy.file
  if (file === undefined)
    return { ...none, state: copy.state, allowed: step.do === 'use' ? true : undefined }
  const robots = robotsOfFile(file)
  const { allowed, rule, group, groupWhy, why } = robots.explain(url, tokens)
  return {
    state: copy.state,
    allowed,
    rule,
    why,
    groupWhy,
    tokens,
    readMs: file.readAtMs,
    group: group?.token,
    crawlDelay: robots.crawlDelay(tokens),
  }
}

function frontierText(record: EntryRecord | undefined, nowMs: number): string {
  if (record === undefined) return 'Not met so far.'
  const { state, via, depth, attempts, lastFailure, notBeforeMs } = record
  const how = via === undefined ? 'a seed' : `found on ${via}`
  const reason = 'reason' in state ? ` (${state.reason})` : ''
  const message = record.details?.['message']
  const lost =
    lastFailure === undefined
      ? ''
      : `; the last one failed with ${lastFailure}, the next one ${inSeconds((notBeforeMs ?? 0) - nowMs)}`
  return `${state.kind}${reason}; ${how}, depth ${depth}, ${attempts} attempt${attempts === 1 ? '' : 's'} so far${lost}.${typeof message === 'string' ? ` ${message}` : ''}`
}

function inSeconds(ms: number): string {
  return ms > 0 ? `in ${(ms / 1_000).toFixed(1)} s at the earliest` : 'is due'
}

function robotsText({
  state,
  allowed,
  rule,
  group,
  groupWhy,
  tokens,
  why,
}: ExplainedRobots): string {
  if (state === 'unknown') return 'robots.txt of this origin has not been read; it is asked first.'
  if (state === 'exempt') return 'robots.txt is not asked: the origin is named in exemptOrigins.'
  if (state === 'unreachable' && allowed === false)
    return 'robots.txt is unreachable: nothing of this origin is fetched.'
  if (state === 'unavailable') return 'There is no robots.txt: everything is allowed.'
  const whose = group === undefined ? 'no group is for us' : `group ${group}`
  // With more than one token to look for, it is worth a sentence which one was found.
  const chosen = tokens.length > 1 && groupWhy !== undefined ? ` ${groupWhy}` : ''
  if (rule === undefined) return `Allowed: no rule fits (${whose}).${chosen}`
  return `${allowed ? 'Allowed' : 'Disallowed'} by line ${rule.line}, ${rule.kind} ${rule.pattern} (${whose}; ${why}).${chosen}`
}

function hostText(state: HostState | undefined, nowMs: number): string {
  if (state === undefined) return 'The host has not been contacted: no wait.'
  const why = sourceText(state)
  if (state.parked) return `Parked: ${state.parked.reason} (${why}).`
  const waitMs = state.notBeforeMs - nowMs
  return waitMs > 0
    ? `Next contact in ${(waitMs / 1_000).toFixed(1)} s (${why}).`
    : `May be contacted now; the last wait was ${why}.`
}
