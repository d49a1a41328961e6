import type { RefusalReason } from '../domain/outcome.ts'
import type { Store } from '../ports/store.ts'
import { LIFTED_BY_USER } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { SEED_PRIORITY } from './found.ts'
import type { CrawlParts } from './parts.ts'
import { auditRefusals } from './refusals.ts'
import { sitemapsOfSeeds } from './sitemap-naming.ts'

const META = 'scope-seeds'

/** Hosts that seeds redirected to in earlier runs: they belong to the scope (decision 15). */
export async function rememberedSeeds(store: Store): Promise<readonly URL[]> {
  const stored = await store.getMeta(META)
  return stored === undefined ? [] : (JSON.parse(stored) as string[]).map((text) => new URL(text))
}

/** Adds a URL to the seeds that the scope is judged by, now and in later runs. */
export async function widenScope(parts: CrawlParts, url: URL, why: string): Promise<void> {
  if (!parts.candidates.joinScope(url)) return
  parts.tally.notes.push(why)
  parts.events.emit('note', { message: why })
  const extra = parts.candidates.seeds.slice(parts.settings.seeds.length).map((seed) => seed.href)
  await parts.store.setMeta(META, JSON.stringify(extra))
}

/** Where seeds come from: the options of the crawl, or a call of `crawler.add`. */
export type SeedOrigin = 'options' | 'added'

/**
 * Plants seeds in the frontier, and the sitemaps the user names. Gives how many seeds were new.
 *
 * Known ones change nothing; but what is added is the user's word of this very moment: a URL that was refused or held before is judged
 * anew, as a seed.
 */
export async function plantSeeds(
  parts: CrawlParts,
  seeds: readonly URL[],
  from: SeedOrigin,
): Promise<number> {
  const { candidates, store, settings } = parts
  for (const seed of seeds) {
    candidates.nameHost(seed.host)
    if (from === 'added') await widenScope(parts, seed, `${seed.href} was added as a seed.`)
  }
  const found = seeds.map((seed) =>
    candidates.judge(seed.href, undefined, {
      source: 'seed',
      depth: 0,
      via: undefined,
      priority: SEED_PRIORITY,
      data: { seed: true },
      ...(from === 'added' ? { lifts: LIFTED_BY_USER } : {}),
    }),
  )
  const named = Array.isArray(settings.sitemaps) ? (settings.sitemaps as readonly string[]) : []
  const sitemaps = named.map((url) =>
    parts.sitemaps.start(
      url,
      seeds[0]?.href,
      undefined,
      seeds.map((seed) => seed.host),
    ),
  )
  const stored = await sitemapsOfSeeds(parts, seeds)
  const fresh = [...found, ...sitemaps, ...stored].filter((candidate) => candidate !== undefined)
  const revived = from === 'added' ? await refusedBefore(parts, fresh) : []
  const { added } = await store.add(fresh.map((candidate) => candidate.entry))
  for (const [at, reason] of revived) {
    const { url } = fresh[at]!.entry
    if (added[at]) parts.events.audit({ event: 'revived', atMs: parts.clock.now(), url, reason })
  }
  const news = fresh.filter((_, at) => added[at])
  auditRefusals(parts, news)
  return news.filter((candidate) => candidate.entry.kind === 'page').length
}

/** Which of the candidates are known as refused, by their places, and for what. */
async function refusedBefore(
  { store }: CrawlParts,
  candidates: readonly Candidate[],
): Promise<readonly (readonly [number, RefusalReason])[]> {
  const before: (readonly [number, RefusalReason])[] = []
  for (const [at, { entry }] of candidates.entries()) {
    const record = await store.find(entry.key)
    if (record?.state.kind === 'refused') before.push([at, record.state.reason])
  }
  return before
}
