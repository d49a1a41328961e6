// Reading one sitemap.
export { MAX_SITEMAP_BYTES, parseSitemap, parseSitemapBatches } from './parse-sitemap.ts'
export type { ParseSitemapOptions, SitemapSummary } from './parse-sitemap.ts'
export type { SitemapBody } from './byte-source.ts'
export type { SitemapKind } from './sitemap-document.ts'

// Reading the sitemaps that an index lists.
export { walkSitemaps } from './walk-sitemaps.ts'
export type {
  LoadedSitemap,
  WalkProblem,
  WalkSitemapsOptions,
  WalkSummary,
} from './walk-sitemaps.ts'

// The rules of the walk, for a crawler that has a frontier of its own.
export {
  admitChildSitemap,
  judgeSitemapKind,
  knownSitemaps,
  startSitemap,
  vouchingHosts,
  WALK_LIMITS,
} from './index-walk.ts'
export type {
  ChildRefusal,
  ChildVerdict,
  KnownSitemaps,
  SitemapFile,
  WalkLimits,
} from './index-walk.ts'

// What they yield.
export type {
  ChangeFrequency,
  ChildSitemapEntry,
  SitemapAlternate,
  SitemapEntry,
  SitemapImage,
  SitemapNews,
  SitemapVideo,
  UrlEntry,
} from './entry.ts'

// What the caller got wrong.
export { SitemapOptionError } from './option-checks.ts'

// What was wrong with it.
export type { ProblemCode, ProblemCounts, SitemapProblem } from './problem.ts'
