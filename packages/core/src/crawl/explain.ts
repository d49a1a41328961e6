// `explain(url)`: the chain of decisions for one URL in the order of the walk, without contacting anybody.
import { hostSlotOf } from '../domain/host-slot.ts'
import { robotsOfFile } from '@curtsy/robots'
import { admit } from '../domain/admission.ts'
import type { Admission } from '../domain/admission.ts'
import type { UrlState } from '../domain/outcome.ts'
import { scopeName } from '../domain/scope.ts'
import type { EntryRecord, HostState } from '../ports/store.ts'
import type { CrawlParts } from './parts.ts'

/** One decision: its step in docs/architecture.md, whether the URL passes it, and why. */
export interface ExplainedStep {
  readonly step: 'canonicalize' | 'admission' | 'frontier' | 'robots' | 'politeness'
  readonly passes: boolean
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
        /** Why the deciding rule wins over the others that match. */
        readonly why: string | undefined
        readonly readMs: number | undefined
      }
    | undefined
  readonly host: ({ readonly slot: string } & Partial<HostState>) | undefined
  /** When it may be fetched at the earliest, in epoch milliseconds; undefined where it will not be. */
  readonly earliestMs: number | undefined
  readonly steps: readonly ExplainedStep[]
}

/** Explains a URL from what the store and the settings say. */
export async function explainUrl(parts: CrawlParts, asked: string | URL): Promise<Explanation> {
  const { candidates, store, clock } = parts
  const canonical = candidates.canonical(String(asked), undefined)
  const record = await store.find(canonical.key)
  const common = {
    asked: String(asked),
    state: record?.state ?? ({ kind: 'unknown' } as const),
    depth: record?.depth,
    via: record?.via,
    attempts: record?.attempts ?? 0,
    details: record?.details,
  }
  if (canonical.kind === 'refused') {
    const steps = [
      { step: 'canonicalize', passes: false, text: `${canonical.reason}: ${canonical.message}` },
    ] as const
    return {
      ...common,
      url: undefined,
      robots: undefined,
      host: undefined,
      earliestMs: undefined,
      steps,
    }
  }
  const { url } = canonical
  const verdict = admissionOf(parts, url, record)
  const robots = await explainRobots(parts, url)
  const state = await store.host(hostSlotOf(url))
  const originState = await store.originState(url.origin)
  const ended = record !== undefined && record.state.kind !== 'waiting'
  const open = !ended && verdict.kind === 'admitted' && robots.allowed !== false
  const earliestMs = open
    ? Math.max(
        clock.now(),
        state?.notBeforeMs ?? 0,
        originState?.notBeforeMs ?? 0,
        record?.notBeforeMs ?? 0,
      )
    : undefined
  const steps: ExplainedStep[] = [
    {
      step: 'canonicalize',
      passes: true,
      text: url.href === String(asked) ? 'Canonical as it is.' : `Canonical form: ${url.href}`,
    },
    {
      step: 'admission',
      passes: verdict.kind === 'admitted',
      text:
        verdict.kind === 'admitted'
          ? `In scope (${scopeName(candidates.rules.scope)}).`
          : `${verdict.reason}: ${verdict.message}`,
    },
    {
      step: 'frontier',
      passes: record?.state.kind !== 'refused' && record?.state.kind !== 'failed',
      text: frontierText(record, clock.now()),
    },
    { step: 'robots', passes: robots.allowed !== false, text: robotsText(robots) },
    { step: 'politeness', passes: state?.parked === undefined, text: hostText(state, clock.now()) },
  ]
  return {
    ...common,
    url: url.href,
    robots,
    host: { slot: hostSlotOf(url), ...state },
    earliestMs,
    steps,
  }
}

/** What admission would say; what it has let in already is not asked again as if it were a link. */
function admissionOf(
  { candidates, settings }: CrawlParts,
  url: URL,
  record: EntryRecord | undefined,
): Admission {
  const isSeed = settings.seeds.some((seed) => seed.href === url.href)
  const verdict = admit(
    url,
    isSeed ? 'seed' : 'link',
    { depth: record?.depth ?? 0, shapeChain: 0 },
    candidates.rules,
  )
  const letIn = record !== undefined && record.state.kind !== 'refused'
  return letIn && verdict.kind === 'refused' ? { kind: 'admitted' } : verdict
}

type ExplainedRobots = NonNullable<Explanation['robots']>

async function explainRobots(parts: CrawlParts, url: URL): Promise<ExplainedRobots> {
  const none = {
    rule: undefined,
    group: undefined,
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
  const { tokens } = parts.settings.identity
  const robots = robotsOfFile(file)
  const { allowed, rule, group, why } = robots.explain(url, tokens)
  return {
    state: copy.state,
    allowed,
    rule,
    why,
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

function robotsText({ state, allowed, rule, group, why }: ExplainedRobots): string {
  if (state === 'unknown') return 'robots.txt of this origin has not been read; it is asked first.'
  if (state === 'exempt') return 'robots.txt is not asked: the origin is named in exemptOrigins.'
  if (state === 'unreachable' && allowed === false)
    return 'robots.txt is unreachable: nothing of this origin is fetched.'
  if (state === 'unavailable') return 'There is no robots.txt: everything is allowed.'
  const whose = group === undefined ? 'no group is for us' : `group ${group}`
  if (rule === undefined) return `Allowed: no rule fits (${whose}).`
  return `${allowed ? 'Allowed' : 'Disallowed'} by line ${rule.line}, ${rule.kind} ${rule.pattern} (${whose}; ${why}).`
}

function hostText(state: HostState | undefined, nowMs: number): string {
  if (state === undefined) return 'The host has not been contacted: no wait.'
  const why =
    state.line === undefined ? state.reason : `${state.reason}, robots.txt line ${state.line}`
  if (state.parked) return `Parked: ${state.parked.reason} (${why}).`
  const waitMs = state.notBeforeMs - nowMs
  return waitMs > 0
    ? `Next contact in ${(waitMs / 1_000).toFixed(1)} s (${why}).`
    : `May be contacted now; the last wait was ${why}.`
}
