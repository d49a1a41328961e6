// Which sitemaps an origin leads to: those that its robots.txt names, else the one place where a sitemap is usually found. Asked when
// robots.txt has been read, and at the start of a run for what earlier runs have read.
import { robotsOfFile } from '@curtsy/robots'
import type { RobotsCopy, RobotsStep } from '@curtsy/robots'
import type { Origin } from '../domain/host-slot.ts'
import type { Candidate } from './candidates.ts'
import type { CrawlParts } from './parts.ts'

/** Where a sitemap is looked for that nobody names (sitemaps.org protocol, "Sitemap file location"). */
const USUAL_PLACE = '/sitemap.xml'

/**
 * Sitemaps of an origin that are not known yet; none unless the crawl wants sitemaps, and none by a copy that has grown stale.
 *
 * Only of a seed's origin a sitemap is looked for that nobody names: it would be a request more of every host that a link leads to.
 */
export function sitemapsOfOrigin(
  parts: CrawlParts,
  origin: Origin,
  copy: RobotsCopy,
  next: RobotsStep,
): readonly Candidate[] {
  const { settings, sitemaps } = parts
  if (settings.sitemaps === false || next.do !== 'use' || next.stale) return []
  // The host whose robots.txt names a sitemap has proven it its own, wherever it lies.
  const { host } = new URL(origin)
  const named = copy.file === undefined ? [] : robotsOfFile(copy.file).sitemaps
  if (named.length > 0) {
    const via = `${origin}/robots.txt`
    const found = named.flatMap(({ url }) => sitemaps.named(url, origin, via, [host]) ?? [])
    const left = found.filter((candidate) => candidate === 'over-limit').length
    if (left > 0) tellLeft(parts, via, left)
    return found.filter((candidate) => candidate !== 'over-limit')
  }
  // Who names sitemaps has said where they are.
  if (settings.sitemaps !== true || !isSeed(parts, origin)) return []
  const guess = sitemaps.guess(origin + USUAL_PLACE)
  return guess === undefined ? [] : [guess]
}

function isSeed({ candidates }: CrawlParts, origin: Origin): boolean {
  return candidates.seeds.some((seed) => seed.origin === origin)
}

/** What the stored copies of robots.txt lead to: an earlier run may have read them without wanting sitemaps. */
export async function sitemapsOfSeeds(
  parts: CrawlParts,
  seeds: readonly URL[],
): Promise<readonly Candidate[]> {
  if (parts.settings.sitemaps === false) return []
  const origins = [...new Set(seeds.map((seed) => seed.origin))]
  const found = await Promise.all(
    origins.map(async (origin) => {
      const copy = await parts.rules.copy(origin)
      if (copy === undefined) return []
      return sitemapsOfOrigin(parts, origin, copy, await parts.rules.step(origin))
    }),
  )
  return found.flat()
}

function tellLeft({ settings, tally, events }: CrawlParts, robotsUrl: string, left: number): void {
  const { maxSitemapsPerOrigin } = settings.limits
  const message = `${robotsUrl} names ${left} sitemaps more than limits.maxSitemapsPerOrigin allows (${maxSitemapsPerOrigin}).`
  tally.notes.push(message)
  events.emit('note', { message })
}
