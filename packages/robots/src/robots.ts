// A file, read: its rules, and every line and oddity of it.

import { BY_GROUP } from './by-group.ts'
import { BY_PYTHON } from './by-python.ts'
import { readCleanParams, type CleanParam } from './clean-param.ts'
import { traitsOf, type Dialect, type DialectTraits } from './dialect.ts'
import { readFile, type FileView, type RobotsLine } from './file-lines.ts'
import type { RobotsNote } from './file-notes.ts'
import { afterByteOrderMark, readableOctets } from './line-scan.ts'
import { octetsOf } from './octets.ts'
import { RuleBook } from './rule-book.ts'

/** One robots.txt, read. Made by {@link parseRobots}; never changes. */
export class Robots extends RuleBook {
  readonly #octets: string
  /** Octets that are read. */
  readonly #end: number
  readonly #traits: DialectTraits
  #view: FileView | undefined

  /** @param octets one character per byte; for everything else there is {@link parseRobots} */
  constructor(octets: string, traits: DialectTraits) {
    let end = readableOctets(octets, traits.maxOctets)
    if (traits.tooLarge === 'no-rules' && end < octets.length) end = 0
    const from = Math.min(afterByteOrderMark(octets), end)
    super(octets, from, end, traits, traits.name === 'python' ? BY_PYTHON : BY_GROUP)
    this.#octets = octets
    this.#end = end
    this.#traits = traits
  }

  /** Parameters that the site says do not change a page (Yandex's Clean-param), in file order. */
  get cleanParams(): readonly CleanParam[] {
    return readCleanParams(this.lines)
  }

  /** Every line of the file, classified. */
  get lines(): readonly RobotsLine[] {
    return this.#file.lines
  }

  /** Every oddity of the file, those of the whole file first. */
  get notes(): readonly RobotsNote[] {
    return this.#file.notes
  }

  /** The same file as another dialect reads it. */
  as(dialect: Dialect): Robots {
    return this.withTraits(traitsOf(dialect))
  }

  /** The same file read with other habits: how {@link compare} finds what makes two readers differ. */
  withTraits(traits: DialectTraits): Robots {
    return new Robots(this.#octets, traits)
  }

  get #file(): FileView {
    this.#view ??= readFile(this.#octets, this.#end, this.#traits)
    return this.#view
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
