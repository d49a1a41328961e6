// Why: the verdict told as what led to it.

import type { Dialect } from './dialect.ts'
import type { ChosenGroup, Judgement, MatchingRule, RobotsGroup } from './reader.ts'
import type { RobotsVerdict } from './verdict.ts'

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
  verdict: RobotsVerdict,
  { path, group, matching }: Judgement,
  chain: readonly string[],
  groups: readonly RobotsGroup[],
  dialect: Dialect,
): RobotsExplanation {
  const ours = new Set(group?.lines)
  const ignored = groups
    .filter(({ userAgents }) => !userAgents.some(({ line }) => ours.has(line)))
    .map(({ userAgents }) => ({
      tokens: userAgents.map(({ token }) => token),
      line: userAgents[0]!.line,
    }))
  return {
    ...verdict,
    dialect,
    path,
    group,
    groupWhy: groupWhy(group, chain),
    ignored,
    matching,
    why:
      verdict.reason === 'robots-txt'
        ? '/robots.txt is always allowed'
        : ruleWhy(group, matching, dialect),
  }
}

function groupWhy(group: ChosenGroup | undefined, chain: readonly string[]): string {
  const asked = chain.map((token) => `"${token}"`).join(', then ')
  if (group === undefined) return `No group names ${asked} and there is none for "*".`
  const merged = group.groups > 1 ? ` ${group.groups} groups are merged.` : ''
  const lines = `line${group.lines.length > 1 ? 's' : ''} ${group.lines.join(', ')}`
  if (group.because === 'default')
    return `No group names ${asked}, so the one of "*" counts (${lines}).${merged}`
  if (group.because === 'stand-in')
    return `"${group.token}" stands in for ${asked} (${lines}).${merged}`
  const instead = chain[0] === group.token ? '' : ` No group names "${chain[0]}".`
  return `The group names "${group.token}" (${lines}).${instead}${merged}`
}

function ruleWhy(
  group: ChosenGroup | undefined,
  matching: readonly MatchingRule[],
  dialect: Dialect,
): string {
  const [winner, second] = matching
  if (group === undefined) return 'no group'
  if (winner === undefined) return 'no rule matches'
  if (winner.octets === 0) return 'only a rule without a pattern'
  if (second === undefined) return 'the only rule that matches'
  if (dialect === 'python') return 'the first rule that matches'
  const by = winner.octets - second.octets
  if (by > 0) return `longer by ${by} octet${by === 1 ? '' : 's'}`
  return winner.kind === second.kind ? 'tie: the first in the file' : 'tie: allow'
}
