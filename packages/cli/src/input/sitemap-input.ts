// Where the sitemaps of a command come from: a URL, an origin, a file, standard input. Files of the web come through the gate of core.
import { basename } from 'node:path'
import { createErrands, memoryStore } from '@curtsy/core'
import type { Errands, WaitEvent } from '@curtsy/core'
import { parseRobots, robotsOfFile } from '@curtsy/robots'
import type { Robots, RobotsCopy } from '@curtsy/robots'
import type { LoadedSitemap } from '@curtsy/sitemap'
import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { askingAgent } from './asking-agent.ts'
import { personPath } from './person-path.ts'
import { lookInto, openSitemapFile } from './sitemap-file.ts'

export interface SitemapInputFlags {
  readonly agent?: string
  readonly allowAddress?: readonly string[]
  readonly url?: string
}

export interface SitemapInput {
  readonly start: readonly string[]
  /** Hosts whose robots.txt names the start. */
  readonly crossSubmitHosts: readonly string[]
  readonly load: (url: string) => Promise<LoadedSitemap>
  /** A sitemap's URL as the person knows it: that of a file is the file's name. */
  readonly nameOf: (url: string) => string
  /** The rules of an origin, where they were read on the way; nothing is asked for. */
  readonly robotsOf: (origin: string) => Promise<Robots | undefined>
  readonly onWait: (listener: (event: WaitEvent) => void) => void
  readonly close: () => Promise<void>
}

/** Reading is held back by whoever takes the output: only the host's own slowness counts, and for that there are other limits. */
const FILE_DEADLINE_MS = 3_600_000

/**
 * Makes the input ready: an origin is asked for its robots.txt, a file is opened and looked into.
 *
 * @throws UsageError for what cannot be read, and for a URL without an agent to ask as
 */
export async function openSitemapInput(
  source: string,
  flags: SitemapInputFlags,
  surroundings: Surroundings,
): Promise<SitemapInput> {
  const web = new Web(flags, surroundings)
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source))
      throw new UsageError(`Expected a URL or a file, got ${JSON.stringify(source)}.`)
    if (flags.url !== undefined)
      throw new UsageError('--url says where a file is published; a URL says so itself.')
    try {
      return await fromWeb(new URL(source), web)
    } catch (error) {
      await web.close()
      throw error
    }
  }
  return fromFile(source, flags, surroundings, web)
}

async function fromWeb(url: URL, web: Web): Promise<SitemapInput> {
  const errands = web.errands(url.origin)
  const isOrigin = url.pathname === '/' && url.search === ''
  const named = isOrigin ? await web.sitemapsOf(url.origin) : [url.href]
  return {
    start: named.length > 0 ? named : [`${url.origin}/sitemap.xml`],
    crossSubmitHosts: isOrigin && named.length > 0 ? [url.host] : [],
    load: (one) => web.load(one),
    nameOf: (one) => one,
    robotsOf: (origin) => web.robotsOf(origin),
    onWait: (listener) => void errands.on('wait', listener),
    close: () => web.close(),
  }
}

async function fromFile(
  source: string,
  flags: SitemapInputFlags,
  surroundings: Surroundings,
  web: Web,
): Promise<SitemapInput> {
  const published = publishedUrl(flags.url)
  const stream =
    source === '-' ? surroundings.stdin : await openSitemapFile(personPath(source, surroundings))
  const { body, firstLocation } = await lookInto(stream)
  const name = source === '-' ? 'standard input' : source
  const fileName = encodeURIComponent(source === '-' ? 'sitemap.xml' : basename(source))
  const start = published ?? new URL(fileName, originOf(firstLocation)).href
  return {
    start: [start],
    crossSubmitHosts: [],
    load: async (url) => (url === start ? { url, status: 200, body } : web.load(url)),
    nameOf: (url) => (url === start ? name : url),
    robotsOf: async () => undefined,
    onWait: (listener) => web.whenAsked((errands) => void errands.on('wait', listener)),
    close: () => web.close(),
  }
}

/** The root of a host: nothing lies above it, so that no entry is called outside of its folder. */
function originOf(location: string | undefined): string {
  return location === undefined ? 'https://nowhere.invalid/' : `${new URL(location).origin}/`
}

/** @throws UsageError */
function publishedUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const url = new URL(text)
    url.hash = ''
    return url.href
  }
  throw new UsageError(
    `Expected --url to be an absolute URL such as https://example.com/sitemap.xml, got ${JSON.stringify(text)}.`,
  )
}

/** The web as far as it is needed: nobody has to say who asks where nothing is asked. */
class Web {
  readonly #flags: SitemapInputFlags
  readonly #surroundings: Surroundings
  readonly #store = memoryStore()
  readonly #robots = new Map<string, Robots | undefined>()
  readonly #listeners: ((errands: Errands) => void)[] = []
  #errands: Errands | undefined

  constructor(flags: SitemapInputFlags, surroundings: Surroundings) {
    this.#flags = flags
    this.#surroundings = surroundings
  }

  /** @throws UsageError where nobody is named to ask as */
  errands(what: string): Errands {
    if (this.#errands === undefined) {
      this.#errands = createErrands({
        userAgent: askingAgent(this.#flags.agent, this.#surroundings.env, what),
        allowAddresses: this.#flags.allowAddress ?? [],
        limits: { requestDeadlineMs: { sitemap: FILE_DEADLINE_MS } },
        store: this.#store,
      })
      for (const listener of this.#listeners) listener(this.#errands)
    }
    return this.#errands
  }

  whenAsked(listener: (errands: Errands) => void): void {
    this.#listeners.push(listener)
  }

  /** What walkSitemaps wants; what it throws becomes a problem of that file. */
  async load(url: string): Promise<LoadedSitemap> {
    const opened = await this.errands(new URL(url).origin).openSitemap(url)
    if (opened.kind !== 'open') throw new Error(opened.message)
    const { contentType } = opened
    return {
      url: opened.url,
      status: opened.status,
      body: opened.body,
      ...(contentType === undefined ? {} : { contentType }),
    }
  }

  /** The sitemaps that an origin's robots.txt names. */
  async sitemapsOf(origin: string): Promise<readonly string[]> {
    const { copy } = await this.errands(origin).askRobots(origin)
    const { sitemaps } = copy?.file === undefined ? parseRobots('') : robotsOfFile(copy.file)
    return sitemaps.flatMap(({ url }) =>
      URL.canParse(url, origin) ? [new URL(url, origin).href] : [],
    )
  }

  async robotsOf(origin: string): Promise<Robots | undefined> {
    const known = this.#robots.get(origin)
    if (known !== undefined) return known
    const stored = await this.#store.robots(origin)
    const file = stored === undefined ? undefined : (JSON.parse(stored.copy) as RobotsCopy).file
    const robots = file && robotsOfFile(file)
    if (robots !== undefined) this.#robots.set(origin, robots)
    return robots
  }

  async close(): Promise<void> {
    await this.#errands?.close()
  }
}
