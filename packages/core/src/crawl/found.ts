// What one page gave: links that become entries, and records. Collected while the handler runs, committed with the page.
import { shapeOf } from '../domain/shape.ts'
import type { ClaimedEntry, NewEntry } from '../ports/store.ts'
import type { Candidate, Candidates, Finding } from './candidates.ts'

/** What `page.follow` may say about the links it hands over. */
export interface FollowOptions {
  /** Lower goes first within a host. Default 10; seeds have 0. */
  readonly priority?: number
  /** The route that handles these pages, whatever their URL. */
  readonly label?: string
}

export const SEED_PRIORITY = 0
export const LINK_PRIORITY = 10

/** One link as the page hands it over: text to resolve against the page's base, or an absolute URL. */
export interface FollowedLink {
  readonly href: string
  readonly nofollow: boolean
}

/** The yield of one page: candidates that are new, each key once. */
export class Found {
  readonly #candidates: Candidates
  readonly #new = new Map<string, Candidate>()
  readonly #finding: Finding
  readonly records: string[] = []

  constructor(candidates: Candidates, entry: ClaimedEntry, url: URL) {
    this.#candidates = candidates
    this.#finding = {
      source: 'link',
      depth: entry.depth + 1,
      via: url.href,
      priority: LINK_PRIORITY,
      from: { shape: shapeOf(url), shapeChain: entry.data?.shapeChain ?? 0 },
    }
  }

  /** How many of the links are new and will be fetched. */
  follow(links: readonly FollowedLink[], base: string, options: FollowOptions = {}): number {
    let queued = 0
    for (const { href, nofollow } of links) {
      const candidate = this.#candidates.judge(href, base, {
        ...this.#finding,
        nofollow,
        priority: options.priority ?? LINK_PRIORITY,
        ...(options.label === undefined ? {} : { data: { label: options.label } }),
      })
      if (candidate === undefined || this.#new.has(candidate.entry.key)) continue
      this.#new.set(candidate.entry.key, candidate)
      if (candidate.entry.state.kind === 'queued') queued++
    }
    return queued
  }

  /** Where this page redirects to, or another single candidate with a source of its own. */
  add(candidate: Candidate | undefined): void {
    if (candidate !== undefined && !this.#new.has(candidate.entry.key)) this.#new.set(candidate.entry.key, candidate)
  }

  get entries(): readonly NewEntry[] {
    return Array.from(this.#new.values(), (candidate) => candidate.entry)
  }

  /** Those that are refused, with their sentences, for the audit. */
  get refused(): readonly Candidate[] {
    return Array.from(this.#new.values()).filter((candidate) => candidate.entry.state.kind === 'refused')
  }
}
