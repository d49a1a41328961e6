import type { RobotsPolicy } from '@curtsy/robots'
import type { Limits } from '../domain/limits.ts'
import type { PolitenessPolicy } from '../domain/politeness.ts'
import type { Scope } from '../domain/scope.ts'
import type { CanonicalOptions } from '../domain/canonicalize.ts'
import type { FetchLike } from '../ports/fetch-like.ts'
import type { Clock } from '../ports/clock.ts'
import type { Resolve } from '../ports/resolver.ts'
import type { Store } from '../ports/store.ts'
import type { Page } from '../page/page.ts'
import type { FieldsOf, Plugin } from './plugin.ts'

/** Some of the limits; those that are one number a kind may be given for single kinds. */
export type LimitOptions = {
  readonly [Name in keyof Limits]?: Limits[Name] extends number ? number : Partial<Limits[Name]>
}

/** A handler of pages. What it throws, or a promise that takes longer than `limits.handlerTimeoutMs`, fails that URL only. */
export type PageHandler<Fields extends object = object> = (page: Page<Fields>) => unknown

/** A handler for the URLs that fit a pattern (see `urlPattern`) or for the links followed with this label. */
export interface Route<Fields extends object = object> {
  /** `/items/*`, `*.pdf`, a RegExp, … */
  readonly match?: string | RegExp
  /** From `page.follow(…, { label })`. */
  readonly label?: string
  readonly onPage: PageHandler<Fields>
}

/** The options of `createCrawler`. Only `userAgent` and `seeds` are required. */
export interface CrawlerOptions<Plugins extends readonly Plugin[] = readonly Plugin[]> {
  /** Who crawls: a product token and a way to reach the owner, such as `ExampleBot/1.0 (+https://example.com/bot)`. */
  readonly userAgent: string
  /** Absolute http(s) URLs. */
  readonly seeds: string | URL | readonly (string | URL)[]
  /** Default: `sameHost`, over all seeds. */
  readonly scope?: Scope
  /** Only URLs that fit one of these patterns, seeds excepted. */
  readonly include?: readonly (string | RegExp)[]
  /** No URLs that fit one of these patterns. */
  readonly exclude?: readonly (string | RegExp)[]
  /** Called for each delivered page that no route takes. Without it and without routes all links are followed. */
  readonly onPage?: PageHandler<FieldsOf<Plugins>>
  /** The first that fits takes the page. */
  readonly routes?: readonly Route<FieldsOf<Plugins>>[]
  readonly plugins?: Plugins
  /** The user's own wishes for waiting; the site's always hold beside them. */
  readonly politeness?: Partial<PolitenessPolicy>
  readonly limits?: LimitOptions
  /** Turns at once, over all hosts. Default 16. */
  readonly concurrency?: number
  /** Delivered pages, over all runs of one store. Default: no limit. */
  readonly maxPages?: number
  /** Depth of links; short for `limits.maxDepth`. */
  readonly maxDepth?: number
  /** Of one run, in milliseconds. Default: no limit. */
  readonly maxTimeMs?: number
  /** Default: `memoryStore()`. */
  readonly store?: Store
  /** Discard what the store holds. */
  readonly fresh?: boolean
  /**
   * `true`: the sitemaps that robots.txt names; where that of a seed names none, its `/sitemap.xml`, if there is one. A list: these,
   * and those that robots.txt names. Default false.
   */
  readonly sitemaps?: boolean | readonly string[]
  /** Ranges of special addresses that may be contacted, such as `127.0.0.0/8`. */
  readonly allowAddresses?: readonly string[]
  /** Origins of the user's own where robots.txt is not asked. Logged, audited and shown in the report. */
  readonly exemptOrigins?: readonly string[]
  /** What an unreachable robots.txt means; see docs. Default `careful`. */
  readonly robotsPolicy?: RobotsPolicy
  /** Product tokens, most specific first. Default: derived from the user agent by dropping `-Suffix` parts. */
  readonly robotsTokens?: readonly string[]
  /** Extra request headers by origin; they are sent to that origin and no other. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Keep cookies, in one jar for this crawl; short for the `cookies()` plugin. Default false. */
  readonly cookies?: boolean
  /** Follow links marked `nofollow`, `ugc` or `sponsored`, and those of pages that say nofollow. Default false. */
  readonly followNofollow?: boolean
  /** Let a redirect lead from https to http. Default false. */
  readonly allowDowngrade?: boolean
  /** What may be merged beyond RFC 3986's equivalences. */
  readonly canonical?: Pick<CanonicalOptions, 'sortQuery' | 'stripSessionIds'>
  /** The parser under `page.$`. Default `htmlparser2`; `parse5` builds the tree as a browser does, at about twice the cost. */
  readonly parser?: 'htmlparser2' | 'parse5'
  /** Default: the machine's. */
  readonly clock?: Clock
  /** A WHATWG-like fetch in place of the built-in transport; redirects must not be followed. */
  readonly fetch?: FetchLike
  /** Default: the machine's; none where `fetch` is given. */
  readonly resolve?: Resolve
}
