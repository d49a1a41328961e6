// What a way of reading answers. Two readers exist: by groups (rfc9309, google, bing, yandex) and as Python's urllib does.

import type { CrawlDelay } from './crawl-delay.ts'
import type { RobotsRule, RobotsVerdict } from './verdict.ts'

/** A run of User-agent lines and what stands below it, as in the file: groups of one token are not merged here. */
export interface RobotsGroup {
  /** `token` is what the line names: `*`, a product token as written, or empty where it names nobody. */
  readonly userAgents: readonly {
    readonly token: string
    readonly text: string
    readonly line: number
  }[]
  readonly rules: readonly RobotsRule[]
}

/** A `Sitemap:` line; `url` as written. It belongs to no group. */
export interface RobotsSitemap {
  readonly url: string
  readonly line: number
}

/** The group that speaks to a crawler: all groups of the file that name `token`, as one. */
export interface ChosenGroup {
  /** The token found in the file: one of the chain in lower case, or `*`. */
  readonly token: string
  /** Found by a token of the chain, by one that stands in for it (a habit of some readers), or by `*`. */
  readonly because: 'token' | 'stand-in' | 'default'
  /** Lines of the User-agent lines that chose it. */
  readonly lines: readonly number[]
  /** How many groups of the file were merged. */
  readonly groups: number
}

/** A rule that matches, and what its precedence rests on. */
export interface MatchingRule extends RobotsRule {
  readonly octets: number
}

export interface Judgement {
  /** What was compared with the patterns. */
  readonly path: string
  readonly group: ChosenGroup | undefined
  /** The rules that match, the winner first. */
  readonly matching: readonly MatchingRule[]
}

export interface Reader {
  /** @throws RobotsError CURTSY_URL */
  check(url: string | URL, chain: readonly string[]): RobotsVerdict
  /** What led to the verdict; slower. */
  judge(url: string | URL, chain: readonly string[]): Judgement
  crawlDelay(chain: readonly string[]): CrawlDelay | undefined
  readonly groups: readonly RobotsGroup[]
  readonly sitemaps: readonly RobotsSitemap[]
}

/** The verdict where a rule is named. One without a pattern closes nothing, but some readers name it as the one that decided. */
export function verdictBy(rule: RobotsRule): RobotsVerdict {
  if (rule.pattern === '') return { allowed: true, reason: 'no-matching-rule', rule }
  return rule.kind === 'allow'
    ? { allowed: true, reason: 'allow-rule', rule }
    : { allowed: false, reason: 'disallow-rule', rule }
}
