// A sitemap or feed in XML: finds the root, finds the entries, has each read and judged.
//
// States: prolog (looking for the root) -> body (between entries) <-> entry -> epilog. Only the text of the entry at hand is kept.
import { readAttributes } from './attributes.ts'
import type { Dialect } from './dialect.ts'
import { ElementNames } from './element-names.ts'
import { CUT_LEVELS, EntryCutter } from './entry-cutter.ts'
import { EntryDelivery, MOST_BYTES_OF_CHARACTER } from './entry-delivery.ts'
import type { DocumentOptions } from './entry-delivery.ts'
import { EntryTracker } from './entry-tracker.ts'
import type { FoundEntry, NameReader, StartTag } from './entry-tracker.ts'
import type { SitemapEntry } from './entry.ts'
import type { LocationReader } from './location.ts'
import { MarkupScanner } from './markup-scanner.ts'
import type { MarkupHandler } from './markup-scanner.ts'
import { OpenElements, sameName } from './open-elements.ts'
import { PlainEntries } from './plain-entry.ts'
import type { ProblemCode, ProblemLog } from './problem.ts'
import type { EntryChild } from './raw-entry.ts'
import { findRoot, Prolog } from './prolog.ts'
import type { Namespaces } from './vocabulary.ts'
import { SITEMAP_NAMESPACE, splitName } from './vocabulary.ts'

/** Elements around the entries that are remembered; there is one in RSS and none elsewhere. */
const MAX_WRAPPERS = 1_024

export class XmlDocument implements MarkupHandler {
  /** Absolute offset from which the scanner keeps text: the entry at hand. */
  keepFrom: number = Infinity
  kind: Dialect['kind'] | 'invalid' | undefined

  readonly #scanner: MarkupScanner
  readonly #options: DocumentOptions
  readonly #locations: LocationReader
  readonly #log: ProblemLog
  readonly #prolog: Prolog
  /** An entry of so many characters is within the limit, whatever they are. */
  readonly #surelyShort: number
  #state: 'prolog' | 'body' | 'entry' | 'epilog' = 'prolog'
  #body: Body | undefined
  #entry: EntryTracker | undefined

  /** @param start whether something else stood before, and the line at which this text starts */
  constructor(
    options: DocumentOptions,
    locations: LocationReader,
    log: ProblemLog,
    start: { leading: boolean; line: number },
  ) {
    this.#options = options
    this.#locations = locations
    this.#log = log
    this.#prolog = new Prolog(start)
    this.#surelyShort = options.maxXmlEntryBytes / MOST_BYTES_OF_CHARACTER
    this.#scanner = new MarkupScanner(this, {
      countLines: log.listened,
      firstLine: start.line,
      maxTagCharacters: options.maxXmlEntryBytes,
    })
  }

  write(text: string): void {
    this.#scanner.write(text)
    const entry = this.#entry
    if (entry === undefined || entry.abandoned) return
    if (this.#scanner.offset - entry.from <= this.#options.maxXmlEntryBytes) return
    entry.abandoned = true
    entry.line = this.#scanner.lineAt(entry.from)
    this.keepFrom = Infinity
  }

  /** The input is over; `cut` when a limit ended it and what is unfinished is no fault of the file. */
  end(options: { cut: boolean }): void {
    this.#scanner.end()
    if (this.#state === 'prolog') this.#endInProlog()
    else if (this.#state === 'epilog') {
      if (this.#scanner.insideUnbounded || this.#scanner.rest.trim() !== '')
        this.#trailing(this.#scanner.offset)
    } else if (!options.cut) this.#reportOnce('truncated', this.#scanner.offset)
  }

  /** The entries read since the last call. */
  takeEntries(): SitemapEntry[] {
    return this.#body?.delivery.take() ?? []
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
    else this.#trailing(from)
  }

  comment(): void {
    this.#prolog.sawMarkup = true
    this.#entry?.notPlain()
  }

  cdata(from: number): void {
    if (this.#state === 'prolog') this.#lead(1)
    else if (this.#state === 'epilog') this.#trailing(from)
    else this.#entry?.notPlain()
  }

  instruction(head: string, from: number): void {
    // XML 1.0 §2.8: the declaration is the very first thing or nowhere.
    if (this.#state === 'prolog' && from > 0 && /^xml[\s?]/i.test(head)) this.#prolog.leading = true
    this.comment()
  }

  doctype(head: string, from: number): void {
    if (this.#state === 'prolog' && /^\s+html\b/i.test(head)) this.#prolog.saysHtml = true
    if (this.#state === 'epilog') this.#trailing(from)
    this.#reportOnce('doctype', from)
    this.comment()
  }

  stray(at: number): void {
    if (this.#state === 'prolog') this.#lead(1)
    else if (this.#state === 'epilog') this.#trailing(at)
    else this.#entry?.break(at)
  }

  open(name: string, attributes: string, selfClosing: boolean, from: number, to: number): void {
    const tag = { name, attributes, selfClosing, from, to }
    switch (this.#state) {
      case 'prolog':
        return this.#openInProlog(tag)
      case 'body':
        return this.#openInBody(this.#body!, tag)
      case 'entry':
        if (this.#entry!.open(tag) === 'inside') return
        this.#finishEntry(from)
        return this.#openInBody(this.#body!, tag)
      case 'epilog':
        return this.#trailing(from)
    }
  }

  close(name: string, from: number, to: number): void {
    switch (this.#state) {
      case 'prolog':
        return this.#lead(name.length)
      case 'body':
        return this.#closeInBody(this.#body!, name, from)
      case 'entry':
        return this.#closeInEntry(this.#entry!, name, from, to)
      case 'epilog':
        return this.#trailing(from)
    }
  }

  // --- prolog ---

  #openInProlog(tag: StartTag): void {
    const root = findRoot(tag.name)
    if (root === undefined) {
      if (this.#prolog.saysHtml || splitName(tag.name).local.toLowerCase() === 'html') {
        return this.#reject('html')
      }
      this.#prolog.firstElement ??= tag.name
      return this.#lead(tag.to - tag.from)
    }
    this.#begin(tag, root.dialect)
    const { names } = this.#body!
    if (splitName(tag.name).local !== root.spelling) {
      names.reportOnce('tag-case', tag.name, this.#scanner.lineAt(tag.from))
    }
    if (!hasRightNamespace(names, tag.name, root.dialect.kind)) {
      this.#report('wrong-namespace', tag.from, names.rootUri || '(none)')
    }
    this.#log.decide()
    if (tag.selfClosing) this.#state = 'epilog'
  }

  #begin(tag: StartTag, dialect: Dialect): void {
    const { kind } = dialect
    this.kind = kind
    this.#state = 'body'
    const names = new ElementNames(dialect, tag.name, readAttributes(tag.attributes), this.#log)
    const delivery = new EntryDelivery(
      kind,
      this.#options,
      this.#locations,
      this.#log,
      this.#scanner,
    )
    const isFast =
      this.#options.reader !== 'xml' &&
      this.#options.maxXmlDepth > 0 &&
      (kind === 'urlset' || kind === 'sitemapindex')
    const prefix = tag.name.slice(0, tag.name.indexOf(':') + 1)
    this.#body = {
      rootName: tag.name,
      dialect,
      names,
      delivery,
      wrappers: new OpenElements(names.namespaces),
      plain: isFast ? new PlainEntries(kind, prefix, this.#locations) : undefined,
      cutters: new Map(),
    }
    if (this.#prolog.leading) this.#report('leading-content', tag.from)
  }

  #endInProlog(): void {
    if (this.kind === 'invalid') return
    const { rest, offset, insideUnbounded } = this.#scanner
    // Cut inside the root's start tag: what it would have been is known all the same.
    const name = /^<([^\s<>/]+)/.exec(rest)?.[1] ?? ''
    const root = findRoot(name)
    if (root === undefined) {
      if (rest !== '' || insideUnbounded) this.#prolog.sawMarkup = true
      return this.#reject(this.#prolog.verdict())
    }
    this.#begin(
      { name, attributes: '', selfClosing: false, from: offset, to: offset },
      root.dialect,
    )
    this.#log.decide()
    this.#reportOnce('truncated', offset)
  }

  #lead(characters: number): void {
    if (!this.#prolog.lead(characters)) this.#reject(this.#prolog.verdict())
  }

  #reject(code: ProblemCode): void {
    this.kind = 'invalid'
    this.#scanner.stopped = true
    this.#log.reject(code)
  }

  // --- body ---

  #openInBody(body: Body, tag: StartTag): void {
    const namespaces = body.wrappers.namespacesAt(tag.attributes)
    const role = this.#names.roleOf(namespaces, tag.name, tag.from)
    const isRssChannel = role === 'container' && body.dialect.kind === 'rss'
    if (role === 'misplaced' || (role === 'container' && !isRssChannel)) {
      this.#report('misplaced-element', tag.from, tag.name)
    }
    if (role === 'entry' || role === 'misplaced') {
      const isSimple =
        role === 'entry' && tag.attributes === '' && namespaces === body.names.namespaces
      if (isSimple && !tag.selfClosing && this.#cutEntries(body, tag)) return
      this.#startEntry(tag, namespaces, { misplaced: role === 'misplaced' })
    } else if (!tag.selfClosing && body.wrappers.depth < MAX_WRAPPERS) {
      // Passed through: what a wrapper holds counts as if it were not there.
      body.wrappers.push({ name: tag.name, namespaces, child: undefined })
    }
  }

  // Whole entries, one after the other, as long as they are well-formed. False: the first is for the other way.
  #cutEntries(body: Body, tag: StartTag): boolean {
    const { buffer, base } = this.#scanner
    const openTag = `<${tag.name}>`
    const start = tag.from - base
    let at = start
    while (buffer.startsWith(openTag, at)) {
      const entry = body.plain?.read(buffer, at)
      // One that may be too long is for the other ways, which measure it.
      if (entry !== undefined && body.plain!.end - at <= this.#surelyShort) {
        body.delivery.deliver(entry, base + at)
        at = body.plain!.end
        continue
      }
      if (this.#options.maxXmlDepth < CUT_LEVELS) break
      const cut = cutterOf(body, tag.name).cut(buffer, at + openTag.length, base)
      if (cut === undefined) break
      body.delivery.judge(
        wellFormed(base + at, body.names.namespaces, cut.children),
        base + cut.end,
      )
      at = skipSpace(buffer, cut.end)
    }
    if (at === start) return false
    this.#scanner.resumeAt(base + at)
    return true
  }

  #closeInBody(body: Body, name: string, from: number): void {
    const closed = body.wrappers.close(name)
    const isEnd = closed === undefined && sameName(name, body.rootName)
    if (closed !== undefined) this.#names.pair(closed.element.name, name, from)
    else if (isEnd) this.#names.pair(body.rootName, name, from)
    if (closed?.crossed || (closed === undefined && !isEnd) || (isEnd && body.wrappers.depth > 0)) {
      this.#report('malformed-xml', from)
    }
    if (isEnd) this.#state = 'epilog'
  }

  // --- entry ---

  #startEntry(tag: StartTag, namespaces: Namespaces, options: { misplaced: boolean }): void {
    this.#state = 'entry'
    this.keepFrom = tag.from
    this.#entry = new EntryTracker(tag, namespaces, this.#names, {
      ...options,
      maxDepth: this.#options.maxXmlDepth,
    })
    if (tag.selfClosing) this.#finishEntry(tag.to)
  }

  #closeInEntry(entry: EntryTracker, name: string, from: number, to: number): void {
    const { rootName } = this.#body!
    const where = entry.close(name, from, to, rootName)
    if (where === 'inside') return
    this.#finishEntry(where === 'ended' ? to : from)
    if (where === 'root') this.#closeInBody(this.#body!, name, from)
  }

  #finishEntry(to: number): void {
    const entry = this.#entry!
    this.#entry = undefined
    this.#state = 'body'
    if (!entry.misplaced) this.#body!.delivery.judge(entry, to)
    this.keepFrom = Infinity
  }

  readonly #names: NameReader = {
    roleOf: (namespaces, name, from) => {
      const { names } = this.#body!
      const lineOf = (): number | undefined => this.#scanner.lineAt(from)
      return namespaces === names.namespaces
        ? names.roleOf(name, lineOf)
        : names.roleIn(namespaces, name, lineOf)
    },
    pair: (start, end, from) => {
      if (start === end) return
      const line = this.#scanner.lineAt(from)
      this.#body!.names.reportOnce('tag-case', `<${start}> and </${end}>`, line)
    },
  }

  // --- findings ---

  #report(code: ProblemCode, at: number, detail?: string): void {
    const line = this.#scanner.lineAt(at)
    this.#log.report(code, {
      ...(line !== undefined && { line }),
      ...(detail !== undefined && { detail }),
    })
  }

  #reportOnce(code: ProblemCode, at: number): void {
    if (!this.#log.has(code)) this.#report(code, at)
  }

  #trailing(at: number): void {
    this.#reportOnce('trailing-content', at)
  }
}

/** What is known of a document once its root was read. */
interface Body {
  readonly rootName: string
  readonly dialect: Dialect
  readonly names: ElementNames
  readonly delivery: EntryDelivery
  readonly wrappers: OpenElements
  readonly plain: PlainEntries | undefined
  readonly cutters: Map<string, EntryCutter>
}

// Written out: an object spread here costs as much as reading the entry.
function wellFormed(
  from: number,
  namespaces: Namespaces,
  children: readonly EntryChild[],
): FoundEntry {
  return {
    from,
    namespaces,
    children,
    malformedAt: -1,
    tooDeep: false,
    locLength: 0,
    line: undefined,
  }
}

/** An entry has one name in nearly every file; two, where it is written with and without prefix. */
function cutterOf({ cutters, names }: Body, name: string): EntryCutter {
  let cutter = cutters.get(name)
  if (cutter === undefined) {
    cutter = new EntryCutter(name, (child) => names.knownRole(child))
    if (cutters.size < 4) cutters.set(name, cutter)
  }
  return cutter
}

function hasRightNamespace(names: ElementNames, rootName: string, kind: Dialect['kind']): boolean {
  if (kind === 'rss') return true
  if (kind !== 'atom') return names.rootUri === SITEMAP_NAMESPACE
  return names.namespaces.vocabularyOf(splitName(rootName).prefix).vocabulary === 'atom'
}

function skipSpace(buffer: string, from: number): number {
  let at = from
  for (;;) {
    const code = buffer.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at += 1
  }
}
