// Reading one sitemap.
export { MAX_SITEMAP_BYTES, parseSitemap, parseSitemapBatches } from './parse-sitemap.ts'
export type { ParseSitemapOptions, SitemapSummary } from './parse-sitemap.ts'
export type { SitemapBody } from './byte-source.ts'
export type { SitemapKind } from './sitemap-document.ts'

// What it yields.
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

// What was wrong with it.
export type { ProblemCode, ProblemCounts, SitemapProblem } from './problem.ts'
