// One file, five readers: who answers what, and which habit makes the difference.

import type { CrawlDelay } from './crawl-delay.ts'
import { DIALECTS, traitsOf, type Dialect, type DialectTraits } from './dialect.ts'
import type { RobotsExplanation } from './explanation.ts'
import type { ProductToken } from './product-token.ts'
import { parseRobots, Robots } from './robots.ts'

/** A habit that makes a reader answer otherwise than RFC 9309 does. */
export type DialectDifference =
  | 'size-limit'
  | 'percent-encoding'
  | 'pattern-limit'
  | 'rule-limit'
  | 'index-html'
  | 'robots-txt-itself'
  | 'key-by-prefix'
  | 'stand-in-token'
  | 'group-choice'
  | 'no-wildcards'
  | 'quoting'
  | 'first-match'
  | 'several'

export interface RobotsComparison {
  /** True if all five allow, or all five do not. */
  readonly agree: boolean
  readonly readers: readonly {
    readonly dialect: Dialect
    readonly explanation: RobotsExplanation
    readonly crawlDelay: CrawlDelay | undefined
  }[]
  /** Where a reader's answer is not that of `rfc9309`: what makes it so. */
  readonly differences: readonly {
    readonly dialect: Dialect
    readonly code: DialectDifference
    readonly message: string
  }[]
}

/** Each trait that changes verdicts, with the name and the sentence for it. */
const HABITS: readonly (readonly [
  readonly (keyof DialectTraits)[],
  DialectDifference,
  (name: string) => string,
])[] = [
  [
    ['percent'],
    'percent-encoding',
    (name) =>
      `${name} compares the URL as written; RFC 9309 brings rule and URL to one percent-encoding first.`,
  ],
  [
    ['robotsTxtIsFree'],
    'robots-txt-itself',
    (name) => `${name} has no exception for /robots.txt itself.`,
  ],
  [
    ['indexHtml'],
    'index-html',
    (name) => `${name} takes an Allow of index.html as one of its folder too.`,
  ],
  [
    ['aiTraining'],
    'key-by-prefix',
    (name) => `${name} reads a key by its beginning, so DisallowAITraining is a Disallow.`,
  ],
  [['standIns'], 'stand-in-token', (name) => `${name} lets another token stand in for this one.`],
  [['maxOctets', 'tooLarge'], 'size-limit', (name) => `The file is larger than ${name} reads.`],
  [['maxPatternOctets'], 'pattern-limit', (name) => `A rule is longer than ${name} reads.`],
  [['maxRules'], 'rule-limit', (name) => `The file has more rules than ${name} takes.`],
]

const NAMES: Readonly<Record<Dialect, string>> = {
  rfc9309: 'RFC 9309',
  google: 'Google',
  bing: 'Bing',
  yandex: 'Yandex',
  python: 'Python',
}

/**
 * How the five dialects read the same file for one URL and crawler, side by side, and what makes them differ.
 *
 * @throws RobotsError CURTSY_URL, CURTSY_TOKEN, CURTSY_INPUT
 * @example
 * const { agree, differences } = compare('User-agent: *\nDisallow: /*.pdf', 'https://example.com/a.pdf', 'ExampleBot')
 * // agree: false, differences: [{ dialect: 'python', code: 'no-wildcards', message: 'Python knows no wildcards.' }]
 */
export function compare(
  robots: Robots | string | Uint8Array,
  url: string | URL,
  productToken: ProductToken,
): RobotsComparison {
  const file = robots instanceof Robots ? robots : parseRobots(robots)
  const readers = DIALECTS.map((dialect) => {
    const reader = file.as(dialect)
    return {
      dialect,
      explanation: reader.explain(url, productToken),
      crawlDelay: reader.crawlDelay(productToken),
    }
  })
  const base = readers[0]!.explanation
  const differences = readers.flatMap(({ dialect, explanation }) => {
    if (explanation.allowed === base.allowed) return []
    const causes =
      dialect === 'python'
        ? [pythonCause(base, explanation)]
        : causesByTrial(file, dialect, url, productToken, explanation.allowed)
    return causes.map(([code, message]) => ({ dialect, code, message }))
  })
  return { agree: differences.length === 0, readers, differences }
}

/** The habits each of which alone turns the answer of RFC 9309 into that of the dialect. */
function causesByTrial(
  file: Robots,
  dialect: Dialect,
  url: string | URL,
  productToken: ProductToken,
  allowed: boolean,
): readonly (readonly [DialectDifference, string])[] {
  const theirs = traitsOf(dialect)
  const alone = HABITS.filter(([keys]) => {
    const traits = {
      ...traitsOf('rfc9309'),
      ...Object.fromEntries(keys.map((key) => [key, theirs[key]])),
    }
    return file.withTraits(traits).check(url, productToken).allowed === allowed
  })
  if (alone.length === 0) return [['several', `Several habits of ${NAMES[dialect]} together.`]]
  return alone.map(([, code, message]) => [code, message(NAMES[dialect])] as const)
}

function pythonCause(
  base: RobotsExplanation,
  theirs: RobotsExplanation,
): readonly [DialectDifference, string] {
  if (base.reason === 'robots-txt') {
    return ['robots-txt-itself', 'Python has no exception for /robots.txt itself.']
  }
  const ours = base.group?.lines.join()
  if (ours !== theirs.group?.lines.join()) {
    return [
      'group-choice',
      'Python takes one group: blank lines end it, and an agent matches as part of a name.',
    ]
  }
  const winner = base.matching[0]
  const known = theirs.matching.some(({ line }) => line === winner?.line)
  if (winner !== undefined && known) {
    return ['first-match', 'Python lets the first rule that matches decide, not the longest.']
  }
  if (winner !== undefined && /[*$]/.test(winner.pattern)) {
    return ['no-wildcards', 'Python knows no wildcards.']
  }
  return [
    'quoting',
    'Python decodes and encodes rule and URL, so that reserved characters are one with their escapes.',
  ]
}
