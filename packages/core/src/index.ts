// A crawl
export { createCrawler } from './create-crawler.ts'
export type { Crawler, CrawlStatus } from './crawl/crawl.ts'
export type { CrawlerOptions, LimitOptions, PageHandler, Route } from './crawl/options.ts'
export type { Page, PageBase, FollowOptions, PageWait } from './page/page.ts'
export type { CrawlReport, RunEnd, StateCountsReport } from './domain/report.ts'
export type { Explanation, ExplainedStep } from './crawl/explain.ts'
export type { DryRunReport, PlannedUrl, RefusedUrl, WaitingUrl } from './domain/dry-run-report.ts'

// What belongs to it
export { allOf, anyOf, sameDomain, sameHost, sameOrigin, within } from './domain/scope.ts'
export type { PlainScope, Scope, ScopeContext } from './domain/scope.ts'
export { memoryStore } from './adapters/memory-store/memory-store.ts'

// Single requests with all the care of a crawl
export { createErrands } from './create-crawler.ts'
export type { ErrandOptions, Errands } from './crawl/errands.ts'
export type { AskedRobots, RobotsHop } from './crawl/robots-errand.ts'
export type { OpenedSitemap } from './crawl/sitemap-errand.ts'
export type { OpenedFile } from './crawl/parts.ts'

// Plugins
export { definePlugin } from './crawl/plugin.ts'
export { cookies } from './plugins/cookies.ts'
export type {
  FieldsOf,
  NextFetch,
  Plugin,
  PluginCandidate,
  PluginContext,
  PluginRequest,
} from './crawl/plugin.ts'

// What it tells
export type {
  CrawlEvents,
  CrawlEventType,
  FailedEvent,
  Listener,
  WaitEvent,
} from './crawl/events.ts'
export type {
  AuditEvent,
  ParkedEvent,
  RefusedEvent,
  RequestEvent,
  RevivedEvent,
  RobotsEvent,
  SettingsEvent,
  StopEvent,
} from './domain/audit-event.ts'
export type {
  FailureReason,
  Reason,
  RefusalReason,
  UrlState,
  WaitingReason,
} from './domain/outcome.ts'
export { CurtsyError } from './curtsy-error.ts'
export type { CurtsyErrorCode } from './curtsy-error.ts'

// Defaults
export { DEFAULT_LIMITS, HARD_LIMITS } from './domain/limits.ts'
export type { Limits } from './domain/limits.ts'
export { DEFAULT_POLITENESS } from './domain/politeness.ts'
export type { PolitenessPolicy } from './domain/politeness.ts'

// Ports, for adapters of your own
export type { Clock } from './ports/clock.ts'
export type { Resolve } from './ports/resolver.ts'
export type { Store } from './ports/store.ts'
export type { FetchLike } from './ports/fetch-like.ts'
