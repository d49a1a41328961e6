// The file as read: which group is ours, what it says of a URL, and everything else that the file holds.

import type { CrawlDelay } from './crawl-delay.ts'
import { traitsOf, type Dialect, type DialectTraits } from './dialect.ts'
import { readGroups, type AgentLine, type Reading, type WrittenRule } from './groups.ts'
import { readFile, type RobotsLine, type RobotsNote } from './file-lines.ts'
import { afterByteOrderMark, readableOctets } from './line-scan.ts'
import { octetsOf, textOf } from './octets.ts'
import { tokenChain, type ProductToken } from './product-token.ts'
import { compileRules, ruleSet, type CompiledRule } from './rule-set.ts'
import { UrlPaths } from './url-path.ts'
import type { RobotsRule, RobotsVerdict } from './verdict.ts'

/** A `Sitemap:` line; `url` as written. It belongs to no group. */
export interface RobotsSitemap {
  readonly url: string
  readonly line: number
}

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

/** The merged groups of one token. */
interface Selection {
  readonly token: string
  readonly agents: readonly AgentLine[]
  find?: (path: string) => CompiledRule | undefined
}

/** One robots.txt, read. Made by {@link parseRobots}; never changes. */
export class Robots {
  readonly dialect: Dialect
  readonly #octets: string
  readonly #end: number
  readonly #traits: DialectTraits
  readonly #reading: Reading
  readonly #paths = new UrlPaths()
  readonly #selections = new Map<string, Selection>()
  #lastToken: ProductToken | undefined
  #lastSelection: Selection | undefined
  #file:
    | { readonly lines: readonly RobotsLine[]; readonly notes: readonly RobotsNote[] }
    | undefined

  constructor(input: string | Uint8Array, dialect: Dialect) {
    this.dialect = dialect
    this.#traits = traitsOf(dialect)
    this.#octets = octetsOf(input)
    this.#end = readableOctets(this.#octets, this.#traits.maxOctets)
    const tooLarge = this.#end < this.#octets.length && this.#traits.tooLarge === 'no-rules'
    const from = afterByteOrderMark(this.#octets)
    this.#reading = readGroups(this.#octets, from, tooLarge ? from : this.#end, this.#traits)
  }

  /**
   * May this URL be fetched by this crawler? Judges path and query; the caller sees to it that the file is the one of the URL's
   * origin.
   *
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
   * @example
   * const robots = parseRobots('User-agent: *\nDisallow: /private')
   * robots.check('https://example.com/private/x', 'ExampleBot')
   * // { allowed: false, reason: 'disallow-rule', rule: { kind: 'disallow', pattern: '/private', line: 2 } }
   */
  check(url: string | URL, productToken: ProductToken): RobotsVerdict {
    const selection = this.#select(productToken)
    const path = this.#traits.percent === 'google' ? this.#paths.google(url) : this.#paths.rfc(url)
    if (this.#traits.robotsTxtIsFree && path === '/robots.txt')
      return { allowed: true, reason: 'robots-txt' }
    if (selection === undefined) return { allowed: true, reason: 'no-matching-group' }
    selection.find ??= ruleSet(compileRules(rulesOf(selection.agents), this.#traits))
    const winner = selection.find(path)
    if (winner === undefined) return { allowed: true, reason: 'no-matching-rule' }
    const rule = publicRule(winner.written)
    if (winner.octets === 0) return { allowed: true, reason: 'no-matching-rule', rule }
    return winner.written.kind === 'allow'
      ? { allowed: true, reason: 'allow-rule', rule }
      : { allowed: false, reason: 'disallow-rule', rule }
  }

  /**
   * Seconds that the site asks to leave between two requests, or undefined. The largest valid value of our group counts; where it
   * has none, the one of `*` does.
   *
   * @throws RobotsError CURTSY_TOKEN
   */
  crawlDelay(productToken: ProductToken): CrawlDelay | undefined {
    if (this.#traits.crawlDelay === 'none') return undefined
    const selection = this.#select(productToken)
    const own = selection === undefined ? undefined : longestDelay(selection.agents)
    if (own !== undefined) return { ...own, from: selection!.token === '*' ? 'default' : 'group' }
    const standard = longestDelay(this.#reading.agentsOf.get('*') ?? [])
    return standard === undefined ? undefined : { ...standard, from: 'default' }
  }

  /** The groups in file order. */
  get groups(): readonly RobotsGroup[] {
    return this.#reading.blocks.map((block) => ({
      userAgents: block.agents.map(({ value, token, line }) => ({
        token: value.slice(0, token.length),
        text: textOf(value),
        line,
      })),
      rules: block.rules.map(publicRule),
    }))
  }

  /** The sitemaps in file order, duplicates included. */
  get sitemaps(): readonly RobotsSitemap[] {
    return this.#reading.sitemaps.map(({ url, line }) => ({ url: textOf(url), line }))
  }

  /** Every line of the file, classified. */
  get lines(): readonly RobotsLine[] {
    return this.#readFile().lines
  }

  /** Every oddity of the file, in file order. */
  get notes(): readonly RobotsNote[] {
    return this.#readFile().notes
  }

  #readFile(): { readonly lines: readonly RobotsLine[]; readonly notes: readonly RobotsNote[] } {
    this.#file ??= readFile(this.#octets, this.#end, this.#traits)
    return this.#file
  }

  #select(productToken: ProductToken): Selection | undefined {
    if (productToken === this.#lastToken) return this.#lastSelection
    const chain = tokenChain(productToken)
    const selection = this.#firstWithGroup(chain)
    // An array may be changed by its owner, so only strings are remembered.
    if (typeof productToken === 'string') {
      this.#lastToken = productToken
      this.#lastSelection = selection
    }
    return selection
  }

  #firstWithGroup(chain: readonly string[]): Selection | undefined {
    const { agentsOf } = this.#reading
    const candidates = [...chain, ...chain.flatMap((token) => this.#traits.fallback(token)), '*']
    const token = candidates.find((candidate) => agentsOf.has(candidate))
    if (token === undefined) return undefined
    let selection = this.#selections.get(token)
    if (selection === undefined) {
      selection = { token, agents: agentsOf.get(token)! }
      this.#selections.set(token, selection)
    }
    return selection
  }
}

/**
 * Reads a robots.txt. Anything is accepted as a file: what is no directive is ignored and noted.
 *
 * @param input the file; bytes are better than a string, because octets that are not UTF-8 count too
 * @param options `dialect`: whose way of reading, `rfc9309` by default
 * @throws RobotsError CURTSY_INPUT, CURTSY_OPTION
 * @example
 * const robots = parseRobots('User-agent: *\nDisallow: /private\nCrawl-delay: 2')
 * robots.check('https://example.com/private', 'ExampleBot').allowed // false
 */
export function parseRobots(
  input: string | Uint8Array,
  options: { readonly dialect?: Dialect } = {},
): Robots {
  return new Robots(input, options.dialect ?? 'rfc9309')
}

/** The rules of all groups that the lines stand in, each group once. */
function rulesOf(agents: readonly AgentLine[]): WrittenRule[] {
  return [...new Set(agents.map((agent) => agent.block))].flatMap((block) => block.rules)
}

function longestDelay(agents: readonly AgentLine[]): { seconds: number; line: number } | undefined {
  let longest: { seconds: number; line: number } | undefined
  for (const { run } of agents) {
    if (run.best !== undefined && (longest === undefined || run.best.seconds > longest.seconds))
      longest = run.best
  }
  return longest
}

function publicRule({ kind, pattern, line }: WrittenRule): RobotsRule {
  return { kind, pattern: textOf(pattern), line }
}
