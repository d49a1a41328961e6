// What the file says to AI agents, one finding for each that it names and one for all others.

import { aiAgentAccess, type AiAgentAccess } from './ai-agents.ts'
import type { Finding } from './lint.ts'
import type { Robots } from './robots.ts'

const PURPOSES = {
  training: 'collects for training models',
  search: 'builds an index that answers cite',
  user: 'fetches when a person asks',
  ads: 'checks pages submitted as ads',
} as const

export function lintAi(robots: Robots): readonly Finding[] {
  const access = aiAgentAccess(robots)
  const named = access.filter(({ state }) => state !== 'not-named')
  if (named.length === 0) return []
  const others = access.filter(({ state }) => state === 'not-named')
  return [...named.flatMap(namedAgent), ...notNamed(others)]
}

function namedAgent({
  token,
  operator,
  purpose,
  obeys,
  state,
  lines,
}: AiAgentAccess): readonly Finding[] {
  const closed = state === 'closed'
  const about = `${token} (${operator}, ${PURPOSES[purpose]})`
  const finding: Finding = {
    code: closed ? 'ai-agent-closed' : 'ai-agent-open',
    severity: 'info',
    lines,
    message: `${about} is ${closed ? 'closed out' : state === 'partly' ? 'let in, but not everywhere' : 'let in'}. That says nothing about ${operator}'s other agents.`,
    fix: 'Decide for each agent by what it is for: training, search, a person asking, ads.',
  }
  if (!closed || obeys === 'yes') return [finding]
  const why =
    obeys === 'may-not'
      ? `${operator} says that robots.txt may not be applied where a person asks for a page`
      : `${operator} does not document whether robots.txt is obeyed`
  return [
    finding,
    {
      code: 'ai-agent-may-ignore',
      severity: 'warning',
      lines,
      message: `${token} is closed out here, but ${why}.`,
      fix: 'Where it must be kept out, refuse it on the server as well.',
    },
  ]
}

function notNamed(agents: readonly AiAgentAccess[]): readonly Finding[] {
  if (agents.length === 0) return []
  const tokens = agents.map(({ token, allowed }) => `${token} (${allowed ? 'open' : 'closed'})`)
  return [
    {
      code: 'ai-agents-not-named',
      severity: 'info',
      lines: [],
      message: `Not named, so what "*" says counts for them: ${tokens.join(', ')}.`,
      fix: 'Name those that are to be treated otherwise.',
    },
  ]
}
