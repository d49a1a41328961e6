// What one page gave: links that become entries, and records. Collected while the handler runs, committed with the page.
import { shapeOf } from '../domain/shape.ts'
import type { ClaimedEntry, NewEntry } from '../ports/store.ts'
import type { FollowOptions, LeftOut } from '../page/page.ts'
import type { Candidate, Candidates, Finding } from './candidates.ts'

export const SEED_PRIORITY = 0
export const LINK_PRIORITY = 10

/** The yield of one page: candidates that are new, each key once. */
export class Found {
  readonly #candidates: Candidates
  readonly #new = new Map<string, Candidate>()
  readonly #finding: Finding
  readonly #base: string
  readonly records: string[] = []

  constructor(candidates: Candidates, entry: ClaimedEntry, url: URL) {
    this.#candidates = candidates
    this.#base = url.href
    this.#finding = {
      source: 'link',
      depth: entry.depth + 1,
      via: url.href,
      priority: LINK_PRIORITY,
      from: { shape: shapeOf(url), shapeChain: entry.data?.shapeChain ?? 0 },
    }
  }

  /** How many of the URLs are new and will be fetched. Those left out become refusals with a name. */
  follow(urls: readonly string[], options: FollowOptions, leftOut: LeftOut): number {
    const finding: Finding = {
      ...this.#finding,
      priority: options.priority ?? LINK_PRIORITY,
      ...(options.label === undefined ? {} : { data: { label: options.label } }),
    }
    let queued = 0
    for (const url of urls) if (this.#take(url, finding)) queued++
    for (const url of leftOut.nofollow) this.#take(url, { ...finding, nofollow: true })
    for (const text of leftOut.invalid) this.#take(text, finding)
    return queued
  }

  /** Whether the link is new and queued. */
  #take(text: string, finding: Finding): boolean {
    const candidate = this.#candidates.judge(text, this.#base, finding)
    if (candidate === undefined || this.#new.has(candidate.entry.key)) return false
    this.#new.set(candidate.entry.key, candidate)
    return candidate.entry.state.kind === 'queued'
  }

  /** Where this page redirects to, or another single candidate with a source of its own. */
  add(candidate: Candidate | undefined): void {
    if (candidate !== undefined && !this.#new.has(candidate.entry.key))
      this.#new.set(candidate.entry.key, candidate)
  }

  get entries(): readonly NewEntry[] {
    return Array.from(this.#new.values(), (candidate) => candidate.entry)
  }

  /** Those that are refused, with their sentences, for the audit. */
  get refused(): readonly Candidate[] {
    return Array.from(this.#new.values()).filter(
      (candidate) => candidate.entry.state.kind === 'refused',
    )
  }
}
