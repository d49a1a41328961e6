// Steps 1 to 3 of docs/architecture.md: text -> canonical URL -> admission -> an entry for the frontier, with its state.
import { hostSlotOf } from '../domain/host-slot.ts'
import { admit } from '../domain/admission.ts'
import type { AdmissionRules, CandidateSource } from '../domain/admission.ts'
import { canonicalize } from '../domain/canonicalize.ts'
import type { Canonical, CanonicalOptions } from '../domain/canonicalize.ts'
import type { RefusalReason, WaitingReason } from '../domain/outcome.ts'
import { registrableDomain } from '../domain/scope.ts'
import { shapeOf } from '../domain/shape.ts'
import type { EntryData, NewEntry, Store } from '../ports/store.ts'
import type { AdmitHook } from './plugin-hooks.ts'

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
}

/** An entry with the sentence that explains its state; `message` is empty where it is queued. */
export interface Candidate {
  readonly entry: NewEntry
  readonly message: string
}

interface Judged {
  readonly state: NewEntry['state']
  readonly message: string
}

const QUEUED: Judged = { state: { kind: 'queued' }, message: '' }

/** Judges candidates and counts what a limit needs counted over the whole crawl (hosts of a domain, URLs of an origin). */
export class Candidates {
  readonly rules: AdmissionRules
  readonly #canonical: CanonicalOptions
  readonly #store: Store
  readonly #admitHooks: readonly AdmitHook[]
  /** Keys of refusals that were handed out and are not known to be committed. */
  readonly #refused = new Set<string>()
  readonly #hostsOfDomain = new Map<string, Set<string>>()
  readonly #urlsOfOrigin = new Map<string, number>()

  constructor(
    rules: AdmissionRules,
    canonical: CanonicalOptions,
    store: Store,
    admitHooks: readonly AdmitHook[],
  ) {
    this.rules = rules
    this.#canonical = canonical
    this.#store = store
    this.#admitHooks = admitHooks
  }

  /** The one form of a URL by this crawl's options. */
  canonical(text: string, base: URL | string | undefined): Canonical {
    return canonicalize(text, base, this.#canonical)
  }

  /** Undefined where the key is known already: a known key changes nothing. */
  judge(text: string, base: URL | string | undefined, finding: Finding): Candidate | undefined {
    const canonical = this.canonical(text, base)
    const kind = finding.source === 'sitemap-file' ? 'sitemap' : 'page'
    const key = kind === 'sitemap' ? `sitemap ${canonical.key}` : canonical.key
    if (this.#store.seen(key) === true) return undefined
    if (canonical.kind === 'refused') {
      return this.#once(
        entry(
          key,
          kind,
          canonical.key,
          undefined,
          finding,
          refused(canonical.reason, canonical.message),
        ),
      )
    }
    const { url } = canonical
    const shapeChain = this.#shapeChain(url, finding)
    return this.#once(
      entry(
        key,
        kind,
        canonical.key,
        url,
        finding,
        this.#admit(url, kind, finding, shapeChain),
        shapeChain,
      ),
    )
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
    const { source, depth, via } = finding
    const verdict = admit(url, source, { depth, shapeChain }, this.rules)
    if (verdict.kind === 'refused') return refused(verdict.reason, verdict.message)
    if (finding.nofollow)
      return refused(
        'nofollow',
        'The page asks that this link is not followed; followNofollow lifts it.',
      )
    for (const hook of this.#admitHooks) {
      const message = hook({ url, depth, via, kind })
      if (message !== undefined) return refused('off-scope', message)
    }
    if (verdict.kind === 'held') return held(verdict.reason, verdict.message)
    return source === 'seed' ? QUEUED : this.#withinBudgets(url, source)
  }

  #withinBudgets(url: URL, source: CandidateSource): Judged {
    const { maxHostsPerDomain, maxUrlsPerOrigin } = this.rules.limits
    const domain = registrableDomain(url.hostname)
    const hosts = this.#hostsOfDomain.get(domain) ?? new Set<string>()
    this.#hostsOfDomain.set(domain, hosts)
    if (!hosts.has(url.host) && hosts.size >= maxHostsPerDomain) {
      return refused(
        'trap-suspected',
        `Already ${hosts.size} hosts of ${domain}; limits.maxHostsPerDomain allows ${maxHostsPerDomain}.`,
      )
    }
    hosts.add(url.host)
    if (source !== 'link') return QUEUED
    const urls = (this.#urlsOfOrigin.get(url.origin) ?? 0) + 1
    if (urls > maxUrlsPerOrigin) {
      return held(
        'budget-spent',
        `Already ${urls - 1} URLs of ${url.origin}; limits.maxUrlsPerOrigin allows ${maxUrlsPerOrigin}.`,
      )
    }
    this.#urlsOfOrigin.set(url.origin, urls)
    return QUEUED
  }

  /** HW-TRAP-01: pages found on a page of the same shape, one after the other. Any other link starts anew. */
  #shapeChain(url: URL, { source, from }: Finding): number {
    if (source !== 'link' || from === undefined) return 0
    return shapeOf(url) === from.shape ? from.shapeChain + 1 : 0
  }
}

function refused(reason: RefusalReason, message: string): Judged {
  return { state: { kind: 'refused', reason }, message }
}

function held(reason: WaitingReason, message: string): Judged {
  return { state: { kind: 'held', reason }, message }
}

function entry(
  key: string,
  kind: NewEntry['kind'],
  text: string,
  url: URL | undefined,
  finding: Finding,
  judged: Judged,
  shapeChain = 0,
): Candidate {
  const data: EntryData = { ...finding.data, ...(shapeChain > 0 ? { shapeChain } : {}) }
  return {
    message: judged.message,
    entry: {
      key,
      kind,
      url: text,
      slot: url === undefined ? '' : hostSlotOf(url),
      origin: url?.origin ?? '',
      depth: finding.depth,
      ...(finding.via === undefined ? {} : { via: finding.via }),
      priority: finding.priority,
      state: judged.state,
      ...(Object.keys(data).length > 0 ? { data } : {}),
    },
  }
}
