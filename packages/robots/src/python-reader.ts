// Reads as urllib.robotparser does in Python 3.6 to 3.12, before it learnt RFC 9309: blank lines end a group, the first rule that
// matches decides, there are no wildcards, an agent matches as part of a name, and both sides are decoded and encoded again.

import type { CrawlDelay } from './crawl-delay.ts'
import { textOf } from './octets.ts'
import { quote, unquote, urlparse, urlunparse } from './python-url.ts'
import {
  verdictBy,
  type Judgement,
  type MatchingRule,
  type Reader,
  type RobotsGroup,
  type RobotsSitemap,
} from './reader.ts'
import { UrlPaths } from './url-path.ts'
import type { RobotsRule, RobotsVerdict } from './verdict.ts'

interface Entry {
  readonly agents: { readonly text: string; readonly line: number }[]
  readonly rules: (RobotsRule & { readonly prefix: string })[]
  delay: { readonly seconds: number; readonly line: number } | undefined
}

/** What Python calls a line end. */
const LINE_END = /\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/ // eslint-disable-line no-control-regex
const SPACE =
  '[\\t-\\r\\u001C- \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]'
const AROUND = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g')
const strip = (text: string): string => text.replaceAll(AROUND, '')

export class PythonReader implements Reader {
  readonly #entries: Entry[] = []
  #default: Entry | undefined
  readonly #inOrder: Entry[] = []
  readonly sitemaps: RobotsSitemap[] = []
  readonly #urls = new UrlPaths()

  constructor(octets: string) {
    this.#read(textOf(octets).split(LINE_END))
  }

  check(url: string | URL, chain: readonly string[]): RobotsVerdict {
    const { group, matching } = this.judge(url, chain)
    if (group === undefined) return { allowed: true, reason: 'no-matching-group' }
    const first = matching[0]
    if (first === undefined) return { allowed: true, reason: 'no-matching-rule' }
    const { kind, pattern, line } = first
    return verdictBy({ kind, pattern, line })
  }

  judge(url: string | URL, chain: readonly string[]): Judgement {
    const path = pathOf(this.#urls.text(url))
    const { entry, token } = this.#entryFor(chain)
    if (entry === undefined) return { path, group: undefined, matching: [] }
    const matching: MatchingRule[] = entry.rules
      .filter((rule) => path.startsWith(rule.prefix))
      .map(({ kind, pattern, line, prefix }) => ({ kind, pattern, line, octets: prefix.length }))
    const because = token === '*' ? 'default' : chain.includes(token) ? 'token' : 'stand-in'
    const lines = entry.agents.map((agent) => agent.line)
    return { path, group: { token, because, lines, groups: 1 }, matching }
  }

  crawlDelay(chain: readonly string[]): CrawlDelay | undefined {
    const { entry, token } = this.#entryFor(chain)
    return entry?.delay && { ...entry.delay, from: token === '*' ? 'default' : 'group' }
  }

  get groups(): readonly RobotsGroup[] {
    return this.#inOrder.map(({ agents, rules }) => ({
      userAgents: agents.map(({ text, line }) => ({ token: text, text, line })),
      rules: rules.map(({ kind, pattern, line }) => ({ kind, pattern, line })),
    }))
  }

  /** The first entry one of whose agents is a part of the name asked for; `*` entries come last, the first of them counts. */
  #entryFor(chain: readonly string[]): { entry: Entry | undefined; token: string } {
    for (const name of chain) {
      for (const entry of this.#entries) {
        const agent = entry.agents.find(({ text }) => name.includes(text.toLowerCase()))
        if (agent !== undefined) return { entry, token: agent.text.toLowerCase() }
      }
    }
    return { entry: this.#default, token: '*' }
  }

  #read(lines: readonly string[]): void {
    let entry: Entry = { agents: [], rules: [], delay: undefined }
    let state: 'start' | 'agents' | 'rules' = 'start'
    const finish = (): void => {
      if (state === 'rules') this.#add(entry)
      entry = { agents: [], rules: [], delay: undefined }
    }
    for (const [at, text] of lines.entries()) {
      const line = at + 1
      if (text === '' && state !== 'start') {
        finish()
        state = 'start'
      }
      const hash = text.indexOf('#')
      const record = strip(hash < 0 ? text : text.slice(0, hash))
      const colon = record.indexOf(':')
      if (colon < 0) continue
      const key = strip(record.slice(0, colon)).toLowerCase()
      const written = strip(record.slice(colon + 1))
      const value = unquote(written)
      if (key === 'user-agent') {
        if (state === 'rules') finish()
        entry.agents.push({ text: value, line })
        state = 'agents'
      } else if (key === 'sitemap') this.sitemaps.push({ url: value, line })
      else if (state !== 'start') {
        if (key === 'allow' || key === 'disallow') {
          const prefix = quote(urlunparse(urlparse(value)))
          entry.rules.push({ kind: key, pattern: written, line, prefix })
        } else if (key === 'crawl-delay') {
          if (/^\d+$/.test(strip(value))) entry.delay = { seconds: Number(value), line }
        } else if (key !== 'request-rate') continue
        state = 'rules'
      }
    }
    finish()
  }

  #add(entry: Entry): void {
    this.#inOrder.push(entry)
    if (!entry.agents.some(({ text }) => text === '*')) this.#entries.push(entry)
    else this.#default ??= entry
  }
}

/** A fragment stays part of it, as there. */
function pathOf(url: string): string {
  const { path, params, query, fragment } = urlparse(unquote(url))
  return quote(urlunparse({ scheme: '', netloc: '', path, params, query, fragment })) || '/'
}
