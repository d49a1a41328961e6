// oxlint-disable no-await-in-loop -- one file at a time: how fast a site is asked is the caller's to say
// Reads sitemaps and the sitemaps that their indexes list. The rules are index-walk.ts's, the requests are the caller's.
import { closeBody } from './byte-source.ts'
import type { SitemapBody } from './byte-source.ts'
import type { ChildSitemapEntry, SitemapEntry, UrlEntry } from './entry.ts'
import {
  admitChildSitemap,
  judgeSitemapKind,
  knownSitemaps,
  startSitemap,
  vouchingHosts,
  WALK_LIMITS,
} from './index-walk.ts'
import type { SitemapFile } from './index-walk.ts'
import { hostSlot } from './location.ts'
import { checkWalking } from './option-checks.ts'
import { parseSitemapBatches } from './parse-sitemap.ts'
import { describeProblem } from './problem.ts'
import type { ProblemCode, ProblemCounts, SitemapProblem } from './problem.ts'

/** What `load` answers: the response after its redirects and without its Content-Encoding. */
export interface LoadedSitemap {
  /** The URL that answered. */
  readonly url: string
  readonly status: number
  readonly contentType?: string
  /** Looked at for `content-type` when `contentType` is missing. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | Headers
  readonly body: SitemapBody | null
}

/** A finding, with the file it is about. */
export interface WalkProblem extends SitemapProblem {
  readonly sitemap: string
}

/** Settings of `walkSitemaps`. */
export interface WalkSitemapsOptions {
  /** URLs of sitemaps or indexes. */
  readonly start: readonly string[]
  /** Fetches one file. Called once for each URL, one at a time. What it throws is reported as `fetch-failed`. */
  readonly load: (url: string) => Promise<LoadedSitemap>
  /** Levels of indexes that are followed, counted from 0 for a start. Default 3. */
  readonly maxDepth?: number
  /** Files read of one origin. Default 500. */
  readonly maxSitemaps?: number
  /** Leaves out what did not change since: entries and listed sitemaps whose lastmod is earlier. Those without lastmod stay. */
  readonly since?: Date
  /** Other hosts whose robots.txt names these sitemaps. Default: none. */
  readonly crossSubmitHosts?: readonly string[]
  /** As for `parseSitemap`. Default `core`. */
  readonly fields?: 'core' | 'all'
  /** Unpacked bytes read of one file. Default 52,428,800. */
  readonly maxBytes?: number
  /** As for `parseSitemap`. Default 32. */
  readonly maxXmlDepth?: number
  /** As for `parseSitemap`. Default 262,144. */
  readonly maxXmlEntryBytes?: number
  /** Told each finding as it is met. */
  readonly onProblem?: (problem: WalkProblem) => void
}

/** What a walk did. */
export interface WalkSummary {
  /** Files asked for. */
  readonly sitemaps: number
  /** Entries delivered. */
  readonly entries: number
  readonly problems: ProblemCounts
}

/**
 * Yields the pages that sitemaps list, following indexes to the files they name.
 *
 * Each file is loaded once, whatever lists it: an index that lists itself, cycles and repeated children end there. A file that cannot
 * be had or read is reported and the others go on. Leaving the loop early closes the body at hand.
 *
 * @returns (as the generator's value) how many files and entries there were
 * @throws SitemapOptionError (CURTSY_OPTION) at once for a start that is no absolute URL and for any other option of the wrong kind
 * @example
 * const load = async (url) => { const r = await fetch(url); return { url: r.url, status: r.status, headers: r.headers, body: r.body } }
 * for await (const page of walkSitemaps({ start: ['https://example.com/sitemap.xml'], load })) console.log(page.loc)
 */
export function walkSitemaps(
  options: WalkSitemapsOptions,
): AsyncGenerator<UrlEntry, WalkSummary, void> {
  checkWalking(options)
  return readAll(new Walk(options))
}

async function* readAll(walk: Walk): AsyncGenerator<UrlEntry, WalkSummary, void> {
  for (let file = walk.next(); file !== undefined; file = walk.next()) yield* walk.read(file)
  return walk.summary()
}

class Walk {
  readonly #options: WalkSitemapsOptions
  readonly #limits: { maxDepth: number; maxSitemaps: number }
  readonly #since: string | undefined
  readonly #known = knownSitemaps()
  readonly #queue: SitemapFile[] = []
  readonly #problems: ProblemCounts = {}
  #sitemaps = 0
  #entries = 0

  constructor(options: WalkSitemapsOptions) {
    this.#options = options
    this.#limits = {
      maxDepth: options.maxDepth ?? WALK_LIMITS.maxDepth,
      maxSitemaps: options.maxSitemaps ?? WALK_LIMITS.maxSitemaps,
    }
    this.#since = options.since?.toISOString()
    for (const url of options.start) {
      const file = startSitemap(url)
      if (!this.#known.has(file.url)) this.#enqueue(file)
    }
  }

  next(): SitemapFile | undefined {
    return this.#queue.shift()
  }

  summary(): WalkSummary {
    return { sitemaps: this.#sitemaps, entries: this.#entries, problems: this.#problems }
  }

  async *read(asked: SitemapFile): AsyncGenerator<UrlEntry, void, void> {
    const loaded = await this.#load(asked)
    if (loaded === undefined) return
    const file = this.#afterRedirects(asked, loaded.url)
    if (file === undefined) {
      await closeBody(loaded.body ?? '')
      return
    }
    const batches = parseSitemapBatches(loaded.body ?? '', {
      url: file.url,
      ...optional('contentType', loaded.contentType ?? contentTypeIn(loaded.headers)),
      ...optional('fields', this.#options.fields),
      ...optional('maxBytes', this.#options.maxBytes),
      ...optional('maxXmlDepth', this.#options.maxXmlDepth),
      ...optional('maxXmlEntryBytes', this.#options.maxXmlEntryBytes),
      crossSubmitHosts: vouchingHosts(file, this.#options.crossSubmitHosts),
      onProblem: (problem) => this.#pass(problem, file),
    })
    let wasIndex = false
    try {
      for (;;) {
        const { done, value } = await batches.next()
        if (done) {
          if (value.kind === 'sitemapindex' && !wasIndex) this.#judgeIndex(file)
          return
        }
        for (const entry of value) {
          if (entry.kind === 'url') {
            if (!this.#isNew(entry)) continue
            this.#entries += 1
            yield entry
          } else {
            if (!wasIndex) this.#judgeIndex(file)
            wasIndex = true
            this.#follow(file, entry)
          }
        }
      }
    } finally {
      await batches.return(undefined as never)
    }
  }

  async #load(file: SitemapFile): Promise<LoadedSitemap | undefined> {
    this.#sitemaps += 1
    try {
      const loaded = await this.#options.load(file.url)
      if (loaded.status >= 200 && loaded.status < 300) return loaded
      await closeBody(loaded.body ?? '')
      this.#report('fetch-failed', file, `status ${loaded.status}`)
    } catch (error) {
      this.#report('fetch-failed', file, error instanceof Error ? error.message : String(error))
    }
    return undefined
  }

  // Where a start leads is the user's word; a child that leads to another host has no proof there.
  #afterRedirects(asked: SitemapFile, finalUrl: string): SitemapFile | undefined {
    if (finalUrl === asked.url) return asked
    const { url } = startSitemap(new URL(finalUrl, asked.url).href)
    if (url === asked.url) return asked
    if (asked.path.includes(url)) return this.#refuse('index-cycle', asked, url)
    if (this.#known.has(url)) return this.#refuse('duplicate-sitemap', asked, url)
    const file = { url, path: asked.path }
    this.#known.add(file)
    if (asked.path.length === 0 || this.#isVouchedFor(asked, url)) return file
    return this.#refuse('cross-host', asked, url)
  }

  #isVouchedFor(asked: SitemapFile, url: string): boolean {
    const hosts = [new URL(asked.url).host, ...vouchingHosts(asked, this.#options.crossSubmitHosts)]
    const slot = hostSlot(new URL(url))
    return hosts.some((host) => hostSlot(new URL(`https://${host}`)) === slot)
  }

  #judgeIndex(file: SitemapFile): void {
    const { problem } = judgeSitemapKind(file, 'sitemapindex', this.#limits)
    if (problem !== undefined) this.#report(problem, file)
  }

  #follow(file: SitemapFile, entry: ChildSitemapEntry): void {
    if (!judgeSitemapKind(file, 'sitemapindex', this.#limits).follow || !this.#isNew(entry)) return
    const verdict = admitChildSitemap(this.#known, file, entry.loc, this.#limits)
    if (verdict.admitted) this.#enqueue(verdict.file)
    else this.#report(verdict.reason, file, verdict.url)
  }

  #isNew(entry: SitemapEntry): boolean {
    return this.#since === undefined || entry.lastmod === undefined || entry.lastmod >= this.#since
  }

  #enqueue(file: SitemapFile): void {
    this.#known.add(file)
    this.#queue.push(file)
  }

  #refuse(code: ProblemCode, file: SitemapFile, detail: string): undefined {
    this.#report(code, file, detail)
  }

  #report(code: ProblemCode, file: SitemapFile, detail?: string): void {
    this.#pass(describeProblem(code, optional('detail', detail)), file)
  }

  #pass(problem: SitemapProblem, file: SitemapFile): void {
    this.#problems[problem.code] = (this.#problems[problem.code] ?? 0) + 1
    this.#options.onProblem?.({ ...problem, sitemap: file.url })
  }
}

function contentTypeIn(headers: LoadedSitemap['headers']): string | undefined {
  if (headers === undefined) return undefined
  if (headers instanceof Headers) return headers.get('content-type') ?? undefined
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value })
}
