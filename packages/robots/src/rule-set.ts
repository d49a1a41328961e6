// The rules of one group, arranged so that the winner is found without trying each of them. The winner is the rule with the most
// octets, an Allow where two have as many (RFC 9309 §2.2.2), the first in the file where that is even too.

import { compilePattern, matches, type Pattern } from './pattern.ts'
import type { DialectTraits } from './dialect.ts'
import type { WrittenRule } from './groups.ts'

export interface CompiledRule extends Pattern {
  readonly written: WrittenRule
}

/** Precedence: negative if `a` wins over `b`. */
export function byPrecedence(a: CompiledRule, b: CompiledRule): number {
  if (a.octets !== b.octets) return b.octets - a.octets
  if (a.written.kind !== b.written.kind) return a.written.kind === 'allow' ? -1 : 1
  return a.written.line - b.written.line
}

export function compileRules(rules: Iterable<WrittenRule>, traits: DialectTraits): CompiledRule[] {
  const compiled: CompiledRule[] = []
  for (const written of rules) {
    const { pattern } = written
    if (pattern === '' ? !traits.emptyRuleDecides : pattern.length > traits.maxPatternOctets)
      continue
    const rule: CompiledRule = { ...compilePattern(pattern, traits.percent), written }
    compiled.push(rule)
    if (traits.indexHtml && written.kind === 'allow') {
      const slash = pattern.lastIndexOf('/')
      if (slash >= 0 && pattern.startsWith('/index.htm', slash)) {
        compiled.push({
          ...compilePattern(`${pattern.slice(0, slash + 1)}$`, traits.percent),
          written,
        })
      }
    }
  }
  return compiled
}

/** Below this many rules trying them in order of precedence is faster than any index. */
const SMALL = 12

/** @returns the function that finds the winner for a path, or undefined where no rule matches */
export function ruleSet(
  compiled: readonly CompiledRule[],
): (path: string) => CompiledRule | undefined {
  const ordered = compiled.toSorted(byPrecedence)
  if (ordered.length <= SMALL) return (path) => ordered.find((rule) => matches(rule, path))

  const plain: CompiledRule[] = []
  const exact = new Map<string, CompiledRule>()
  const wild: CompiledRule[] = []
  for (const rule of ordered) {
    const text = rule.pieces[0]!
    if (rule.pieces.length > 1 || rule.queryPieces !== undefined) wild.push(rule)
    else if (!rule.anchored) plain.push(rule)
    else if (!exact.has(text)) exact.set(text, rule)
  }
  const longestPrefix = prefixTable(plain)
  const firstWild = wildTable(wild)
  return (path) => {
    let best = longestPrefix(path)
    const same = exact.get(path)
    if (same !== undefined && (best === undefined || byPrecedence(same, best) < 0)) best = same
    return firstWild(path, best) ?? best
  }
}

/**
 * Longest rule that is a prefix of the path: the last entry not above the path in a sorted table, or one of the entries that it
 * has as prefixes itself.
 */
function prefixTable(plain: readonly CompiledRule[]): (path: string) => CompiledRule | undefined {
  const byText = new Map<string, CompiledRule>()
  for (const rule of plain) if (!byText.has(rule.pieces[0]!)) byText.set(rule.pieces[0]!, rule)
  const texts = [...byText.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const rules = texts.map((text) => byText.get(text)!)
  const parents = new Int32Array(texts.length)
  const open: number[] = []
  for (const [at, text] of texts.entries()) {
    while (open.length > 0 && !text.startsWith(texts[open.at(-1)!]!)) open.pop()
    parents[at] = open.at(-1) ?? -1
    open.push(at)
  }
  return (path) => {
    let low = 0
    let high = texts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (texts[middle]! <= path) low = middle + 1
      else high = middle
    }
    let at = low - 1
    while (at >= 0 && !path.startsWith(texts[at]!)) at = parents[at]!
    return rules[at]
  }
}

/**
 * First rule with a star, in order of precedence, that matches and wins over `best`. Each rule has 64 bits that say which pairs of
 * neighbouring characters its pieces need; a path without them is passed over by two comparisons.
 */
function wildTable(
  wild: readonly CompiledRule[],
): (path: string, best: CompiledRule | undefined) => CompiledRule | undefined {
  const low = new Int32Array(wild.length)
  const high = new Int32Array(wild.length)
  const bits = new Int32Array(2)
  for (const [at, rule] of wild.entries()) {
    bits.fill(0)
    if (rule.queryPieces === undefined) for (const piece of rule.pieces) addPairs(piece, bits)
    low[at] = bits[0]!
    high[at] = bits[1]!
  }
  return (path, best) => {
    if (wild.length === 0) return undefined
    bits.fill(0)
    addPairs(path, bits)
    const lacksLow = ~bits[0]!
    const lacksHigh = ~bits[1]!
    for (let at = 0; at < wild.length; at++) {
      if ((low[at]! & lacksLow) !== 0 || (high[at]! & lacksHigh) !== 0) continue
      const rule = wild[at]!
      if (best !== undefined && byPrecedence(best, rule) < 0) return undefined
      if (matches(rule, path)) return rule
    }
    return undefined
  }
}

function addPairs(text: string, bits: Int32Array): void {
  let low = 0
  let high = 0
  let previous = text.charCodeAt(0)
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const bit = (previous * 7 + code * 13) & 63
    if (bit < 32) low |= 1 << bit
    else high |= 1 << bit
    previous = code
  }
  bits[0]! |= low
  bits[1]! |= high
}
