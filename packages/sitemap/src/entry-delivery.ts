// From the entry that was found to the entry handed out, or to the findings that say why there is none.
import type { Role, XmlKind } from './dialect.ts'
import type { FoundEntry } from './entry-tracker.ts'
import type { SitemapEntry } from './entry.ts'
import { judgeEntry } from './judge-entry.ts'
import type { LocationReader } from './location.ts'
import type { MarkupScanner } from './markup-scanner.ts'
import type { EntryLimits } from './option-checks.ts'
import type { ProblemCode, ProblemLog } from './problem.ts'
import { readEntry } from './raw-entry.ts'
import type { EntryChild, RawContext, RawEntry } from './raw-entry.ts'

/** Entries in one file, by the protocol. More are delivered and reported. */
export const MAX_ENTRIES = 50_000

/** Of UTF-8, for one unit of a string. */
export const MOST_BYTES_OF_CHARACTER = 3
const encoder = new TextEncoder()

const CORE: ReadonlySet<Role> = new Set<Role>([
  'loc',
  'lastmod',
  'published',
  'changefreq',
  'priority',
  'guid',
])
const ALL: ReadonlySet<Role> = new Set<Role>([...CORE, 'image', 'video', 'news', 'alternate'])

/** Settings of a document. */
export interface DocumentOptions extends EntryLimits {
  readonly url: string
  readonly fields: 'core' | 'all'
  /** `xml`: fast-xml-parser reads every entry, plain ones too. Only for comparing the ways of reading. */
  readonly reader?: 'fastest' | 'xml'
}

export class EntryDelivery {
  readonly #kind: XmlKind
  readonly #options: DocumentOptions
  readonly #locations: LocationReader
  readonly #log: ProblemLog
  readonly #scanner: MarkupScanner
  #entries: SitemapEntry[] = []
  #count = 0

  constructor(
    kind: XmlKind,
    options: DocumentOptions,
    locations: LocationReader,
    log: ProblemLog,
    scanner: MarkupScanner,
  ) {
    this.#kind = kind
    this.#options = options
    this.#locations = locations
    this.#log = log
    this.#scanner = scanner
  }

  /** The entries read since the last call. */
  take(): SitemapEntry[] {
    const entries = this.#entries
    if (entries.length > 0) this.#entries = []
    return entries
  }

  /** Hands out an entry that is known to have no fault. */
  deliver(entry: SitemapEntry, from: number): void {
    this.#countEntry(from)
    this.#entries.push(entry)
  }

  /** Reads and judges an entry that ends at `to`. */
  judge(found: FoundEntry, to: number): void {
    this.#countEntry(found.from, found.line)
    const fault = this.#faultsOf(found)
    if (this.#isTooLong(found.from, to)) {
      // What made it so long is what was wrong with it.
      if (locLength(found) > (to - found.from) / 2) return fault('loc-too-long', found.from)
      return fault('malformed-xml', found.from, { detail: 'the entry is too long' })
    }
    if (found.tooDeep) {
      return fault('malformed-xml', found.from, { detail: 'the entry is nested too deep' })
    }
    if (found.malformedAt >= 0) fault('malformed-xml', found.malformedAt)
    const raw = this.#read(found, fault)
    if (raw === undefined) return
    const entry = judgeEntry(raw, found.from, this.#kind, this.#locations, fault)
    if (entry !== undefined) this.#entries.push(entry)
  }

  #isTooLong(from: number, to: number): boolean {
    const { maxXmlEntryBytes } = this.#options
    const characters = to - from
    if (characters > maxXmlEntryBytes) return true
    if (characters * MOST_BYTES_OF_CHARACTER <= maxXmlEntryBytes) return false
    return encoder.encode(this.#scanner.slice(from, to)).length > maxXmlEntryBytes
  }

  /** Tells each finding about an entry once. One that is not well-formed need not have a location. */
  #faultsOf(found: FoundEntry): EntryFault {
    const told = new Set<ProblemCode>()
    return (code, at, quoted) => {
      if (told.has(code) || (code === 'missing-loc' && told.has('malformed-xml'))) return
      told.add(code)
      this.#report(code, at, found.line, quoted)
    }
  }

  #read(found: FoundEntry, fault: EntryFault): RawEntry | undefined {
    const context: RawContext = {
      slice: (from, to) => this.#scanner.slice(from, to),
      fault,
      namespaces: found.namespaces,
      base: this.#options.url,
      linksAreAttributes: this.#kind === 'atom',
      parseAll: this.#options.reader === 'xml',
    }
    for (const roles of this.#options.fields === 'all' ? [ALL, CORE] : [CORE]) {
      try {
        return readEntry(trusted(found.children, roles), context)
      } catch {
        // The parser refuses what was let pass: the core fields alone may still be readable.
        fault('malformed-xml', found.from)
      }
    }
    return undefined
  }

  #countEntry(from: number, line?: number): void {
    this.#count += 1
    if (this.#count === MAX_ENTRIES + 1) this.#report('too-many-entries', from, line)
  }

  #report(
    code: ProblemCode,
    at: number,
    knownLine: number | undefined,
    quoted?: { loc?: string; detail?: string },
  ): void {
    const line = knownLine ?? this.#scanner.lineAt(at)
    this.#log.report(code, line === undefined ? quoted : { line, ...quoted })
  }
}

type EntryFault = (
  code: ProblemCode,
  at: number,
  quoted?: { loc?: string; detail?: string },
) => void

/** The children that are wanted and whole. */
function trusted(children: readonly EntryChild[], roles: ReadonlySet<Role>): EntryChild[] {
  return children.filter((child) => roles.has(child.role) && child.to >= 0 && !child.broken)
}

function locLength({ children, locLength: noted }: FoundEntry): number {
  const lengths = children.map((child) => (child.role === 'loc' ? child.to - child.from : 0))
  return Math.max(noted, ...lengths)
}
