// What a robots.txt says to each agent of a list.
import { aiAgentAccess, parseRobots } from '@curtsy/robots'
import type { AiAgentAccess, Dialect } from '@curtsy/robots'
import type { FetchedRobots } from './fetch-robots.ts'

/** One URL, and every agent that is asked for. */
export interface AgentsOfUrl {
  readonly url: string
  readonly agents: readonly AiAgentAccess[]
}

/** The AI agents of the table of @curtsy/robots, for each URL. Without a file nobody is named. */
export function agentsAsked(
  input: FetchedRobots,
  dialect: Dialect,
  asked: readonly (readonly [written: string, absolute: string])[],
): readonly AgentsOfUrl[] {
  const robots = parseRobots(input.kind === 'file' ? input.bytes : '', { dialect })
  return asked.map(([url, absolute]) => {
    const agents = aiAgentAccess(robots, absolute)
    if (input.kind !== 'unreachable') return { url, agents }
    return { url, agents: agents.map((agent) => Object.assign({}, agent, { allowed: false })) }
  })
}
