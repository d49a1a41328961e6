// A sitemap or feed in XML: finds the root, cuts its entries out, has each read and judged.
//
// States: prolog (looking for the root) -> body (between entries) <-> entry -> epilog. Only the text of the entry at hand is kept.
// The element that is open and the way back to it is `#open`: wrappers in the body, the path below the entry in an entry.
import { areWellFormed, readAttributes } from './attributes.ts'
import { ROOTS } from './dialect.ts'
import type { Dialect, Role } from './dialect.ts'
import { ElementNames } from './element-names.ts'
import type { SitemapEntry } from './entry.ts'
import { EntryCutter } from './entry-cutter.ts'
import type { CutEntry } from './entry-cutter.ts'
import { judgeEntry } from './judge-entry.ts'
import type { LocationReader } from './location.ts'
import { MarkupScanner } from './markup-scanner.ts'
import type { MarkupHandler } from './markup-scanner.ts'
import { PlainEntries } from './plain-entry.ts'
import type { ProblemCode, ProblemLog } from './problem.ts'
import { readEntry } from './raw-entry.ts'
import type { EntryChild, RawContext, RawEntry } from './raw-entry.ts'
import { Namespaces, SITEMAP_NAMESPACE, splitName } from './vocabulary.ts'

/** Entries in one file, by the protocol. More are delivered and reported. */
export const MAX_ENTRIES = 50_000
/** An entry longer than this is dropped. */
export const MAX_ENTRY_CHARACTERS = 262_144
/** An entry with elements nested deeper than this is dropped. */
const MAX_ENTRY_DEPTH = 32
/** How much of something else may stand before the root element. */
const MAX_PROLOG_CHARACTERS = 1_048_576

const CORE_ROLES: ReadonlySet<Role> = new Set([
  'loc',
  'lastmod',
  'published',
  'changefreq',
  'priority',
  'guid',
])
const EXTENSION_FIELD_ROLES: ReadonlySet<Role> = new Set(['image', 'video', 'news', 'alternate'])
const HTML_ELEMENTS =
  /^(?:html|head|body|title|meta|script|style|div|p|h[1-6]|br|b|center|table|a|span|img|pre)$/i

/** Settings of a document. */
export interface DocumentOptions {
  readonly url: string
  readonly fields: 'core' | 'all'
  /** `xml`: fast-xml-parser reads every entry, plain ones too. Only for comparing the two readers. */
  readonly reader?: 'fastest' | 'xml'
}

interface OpenElement {
  readonly name: string
  /** Declarations of its own and of what is around it; undefined: those of its parent. */
  readonly namespaces: Namespaces | undefined
  readonly child: EntryChild | undefined
}

interface OpenEntry {
  readonly name: string
  readonly from: number
  misplaced: boolean
  readonly namespaces: Namespaces
  malformedAt: number
  tooDeep: boolean
  tooLong: boolean
  /** Line of `from`, once its text is no longer kept. */
  line: number | undefined
  children: EntryChild[]
  locLength: number
}

export class XmlDocument implements MarkupHandler {
  /** Absolute offset from which the scanner keeps text: the entry at hand. */
  keepFrom: number = Number.POSITIVE_INFINITY
  /** Entries read since they were last taken. */
  entries: SitemapEntry[] = []
  kind: Dialect['kind'] | 'invalid' | undefined

  readonly #scanner: MarkupScanner
  readonly #options: DocumentOptions
  readonly #locations: LocationReader
  readonly #log: ProblemLog
  readonly #lineOf: (at: number) => number | undefined
  #plain: PlainEntries | undefined
  #cutter: { name: string; cutter: EntryCutter } | undefined
  readonly #knownRole = (name: string): Role | undefined => this.#names!.knownRole(name)

  #state: 'prolog' | 'body' | 'entry' | 'epilog' = 'prolog'
  #dialect: Dialect | undefined
  #names: ElementNames | undefined
  #rootName = ''
  #open: OpenElement[] = []
  /** What was open around the entry at hand. */
  #wrappers: OpenElement[] = []
  #entry: OpenEntry | undefined
  #count = 0
  #leading: boolean
  #prologCharacters = 0
  #firstElement: string | undefined
  #sawMarkup = false

  constructor(
    options: DocumentOptions,
    locations: LocationReader,
    log: ProblemLog,
    start: { leading: boolean; line: number },
  ) {
    this.#options = options
    this.#locations = locations
    this.#log = log
    this.#leading = start.leading
    this.#scanner = new MarkupScanner(this, { countLines: log.listened, firstLine: start.line })
    this.#lineOf = (at) => this.#scanner.lineAt(at)
  }

  write(text: string): void {
    this.#scanner.write(text)
    const entry = this.#entry
    if (entry !== undefined && !entry.tooLong && this.#scanner.buffered > MAX_ENTRY_CHARACTERS)
      this.#abandonText(entry)
  }

  /** The input is over; `cut` when a limit ended it and what is unfinished is no fault of the file. */
  end(options: { cut: boolean }): void {
    this.#scanner.end()
    if (this.kind === 'invalid') return
    if (this.#state === 'prolog') this.#endInProlog()
    else if (this.#state === 'epilog') {
      if (this.#scanner.insideUnbounded || this.#scanner.rest.trim() !== '')
        this.#reportTrailing(this.#scanner.offset)
    } else if (!options.cut)
      this.#log.reportOnce('truncated', place(this.#lineOf(this.#scanner.offset)))
  }

  /** Nothing more needs to be read. */
  get stopped(): boolean {
    return this.#scanner.stopped
  }

  // --- what the scanner finds ---

  text(from: number, to: number): void {
    if (this.#state === 'body' || this.#state === 'entry') return
    if (/^\s*$/.test(this.#scanner.slice(from, to))) return
    if (this.#state === 'prolog') this.#lead(to - from)
    else this.#reportTrailing(from)
  }

  comment(): void {
    this.#sawMarkup = true
    this.#markupInside()
  }

  cdata(from: number): void {
    if (this.#state === 'prolog') this.#lead(1)
    else if (this.#state === 'epilog') this.#reportTrailing(from)
    this.#markupInside()
  }

  instruction(head: string, from: number): void {
    // XML 1.0 §2.8: the declaration is the very first thing or nowhere.
    if (this.#state === 'prolog' && from > 0 && /^xml[\s?]/i.test(head)) this.#leading = true
    this.#sawMarkup = true
    this.#markupInside()
  }

  doctype(head: string, from: number): void {
    if (this.#state === 'prolog' && /^\s+html\b/i.test(head)) return this.#reject('html')
    this.#sawMarkup = true
    this.#log.reportOnce('doctype', place(this.#lineOf(from)))
    this.#markupInside()
  }

  stray(at: number): void {
    if (this.#state === 'prolog') this.#lead(1)
    else if (this.#state === 'epilog') this.#reportTrailing(at)
    else if (this.#entry !== undefined) this.#breakEntry(this.#entry, at)
  }

  open(name: string, attributes: string, selfClosing: boolean, from: number, to: number): void {
    switch (this.#state) {
      case 'prolog':
        return this.#openInProlog(name, attributes, selfClosing, from)
      case 'body':
        return this.#openInBody(name, attributes, selfClosing, from, to)
      case 'entry':
        return this.#openInEntry(this.#entry!, name, attributes, selfClosing, from, to)
      case 'epilog':
        return this.#reportTrailing(from)
    }
  }

  close(name: string, from: number, to: number): void {
    switch (this.#state) {
      case 'prolog':
        return this.#lead(name.length)
      case 'body':
        return this.#closeInBody(name, from)
      case 'entry':
        return this.#closeInEntry(this.#entry!, name, from, to)
      case 'epilog':
        return this.#reportTrailing(from)
    }
  }

  // --- prolog ---

  #openInProlog(name: string, attributes: string, selfClosing: boolean, from: number): void {
    const { prefix, local } = splitName(name)
    const root = ROOTS.get(local.toLowerCase())
    if (root !== undefined) {
      this.#begin(name, root.dialect, attributes, from)
      if (local !== root.spelling) this.#names!.reportOnce('tag-case', name, this.#lineOf(from))
      this.#reportNamespace(prefix, from)
      this.#log.decide()
      if (selfClosing) this.#state = 'epilog'
      return
    }
    if (local.toLowerCase() === 'html') return this.#reject('html')
    this.#firstElement ??= local
    this.#lead(name.length + attributes.length)
  }

  #begin(name: string, dialect: Dialect, attributes: string, from: number): void {
    this.#dialect = dialect
    this.kind = dialect.kind
    this.#rootName = name
    this.#names = new ElementNames(dialect, name, readAttributes(attributes), this.#log)
    this.#state = 'body'
    if (dialect.kind === 'urlset' || dialect.kind === 'sitemapindex') {
      const { prefix } = splitName(name)
      this.#plain = new PlainEntries(dialect.kind, prefix && `${prefix}:`, this.#locations)
    }
    if (this.#leading) this.#log.report('leading-content', place(this.#lineOf(from)))
  }

  #reportNamespace(prefix: string, from: number): void {
    const uri = this.#names!.rootUri
    const right =
      this.kind === 'rss' ||
      (this.kind === 'atom'
        ? this.#names!.namespaces.vocabularyOf(prefix).vocabulary === 'atom'
        : uri === SITEMAP_NAMESPACE)
    if (!right)
      this.#log.report('wrong-namespace', { ...place(this.#lineOf(from)), detail: uri || '(none)' })
  }

  // Something that is no sitemap. It may stand before one: a script's warning, a banner.
  #lead(characters: number): void {
    this.#leading = true
    this.#prologCharacters += characters
    if (this.#prologCharacters > MAX_PROLOG_CHARACTERS) this.#reject(this.#whatElse())
  }

  #reject(code: ProblemCode): void {
    this.kind = 'invalid'
    this.#scanner.stopped = true
    this.#log.reject(code)
  }

  #whatElse(): ProblemCode {
    if (this.#firstElement !== undefined && HTML_ELEMENTS.test(this.#firstElement)) return 'html'
    return this.#leading || this.#sawMarkup ? 'not-a-sitemap' : 'empty'
  }

  #endInProlog(): void {
    // Cut inside the root's start tag: what it would have been is known all the same.
    const name = /^<([^\s<>/]+)/.exec(this.#scanner.rest)?.[1]
    const root = name === undefined ? undefined : ROOTS.get(splitName(name).local.toLowerCase())
    if (name === undefined || root === undefined) {
      if (this.#scanner.rest !== '' || this.#scanner.insideUnbounded) this.#sawMarkup = true
      return this.#reject(this.#whatElse())
    }
    this.#begin(name, root.dialect, '', this.#scanner.offset)
    this.#log.decide()
    this.#log.reportOnce('truncated', place(this.#lineOf(this.#scanner.offset)))
  }

  // --- body ---

  #openInBody(
    name: string,
    attributes: string,
    selfClosing: boolean,
    from: number,
    to: number,
  ): void {
    const outer = this.#scopeOfBody()
    const namespaces = attributes.includes('xmlns')
      ? new Namespaces(readAttributes(attributes), outer)
      : outer
    const role = this.#roleOf(namespaces, name, from)
    if (role === 'misplaced')
      this.#log.report('misplaced-element', { ...place(this.#lineOf(from)), detail: name })
    if (
      role === 'entry' &&
      attributes === '' &&
      !selfClosing &&
      namespaces === this.#names!.namespaces
    ) {
      if (this.#cutEntries(name, from)) return
    }
    if (role === 'entry' || role === 'misplaced') {
      this.#startEntry(name, attributes, namespaces, role === 'misplaced', from)
      if (selfClosing) this.#finishEntry(to)
      return
    }
    if (role === 'container' && this.#dialect!.kind !== 'rss') {
      this.#log.report('misplaced-element', { ...place(this.#lineOf(from)), detail: name })
    }
    // Wrappers are passed through: what they hold counts as if they were not there.
    if (!selfClosing && this.#open.length < 1_024) {
      this.#open.push({
        name,
        namespaces: namespaces === outer ? undefined : namespaces,
        child: undefined,
      })
    }
  }

  // Whole entries, one after the other, as long as they are well-formed. False: the entry at `from` is for the other way.
  #cutEntries(name: string, from: number): boolean {
    const { buffer, base } = this.#scanner
    const openTag = `<${name}>`
    const start = from - base
    let at = start
    while (buffer.startsWith(openTag, at)) {
      const entry = this.#options.reader === 'xml' ? undefined : this.#plain?.read(buffer, at)
      if (entry !== undefined) {
        this.#countEntry(base + at)
        this.entries.push(entry)
        at = this.#plain!.end
        continue
      }
      const cut = this.#cutterOf(name).cut(buffer, at + openTag.length, base)
      if (cut === undefined || cut.end - at > MAX_ENTRY_CHARACTERS) break
      this.#deliverCut(cut, name, base + at, base + cut.end)
      at = skipSpace(buffer, cut.end)
    }
    if (at === start) return false
    this.#scanner.resumeAt(base + at)
    return true
  }

  #cutterOf(name: string): EntryCutter {
    this.#cutter ??= { name, cutter: new EntryCutter(name, this.#knownRole) }
    if (this.#cutter.name !== name)
      this.#cutter = { name, cutter: new EntryCutter(name, this.#knownRole) }
    return this.#cutter.cutter
  }

  #deliverCut(cut: CutEntry, name: string, from: number, to: number): void {
    const entry = this.#newEntry(name, this.#names!.namespaces, from)
    entry.children = cut.children
    this.#deliver(entry, to)
  }

  #closeInBody(name: string, from: number): void {
    const depth = lastIndexOfName(this.#open, name)
    if (depth >= 0) {
      if (depth < this.#open.length - 1) this.#reportMalformed(from)
      this.#open.length = depth
      return
    }
    if (!sameName(name, this.#rootName)) return this.#reportMalformed(from)
    if (this.#open.length > 0) this.#reportMalformed(from)
    this.#open.length = 0
    this.#state = 'epilog'
  }

  #scopeOfBody(): Namespaces {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const { namespaces } = this.#open[index]!
      if (namespaces !== undefined) return namespaces
    }
    return this.#names!.namespaces
  }

  #roleOf(namespaces: Namespaces, name: string, from: number): Role {
    const names = this.#names!
    if (namespaces === names.namespaces) return names.roleOf(name, () => this.#lineOf(from))
    return names.roleIn(namespaces, name, () => this.#lineOf(from))
  }

  // --- entry ---

  #startEntry(
    name: string,
    attributes: string,
    namespaces: Namespaces,
    misplaced: boolean,
    from: number,
  ): void {
    this.#state = 'entry'
    this.#wrappers = this.#open
    this.#open = []
    this.keepFrom = from
    const entry = this.#newEntry(name, namespaces, from)
    entry.misplaced = misplaced
    if (!areWellFormed(attributes)) entry.malformedAt = from
    this.#entry = entry
  }

  #newEntry(name: string, namespaces: Namespaces, from: number): OpenEntry {
    return {
      name,
      from,
      misplaced: false,
      namespaces,
      malformedAt: -1,
      tooDeep: false,
      tooLong: false,
      line: undefined,
      children: [],
      locLength: 0,
    }
  }

  #openInEntry(
    entry: OpenEntry,
    name: string,
    attributes: string,
    selfClosing: boolean,
    from: number,
    to: number,
  ): void {
    const depth = this.#open.length
    const outer = this.#scopeOfEntry(entry)
    const namespaces = attributes.includes('xmlns')
      ? new Namespaces(readAttributes(attributes), outer)
      : outer
    if (depth > 0 && name !== entry.name) {
      this.#descend(
        entry,
        name,
        attributes,
        selfClosing,
        from,
        namespaces === outer ? undefined : namespaces,
      )
      return
    }
    const role = this.#roleOf(namespaces, name, from)
    if (role === 'entry' || (depth > 0 && role === 'misplaced')) {
      // The entry before this one was never closed. It swallows nothing but itself.
      this.#breakEntry(entry, from)
      this.#finishEntry(from)
      this.#openInBody(name, attributes, selfClosing, from, to)
      return
    }
    if (depth > 0) {
      this.#descend(
        entry,
        name,
        attributes,
        selfClosing,
        from,
        namespaces === outer ? undefined : namespaces,
      )
      return
    }
    if (attributes !== '' && !areWellFormed(attributes)) this.#malformed(entry, from)
    const child: EntryChild = {
      role,
      from,
      contentFrom: to,
      contentTo: to,
      to: selfClosing ? to : -1,
      plain: attributes === '',
      broken: false,
    }
    if (entry.children.length < MAX_CHILDREN) entry.children.push(child)
    if (!selfClosing)
      this.#open.push({ name, namespaces: namespaces === outer ? undefined : namespaces, child })
  }

  #descend(
    entry: OpenEntry,
    name: string,
    attributes: string,
    selfClosing: boolean,
    from: number,
    namespaces: Namespaces | undefined,
  ): void {
    this.#markupInside()
    if (attributes !== '' && !areWellFormed(attributes)) this.#malformed(entry, from)
    if (selfClosing) return
    if (this.#open.length >= MAX_ENTRY_DEPTH) entry.tooDeep = true
    else this.#open.push({ name, namespaces, child: undefined })
  }

  #closeInEntry(entry: OpenEntry, name: string, from: number, to: number): void {
    const top = this.#open.at(-1)
    if (top !== undefined && (top.name === name || sameName(top.name, name))) {
      this.#open.length -= 1
      if (top.child !== undefined) this.#closeChild(entry, top.child, from, to)
      return
    }
    if (sameName(name, entry.name)) {
      if (top !== undefined) this.#breakEntry(entry, from)
      return this.#finishEntry(to)
    }
    const depth = entry.tooDeep ? -1 : lastIndexOfName(this.#open, name)
    if (depth >= 0) {
      this.#breakEntry(entry, from)
      const { child } = this.#open[depth]!
      this.#open.length = depth
      if (child !== undefined) this.#closeChild(entry, child, from, to)
      return
    }
    if (entry.tooDeep) return
    this.#breakEntry(entry, from)
    if (sameName(name, this.#rootName)) {
      this.#finishEntry(from)
      this.#closeInBody(name, from)
    }
  }

  #closeChild(entry: OpenEntry, child: EntryChild, from: number, to: number): void {
    child.contentTo = from
    child.to = to
    if (child.role === 'loc') entry.locLength = Math.max(entry.locLength, to - child.from)
  }

  #scopeOfEntry(entry: OpenEntry): Namespaces {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const { namespaces } = this.#open[index]!
      if (namespaces !== undefined) return namespaces
    }
    return entry.namespaces
  }

  // The child that is open, if one is, holds more than text.
  #markupInside(): void {
    const child = this.#entry && this.#open[0]?.child
    if (child !== undefined) child.plain = false
  }

  #malformed(entry: OpenEntry, at: number): void {
    if (entry.malformedAt < 0) entry.malformedAt = at
  }

  /** Not well-formed, and the child that is open with it. */
  #breakEntry(entry: OpenEntry, at: number): void {
    this.#malformed(entry, at)
    const child = this.#open[0]?.child
    if (child !== undefined) child.broken = true
  }

  // The entry is over the limit: its structure is followed to its end, its text is not kept.
  #abandonText(entry: OpenEntry): void {
    entry.tooLong = true
    entry.line = this.#lineOf(entry.from)
    this.keepFrom = Number.POSITIVE_INFINITY
  }

  #finishEntry(to: number): void {
    const entry = this.#entry!
    this.#entry = undefined
    this.#open = this.#wrappers
    this.#state = 'body'
    if (!entry.misplaced) this.#deliver(entry, to)
    this.keepFrom = Number.POSITIVE_INFINITY
  }

  #deliver(entry: OpenEntry, to: number): void {
    this.#countEntry(entry.from, entry)
    if (to - entry.from > MAX_ENTRY_CHARACTERS) {
      const inLoc = entry.locLength > MAX_ENTRY_CHARACTERS / 2
      return this.#fault(
        entry,
        inLoc ? 'loc-too-long' : 'malformed-xml',
        entry.from,
        inLoc ? {} : { detail: 'too long' },
      )
    }
    if (entry.tooDeep)
      return this.#fault(entry, 'malformed-xml', entry.from, { detail: 'nested too deep' })
    if (entry.malformedAt >= 0) this.#fault(entry, 'malformed-xml', entry.malformedAt)
    const raw = this.#readRaw(entry)
    if (raw === undefined) return
    const told = new Set<ProblemCode>()
    const judged = judgeEntry(
      raw,
      entry.from,
      this.#dialect!.kind,
      this.#locations,
      (code, at, quoted) => {
        if (code === 'missing-loc' && entry.malformedAt >= 0) return
        if (told.has(code)) return
        told.add(code)
        this.#fault(entry, code, at, quoted)
      },
    )
    if (judged !== undefined) this.entries.push(judged)
  }

  #countEntry(from: number, entry?: OpenEntry): void {
    this.#count += 1
    if (this.#count !== MAX_ENTRIES + 1) return
    const line = entry === undefined ? this.#lineOf(from) : this.#lineIfKept(entry, from)
    this.#log.report('too-many-entries', place(line))
  }

  #readRaw(entry: OpenEntry): RawEntry | undefined {
    const told = new Set<ProblemCode>()
    const context: RawContext = {
      slice: (from, to) => this.#scanner.slice(from, to),
      fault: (code, at) => {
        if (told.has(code)) return
        told.add(code)
        this.#fault(entry, code, at)
      },
      namespaces: entry.namespaces,
      base: this.#options.url,
      linksAreAttributes: this.#dialect!.kind === 'atom',
      parseAll: this.#options.reader === 'xml',
    }
    const readable = entry.children.filter((child) => child.to >= 0 && !child.broken)
    const core = readable.filter((child) => CORE_ROLES.has(child.role))
    const wanted =
      this.#options.fields === 'all'
        ? readable.filter(
            (child) => CORE_ROLES.has(child.role) || EXTENSION_FIELD_ROLES.has(child.role),
          )
        : core
    for (const children of [wanted, core]) {
      try {
        return readEntry(children, context)
      } catch {
        // The parser refuses what the scanner let pass: the core fields alone may still be readable.
        if (entry.malformedAt < 0) {
          entry.malformedAt = entry.from
          this.#fault(entry, 'malformed-xml', entry.from)
        }
      }
    }
    return undefined
  }

  // --- findings ---

  #fault(
    entry: OpenEntry,
    code: ProblemCode,
    at: number,
    quoted: { loc?: string; detail?: string } = {},
  ): void {
    this.#log.report(code, { ...place(this.#lineIfKept(entry, at)), ...quoted })
  }

  #lineIfKept(entry: OpenEntry, at: number): number | undefined {
    return entry.tooLong ? entry.line : this.#lineOf(at)
  }

  #reportMalformed(at: number): void {
    this.#log.report('malformed-xml', place(this.#lineOf(at)))
  }

  #reportTrailing(at: number): void {
    this.#log.reportOnce('trailing-content', place(this.#lineOf(at)))
  }
}

const MAX_CHILDREN = 10_000

function skipSpace(buffer: string, from: number): number {
  let at = from
  for (;;) {
    const code = buffer.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at += 1
  }
}

function place(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line }
}

/** XML tells upper from lower case; a file that mixes them is reported by its start tags and read nevertheless. */
function sameName(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase())
}

function lastIndexOfName(open: readonly OpenElement[], name: string): number {
  return open.findLastIndex((element) => sameName(element.name, name))
}
