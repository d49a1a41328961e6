import type { Store } from '../ports/store.ts'
import { SEED_PRIORITY } from './found.ts'
import type { CrawlParts } from './parts.ts'
import { auditRefusals } from './refusals.ts'

const META = 'scope-seeds'

/** Hosts that seeds redirected to in earlier runs: they belong to the scope (decision 15). */
export async function rememberedSeeds(store: Store): Promise<readonly URL[]> {
  const stored = await store.getMeta(META)
  return stored === undefined ? [] : (JSON.parse(stored) as string[]).map((text) => new URL(text))
}

/** Adds a URL to the seeds that the scope is judged by, now and in later runs. */
export async function widenScope(parts: CrawlParts, url: URL, why: string): Promise<void> {
  const seeds = parts.candidates.rules.scopeContext.seeds as URL[]
  if (seeds.some((seed) => seed.href === url.href)) return
  seeds.push(url)
  parts.tally.notes.push(why)
  parts.events.emit('note', { message: why })
  const extra = seeds.slice(parts.settings.seeds.length).map((seed) => seed.href)
  await parts.store.setMeta(META, JSON.stringify(extra))
}

/** Plants seeds in the frontier, and the sitemaps the user names. Known ones change nothing. Gives how many seeds were new. */
export async function plantSeeds(parts: CrawlParts, seeds: readonly URL[]): Promise<number> {
  const { candidates, store, settings } = parts
  const hosts = candidates.rules.seedHosts as Set<string>
  for (const seed of seeds) {
    hosts.add(seed.host)
    if (!settings.seeds.includes(seed))
      await widenScope(parts, seed, `${seed.href} was added as a seed.`)
  }
  const found = seeds.map((seed) =>
    candidates.judge(seed.href, undefined, {
      source: 'seed',
      depth: 0,
      via: undefined,
      priority: SEED_PRIORITY,
      data: { seed: true },
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
  const fresh = [...found, ...sitemaps].filter((candidate) => candidate !== undefined)
  const { added } = await store.add(fresh.map((candidate) => candidate.entry))
  const news = fresh.filter((_, at) => added[at])
  auditRefusals(parts, news)
  return news.filter((candidate) => candidate.entry.kind === 'page').length
}
