// Findings about groups: who is spoken to, and what a group of one's own leaves open.

import type { Finding } from './lint.ts'
import { samplePath } from './lint-sample.ts'
import type { RobotsGroup } from './rule-book.ts'
import type { Robots } from './robots.ts'

export function lintGroups(robots: Robots): readonly Finding[] {
  const { groups } = robots
  return [
    ...closesEverything(robots),
    ...droppedRules(robots, groups),
    ...blankLines(robots, groups),
  ]
}

const names = (group: RobotsGroup, token: string): boolean =>
  group.userAgents.some((agent) => agent.token.toLowerCase() === token)

function closesEverything(robots: Robots): readonly Finding[] {
  const { allowed, rule } = robots.check('https://site.invalid/', '*')
  if (allowed || rule === undefined || !/^[/*]\**$/.test(rule.pattern)) return []
  return [
    {
      code: 'closes-everything',
      severity: 'warning',
      lines: [rule.line],
      message: `"Disallow: ${rule.pattern}" closes the whole site to every crawler that has no group of its own.`,
      fix: 'If that is not meant, write "Disallow:" without a path, or name the folders to close.',
    },
  ]
}

/** A group of one's own replaces `*`: what `*` closes is open to it unless it says so again. */
function droppedRules(robots: Robots, groups: readonly RobotsGroup[]): readonly Finding[] {
  const closedByDefault = groups
    .filter((group) => names(group, '*'))
    .flatMap((group) =>
      group.rules.filter(({ kind, pattern }) => kind === 'disallow' && pattern !== ''),
    )
    .filter(({ pattern }) => !robots.check(samplePath(pattern), '*').allowed)
  const tokens = new Set(
    groups.flatMap(({ userAgents }) => userAgents.map(({ token }) => token.toLowerCase())),
  )
  return [...tokens].flatMap((token): readonly Finding[] => {
    if (token === '' || token === '*') return []
    const open = closedByDefault.filter(
      ({ pattern }) => robots.check(samplePath(pattern), token).allowed,
    )
    if (open.length === 0) return []
    const agents = groups.flatMap(({ userAgents }) =>
      userAgents.filter((agent) => agent.token.toLowerCase() === token),
    )
    const patterns = open.slice(0, 5).map(({ pattern }) => pattern)
    const more = open.length > 5 ? ` and ${open.length - 5} more` : ''
    return [
      {
        code: 'group-drops-default-rules',
        severity: 'warning',
        lines: [...agents.map(({ line }) => line), ...open.map(({ line }) => line)],
        message: `"${agents[0]!.text}" has a group of its own, so what "*" closes is open to it: ${patterns.join(', ')}${more}.`,
        fix: 'Repeat in its group the rules that are to hold for it too.',
      },
    ]
  })
}

/** A blank line between User-agent lines looks like the end of a group and is none. */
function blankLines(robots: Robots, groups: readonly RobotsGroup[]): readonly Finding[] {
  const { lines } = robots
  return groups.flatMap(({ userAgents }) =>
    userAgents.flatMap((agent, at): readonly Finding[] => {
      const next = userAgents[at + 1]
      if (next === undefined) return []
      const between = lines.slice(agent.line, next.line - 1)
      if (!between.some(({ kind }) => kind === 'blank')) return []
      return [
        {
          code: 'blank-line-does-not-end-group',
          severity: 'warning',
          lines: [agent.line, next.line],
          message: `A blank line does not end a group: "${agent.text}" shares the rules below "${next.text}".`,
          fix: `If "${agent.text}" may fetch everything, write "Disallow:" below it.`,
        },
      ]
    }),
  )
}
