import type { Crawler, Explanation } from '@curtsy/core'
import { forPeople } from '../terminal/for-people.ts'

/** Says why seeds were not fetched, which is the first thing to know when a crawl brings nothing. */
export interface SeedProblems {
  /**
   * A sentence for each seed, at most `limit`, if every seed failed, was refused, or waits for a host that does not answer.
   * Undefined if one was fetched, or was left for the next run by a limit or a stop.
   */
  ifAllFailed(seeds: readonly string[], limit: number): Promise<readonly string[] | undefined>
}

/** Listens from now on; called before the run. */
export function seedProblems(crawler: Pick<Crawler, 'on' | 'explain'>): SeedProblems {
  const robotsFailures = new Map<string, string>()
  crawler.on('request', ({ kind, robotsFor, outcome, status }) => {
    if (kind === 'robots' && robotsFor !== undefined)
      robotsFailures.set(robotsFor, outcome === 'robots' ? `status ${status}` : outcome)
  })

  async function problemOf(seed: string): Promise<string | undefined> {
    const explanation = await whereItEnded(crawler, seed)
    const { state, url = seed } = explanation
    const shown = forPeople(url)
    if (state.kind === 'failed')
      return `${shown} failed: ${state.reason}. ${forPeople(messageOf(explanation))}`
    if (state.kind === 'refused')
      return `${shown} was not fetched: ${state.reason}. ${forPeople(messageOf(explanation))}${allowHint(state.reason, url)}`
    if (state.kind !== 'waiting')
      return state.kind === 'unknown' ? `${shown} was not fetched.` : undefined
    if (explanation.robots?.state === 'unreachable' && explanation.robots.allowed === false) {
      const { origin } = new URL(url)
      const why = robotsFailures.get(origin) ?? 'robots-unreachable'
      return `${shown} waits: robots.txt of ${forPeople(origin)} cannot be read (${why}), and nothing is fetched before it can.`
    }
    const parked = explanation.host?.parked
    return parked === undefined ? undefined : `${shown} waits: ${parked.reason}.`
  }

  return {
    async ifAllFailed(seeds, limit) {
      const sentences: string[] = []
      for (const seed of seeds) {
        const problem = await problemOf(seed)
        if (problem === undefined) return undefined
        if (sentences.length < limit) sentences.push(problem)
      }
      return sentences.length > 0 ? sentences : undefined
    },
  }
}

const MOST_HOPS = 20

/** A seed that was redirected is as good as what it was redirected to. */
async function whereItEnded(crawler: Pick<Crawler, 'explain'>, seed: string): Promise<Explanation> {
  let explanation = await crawler.explain(seed)
  for (let hop = 0; hop < MOST_HOPS && explanation.state.kind === 'redirected'; hop += 1) {
    const target = explanation.details?.['target']
    if (typeof target !== 'string') break
    explanation = await crawler.explain(target)
  }
  return explanation
}

function messageOf({ details, steps, state }: Explanation): string {
  const message = details?.['message']
  if (typeof message === 'string') return message
  const text = steps.find((step) => !step.passes)?.text ?? ''
  // A step begins with its reason, which has been said already.
  return 'reason' in state ? text.replace(`${state.reason}: `, '') : text
}

/** What to add to the command to crawl this very machine, which is what most people want who see this. */
function allowHint(reason: string, url: string): string {
  if (reason !== 'blocked-address') return ''
  const { hostname } = new URL(url)
  if (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return ' For this machine: --allow-address 127.0.0.0/8 --allow-address ::1'
  if (hostname.startsWith('127.')) return ' For this machine: --allow-address 127.0.0.0/8'
  return hostname === '[::1]' ? ' For this machine: --allow-address ::1' : ''
}
