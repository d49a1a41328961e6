// The file as read: what it says of a URL, how slowly to go, and everything else that it holds.

import { readCleanParams, type CleanParam } from './clean-param.ts'
import type { CrawlDelay } from './crawl-delay.ts'
import { traitsOf, type Dialect, type DialectTraits } from './dialect.ts'
import { explanationOf, type RobotsExplanation } from './explanation.ts'
import { readFile, type RobotsLine, type RobotsNote } from './file-lines.ts'
import { GroupReader } from './group-reader.ts'
import { afterByteOrderMark, readableOctets } from './line-scan.ts'
import { octetsOf } from './octets.ts'
import { tokenChain, type ProductToken } from './product-token.ts'
import { PythonReader } from './python-reader.ts'
import type { Reader, RobotsGroup, RobotsSitemap } from './reader.ts'
import type { RobotsVerdict } from './verdict.ts'

/** One robots.txt, read. Made by {@link parseRobots}; never changes. */
export class Robots {
  readonly dialect: Dialect
  readonly #octets: string
  /** Octets that are read. */
  readonly #end: number
  readonly #traits: DialectTraits
  readonly #reader: Reader
  #lastToken: ProductToken | undefined
  #lastChain: readonly string[] = []
  #file:
    | { readonly lines: readonly RobotsLine[]; readonly notes: readonly RobotsNote[] }
    | undefined

  /** @param octets one character per byte; for everything else there is {@link parseRobots} */
  constructor(octets: string, traits: DialectTraits) {
    this.dialect = traits.name
    this.#octets = octets
    this.#traits = traits
    this.#end = readableOctets(octets, traits.maxOctets)
    if (traits.tooLarge === 'no-rules' && this.#end < octets.length) this.#end = 0
    const from = Math.min(afterByteOrderMark(octets), this.#end)
    this.#reader =
      traits.name === 'python'
        ? new PythonReader(octets)
        : new GroupReader(octets, from, this.#end, traits)
  }

  /**
   * May this URL be fetched by this crawler? Judges path and query; the caller sees to it that the file is the one of the URL's
   * origin.
   *
   * @param productToken one token, or the ordered chain of one crawler: the first that has a group counts, else `*`
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
   * @example
   * const robots = parseRobots('User-agent: *\nDisallow: /private')
   * robots.check('https://example.com/private/x', 'ExampleBot')
   * // { allowed: false, reason: 'disallow-rule', rule: { kind: 'disallow', pattern: '/private', line: 2 } }
   */
  check(url: string | URL, productToken: ProductToken): RobotsVerdict {
    return this.#reader.check(url, this.#chain(productToken))
  }

  /**
   * The verdict and what led to it: the group chosen, every rule that matches, why the winner wins.
   *
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
   * @example
   * const robots = parseRobots('User-agent: *\nDisallow: /a\nAllow: /a/b/c')
   * robots.explain('https://example.com/a/b/c', 'ExampleBot').why // 'longer by 4 octets'
   */
  explain(url: string | URL, productToken: ProductToken): RobotsExplanation {
    const chain = this.#chain(productToken)
    const verdict = this.check(url, productToken)
    return explanationOf(verdict, this.#reader.judge(url, chain), chain, this.groups, this.dialect)
  }

  /**
   * Seconds that the site asks to leave between two requests, or undefined. The largest valid value of our group counts; where it
   * has none, the one of `*` does.
   *
   * @throws RobotsError CURTSY_TOKEN
   * @example
   * parseRobots('User-agent: *\nCrawl-delay: 2').crawlDelay('ExampleBot') // { seconds: 2, line: 2, from: 'default' }
   */
  crawlDelay(productToken: ProductToken): CrawlDelay | undefined {
    const chain = this.#chain(productToken)
    return this.#traits.crawlDelay === 'none' ? undefined : this.#reader.crawlDelay(chain)
  }

  /** The groups in file order. */
  get groups(): readonly RobotsGroup[] {
    return this.#reader.groups
  }

  /** The sitemaps in file order, duplicates included. */
  get sitemaps(): readonly RobotsSitemap[] {
    return this.#reader.sitemaps
  }

  /** Parameters that the site says do not change a page (Yandex's Clean-param), in file order. */
  get cleanParams(): readonly CleanParam[] {
    return readCleanParams(this.lines)
  }

  /** Every line of the file, classified. */
  get lines(): readonly RobotsLine[] {
    return this.#readFile().lines
  }

  /** Every oddity of the file, those of the whole file first. */
  get notes(): readonly RobotsNote[] {
    return this.#readFile().notes
  }

  /** The same file as another dialect reads it. */
  as(dialect: Dialect): Robots {
    return dialect === this.dialect ? this : new Robots(this.#octets, traitsOf(dialect))
  }

  /** The same file read with some habits changed: how {@link compare} finds what makes two readers differ. */
  withTraits(traits: DialectTraits): Robots {
    return new Robots(this.#octets, traits)
  }

  #readFile(): { readonly lines: readonly RobotsLine[]; readonly notes: readonly RobotsNote[] } {
    this.#file ??= readFile(this.#octets, this.#end, this.#traits)
    return this.#file
  }

  #chain(productToken: ProductToken): readonly string[] {
    if (productToken !== this.#lastToken || typeof productToken !== 'string') {
      this.#lastChain = tokenChain(productToken)
      this.#lastToken = productToken
    }
    return this.#lastChain
  }
}

/**
 * Reads a robots.txt. Anything is accepted as a file: what is no directive is ignored and noted.
 *
 * @param input the file; bytes are better than a string, because octets that are not UTF-8 count too
 * @param options `dialect`: whose way of reading, `rfc9309` by default
 * @throws RobotsError CURTSY_INPUT, CURTSY_OPTION
 * @example
 * const robots = parseRobots('User-agent: *\nDisallow: /private\nCrawl-delay: 2')
 * robots.check('https://example.com/private', 'ExampleBot').allowed // false
 */
export function parseRobots(
  input: string | Uint8Array,
  options: { readonly dialect?: Dialect } = {},
): Robots {
  const traits = traitsOf(options.dialect ?? 'rfc9309')
  return new Robots(octetsOf(input), traits)
}
