// The manner of urllib.robotparser in Python 3.6 to 3.12, before it learnt RFC 9309: blank lines end a group, the first rule that
// matches decides, there are no wildcards, an agent matches as part of a name, and both sides are decoded and encoded again.

import type { Block, DelayRun, Reading, WrittenSitemap } from './groups.ts'
import { octetsOf, textOf } from './octets.ts'
import { normalPath, normalUrlPath, quote, unquote } from './python-url.ts'
import type { Manner } from './rule-book.ts'

/** What Python calls a line end, and what it strips. */
const LINE_END = /\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/ // eslint-disable-line no-control-regex
const SPACE = /^(?:[^\S\uFEFF]|[\x1C-\x1F\x85])+|(?:[^\S\uFEFF]|[\x1C-\x1F\x85])+$/g // eslint-disable-line no-control-regex
const strip = (text: string): string => text.replaceAll(SPACE, '')

const isDefault = ({ agents }: Block): boolean => agents.some(({ token }) => token === '*')

export const BY_PYTHON: Manner = {
  read,
  path: (url, reader) => quote(normalUrlPath(unquote(reader.read(url)))) || '/', // a fragment stays part of it
  compile: (rules) =>
    Array.from(rules, (written) => {
      const prefix = quote(normalPath(unquote(textOf(written.pattern))))
      const pattern = {
        pieces: [prefix],
        anchored: false,
        octets: prefix.length,
        queryPieces: undefined,
      }
      return { written, pattern, rank: -written.line, verdict: undefined }
    }),
  /** The first group one of whose agents is a part of the name asked for; the first group with `*` comes last. */
  choose: ({ blocks }, chain) => {
    for (const name of chain) {
      for (const block of blocks) {
        const agent = isDefault(block)
          ? undefined
          : block.agents.find(({ token }) => name.includes(token))
        if (agent !== undefined) return { token: agent.token, agents: block.agents }
      }
    }
    const standard = blocks.find(isDefault)
    return standard && { token: '*', agents: standard.agents }
  },
}

function read(octets: string): Reading {
  const blocks: Block[] = []
  const sitemaps: WrittenSitemap[] = []
  let block: Block = { agents: [], rules: [] }
  let run: DelayRun = { best: undefined, closed: false }
  let state: 'start' | 'agents' | 'rules' = 'start'
  const finish = (): void => {
    if (state === 'rules') blocks.push(block)
    block = { agents: [], rules: [] }
    run = { best: undefined, closed: false }
  }
  for (const [at, text] of textOf(octets).split(LINE_END).entries()) {
    const line = at + 1
    if (text === '' && state !== 'start') {
      finish()
      state = 'start'
    }
    const [, before = '', after = ''] = /^([^:]*):([^]*)$/.exec(text.replace(/#[^]*/, '')) ?? []
    const key = strip(before).toLowerCase()
    const written = strip(after)
    const value = unquote(written)
    if (key === 'user-agent') {
      if (state === 'rules') finish()
      const token = octetsOf(value.toLowerCase())
      block.agents.push({ value: octetsOf(value), token, line, block, run })
      state = 'agents'
    } else if (key === 'sitemap') sitemaps.push({ url: octetsOf(value), line })
    else if (state !== 'start' && /^(?:allow|disallow|crawl-delay|request-rate)$/.test(key)) {
      if (key === 'allow' || key === 'disallow') {
        block.rules.push({ kind: key, pattern: octetsOf(written), line })
      } else if (key === 'crawl-delay' && /^\d+$/.test(strip(value))) {
        run.best = { seconds: Number(value), line }
      }
      state = 'rules'
    }
  }
  finish()
  return { blocks, agentsOf: new Map(), sitemaps, rules: 0 }
}
