// What a page says of itself: X-Robots-Tag fields and meta elements, read for one crawler. Sources: Google's "Robots meta tag,
// data-nosnippet, and X-Robots-Tag specifications"; Bing and Yandex follow the same form.

import { parseHttpLikeDate } from './page-date.ts'
import { tokenChain, type ProductToken } from './product-token.ts'

/** The directives that apply to our token, summed: every "no" counts, whoever of the page's sources says it. */
export interface PageDirectives {
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly noarchive: boolean
  readonly nosnippet: boolean
  readonly noimageindex: boolean
  readonly notranslate: boolean
  readonly noai: boolean
  readonly noimageai: boolean
  /** Counts with `noindex`: the page may be indexed where it is embedded. */
  readonly indexifembedded: boolean
  /** From this time on the page is not to be shown; the earliest of several. Epoch milliseconds. */
  readonly unavailableAfterMs?: number
  /** Longest snippet in characters, -1 for no limit. */
  readonly maxSnippet?: number
  readonly maxVideoPreview?: number
  readonly maxImagePreview?: 'none' | 'standard' | 'large'
  /** What was read, in order, those for other crawlers and unknown ones included. */
  readonly sources: readonly DirectiveSource[]
}

export interface DirectiveSource {
  readonly from: 'header' | 'meta'
  /** The crawler it is for; undefined for all. */
  readonly agent: string | undefined
  readonly directive: string
  readonly applies: boolean
}

/** Header fields in any usual form. A string or a list of strings is taken for the values of X-Robots-Tag. */
export type HeaderFields =
  | string
  | Iterable<string | readonly [string, string | readonly string[]]>
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | null
  | undefined

/** The content of meta elements. A string is one of `<meta name="robots">`. */
export type MetaContents =
  | string
  | Iterable<string | { readonly name?: string | null; readonly content?: string | null }>
  | null
  | undefined

const FLAGS = [
  'noindex',
  'nofollow',
  'noarchive',
  'nosnippet',
  'noimageindex',
  'notranslate',
  'noai',
  'noimageai',
  'indexifembedded',
] as const
type Flag = (typeof FLAGS)[number]

const ALIASES: ReadonlyMap<string, readonly Flag[]> = new Map<string, readonly Flag[]>([
  ...FLAGS.map((flag) => [flag, [flag]] as const),
  ['none', ['noindex', 'nofollow']],
  ['nocache', ['noarchive']],
])
const POSITIVE: ReadonlySet<string> = new Set([
  'all',
  'index',
  'follow',
  'archive',
  'noodp',
  'noydir',
])
const VALUED = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)\s*:\s*(.*)$/s

interface Directive {
  readonly agent: string | undefined
  readonly name: string
}

/**
 * Reads X-Robots-Tag and meta robots for one crawler. What stands for all and what names one of our tokens is summed, so the most
 * restrictive wins. A date that does not parse is ignored.
 *
 * @param headers the response's header fields
 * @param metaContents the page's `<meta name=robots>` and `<meta name=TOKEN>`
 * @throws RobotsError CURTSY_TOKEN
 * @example
 * parseRobotsDirectives({ 'x-robots-tag': 'otherbot: noindex' }, ['nofollow'], 'ExampleBot')
 * // { noindex: false, nofollow: true, ... }
 */
export function parseRobotsDirectives(
  headers: HeaderFields,
  metaContents: MetaContents,
  productToken: ProductToken,
): PageDirectives {
  const chain = new Set([...tokenChain(productToken), '*', 'robots'])
  const found = [
    ...headerValues(headers).flatMap((value) =>
      splitHeader(value).map(({ agent, name }) => ({ from: 'header' as const, agent, name })),
    ),
    ...metaElements(metaContents).flatMap(({ agent, content }) =>
      splitDirectives(content).map((name) => ({ from: 'meta' as const, agent, name })),
    ),
  ]
  const sources = found.map(({ from, agent, name }) => ({
    from,
    agent,
    directive: name,
    applies: agent === undefined || chain.has(agent),
  }))
  const ours = sources.filter(({ applies }) => applies).map(({ directive }) => directive)
  const flags = new Set(ours.flatMap((name) => ALIASES.get(name) ?? []))
  const values = (name: string): string[] =>
    ours.flatMap((directive) => {
      const [, key, value] = VALUED.exec(directive) ?? []
      return key === name && value !== undefined ? [value] : []
    })
  const dates = values('unavailable_after').flatMap((text) => parseHttpLikeDate(text) ?? [])
  const maxImagePreview = (['none', 'standard', 'large'] as const).find((size) =>
    values('max-image-preview').includes(size),
  )
  const maxSnippet = smallest(values('max-snippet'))
  const maxVideoPreview = smallest(values('max-video-preview'))
  return {
    ...(Object.fromEntries(FLAGS.map((flag) => [flag, flags.has(flag)])) as Record<Flag, boolean>),
    ...(dates.length > 0 && { unavailableAfterMs: Math.min(...dates) }),
    ...(maxSnippet !== undefined && { maxSnippet }),
    ...(maxVideoPreview !== undefined && { maxVideoPreview }),
    ...(maxImagePreview !== undefined && { maxImagePreview }),
    sources,
  }
}

/**
 * May the page be kept in an index at this time? False for noindex and once `unavailable_after` has passed.
 *
 * @example
 * mayIndex(parseRobotsDirectives('noindex', [], 'ExampleBot'), Date.now()) // false
 */
export function mayIndex(directives: PageDirectives, nowMs: number): boolean {
  const { noindex, unavailableAfterMs = Infinity } = directives
  return !noindex && nowMs < unavailableAfterMs
}

/** -1 is no limit. */
function smallest(values: readonly string[]): number | undefined {
  const numbers = values.filter((text) => /^(?:-1|\d+)$/.test(text)).map(Number)
  const limits = numbers.filter((number) => number >= 0)
  return limits.length > 0 ? Math.min(...limits) : numbers[0]
}

/** A field may name the crawler that it is for; what follows is for that one, until another is named. */
function splitHeader(value: string): Directive[] {
  let agent: string | undefined
  return splitDirectives(value).flatMap((part) => {
    let name = part
    // Every colon that does not belong to a value ends the name of a crawler.
    for (;;) {
      const prefix = VALUED.test(name) ? null : /^([^:,\s]+)\s*:\s*(.*)$/s.exec(name)
      if (prefix === null) break
      agent = prefix[1]!
      name = prefix[2]!
    }
    return name === '' ? [] : [{ agent, name }]
  })
}

/** Parts in lower case, split at commas, except those inside a date. Blanks split where every word is a directive. */
function splitDirectives(value: string): string[] {
  const parts = value.toLowerCase().split(',')
  const out: string[] = []
  for (let at = 0; at < parts.length; at++) {
    let part = parts[at]!.trim()
    const date = /unavailable_after\s*:(.*)$/s.exec(part)?.[1]
    if (date !== undefined && parseHttpLikeDate(date) === undefined) {
      const longer = `${part},${parts[at + 1] ?? ''}`
      const isDate =
        parseHttpLikeDate(longer.slice(longer.indexOf('unavailable_after') + 18)) !== undefined
      if (isDate || /^\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/.test(date)) {
        part = longer.trim()
        at++
      }
    }
    const words = part.split(/\s+/)
    if (words.every((word) => ALIASES.has(word) || POSITIVE.has(word))) out.push(...words)
    else if (part !== '') out.push(part)
  }
  return out
}

const isTag = (name: unknown): boolean =>
  typeof name === 'string' && name.toLowerCase() === 'x-robots-tag'

function headerValues(headers: HeaderFields): string[] {
  if (headers === null || headers === undefined) return []
  if (typeof headers === 'string') return [headers]
  const entries = isIterable(headers) ? [...headers] : Object.entries(headers)
  return entries.flatMap((entry): readonly string[] => {
    if (typeof entry === 'string') return [entry]
    const [name, value] = entry
    if (!isTag(name) || value === undefined) return []
    return typeof value === 'string' ? [value] : value
  })
}

function metaElements(metas: MetaContents): { agent: string | undefined; content: string }[] {
  if (metas === null || metas === undefined) return []
  const list = typeof metas === 'string' ? [metas] : [...metas]
  return list.map((meta) => {
    if (typeof meta === 'string') return { agent: undefined, content: meta }
    const agent = meta.name?.trim().toLowerCase()
    return {
      agent: agent === 'robots' || agent === '' ? undefined : agent,
      content: meta.content ?? '',
    }
  })
}

function isIterable<T>(value: object): value is Iterable<T> {
  return Symbol.iterator in value
}
