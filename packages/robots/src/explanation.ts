// Why: the verdict told as what led to it.

import type { Dialect } from './dialect.ts'
import type { Choice, MatchingRule, RobotsGroup } from './rule-book.ts'
import type { RobotsVerdict } from './verdict.ts'

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

/** A verdict with its reasons. */
export interface RobotsExplanation extends RobotsVerdict {
  readonly dialect: Dialect
  /** What was compared with the patterns: path and query in the dialect's normal form. */
  readonly path: string
  /** The group that speaks to this crawler; undefined where none does and everything is allowed. */
  readonly group: ChosenGroup | undefined
  /** Why it is that group, in a sentence. */
  readonly groupWhy: string
  /** Groups of the file that do not count for this crawler. */
  readonly ignored: readonly { readonly tokens: readonly string[]; readonly line: number }[]
  /** The rules that match, in order of precedence: the first one decides. */
  readonly matching: readonly MatchingRule[]
  /** Why the winner wins: `longer by 4 octets`, `tie: allow` … */
  readonly why: string
}

export function explanationOf(
  { groups, dialect }: { readonly groups: readonly RobotsGroup[]; readonly dialect: Dialect },
  verdict: RobotsVerdict,
  path: string,
  chain: readonly string[],
  choice: Choice | undefined,
  matching: readonly MatchingRule[],
): RobotsExplanation {
  const group = choice && chosenGroup(choice, chain)
  const ours = group?.lines ?? []
  const ignored = groups.flatMap(({ userAgents }) => {
    if (userAgents.some(({ line }) => ours.includes(line))) return []
    return [{ tokens: userAgents.map(({ token }) => token), line: userAgents[0]!.line }]
  })
  const groupWhy = whyThisGroup(group, chain)
  const why =
    verdict.reason === 'robots-txt'
      ? '/robots.txt is always allowed'
      : group === undefined
        ? 'no group'
        : whyThisRule(matching, dialect)
  return { ...verdict, dialect, path, group, groupWhy, ignored, matching, why }
}

function chosenGroup({ token, agents }: Choice, chain: readonly string[]): ChosenGroup {
  return {
    token,
    because: token === '*' ? 'default' : chain.includes(token) ? 'token' : 'stand-in',
    lines: agents.map(({ line }) => line),
    groups: new Set(agents.map(({ block }) => block)).size,
  }
}

function whyThisGroup(group: ChosenGroup | undefined, chain: readonly string[]): string {
  const asked = chain.join(', ')
  if (group === undefined) return `No group for ${asked}, and none for *.`
  const { token, because, lines, groups } = group
  const where = ` (line ${lines.join(', ')}${groups > 1 ? `, ${groups} groups merged` : ''}).`
  if (because === 'token') return `The first of ${asked} with a group is ${token}${where}`
  return `No group for ${asked}, so the one for ${token} counts${where}`
}

function whyThisRule([winner, second]: readonly MatchingRule[], dialect: Dialect): string {
  if (winner === undefined) return 'no rule matches'
  if (winner.octets === 0) return 'only a rule without a pattern'
  if (second === undefined) return 'the only rule that matches'
  if (dialect === 'python') return 'the first rule that matches'
  const by = winner.octets - second.octets
  if (by > 0) return `longer by ${by} octet${by === 1 ? '' : 's'}`
  return `tie: ${winner.kind === second.kind ? 'the first in the file' : 'allow'}`
}
