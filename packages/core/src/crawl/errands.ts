// Errands: single requests for whoever needs one file and not a crawl. They walk through the same loop, gate and clocks, one after the other;
// only what becomes of the answer is another.
import { CurtsyError } from '../curtsy-error.ts'
import { Candidates } from './candidates.ts'
import { createEvents } from './events.ts'
import type { CrawlEventType, Listener } from './events.ts'
import { makeParts } from './make-parts.ts'
import type { Adapters } from './make-parts.ts'
import type { CrawlerOptions } from './options.ts'
import type { CrawlParts } from './parts.ts'
import { HeaderMemory, robotsErrand } from './robots-errand.ts'
import type { AskedRobots } from './robots-errand.ts'
import { runLoop } from './run-loop.ts'
import type { ReadSettings } from './settings.ts'
import { SitemapDesk, sitemapErrand } from './sitemap-errand.ts'
import type { OpenedSitemap } from './sitemap-errand.ts'
import { createTally } from './tally.ts'
import { createWake } from './wake.ts'

/** The options of `createErrands`: those of `createCrawler` that matter to a single request. */
export type ErrandOptions = Pick<
  CrawlerOptions,
  | 'userAgent'
  | 'allowAddresses'
  | 'politeness'
  | 'limits'
  | 'robotsPolicy'
  | 'robotsTokens'
  | 'headers'
  | 'store'
  | 'clock'
  | 'fetch'
  | 'resolve'
>

/** Single requests, one after the other, with a crawl's care: robots.txt first, the host's time, the gate. */
export interface Errands {
  /**
   * Asks for the robots.txt of an origin, its redirects included, once; what is known and fresh is not asked for again.
   *
   * @throws CurtsyError CURTSY_SEED for what is no URL (rejects)
   */
  askRobots(origin: string | URL): Promise<AskedRobots>
  /**
   * Asks for one sitemap file: robots.txt first, redirects followed. The body streams. It must be read or left before the next errand,
   * which waits for it.
   *
   * @throws CurtsyError CURTSY_SEED for what is no URL (rejects)
   */
  openSitemap(url: string | URL): Promise<OpenedSitemap>
  /** Listens; gives a function that ends it. */
  on<T extends CrawlEventType>(type: T, listener: Listener<T>): () => void
  /** Ends what is under way and lets go of store and sockets. */
  close(): Promise<void>
}

/** What an errand gives, and when the next one may begin. */
export interface ErrandResult<T> {
  readonly result: T
  readonly over?: Promise<unknown>
}

export function createErrandsOn(
  { settings, admission }: ReadSettings,
  adapters: Adapters,
): Errands {
  const { store, transport, clock } = adapters
  const stop = new AbortController()
  const headers = new HeaderMemory()
  const desk = new SitemapDesk()
  let broken: CurtsyError | undefined
  let opened: Promise<CrawlParts> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const events = createEvents((error) => {
    broken ??= error
  })

  async function open(): Promise<CrawlParts> {
    const { politeness, limits } = settings
    await store.open({
      clock,
      perAddressInFlight: politeness.perAddressInFlight,
      perAddressDelayMs: politeness.perAddressDelayMs,
      initialHost: { delayMs: politeness.delayMs, inFlight: politeness.perOriginInFlight },
    })
    return makeParts(adapters, {
      settings,
      events,
      plugins: [headers.plugin],
      candidates: new Candidates(admission, [], { maxUrlLength: limits.maxUrlLength }, store, []),
      tally: createTally(0),
      handle: () => undefined,
      stop: { starts: stop.signal, requests: stop.signal },
      takeSitemap: (file) => desk.hand(file),
    })
  }

  /** One errand after the other; the host of `url` is the user's own choice. */
  function inTurn<T>(
    url: URL,
    work: (parts: CrawlParts, run: () => Promise<void>) => Promise<ErrandResult<T>>,
  ): Promise<T> {
    const turn = last.then(async () => {
      if (stop.signal.aborted)
        throw new CurtsyError('CURTSY_STATE', 'These errands are closed; make new ones.')
      opened ??= open()
      const parts = await opened
      parts.candidates.nameHost(url.host)
      return work(parts, () => run(parts))
    })
    last = turn.then(({ over }) => over).catch(() => undefined)
    return turn.then(({ result }) => result)
  }

  async function run(parts: CrawlParts): Promise<void> {
    await runLoop(parts, createWake())
    if (broken) throw broken
  }

  return {
    askRobots: async (text) => {
      const url = readUrl(text)
      return inTurn(url, (parts, go) => robotsErrand(parts, url.origin, headers, go))
    },
    openSitemap: async (text) => {
      const url = readUrl(text)
      return inTurn(url, (parts, go) => sitemapErrand(parts, url, desk, go))
    },
    on: (type, listener) => events.on(type, listener),
    async close() {
      stop.abort()
      await transport.close()
      await last
      if (opened) await store.close()
    },
  }
}

/** @throws CurtsyError CURTSY_SEED */
function readUrl(given: string | URL): URL {
  const text = String(given)
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new CurtsyError(
    'CURTSY_SEED',
    `Expected an absolute http or https URL, got ${JSON.stringify(text.slice(0, 200))}.`,
  )
}
