// What a robots.txt says to a list of agents, as a matrix. Pure.
import type { AiAgent, AiAgentAccess } from '@curtsy/robots'
import type { AgentsOfUrl } from '../agents-asked.ts'
import { columns } from '../terminal/columns.ts'
import type { Cell } from '../terminal/columns.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'
import { verdictWord } from './verdict-lines.ts'

const PURPOSES: Readonly<Record<AiAgent['purpose'], string>> = {
  training: 'training',
  search: 'search',
  user: 'a person asks',
  ads: 'ads',
}

const CAVEATS: Readonly<Record<AiAgent['obeys'], string>> = {
  yes: '',
  'may-not': 'may not apply it where a person asks',
  undocumented: 'not documented whether it is obeyed',
}

/** A block a URL, a line an agent: token, operator, purpose, verdict, and where it comes from. */
export function agentLines(matrix: readonly AgentsOfUrl[], paint: Paint): readonly string[] {
  return matrix.flatMap(({ url, agents }, at) => [
    ...(at === 0 ? [] : ['']),
    paint.bold(visible(url)),
    ...columns([
      ['  token', 'operator', 'purpose', 'verdict', 'why'],
      ...agents.map((agent): Cell[] => [
        `  ${agent.token}`,
        agent.operator,
        PURPOSES[agent.purpose],
        verdictWord(agent.allowed, paint),
        whyOf(agent),
      ]),
    ]),
  ])
}

function whyOf({ state, lines, rule, allowed, obeys }: AiAgentAccess): string {
  const named = state === 'not-named' ? 'not named' : `named on line ${lines.join(', ')}`
  const decides =
    rule === undefined ? '' : `line ${rule.line}, ${rule.kind} ${visible(rule.pattern)}`
  const caveat = allowed ? '' : CAVEATS[obeys]
  return [named, decides, caveat].filter((part) => part !== '').join('; ')
}
