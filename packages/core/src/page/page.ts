// The page a handler gets. It holds the body once, as bytes; text, document and links are made from it when they are asked for.
import { mayIndex } from '@curtsy/robots'
import type { PageDirectives } from '@curtsy/robots'
import type { CheerioAPI } from 'cheerio'
import { CurtsyError } from '../curtsy-error.ts'
import type { Limits } from '../domain/limits.ts'
import type { ResponseHeaders } from '../ports/transport.ts'
import type { DocumentParser } from './document.ts'
import type { FollowTarget } from './follow-target.ts'
import { linksOfTarget } from './follow-target.ts'
import { recordText } from './json-record.ts'
import { documentAtOnce, documentInSlices } from './page-document.ts'
import type { DocumentSource } from './page-document.ts'
import type { ReadDocument } from './read-document.ts'
import type { ResolvedLinks } from './resolve-links.ts'
import {
  areManyLinks,
  baseUrlOf,
  resolveHref,
  resolveLinks,
  resolveLinksInSlices,
} from './resolve-links.ts'
import type { LoopTurns } from './scan-document.ts'
import type { UsagePreference } from './usage-preferences.ts'
import { usagePreferences } from './usage-preferences.ts'

/** Which bound made this page wait, and how long it was. */
export interface PageWait {
  /** `delay`, `crawl-delay`, `adaptive`, `back-off`, `retry-after`. */
  readonly reason: string
  readonly delayMs: number
  /** Line of robots.txt where the reason is `crawl-delay`. */
  readonly line?: number
}

/** How links are followed. */
export interface FollowOptions {
  /** Goes with the links to the page that is fetched for them: `page.label`. */
  readonly label?: string
  /** Lower goes first within a host. Default 10; seeds have 0. */
  readonly priority?: number
  /** Follow also where the page or the link asks not to. Default: the crawl's `followNofollow`, which is false. */
  readonly followNofollow?: boolean
}

/** What {@link PageBase.follow} found but did not ask to be queued, for the report. */
export interface LeftOut {
  /** Absolute URLs that page or link asks not to follow. */
  readonly nofollow: readonly string[]
  /** What is no URL, as written. */
  readonly invalid: readonly string[]
}

/** A fetched page. `Fields` are what plugins add. */
export type Page<Fields extends object = object> = PageBase & Readonly<Fields>

/** The page without plugins' fields. */
export interface PageBase {
  /** The URL that answered: redirects are pages of their own. A copy: changing it changes nothing. */
  readonly url: URL
  readonly status: number
  readonly headers: ResponseHeaders
  /** Links from the seed; 0 for a seed. */
  readonly depth: number
  /** The URL this one was found on; undefined for a seed. */
  readonly via: string | undefined
  /** Media type without parameters, in lower case: `text/html`. Taken from the first bytes where the server named none. */
  readonly contentType: string
  /** Encoding of the text, in lower case: `utf-8`, `windows-1252`. */
  readonly charset: string
  /** The server or the page named an encoding that is none, and UTF-8 stands in for it. */
  readonly charsetFallback: boolean
  /** Text of the first `title`, blanks collapsed; undefined where there is none. */
  readonly title: string | undefined
  /** `lang` of the `html` element. */
  readonly lang: string | undefined
  /** The label it was followed with. */
  readonly label: string | undefined
  readonly fetchedAt: Date
  /** 0 for the first attempt. */
  readonly attempt: number
  /** Which bound it waited for before it was fetched; undefined where it did not wait. */
  readonly wait: PageWait | undefined
  /** What X-Robots-Tag and meta robots say to us. */
  readonly directives: PageDirectives
  /** The page asks not to be shown in an index, or not any more. */
  readonly noindex: boolean
  /** A limit cut links or nodes: `links` may not be all of them, and `$` may refuse. */
  readonly truncated: boolean
  /** Where the page says its content belongs: `link rel=canonical`, resolved. Recorded, never followed by itself. */
  readonly canonical: string | undefined
  /** What page and headers say about the use of the content. */
  readonly usage: readonly UsagePreference[]
  /** The http and https links of `a`, `area` and refreshes, absolute, without fragment, each once, in order. */
  readonly links: readonly string[]
  /** The document, to ask by selectors; built at the first touch. @throws CurtsyError CURTSY_PAGE if it is no HTML or XML, or too large */
  readonly $: CheerioAPI
  /** The same for documents that are too large for `$`, built without blocking others. */
  document(): Promise<CheerioAPI>
  /** The body as text. Decoded anew at each call. */
  text(): string
  /** The body parsed as JSON. @throws CurtsyError CURTSY_PAGE if it is none */
  json(): unknown
  /** The body as it came, Content-Encoding removed. Not a copy. */
  bytes(): Uint8Array
  /**
   * Queues links of this page and says how many were new.
   *
   * Without a target: all links, found without building a document. A string is a selector (`'.next'`: links it matches or
   * that lie in what it matches) unless it can only be a URL (`https://…`, `/…`, `./…`, `../…`, `?…`). A URL or a list: those.
   * Links and pages that ask not to be followed are left out, unless `followNofollow` is set.
   *
   * @throws CurtsyError CURTSY_STATE once the page is settled
   */
  follow(target?: FollowTarget, options?: FollowOptions): number
  /**
   * Adds a record to the output, committed together with the page.
   *
   * @throws CurtsyError CURTSY_OPTION with the path of what JSON cannot hold; CURTSY_STATE once the page is settled
   */
  push(record: unknown): void
}

/** What a page is made of. */
export interface PageInit {
  readonly url: URL
  readonly status: number
  readonly headers: ResponseHeaders
  readonly depth: number
  readonly via: string | undefined
  readonly label: string | undefined
  readonly fetchedAtMs: number
  readonly attempt: number
  readonly wait: PageWait | undefined
  readonly document: ReadDocument
  readonly directives: PageDirectives
  readonly limits: Pick<Limits, 'maxDomDepth' | 'maxDomNodes' | 'maxParseMs'>
  readonly turns: LoopTurns
  readonly parser: DocumentParser
  readonly followNofollow: boolean
  /** Takes absolute URLs of any scheme, each once a call, and says how many were new. */
  onFollow(urls: readonly string[], options: FollowOptions, leftOut: LeftOut): number
  /** Takes the JSON text of a record. */
  onPush(json: string): void
}

/** A page, and the switch that ends its `follow` and `push`. */
export interface OpenPage {
  readonly page: PageBase
  settle(): void
}

/**
 * Makes the page for a document that was read. Links are resolved when they are asked for; only where they are very many is it
 * done here, in slices, because asking is sync.
 */
export async function openPage(init: PageInit): Promise<OpenPage> {
  const { links = [], base } = init.document.scan ?? {}
  const resolved = areManyLinks(links)
    ? await resolveLinksInSlices(links, baseUrlOf(base, init.url.href), init.turns)
    : undefined
  const page = new FetchedPage(init, resolved)
  return { page, settle: () => page.settle() }
}

class FetchedPage implements PageBase {
  readonly url: URL
  readonly status: number
  readonly headers: ResponseHeaders
  readonly depth: number
  readonly via: string | undefined
  readonly contentType: string
  readonly charset: string
  readonly charsetFallback: boolean
  readonly title: string | undefined
  readonly lang: string | undefined
  readonly label: string | undefined
  readonly fetchedAt: Date
  readonly attempt: number
  readonly wait: PageWait | undefined
  readonly directives: PageDirectives
  readonly noindex: boolean
  readonly truncated: boolean
  readonly #init: PageInit
  readonly #href: string
  #settled = false
  readonly #base: string
  #links: ResolvedLinks | undefined
  #document: CheerioAPI | undefined
  #building: Promise<CheerioAPI> | undefined

  constructor(init: PageInit, links: ResolvedLinks | undefined) {
    const { document, directives } = init
    this.#init = init
    this.#href = init.url.href
    this.#base = baseUrlOf(document.scan?.base, this.#href)
    this.#links = links
    this.url = new URL(init.url)
    this.status = init.status
    this.headers = init.headers
    this.depth = init.depth
    this.via = init.via
    this.contentType = document.type
    this.charset = document.charset.decoding.encoding
    this.charsetFallback = document.charset.charsetFallback
    this.title = document.scan?.title
    this.lang = document.scan?.lang
    this.label = init.label
    this.fetchedAt = new Date(init.fetchedAtMs)
    this.attempt = init.attempt
    this.wait = init.wait
    this.directives = directives
    this.noindex = !mayIndex(directives, init.fetchedAtMs)
    this.truncated = (document.scan?.cuts.length ?? 0) > 0
  }

  get canonical(): string | undefined {
    const raw = this.#init.document.scan?.canonical
    return raw === undefined ? undefined : resolveHref(raw, this.#base)
  }

  get usage(): readonly UsagePreference[] {
    return usagePreferences(this.headers, this.#init.document.scan?.metas ?? [])
  }

  get links(): readonly string[] {
    return this.#resolved.urls
  }

  get $(): CheerioAPI {
    this.#document ??= documentAtOnce(this.#source('page.$'))
    return this.#document
  }

  async document(): Promise<CheerioAPI> {
    if (this.#document !== undefined) return this.#document
    this.#building ??= documentInSlices(this.#source('page.document()'))
    this.#document ??= await this.#building
    return this.#document
  }

  text(): string {
    const { bytes, charset } = this.#init.document
    return charset.decoding.decode(bytes)
  }

  json(): unknown {
    try {
      return JSON.parse(this.text())
    } catch (cause) {
      const message = `Expected JSON for page.json(), but ${this.#href} (${this.contentType}) is none.`
      throw new CurtsyError('CURTSY_PAGE', message, { cause, url: this.#href })
    }
  }

  bytes(): Uint8Array {
    return this.#init.document.bytes
  }

  follow(target?: FollowTarget, options: FollowOptions = {}): number {
    this.#mustBeOpen('follow')
    const found =
      target === undefined
        ? this.#resolved
        : resolveLinks(
            linksOfTarget(target, () => this.$, this.#href),
            this.#base,
          )
    const all = [...found.urls, ...found.otherSchemes]
    const { invalid } = found
    if (options.followNofollow ?? this.#init.followNofollow) {
      return this.#init.onFollow(all, options, { nofollow: [], invalid })
    }
    if (this.directives.nofollow) {
      return this.#init.onFollow([], options, { nofollow: all, invalid })
    }
    const urls = all.filter((url) => !found.nofollow.has(url))
    return this.#init.onFollow(urls, options, { nofollow: [...found.nofollow], invalid })
  }

  push(record: unknown): void {
    this.#mustBeOpen('push')
    this.#init.onPush(recordText(record, this.#href))
  }

  settle(): void {
    this.#settled = true
  }

  get #resolved(): ResolvedLinks {
    this.#links ??= resolveLinks(this.#init.document.scan?.links ?? [], this.#base)
    return this.#links
  }

  #source(what: string): DocumentSource {
    const { document, parser, limits, turns } = this.#init
    const { content, bytes, charset, scan } = document
    if (content !== 'html' && content !== 'xml') {
      throw new CurtsyError(
        'CURTSY_PAGE',
        `Expected an HTML or XML page for ${what}, but ${this.#href} is ${this.contentType}.`,
        { url: this.#href, contentType: this.contentType },
      )
    }
    return {
      url: this.#href,
      kind: content,
      bytes,
      decoding: charset.decoding,
      parser,
      limits,
      turns,
      scannedNodes: scan?.nodes,
    }
  }

  #mustBeOpen(method: string): void {
    if (!this.#settled) return
    throw new CurtsyError(
      'CURTSY_STATE',
      `page.${method} came too late: the handler of ${this.#href} has ended and its page is settled. Await what the handler starts.`,
      { url: this.#href },
    )
  }
}
