// Reads as RFC 9309 lays down: choose the group, merge, take the longest match. How dialects differ is data (dialect.ts).

import type { CrawlDelay } from './crawl-delay.ts'
import type { DialectTraits } from './dialect.ts'
import {
  readGroups,
  type AgentLine,
  type Reading,
  type WrittenDelay,
  type WrittenRule,
} from './groups.ts'
import { textOf } from './octets.ts'
import { matches } from './pattern.ts'
import {
  verdictBy,
  type ChosenGroup,
  type Judgement,
  type MatchingRule,
  type Reader,
  type RobotsGroup,
  type RobotsSitemap,
} from './reader.ts'
import { compileRules, ruleSet, type CompiledRule } from './rule-set.ts'
import { UrlPaths } from './url-path.ts'
import type { RobotsRule, RobotsVerdict } from './verdict.ts'

// A verdict never changes, so the same one is given again and again.
const ROBOTS_TXT: RobotsVerdict = Object.freeze({ allowed: true, reason: 'robots-txt' })
const NO_GROUP: RobotsVerdict = Object.freeze({ allowed: true, reason: 'no-matching-group' })
const NO_RULE: RobotsVerdict = Object.freeze({ allowed: true, reason: 'no-matching-rule' })

function verdictOf(winner: CompiledRule): RobotsVerdict {
  winner.verdict ??= Object.freeze(verdictBy(Object.freeze(publicRule(winner.written))))
  return winner.verdict
}

/** The merged groups of one token; compiled when first asked. */
class Selection {
  readonly token: string
  readonly agents: readonly AgentLine[]
  readonly #traits: DialectTraits
  #compiled: readonly CompiledRule[] | undefined
  #find: ((path: string) => CompiledRule | undefined) | undefined

  constructor(token: string, agents: readonly AgentLine[], traits: DialectTraits) {
    this.token = token
    this.agents = agents
    this.#traits = traits
  }

  get compiled(): readonly CompiledRule[] {
    const blocks = [...new Set(this.agents.map((agent) => agent.block))]
    this.#compiled ??= compileRules(
      blocks.flatMap((block) => block.rules),
      this.#traits,
    )
    return this.#compiled
  }

  find(path: string): CompiledRule | undefined {
    this.#find ??= ruleSet(this.compiled)
    return this.#find(path)
  }
}

export class GroupReader implements Reader {
  readonly #traits: DialectTraits
  readonly #reading: Reading
  readonly #paths = new UrlPaths()
  readonly #selections = new Map<string, Selection>()
  #lastChain: readonly string[] | undefined
  #last: Selection | undefined

  constructor(octets: string, from: number, to: number, traits: DialectTraits) {
    this.#traits = traits
    const reading = readGroups(octets, from, to, traits)
    const tooMany = reading.rules > traits.maxRules
    this.#reading = tooMany ? { ...reading, blocks: [], agentsOf: new Map() } : reading
  }

  check(url: string | URL, chain: readonly string[]): RobotsVerdict {
    const path = this.#path(url)
    if (this.#traits.robotsTxtIsFree && path === '/robots.txt') return ROBOTS_TXT
    const selection = this.#select(chain)
    if (selection === undefined) return NO_GROUP
    const winner = selection.find(path)
    return winner === undefined ? NO_RULE : verdictOf(winner)
  }

  judge(url: string | URL, chain: readonly string[]): Judgement {
    const path = this.#path(url)
    const selection = this.#select(chain)
    const matching = (selection?.compiled ?? []).filter(({ pattern }) => matches(pattern, path))
    return {
      path,
      group: selection && this.#chosen(selection, chain),
      matching: onePerLine(matching),
    }
  }

  crawlDelay(chain: readonly string[]): CrawlDelay | undefined {
    const selection = this.#select(chain)
    const own = selection && longestDelay(selection.agents)
    if (own !== undefined) return { ...own, from: selection!.token === '*' ? 'default' : 'group' }
    const standard = longestDelay(this.#reading.agentsOf.get('*') ?? [])
    return standard && { ...standard, from: 'default' }
  }

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

  get sitemaps(): readonly RobotsSitemap[] {
    return this.#reading.sitemaps
      .filter(({ url }) => url !== '' || this.#traits.name === 'google')
      .map(({ url, line }) => ({ url: textOf(url), line }))
  }

  #path(url: string | URL): string {
    return this.#traits.percent === 'google' ? this.#paths.google(url) : this.#paths.rfc(url)
  }

  #select(chain: readonly string[]): Selection | undefined {
    if (chain === this.#lastChain) return this.#last
    this.#lastChain = chain
    this.#last = this.#firstNamed(chain)
    return this.#last
  }

  /** The first token of the chain that has a group, then those that stand in, then `*`. */
  #firstNamed(chain: readonly string[]): Selection | undefined {
    const { agentsOf } = this.#reading
    const candidates = [...chain, ...this.#standIns(chain), '*']
    const token = candidates.find((candidate) => agentsOf.has(candidate))
    if (token === undefined) return undefined
    let selection = this.#selections.get(token)
    if (selection === undefined) {
      selection = new Selection(token, agentsOf.get(token)!, this.#traits)
      this.#selections.set(token, selection)
    }
    return selection
  }

  #standIns(chain: readonly string[]): readonly string[] {
    return chain.flatMap((token) => this.#traits.standIns(token))
  }

  #chosen({ token, agents }: Selection, chain: readonly string[]): ChosenGroup {
    return {
      token,
      because: token === '*' ? 'default' : chain.includes(token) ? 'token' : 'stand-in',
      lines: agents.map((agent) => agent.line),
      groups: new Set(agents.map((agent) => agent.block)).size,
    }
  }
}

function longestDelay(agents: readonly AgentLine[]): WrittenDelay | undefined {
  let longest: WrittenDelay | undefined
  for (const { run } of agents) {
    if (run.best !== undefined && (longest === undefined || run.best.seconds > longest.seconds)) {
      longest = run.best
    }
  }
  return longest
}

function publicRule({ kind, pattern, line }: WrittenRule): RobotsRule {
  return { kind, pattern: textOf(pattern), line }
}

/** A line that was compiled into two patterns counts by the better one. */
function onePerLine(matching: readonly CompiledRule[]): readonly MatchingRule[] {
  const seen = new Set<number>()
  return matching.flatMap(({ written, pattern: { octets } }) => {
    if (seen.has(written.line)) return []
    seen.add(written.line)
    return [{ ...publicRule(written), octets }]
  })
}
