// How readers differ, as data over one parser. `python` differs so much that it reads in a manner of its own
// (by-python.ts); its entry here says only what the shared parts need.

import { RobotsError, show } from './robots-error.ts'
import type { PercentForm } from './pattern.ts'

/** A way to read robots.txt. `rfc9309` decides crawls, the others reproduce a reader for comparing and testing. */
export type Dialect = 'rfc9309' | 'google' | 'bing' | 'yandex' | 'python'

/** All dialects, the default first. */
export const DIALECTS: readonly Dialect[] = ['rfc9309', 'google', 'bing', 'yandex', 'python']

export interface DialectTraits {
  readonly name: Dialect
  /** Octets that are read. */
  readonly maxOctets: number
  /** What a larger file means: its beginning counts, or it says nothing at all. */
  readonly tooLarge: 'cut' | 'no-rules'
  readonly percent: PercentForm
  /** Longer patterns are left out. */
  readonly maxPatternOctets: number
  /** A file with more rules says nothing at all. */
  readonly maxRules: number
  /** `Allow: /dir/index.html` opens `/dir/` too. */
  readonly indexHtml: boolean
  /** A rule without a pattern is named as the one that decided when nothing else matches, and a sitemap without an address told. */
  readonly namesEmpty: boolean
  /** RFC 9309 §2.2.2: /robots.txt itself is always allowed. */
  readonly robotsTxtIsFree: boolean
  /** DisallowAITraining read as the Disallow it begins with, or as a record of its own. */
  readonly aiTraining: 'rule' | 'other'
  /** Which Crawl-delay values count; `of-group` does not look at `*` where the group has none. */
  readonly crawlDelay: 'any-positive' | 'whole-1-to-30' | 'of-group' | 'none'
  /** Tokens, in lower case, that stand in for one that has no group. */
  readonly standIns: (token: string) => readonly string[]
}

const RFC9309: DialectTraits = {
  name: 'rfc9309',
  maxOctets: 512 * 1024, // RFC 9309 §2.5 asks for at least 500 KiB
  tooLarge: 'cut',
  percent: 'rfc',
  maxPatternOctets: Infinity,
  maxRules: Infinity,
  indexHtml: false,
  namesEmpty: false,
  robotsTxtIsFree: true,
  aiTraining: 'other',
  crawlDelay: 'any-positive',
  standIns: () => [],
}

const TRAITS: Readonly<Record<Dialect, DialectTraits>> = {
  rfc9309: RFC9309,
  // github.com/google/robotstxt, and the size from Google's page on robots.txt
  google: {
    ...RFC9309,
    name: 'google',
    maxOctets: 500 * 1024,
    percent: 'google',
    indexHtml: true,
    namesEmpty: true,
    robotsTxtIsFree: false,
    aiTraining: 'rule',
    crawlDelay: 'none',
  },
  // Bing's webmaster blog: whole seconds from 1 to 30; bingbot goes on obeying msnbot
  bing: {
    ...RFC9309,
    name: 'bing',
    crawlDelay: 'whole-1-to-30',
    standIns: (token) => (token === 'bingbot' ? ['msnbot'] : []),
  },
  // yandex.com/support/webmaster: a file over 500 KB or 2,048 rules is too large, a rule over 1,024 characters too long, any Yandex
  // robot obeys "Yandex", Crawl-delay is ignored since 2018
  yandex: {
    ...RFC9309,
    name: 'yandex',
    maxOctets: 500 * 1024,
    tooLarge: 'no-rules',
    maxPatternOctets: 1024,
    maxRules: 2048,
    crawlDelay: 'none',
    standIns: (token) => (token.startsWith('yandex') ? ['yandex'] : []),
  },
  python: {
    ...RFC9309,
    name: 'python',
    maxOctets: Infinity,
    robotsTxtIsFree: false,
    crawlDelay: 'of-group',
  },
}

/** @throws RobotsError CURTSY_OPTION if there is no such dialect */
export function traitsOf(dialect: Dialect): DialectTraits {
  if (Object.hasOwn(TRAITS, dialect)) return TRAITS[dialect]
  throw new RobotsError(
    'CURTSY_OPTION',
    `Expected dialect to be one of ${DIALECTS.join(', ')}, got ${show(dialect)}.`,
  )
}
