// Steps 1 to 3 of docs/architecture.md: text -> canonical URL -> admission -> an entry for the frontier, with its state.
import { hostSlotOf } from '../domain/host-slot.ts'
import { admit } from '../domain/admission.ts'
import type { Admission, AdmissionRules, CandidateSource } from '../domain/admission.ts'
import { canonicalize } from '../domain/canonicalize.ts'
import type { Canonical, CanonicalOptions } from '../domain/canonicalize.ts'
import type { RefusalReason, WaitingReason } from '../domain/outcome.ts'
import { shapeOf } from '../domain/shape.ts'
import type { EntryData, NewEntry, Store } from '../ports/store.ts'
import type { AdmitHook } from './plugin-hooks.ts'
import { UrlBudgets } from './url-budgets.ts'

/** Where a candidate was found, and how. */
export interface Finding {
  readonly source: CandidateSource
  readonly depth: number
  readonly via: string | undefined
  readonly priority: number
  readonly data?: EntryData
  /** The page it was found on, for chains of one shape. */
  readonly from?: { readonly shape: string; readonly shapeChain: number }
  /** The link says `rel=nofollow`, `ugc` or `sponsored`, or the page says so of all its links. */
  readonly nofollow?: boolean
  /** What it lifts, where that is not what its source lifts. */
  readonly lifts?: NewEntry['lifts']
}

/** An entry with the sentence that explains its state; `message` is empty where it is queued. */
export interface Candidate {
  readonly entry: NewEntry
  readonly message: string
}

/** What a sitemap file is known by: its URL may be a page's as well. */
export function sitemapKey(pageKey: string): string {
  return `sitemap ${pageKey}`
}

interface Judged {
  readonly state: NewEntry['state']
  readonly message: string
  /** Whether the sentence goes into the store. */
  readonly keep: boolean
}

const QUEUED: Judged = { state: { kind: 'queued' }, message: '', keep: false }

type Lifts = NonNullable<NewEntry['lifts']>

/** A limit left a URL out where it was found first; one that is admitted now is within it. A refusal stays one (see `LIFTED_BY_USER`). */
const LIFTED_BY: Readonly<Record<CandidateSource, Lifts | undefined>> = {
  link: ['depth'],
  // Exempt from the budget of URLs too.
  redirect: ['depth', 'budget-spent'],
  'sitemap-entry': ['depth', 'budget-spent'],
  'sitemap-file': undefined,
  seed: ['depth', 'budget-spent'],
}

/** A user who names a URL that was refused wants it judged anew, by the rules for seeds; robots.txt judges at dispatch as ever. */
export const LIFTED_BY_USER: Lifts = [
  'depth',
  'budget-spent',
  'nofollow',
  'trap-suspected',
  'off-scope',
  'blocked-address',
  'disallow-rule',
]

/**
 * Judges candidates, and owns what they are judged by that grows while the crawl runs: the seeds that make the scope, the hosts that the
 * user named, and what a limit needs counted over the whole crawl.
 */
export class Candidates {
  readonly rules: AdmissionRules
  readonly budgets: UrlBudgets
  readonly #canonical: CanonicalOptions
  readonly #store: Store
  readonly #admitHooks: readonly AdmitHook[]
  readonly #seeds: URL[]
  readonly #namedHosts: Set<string>
  /** Keys of refusals that were handed out and are not known to be committed. */
  readonly #refused = new Set<string>()

  /** @param seeds what the scope begins with; see `joinScope` */
  constructor(
    rules: Omit<AdmissionRules, 'scopeContext' | 'seedHosts'>,
    seeds: readonly URL[],
    canonical: CanonicalOptions,
    store: Store,
    admitHooks: readonly AdmitHook[],
  ) {
    this.#seeds = [...seeds]
    this.#namedHosts = new Set(seeds.map((seed) => seed.host))
    this.rules = {
      ...rules,
      scopeContext: { seeds: this.#seeds },
      seedHosts: this.#namedHosts,
    }
    this.budgets = new UrlBudgets(rules.limits, this.#namedHosts)
    this.#canonical = canonical
    this.#store = store
    this.#admitHooks = admitHooks
  }

  /** The user names a host: its port is the user's choice, and it is in no domain's budget. */
  nameHost(host: string): void {
    this.#namedHosts.add(host)
  }

  /** Adds a URL to the seeds that the scope is judged by; false if it is one already. */
  joinScope(url: URL): boolean {
    if (this.#seeds.some((seed) => seed.href === url.href)) return false
    this.#seeds.push(url)
    return true
  }

  /** All that the scope is judged by now, in the order of joining. */
  get seeds(): readonly URL[] {
    return this.#seeds
  }

  /** The one form of a URL by this crawl's options. */
  canonical(text: string, base: URL | string | undefined): Canonical {
    return canonicalize(text, base, this.#canonical)
  }

  /** Undefined where the key is known already: a known key changes nothing, unless this finding lifts what it was left out for. */
  judge(text: string, base: URL | string | undefined, finding: Finding): Candidate | undefined {
    const canonical = this.canonical(text, base)
    const kind = finding.source === 'sitemap-file' ? 'sitemap' : 'page'
    const key = kind === 'sitemap' ? sitemapKey(canonical.key) : canonical.key
    const lifts = finding.nofollow ? undefined : (finding.lifts ?? LIFTED_BY[finding.source])
    if (this.#store.seen(key, lifts) === true) return undefined
    const place = { key, kind, url: canonical.key } as const
    if (canonical.kind === 'refused')
      return this.#once(entry(place, undefined, finding, refused(canonical)))
    const { url } = canonical
    const shapeChain = this.#shapeChain(url, finding)
    const judged = this.#admit(url, kind, finding, shapeChain)
    if (judged.state.kind !== 'queued') {
      // What was left out once is not told again.
      if (lifts !== undefined && this.#store.seen(key) === true) return undefined
      return this.#once(entry(place, url, finding, judged, shapeChain))
    }
    if (kind === 'page') this.budgets.count(url, finding.depth)
    return entry(place, url, finding, judged, shapeChain, lifts)
  }

  /** What admission says of a URL that is found so, plugins and budgets included. Counts nothing. */
  admission(
    url: URL,
    kind: NewEntry['kind'],
    finding: Pick<Finding, 'source' | 'depth' | 'via' | 'nofollow'>,
    shapeChain: number,
  ): Admission & { readonly byPlugin?: boolean } {
    const { source, depth, via } = finding
    const verdict = admit(url, source, { depth, shapeChain }, this.rules)
    if (verdict.kind === 'refused') return verdict
    if (finding.nofollow) return { kind: 'refused', reason: 'nofollow', message: NOFOLLOW }
    for (const hook of this.#admitHooks) {
      const message = hook({ url, depth, via, kind })
      if (message !== undefined)
        return { kind: 'refused', reason: 'off-scope', message, byPlugin: true }
    }
    if (verdict.kind === 'held') return verdict
    const spent = kind === 'page' ? this.budgets.spent(url, source) : undefined
    if (spent === undefined) return verdict
    return spent.kind === 'hosts-of-domain'
      ? { kind: 'refused', reason: 'trap-suspected', message: spent.message }
      : { kind: 'held', reason: 'budget-spent', message: spent.message }
  }

  /** Says that the store knows these now. */
  committed(candidates: readonly Candidate[]): void {
    for (const { entry: one } of candidates)
      if (this.#store.seen(one.key) === true) this.#refused.delete(one.key)
  }

  /** A refusal is handed out once, also where two pages come upon it before either is committed, or the store cannot say what it knows. */
  #once(candidate: Candidate): Candidate | undefined {
    const { key, state } = candidate.entry
    if (state.kind !== 'refused') return candidate
    if (this.#refused.has(key)) return undefined
    this.#refused.add(key)
    return candidate
  }

  #admit(url: URL, kind: NewEntry['kind'], finding: Finding, shapeChain: number): Judged {
    const verdict = this.admission(url, kind, finding, shapeChain)
    if (verdict.kind === 'refused') return refused(verdict)
    return verdict.kind === 'held' ? held(verdict.reason, verdict.message) : QUEUED
  }

  /** HW-TRAP-01: pages found on a page of the same shape, one after the other. Any other link starts anew. */
  #shapeChain(url: URL, { source, from }: Finding): number {
    if (source !== 'link' || from === undefined) return 0
    return shapeOf(url) === from.shape ? from.shapeChain + 1 : 0
  }
}

/** The sentence for a link that asks not to be followed. */
export const NOFOLLOW = 'The page asks that this link is not followed; followNofollow lifts it.'

/** Sentences that say nothing which the rules of the crawl would not say again; those of plugins are kept with the entry. */
function refused({
  reason,
  message,
  byPlugin = false,
}: {
  readonly reason: RefusalReason
  readonly message: string
  readonly byPlugin?: boolean
}): Judged {
  return { state: { kind: 'refused', reason }, message, keep: byPlugin }
}

function held(reason: WaitingReason, message: string): Judged {
  return { state: { kind: 'held', reason }, message, keep: false }
}

function entry(
  { key, kind, url: text }: Pick<NewEntry, 'key' | 'kind' | 'url'>,
  url: URL | undefined,
  finding: Finding,
  { state, message, keep }: Judged,
  shapeChain = 0,
  lifts?: Lifts,
): Candidate {
  const data: EntryData = {
    ...finding.data,
    ...(shapeChain > 0 ? { shapeChain } : {}),
    ...(keep ? { why: message } : {}),
  }
  return {
    message,
    entry: {
      key,
      kind,
      url: text,
      slot: url === undefined ? '' : hostSlotOf(url),
      origin: url?.origin ?? '',
      depth: finding.depth,
      ...(finding.via === undefined ? {} : { via: finding.via }),
      priority: finding.priority,
      state,
      ...(lifts === undefined ? {} : { lifts }),
      ...(Object.keys(data).length > 0 ? { data } : {}),
    },
  }
}
