// A file that has been read, asked about URLs. What readers do alike is here: choose a group, take the rules that match, let the one
// with precedence decide. What they do differently is in their manner (by-group.ts, by-python.ts) and their traits (dialect.ts).

import type { CrawlDelay } from './crawl-delay.ts'
import type { Dialect, DialectTraits } from './dialect.ts'
import { explanationOf, type RobotsExplanation } from './explanation.ts'
import type { AgentLine, Reading, WrittenDelay, WrittenRule } from './groups.ts'
import { textOf } from './octets.ts'
import { matches } from './pattern.ts'
import { tokenChain, type ProductToken } from './product-token.ts'
import { ruleSet, type CompiledRule } from './rule-set.ts'
import { UrlReader } from './url-path.ts'
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

/** A rule that matches, and what its precedence rests on. */
export interface MatchingRule extends RobotsRule {
  readonly octets: number
}

/** How a reader does what readers do differently. */
export interface Manner {
  /** Groups of the octets from `from` to `to`. */
  read(octets: string, from: number, to: number, traits: DialectTraits): Reading
  choose(reading: Reading, chain: readonly string[], traits: DialectTraits): Choice | undefined
  /** The rules that can match, in order of precedence. */
  compile(rules: Iterable<WrittenRule>, traits: DialectTraits): readonly CompiledRule[]
  /** What of a URL is compared. */
  path(url: string | URL, reader: UrlReader, traits: DialectTraits): string
}

/** The User-agent lines that speak to a crawler. */
export interface Choice {
  readonly token: string
  readonly agents: readonly AgentLine[]
}

interface Compiled {
  readonly rules: readonly CompiledRule[]
  readonly find: (path: string) => CompiledRule | undefined
}

// A verdict never changes, so the same one is given again and again.
const allowedBecause = (reason: RobotsVerdict['reason']): RobotsVerdict =>
  Object.freeze({ allowed: true, reason })
const ROBOTS_TXT = allowedBecause('robots-txt')
const NO_GROUP = allowedBecause('no-matching-group')
const NO_RULE = allowedBecause('no-matching-rule')

export class RuleBook {
  readonly dialect: Dialect
  readonly #traits: DialectTraits
  readonly #manner: Manner
  readonly #reading: Reading
  readonly #urls = new UrlReader()
  readonly #compiled = new Map<readonly AgentLine[], Compiled>()
  #groups: readonly RobotsGroup[] | undefined
  #lastToken: ProductToken | undefined
  #lastChoice: Choice | undefined

  constructor(octets: string, from: number, to: number, traits: DialectTraits, manner: Manner) {
    this.dialect = traits.name
    this.#traits = traits
    this.#manner = manner
    const reading = manner.read(octets, from, to, traits)
    const tooMany = reading.rules > traits.maxRules
    this.#reading = tooMany ? { ...reading, blocks: [], agentsOf: new Map() } : reading
  }

  /**
   * May this URL be fetched by this crawler? Judges path and query; the caller sees to it that the file is the one of the URL's
   * origin.
   *
   * @param productToken one token, or the ordered chain of one crawler: the first that has a group counts, else `*`
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
   * @example
   * const robots = parseRobots('User-agent: *\nDisallow: /private')
   * robots.check('https://example.com/private/x', 'ExampleBot')
   * // { allowed: false, reason: 'disallow-rule', rule: { kind: 'disallow', pattern: '/private', line: 2 } }
   */
  check(url: string | URL, productToken: ProductToken): RobotsVerdict {
    const choice = this.#choose(productToken)
    const path = this.#path(url)
    if (this.#traits.robotsTxtIsFree && path === '/robots.txt') return ROBOTS_TXT
    if (choice === undefined) return NO_GROUP
    const winner = this.#compile(choice).find(path)
    if (winner === undefined) return NO_RULE
    winner.verdict ??= Object.freeze(verdictBy(publicRule(winner.written)))
    return winner.verdict
  }

  /**
   * The verdict and what led to it: the group chosen, every rule that matches, why the winner wins.
   *
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
   * @example
   * const robots = parseRobots('User-agent: *\nDisallow: /a\nAllow: /a/b/c')
   * robots.explain('https://example.com/a/b/c', 'ExampleBot').why // 'longer by 4 octets'
   */
  explain(url: string | URL, productToken: ProductToken): RobotsExplanation {
    const choice = this.#choose(productToken)
    const path = this.#path(url)
    const rules = choice === undefined ? [] : this.#compile(choice).rules
    const matching = onePerLine(rules.filter(({ pattern }) => matches(pattern, path)))
    return explanationOf(
      this,
      this.check(url, productToken),
      path,
      tokenChain(productToken),
      choice,
      matching,
    )
  }

  /**
   * Seconds that the site asks to leave between two requests, or undefined. The largest valid value of our group counts; where it
   * has none, the one of `*` does.
   *
   * @throws RobotsError CURTSY_TOKEN
   * @example
   * parseRobots('User-agent: *\nCrawl-delay: 2').crawlDelay('ExampleBot') // { seconds: 2, line: 2, from: 'default' }
   */
  crawlDelay(productToken: ProductToken): CrawlDelay | undefined {
    const choice = this.#choose(productToken)
    const { crawlDelay } = this.#traits
    if (crawlDelay === 'none') return undefined
    const own = longestDelay(choice?.agents)
    if (own !== undefined) return { ...own, from: choice?.token === '*' ? 'default' : 'group' }
    const standard = crawlDelay !== 'of-group' && longestDelay(this.#reading.agentsOf.get('*'))
    return standard ? { ...standard, from: 'default' } : undefined
  }

  /** The groups in file order. */
  get groups(): readonly RobotsGroup[] {
    this.#groups ??= this.#reading.blocks.map(({ agents, rules }) => ({
      userAgents: agents.map(({ value, token, line }) => ({
        token: value.slice(0, token.length),
        text: textOf(value),
        line,
      })),
      rules: rules.map(publicRule),
    }))
    return this.#groups
  }

  /** The sitemaps in file order, duplicates included. */
  get sitemaps(): readonly RobotsSitemap[] {
    return this.#reading.sitemaps.map(({ url, line }) => ({ url: textOf(url), line }))
  }

  #path(url: string | URL): string {
    return this.#manner.path(url, this.#urls, this.#traits)
  }

  #choose(productToken: ProductToken): Choice | undefined {
    // An array may be changed by its owner, so only a string is remembered.
    if (productToken !== this.#lastToken || typeof productToken !== 'string') {
      const chain = tokenChain(productToken)
      this.#lastChoice = this.#manner.choose(this.#reading, chain, this.#traits)
      this.#lastToken = productToken
    }
    return this.#lastChoice
  }

  /** The rules of all groups that the lines stand in, each group once; compiled when first asked. */
  #compile({ agents }: Choice): Compiled {
    let compiled = this.#compiled.get(agents)
    if (compiled === undefined) {
      const blocks = [...new Set(agents.map(({ block }) => block))]
      const rules = this.#manner.compile(
        blocks.flatMap((block) => block.rules),
        this.#traits,
      )
      compiled = { rules, find: ruleSet(rules) }
      this.#compiled.set(agents, compiled)
    }
    return compiled
  }
}

/** The verdict where a rule is named. One without a pattern closes nothing, but some readers name it as the one that decided. */
function verdictBy(rule: RobotsRule): RobotsVerdict {
  const { kind, pattern } = rule
  if (pattern === '') return { allowed: true, reason: 'no-matching-rule', rule }
  return { allowed: kind === 'allow', reason: `${kind}-rule`, rule }
}

function publicRule({ kind, pattern, line }: WrittenRule): RobotsRule {
  return Object.freeze({ kind, pattern: textOf(pattern), line })
}

function longestDelay(agents: readonly AgentLine[] = []): WrittenDelay | undefined {
  return agents.reduce<WrittenDelay | undefined>((longest, { run: { best } }) => {
    return best !== undefined && best.seconds > (longest?.seconds ?? -1) ? best : longest
  }, undefined)
}

/** A line that was compiled into two patterns counts by the better one. */
function onePerLine(matching: readonly CompiledRule[]): readonly MatchingRule[] {
  return matching
    .filter(({ written }, at) => matching.findIndex((rule) => rule.written === written) === at)
    .map(({ written, pattern: { octets } }) => Object.assign({ octets }, publicRule(written)))
}
