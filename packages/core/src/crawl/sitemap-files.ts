// Where sitemaps come from: the user's list, the lines of a robots.txt, the index that names its children. Each file is a frontier
// entry of its own, so that politeness, robots.txt and resume hold for it as for a page. Which children an index leads to is decided by
// @curtsy/sitemap's one set of rules; here its questions are answered from the frontier.
import { admitChildSitemap, vouchingHosts } from '@curtsy/sitemap'
import type { ChildRefusal, KnownSitemaps, WalkLimits } from '@curtsy/sitemap'
import type { Limits } from '../domain/limits.ts'
import type { ClaimedEntry, EntryData, Store } from '../ports/store.ts'
import { sitemapKey } from './candidates.ts'
import type { Candidate, Candidates } from './candidates.ts'

/** Sitemaps go before pages of their host: they say what else there is. */
const SITEMAP_PRIORITY = -1

interface Naming {
  /** The index or robots.txt that names it; undefined where the user does. */
  readonly via: string | undefined
  /** Indexes above, first one first. */
  readonly path: readonly string[]
  /** Hosts that have proven the file theirs. */
  readonly crossSubmitHosts: readonly string[]
}

export class SitemapFiles {
  readonly #candidates: Candidates
  readonly #store: Store
  readonly #filesOfOrigin = new Map<string, number>()
  readonly #limits: WalkLimits

  constructor(
    candidates: Candidates,
    store: Store,
    { maxSitemapDepth, maxSitemapsPerOrigin }: Limits,
  ) {
    this.#candidates = candidates
    this.#store = store
    this.#limits = { maxDepth: maxSitemapDepth, maxSitemaps: maxSitemapsPerOrigin }
  }

  get limits(): WalkLimits {
    return this.#limits
  }

  /** A file that nothing leads to but the user or an errand; undefined where it is known. `hosts` have proven it theirs. */
  start(
    text: string,
    base: string | undefined,
    via: string | undefined,
    hosts: readonly string[],
  ): Candidate | undefined {
    return this.#candidate(text, base, { via, path: [], crossSubmitHosts: hosts })
  }

  /** A file that a robots.txt names: no more of an origin than the limit allows. Undefined where it is known. */
  named(
    text: string,
    base: string,
    via: string,
    hosts: readonly string[],
  ): Candidate | 'over-limit' | undefined {
    if (!URL.canParse(text, base)) return this.start(text, base, via, hosts)
    const url = new URL(text, base)
    url.hash = ''
    if (this.#known.has(url.href)) return undefined
    if (this.#known.countOf(url.origin) >= this.#limits.maxSitemaps) return 'over-limit'
    return this.start(text, base, via, hosts)
  }

  /** A file that nobody names: it may well not be there. */
  guess(url: string): Candidate | undefined {
    const naming = { via: undefined, path: [], crossSubmitHosts: [] }
    return this.#candidate(url, undefined, naming, { guessed: true })
  }

  /** Where a sitemap redirects to: the same place in the walk. */
  moved(
    entry: ClaimedEntry,
    target: string,
    { redirectPath = [], chainSpentMs = 0 }: EntryData,
  ): Candidate | undefined {
    const { sitemapPath = [], crossSubmitHosts = [], guessed } = entry.data ?? {}
    return this.#candidate(
      target,
      undefined,
      { via: entry.url, path: sitemapPath, crossSubmitHosts },
      { redirectPath, chainSpentMs, ...(guessed ? { guessed } : {}) },
    )
  }

  /** A child that an index lists, or why it is not read. */
  child(
    index: ClaimedEntry,
    loc: string,
  ): { readonly candidate: Candidate | undefined } | { readonly refused: ChildRefusal } {
    const file = { url: index.url, path: index.data?.sitemapPath ?? [] }
    const verdict = admitChildSitemap(this.#known, file, loc, this.#limits)
    if (!verdict.admitted) return { refused: verdict.reason }
    const { url, path } = verdict.file
    return {
      candidate: this.#candidate(url, undefined, {
        via: index.url,
        path,
        crossSubmitHosts: index.data?.crossSubmitHosts ?? [],
      }),
    }
  }

  /** Hosts whose URLs may stand in this file besides its own. */
  hostsOf(entry: ClaimedEntry): readonly string[] {
    return vouchingHosts(
      { url: entry.url, path: entry.data?.sitemapPath ?? [] },
      entry.data?.crossSubmitHosts,
    )
  }

  get #known(): KnownSitemaps {
    return {
      has: (url) => this.#store.seen(sitemapKey(url)) === true,
      countOf: (origin) => this.#filesOfOrigin.get(origin) ?? 0,
    }
  }

  #candidate(
    text: string,
    base: string | undefined,
    { via, path, crossSubmitHosts }: Naming,
    more: EntryData = {},
  ): Candidate | undefined {
    const candidate = this.#candidates.judge(text, base, {
      source: 'sitemap-file',
      depth: 0,
      via,
      priority: SITEMAP_PRIORITY,
      data: { ...more, sitemapPath: path, crossSubmitHosts },
    })
    if (candidate?.entry.state.kind === 'queued') {
      const { origin } = candidate.entry
      this.#filesOfOrigin.set(origin, (this.#filesOfOrigin.get(origin) ?? 0) + 1)
    }
    return candidate
  }
}
