// The rules of one group, arranged so that the winner is found without trying each of them. The winner is the rule with the most
// octets, an Allow where two have as many (RFC 9309 §2.2.2), the first in the file where that is even too.

import type { DialectTraits } from './dialect.ts'
import type { WrittenRule } from './groups.ts'
import { compilePattern, matches, type Pattern } from './pattern.ts'
import type { RobotsVerdict } from './verdict.ts'

export interface CompiledRule {
  readonly written: WrittenRule
  readonly pattern: Pattern
  /** Precedence as one number: octets, then Allow, then the earlier line. The highest wins. */
  readonly rank: number
  /** Made when the rule first decides. */
  verdict: RobotsVerdict | undefined
}

/** More lines than a file can have. */
const LINES = 2 ** 24

export function compileRules(rules: Iterable<WrittenRule>, traits: DialectTraits): CompiledRule[] {
  const compiled: CompiledRule[] = []
  const add = (written: WrittenRule, text: string): void => {
    const pattern = compilePattern(text, traits.percent)
    const allow = written.kind === 'allow' ? 1 : 0
    compiled.push({
      written,
      pattern,
      rank: (pattern.octets * 2 + allow) * LINES + LINES - written.line,
      verdict: undefined,
    })
  }
  for (const written of rules) {
    const text = written.pattern
    if (text === '' ? !traits.namesEmpty : text.length > traits.maxPatternOctets) continue
    add(written, text)
    if (!traits.indexHtml || written.kind === 'disallow') continue
    const slash = text.lastIndexOf('/')
    if (slash >= 0 && text.startsWith('/index.htm', slash))
      add(written, `${text.slice(0, slash + 1)}$`)
  }
  return compiled.toSorted((a, b) => b.rank - a.rank)
}

/** The rules whose text before the first star is the same. */
interface Shelf {
  readonly head: string
  readonly rules: CompiledRule[]
  /** Two numbers a rule, see {@link addPairs}; only for shelves so long that this pays. */
  needs: Int32Array | undefined
}

/** From this many rules on one shelf, a look at the pairs of the path saves time. */
const LONG_SHELF = 5

/**
 * @param compiled in order of precedence
 * @returns the function that finds the winner for a path, or undefined where no rule matches
 *
 * Rules are shelved by the text before their first star. Walking along the path, each place where such a text may end is looked up
 * by a hash of what was walked so far: how many rules there are does not matter, only how many begin as the path does.
 */
export function ruleSet(
  compiled: readonly CompiledRule[],
): (path: string) => CompiledRule | undefined {
  const shelves = new Map<number, Shelf[]>()
  const maybe = new Uint8Array(1024)
  let longestHead = 0
  for (const rule of compiled) {
    const shelf = shelfFor(rule.pattern.pieces[0]!, shelves, maybe)
    longestHead = Math.max(longestHead, shelf.head.length)
    shelf.rules.push(rule)
  }
  for (const same of shelves.values()) for (const shelf of same) tidy(shelf)
  const pairs = new Int32Array(2)

  return (path) => {
    let best: CompiledRule | undefined
    let hash = 0
    let pairsKnown = false
    const end = Math.min(longestHead, path.length)
    for (let at = 0; ; at++) {
      if (maybe[hash & 1023] === 1) {
        for (const shelf of shelves.get(hash) ?? []) {
          const { head, needs } = shelf
          if (head.length !== at || !path.startsWith(head)) continue
          if (needs !== undefined && !pairsKnown) {
            pairs.fill(0)
            addPairs(path, pairs, 0)
            pairsKnown = true
          }
          best = firstMatch(shelf, path, pairs, best)
        }
      }
      if (at === end) return best
      hash = step(hash, path.charCodeAt(at))
    }
  }
}

/** The first rule of the shelf that matches, if it wins over `best`. */
function firstMatch(
  { rules, needs }: Shelf,
  path: string,
  pairs: Int32Array,
  best: CompiledRule | undefined,
): CompiledRule | undefined {
  const lacksLow = ~pairs[0]!
  const lacksHigh = ~pairs[1]!
  const rank = best?.rank ?? -Infinity
  for (let i = 0; i < rules.length; i++) {
    if (
      needs !== undefined &&
      ((needs[2 * i]! & lacksLow) | (needs[2 * i + 1]! & lacksHigh)) !== 0
    ) {
      continue
    }
    const rule = rules[i]!
    if (rule.rank < rank) return best
    if (matches(rule.pattern, path)) return rule
  }
  return best
}

const step = (hash: number, code: number): number => (Math.imul(hash, 31) + code + 1) | 0

function shelfFor(head: string, shelves: Map<number, Shelf[]>, maybe: Uint8Array): Shelf {
  let hash = 0
  for (let at = 0; at < head.length; at++) hash = step(hash, head.charCodeAt(at))
  const same = shelves.get(hash)
  const known = same?.find((shelf) => shelf.head === head)
  if (known !== undefined) return known
  const shelf: Shelf = { head, rules: [], needs: undefined }
  if (same === undefined) shelves.set(hash, [shelf])
  else same.push(shelf)
  maybe[hash & 1023] = 1
  return shelf
}

/** Takes repetitions off a long shelf and notes what its rules need. */
function tidy(shelf: Shelf): void {
  const { rules } = shelf
  if (rules.length < LONG_SHELF) return
  const seen = new Set<string>()
  let kept = 0
  for (const rule of rules) {
    const text = rule.written.kind + rule.written.pattern
    if (seen.has(text) && rule.pattern.pieces.length > 1) continue
    seen.add(text)
    rules[kept++] = rule
  }
  rules.length = kept
  shelf.needs = new Int32Array(2 * kept)
  for (const [at, { pattern }] of rules.entries()) {
    // A pattern that reads otherwise in the query needs one or the other: nothing that can be said beforehand.
    if (pattern.queryPieces !== undefined) continue
    for (let i = 1; i < pattern.pieces.length; i++)
      addPairs(pattern.pieces[i]!, shelf.needs, 2 * at)
  }
}

/**
 * Adds the pairs of neighbouring characters of a text to the 64 bits at `to`, so that a pattern that needs a pair that a path has not
 * is passed over without searching.
 */
function addPairs(text: string, bits: Int32Array, to: number): void {
  let low = bits[to]!
  let high = bits[to + 1]!
  let previous = text.charCodeAt(0)
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const bit = (previous * 7 + code * 13) & 63
    if (bit < 32) low |= 1 << bit
    else high |= 1 << bit
    previous = code
  }
  bits[to] = low
  bits[to + 1] = high
}
