// How readers differ, as data over one parser. `python` differs so much that it has a reader of its own (python-reader.ts);
// its entry here says only what the shared parts need.

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
  /** `Allow: /dir/index.html` opens `/dir/` too. */
  readonly indexHtml: boolean
  /** A rule without a pattern is named as the one that decided when nothing else matches. */
  readonly emptyRuleDecides: boolean
  /** RFC 9309 §2.2.2: /robots.txt itself is always allowed. */
  readonly robotsTxtIsFree: boolean
  /** DisallowAITraining read as the Disallow it begins with, or as a record of its own. */
  readonly aiTraining: 'rule' | 'other'
  /** Which Crawl-delay values count. */
  readonly crawlDelay: 'any-positive' | 'whole-1-to-30' | 'none'
  /** Tokens that stand in for one that has no group. */
  readonly fallback: (token: string) => readonly string[]
}

const NO_FALLBACK = (): readonly string[] => []

const RFC9309: DialectTraits = {
  name: 'rfc9309',
  maxOctets: 512 * 1024, // RFC 9309 §2.5 asks for at least 500 KiB
  tooLarge: 'cut',
  percent: 'rfc',
  maxPatternOctets: Infinity,
  indexHtml: false,
  emptyRuleDecides: false,
  robotsTxtIsFree: true,
  aiTraining: 'other',
  crawlDelay: 'any-positive',
  fallback: NO_FALLBACK,
}

const TRAITS: Readonly<Record<Dialect, DialectTraits>> = {
  rfc9309: RFC9309,
  google: {
    ...RFC9309,
    name: 'google',
    maxOctets: 500 * 1024, // Google's robots.txt page: 500 KiB
    percent: 'google',
    indexHtml: true,
    emptyRuleDecides: true,
    robotsTxtIsFree: false,
    aiTraining: 'rule',
    crawlDelay: 'none',
  },
  bing: { ...RFC9309, name: 'bing', crawlDelay: 'whole-1-to-30' },
  yandex: {
    ...RFC9309,
    name: 'yandex',
    maxOctets: 500 * 1024,
    tooLarge: 'no-rules',
    maxPatternOctets: 1024,
    crawlDelay: 'none',
  },
  python: { ...RFC9309, name: 'python', maxOctets: Infinity },
}

/** @throws RobotsError CURTSY_OPTION if there is no such dialect */
export function traitsOf(dialect: Dialect): DialectTraits {
  if (Object.hasOwn(TRAITS, dialect)) return TRAITS[dialect]
  throw new RobotsError(
    'CURTSY_OPTION',
    `Expected dialect to be one of ${DIALECTS.join(', ')}, got ${show(dialect)}.`,
  )
}
