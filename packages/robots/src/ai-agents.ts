// Product tokens of AI operators, as data. Every token is a decision of its own: closing one says nothing about another, not even of
// the same operator. Checked 2026-11-30; operators change these, so the source stands with each line.

import type { Robots } from './robots.ts'
import type { RobotsRule } from './verdict.ts'

export interface AiAgent {
  readonly token: string
  readonly operator: string
  /** `training`: collects for models. `search`: an index that answers cite. `user`: fetches when a person asks. `ads`: checks ads. */
  readonly purpose: 'training' | 'search' | 'user' | 'ads'
  /** What the operator says of robots.txt: obeyed, perhaps not applied, or nothing that could be found. */
  readonly obeys: 'yes' | 'may-not' | 'undocumented'
  /** Where the operator says so. */
  readonly source: string
}

const OPENAI = 'https://platform.openai.com/docs/bots'
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518'
const GOOGLE =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers'
const APPLE = 'https://support.apple.com/en-us/119829'
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/'
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots'
const AMAZON = 'https://developer.amazon.com/amazonbot'

const TABLE: readonly (readonly [string, string, AiAgent['purpose'], AiAgent['obeys'], string])[] =
  [
    ['GPTBot', 'OpenAI', 'training', 'yes', OPENAI],
    ['OAI-SearchBot', 'OpenAI', 'search', 'yes', OPENAI],
    ['ChatGPT-User', 'OpenAI', 'user', 'may-not', OPENAI],
    ['OAI-AdsBot', 'OpenAI', 'ads', 'undocumented', OPENAI],
    ['ClaudeBot', 'Anthropic', 'training', 'yes', ANTHROPIC],
    ['Claude-SearchBot', 'Anthropic', 'search', 'yes', ANTHROPIC],
    ['Claude-User', 'Anthropic', 'user', 'yes', ANTHROPIC],
    ['Google-Extended', 'Google', 'training', 'yes', GOOGLE],
    ['Applebot-Extended', 'Apple', 'training', 'yes', APPLE],
    ['Applebot', 'Apple', 'search', 'yes', APPLE],
    ['meta-externalagent', 'Meta', 'training', 'yes', META],
    ['meta-webindexer', 'Meta', 'search', 'yes', META],
    ['meta-externalfetcher', 'Meta', 'user', 'may-not', META],
    ['PerplexityBot', 'Perplexity', 'search', 'yes', PERPLEXITY],
    ['Perplexity-User', 'Perplexity', 'user', 'may-not', PERPLEXITY],
    ['Amazonbot', 'Amazon', 'training', 'yes', AMAZON],
    ['Amzn-SearchBot', 'Amazon', 'search', 'yes', AMAZON],
    ['Amzn-User', 'Amazon', 'user', 'yes', AMAZON],
    ['CCBot', 'Common Crawl', 'training', 'yes', 'https://commoncrawl.org/ccbot'],
    ['MistralAI-User', 'Mistral', 'user', 'yes', 'https://docs.mistral.ai/robots'],
    [
      'DuckAssistBot',
      'DuckDuckGo',
      'search',
      'yes',
      'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    ],
    ['Bytespider', 'ByteDance', 'training', 'undocumented', ''],
  ]

/** The data table, one line a product token. */
export const AI_AGENTS: readonly AiAgent[] = TABLE.map(
  ([token, operator, purpose, obeys, source]) => ({
    token,
    operator,
    purpose,
    obeys,
    source,
  }),
)

/** What a file says to one AI agent. */
export interface AiAgentAccess extends AiAgent {
  /** `closed`: its group closes the front page. `partly`: its group closes something else. `not-named`: what `*` says counts. */
  readonly state: 'closed' | 'partly' | 'open' | 'not-named'
  /** May it fetch the URL asked about, or the front page? */
  readonly allowed: boolean
  readonly rule?: RobotsRule
  /** The User-agent lines that name it. */
  readonly lines: readonly number[]
}

/**
 * What the file says to each AI agent of the table.
 *
 * @param url asks about one URL in place of the front page
 * @example
 * aiAgentAccess(parseRobots('User-agent: GPTBot\nDisallow: /'))[0] // { token: 'GPTBot', state: 'closed', allowed: false, ... }
 */
export function aiAgentAccess(
  robots: Robots,
  url: string | URL = 'https://site.invalid/',
): readonly AiAgentAccess[] {
  const { groups } = robots
  return AI_AGENTS.map((agent) => {
    const { group, allowed, rule } = robots.explain(url, agent.token)
    const named = group !== undefined && group.because !== 'default'
    const lines = named ? group.lines : []
    const front = robots.check('https://site.invalid/', agent.token).allowed
    const closesSome =
      named &&
      groups.some(
        ({ userAgents, rules }) =>
          userAgents.some(({ line }) => lines.includes(line)) &&
          rules.some(({ kind, pattern }) => kind === 'disallow' && pattern !== ''),
      )
    const state = !named ? 'not-named' : !front ? 'closed' : closesSome ? 'partly' : 'open'
    return Object.assign({ ...agent, state, allowed, lines } as const, rule && { rule })
  })
}
