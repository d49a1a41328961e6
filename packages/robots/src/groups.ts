// Groups of the file (RFC 9309 §2.1, §2.2.1). A run of User-agent lines and the rules below it are one group; a rule ends the run,
// nothing else does: not a blank line, not a sitemap, not a record that nobody knows.
//
// Delays have runs of their own (design: for delays, though not for rules, a Crawl-delay line ends the run above it).

import { crawlDelaySeconds, isBingDelay } from './crawl-delay.ts'
import type { DialectTraits } from './dialect.ts'
import { LineScan } from './line-scan.ts'
import { namedToken } from './product-token.ts'
import { fieldOf, readRecord, type Field } from './record.ts'

/** A rule as octets, before anyone needs it compiled. */
export interface WrittenRule {
  readonly kind: 'allow' | 'disallow'
  readonly pattern: string
  readonly line: number
}

export interface WrittenDelay {
  readonly seconds: number
  readonly line: number
}

export interface Block {
  readonly agents: AgentLine[]
  readonly rules: WrittenRule[]
}

/** A run of User-agent lines that share their delays. */
export interface DelayRun {
  /** The largest valid value. */
  best: WrittenDelay | undefined
  closed: boolean
}

export interface AgentLine {
  /** As written, in octets. */
  readonly value: string
  /** The token it names, in lower case; empty where it names none. */
  readonly token: string
  readonly line: number
  readonly block: Block
  readonly run: DelayRun
}

export interface WrittenSitemap {
  readonly url: string
  readonly line: number
}

export interface Reading {
  readonly blocks: readonly Block[]
  /** The User-agent lines of each token, in file order. */
  readonly agentsOf: ReadonlyMap<string, readonly AgentLine[]>
  readonly sitemaps: readonly WrittenSitemap[]
  /** How many rules the file holds. */
  readonly rules: number
}

/** Reads the octets from `from` to `to` into groups. */
export function readGroups(
  octets: string,
  from: number,
  to: number,
  traits: DialectTraits,
): Reading {
  const blocks: Block[] = []
  const agentsOf = new Map<string, AgentLine[]>()
  const sitemaps: WrittenSitemap[] = []
  let line = 0
  let rules = 0
  let block: Block | undefined
  let run: DelayRun | undefined

  const addAgent = (value: string): void => {
    if (block === undefined || block.rules.length > 0) {
      block = { agents: [], rules: [] }
      blocks.push(block)
      run = undefined
    }
    if (run === undefined || run.closed) {
      run = { best: undefined, closed: false }
    }
    const agent: AgentLine = { value, token: namedToken(value).toLowerCase(), line, block, run }
    block.agents.push(agent)
    if (agent.token === '') return
    const known = agentsOf.get(agent.token)
    if (known === undefined) agentsOf.set(agent.token, [agent])
    else known.push(agent)
  }

  const addDelay = (value: string): void => {
    if (run === undefined) return
    run.closed = true
    const seconds = crawlDelaySeconds(value)
    if (seconds === undefined || (traits.crawlDelay === 'whole-1-to-30' && !isBingDelay(seconds)))
      return
    if (run.best === undefined || run.best.seconds < seconds) run.best = { seconds, line }
  }

  const fields = new Map<string, Field>()
  const fieldNamed = (key: string): Field => {
    let field = fields.get(key)
    if (field === undefined) fields.set(key, (field = fieldOf(key, traits.aiTraining)))
    return field
  }

  const scan = new LineScan(octets, from, to)
  while (scan.next()) {
    if (scan.start === scan.stop) continue
    const record = readRecord(scan)
    if (record === undefined) continue
    line = scan.number
    const { value } = record
    const field = fieldNamed(record.key)
    switch (field) {
      case 'user-agent':
        addAgent(value)
        break
      case 'allow':
      case 'disallow':
        rules++
        block?.rules.push({ kind: field, pattern: value, line })
        break
      case 'crawl-delay':
        addDelay(value)
        break
      case 'sitemap':
        if (value !== '' || traits.namesEmpty) sitemaps.push({ url: value, line })
        break
      default:
    }
  }
  return { blocks, agentsOf, sitemaps, rules }
}
