// What may be wrong with a sitemap: the closed list of codes, and the log that counts and hands out each finding.

import { flatCopy } from './flat-copy.ts'

/** What each code says, in the words of a report. The keys are the closed list of codes. */
const SENTENCES = {
  'wrong-namespace': 'the root element is not in the namespace of the sitemap protocol 0.9',
  'undeclared-prefix': 'a known extension prefix is used without a declaration',
  'leading-content': 'something stands before the XML declaration or the root element',
  'trailing-content': 'something follows the root element or the last gzip member',
  truncated: 'the input ends inside the document or inside a gzip member',
  'malformed-xml': 'an entry is not well-formed',
  'illegal-character': 'a character or reference that XML 1.0 forbids was removed',
  'undefined-entity': 'an entity other than the five predefined ones was left as text',
  'unescaped-ampersand': 'an & that starts no reference was left as text',
  doctype: 'a DOCTYPE was skipped and not used',
  'not-utf8': 'the text is not UTF-8 and was read in its own encoding',
  'encoding-mismatch': 'the declared encoding contradicts the bytes',
  'invalid-utf8': 'bytes that are not valid in the encoding were replaced by U+FFFD',
  'missing-loc': 'an entry without a usable location was dropped',
  'multiple-loc': 'an entry has more than one location; the first was kept',
  'invalid-loc': 'a location that is not an http or https URL was dropped',
  'loc-too-long': 'a location of 2,048 or more characters was dropped',
  'relative-loc': 'a relative location was resolved against the URL of the sitemap',
  'whitespace-in-loc': 'a location has white space inside',
  'invalid-lastmod': 'a lastmod that is no date was ignored',
  'nonstandard-lastmod': 'a lastmod that is no W3C datetime was understood nevertheless',
  'invalid-changefreq': 'a changefreq outside the seven values was ignored',
  'invalid-priority': 'a priority that is no number from 0 to 1 was ignored',
  'tag-case': 'an element name is not spelled as the format spells it',
  'cross-host': 'a location on a host that did not prove this sitemap was dropped',
  'outside-path': 'an entry lies above the folder of the sitemap (kept)',
  'misplaced-element': 'an element of the other kind of sitemap was ignored',
  'too-many-entries': 'the file holds more than 50,000 entries',
  'too-large': 'reading stopped at the size limit',
  'double-gzip': 'the body was gzipped twice',
  'not-gzipped': 'the body is plain although its URL or type says gzip',
  'gzip-corrupt': 'the gzip data is broken',
  empty: 'the body holds nothing',
  html: 'the body is an HTML page',
  'not-a-sitemap': 'the body is of no known sitemap format',
  'index-cycle': 'an index lists itself or one of its ancestors',
  'index-nested': 'an index inside an index was followed, against the protocol',
  'duplicate-sitemap': 'a sitemap is listed again and was not fetched again',
  'too-deep': 'the depth limit of indexes was reached',
  'too-many-sitemaps': 'the limit of sitemap files was reached',
  'fetch-failed': 'a sitemap could not be fetched',
} as const

/** A finding's stable name. The list is closed; docs/sitemaps.md explains each. */
export type ProblemCode = keyof typeof SENTENCES

/** One finding. What the web sent wrong is told here and never thrown. */
export interface SitemapProblem {
  readonly code: ProblemCode
  /** A sentence in plain words, with the value where there is one. It may quote what the server sent: escape it for a terminal. */
  readonly message: string
  /** Line of the decoded text, from 1, where the fault has a place in it. */
  readonly line?: number
  /** The location as it stands in the file, where the finding is about one. */
  readonly loc?: string
}

/** How often each code was found. */
export type ProblemCounts = Partial<Record<ProblemCode, number>>

const QUOTED_CHARACTERS = 120

/** A finding in words; `detail` is quoted from the file and cut. */
export function describeProblem(
  code: ProblemCode,
  place: { line?: number; loc?: string; detail?: string } = {},
): SitemapProblem {
  const quoted = place.detail ?? place.loc
  const tail = quoted === undefined ? '' : `: ${cut(quoted)}`
  const sentence = SENTENCES[code]
  return {
    code,
    message: flatCopy(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${tail}`),
    ...(place.line === undefined ? {} : { line: place.line }),
    ...(place.loc === undefined ? {} : { loc: flatCopy(place.loc) }),
  }
}

function cut(text: string): string {
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text
}

/** What may explain why nothing could be read. */
const TRANSPORT_FAULTS: ReadonlySet<ProblemCode> = new Set([
  'truncated',
  'gzip-corrupt',
  'too-large',
])
/** What is still true of a file whose checksum is wrong. */
const FAULTS_OF_FORM: ReadonlySet<ProblemCode> = new Set([
  'gzip-corrupt',
  'double-gzip',
  'malformed-xml',
  'illegal-character',
  'invalid-utf8',
  'truncated',
  'too-large',
])
/** So many findings wait for a checksum; the rest is told at once. */
const MAX_UNVERIFIED = 10_000

type Place = { line?: number; loc?: string; detail?: string }

/**
 * Counts findings and hands them on.
 *
 * Findings about the document as a whole (its encoding, a DOCTYPE) wait until the format is known: for what turns out to be no
 * sitemap at all only the reason why is told. Findings about entries of a gzipped body wait for its checksum: where that is wrong,
 * a foreign host or an odd date is damage and not what the site wrote.
 */
export class ProblemLog {
  readonly counts: ProblemCounts = {}
  readonly #tell: ((problem: SitemapProblem) => void) | undefined
  #undecided: SitemapProblem[] | undefined = []
  #unverified: SitemapProblem[] | undefined
  readonly #seen = new Set<ProblemCode>()
  #isClosed = false

  constructor(tell: ((problem: SitemapProblem) => void) | undefined) {
    this.#tell = tell
  }

  /** Whether anybody listens: line numbers are only worked out then. */
  get listened(): boolean {
    return this.#tell !== undefined
  }

  report(code: ProblemCode, where?: Place): void {
    if (this.#isClosed) return
    this.#seen.add(code)
    if (this.#undecided !== undefined) this.#undecided.push(describeProblem(code, where))
    else if (this.#unverified !== undefined && this.#unverified.length < MAX_UNVERIFIED) {
      this.#unverified.push(describeProblem(code, where))
    } else if (this.#tell === undefined) this.#count(code)
    else this.#pass(describeProblem(code, where))
  }

  /** Reports `code` unless it was reported before. */
  reportOnce(code: ProblemCode, where?: Place): void {
    if (!this.has(code)) this.report(code, where)
  }

  has(code: ProblemCode): boolean {
    return this.#seen.has(code)
  }

  /** The format is known: what waited for that is told. */
  decide(): void {
    const waiting = this.#undecided ?? []
    this.#undecided = undefined
    for (const problem of waiting) this.#pass(problem)
  }

  /** The body is no sitemap: of what waited only a fault of the transport is told, as the explanation, else `code`. */
  reject(code: ProblemCode): void {
    const explanations = (this.#undecided ?? []).filter((problem) =>
      TRANSPORT_FAULTS.has(problem.code),
    )
    this.#undecided =
      explanations.length > 0 && code !== 'html' ? explanations : [describeProblem(code)]
    this.decide()
    this.#isClosed = true
  }

  /** From now on findings wait for a checksum. */
  awaitChecksum(): void {
    this.#unverified ??= []
  }

  /** There is no more to wait for; `corrupt`: the checksum, or the data before it, was wrong. */
  settleChecksum(outcome: 'good' | 'corrupt'): void {
    const waiting = this.#unverified ?? []
    this.#unverified = undefined
    for (const problem of waiting) {
      if (outcome === 'good' || FAULTS_OF_FORM.has(problem.code)) this.#pass(problem)
    }
  }

  #pass(problem: SitemapProblem): void {
    this.#count(problem.code)
    this.#tell?.(problem)
  }

  #count(code: ProblemCode): void {
    this.counts[code] = (this.counts[code] ?? 0) + 1
  }
}
