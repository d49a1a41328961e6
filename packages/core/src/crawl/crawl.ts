// A crawl from its first word to its report: opens the store, plants the seeds, runs the loop, stops, counts.
import { setMaxListeners } from 'node:events'
import { CurtsyError } from '../curtsy-error.ts'
import type { DryRunReport } from '../domain/dry-run-report.ts'
import type { CrawlReport } from '../domain/report.ts'
import { scopeName } from '../domain/scope.ts'
import type { PageBase } from '../page/page.ts'
import { Candidates } from './candidates.ts'
import { dryRun } from './dry-run.ts'
import { createEvents } from './events.ts'
import type { CrawlEventType, Listener } from './events.ts'
import { explainUrl } from './explain.ts'
import type { Explanation } from './explain.ts'
import { checkSameCrawl } from './identity.ts'
import type { CrawlIdentity } from './identity.ts'
import { readNumber } from './option-checks.ts'
import type { CrawlerOptions } from './options.ts'
import type { CrawlParts } from './parts.ts'
import { makeParts } from './make-parts.ts'
import type { Adapters } from './make-parts.ts'
import { admitHooks, closePlugins, setUpPlugins } from './plugin-hooks.ts'
import { makeReport } from './make-report.ts'
import { createHandler } from './routes.ts'
import { resumeLimits } from './resume-limits.ts'
import { runLoop } from './run-loop.ts'
import { plantSeeds, rememberedSeeds } from './seeds.ts'
import { settingsEvent } from './settings-event.ts'
import { readSeeds } from './settings.ts'
import type { ReadSettings } from './settings.ts'
import { StoreHold } from './store-hold.ts'
import { createTally } from './tally.ts'
import { createWake } from './wake.ts'

/** What can be seen of a run while it goes on. */
export interface CrawlStatus {
  readonly running: boolean
  readonly fetched: number
  readonly delivered: number
  readonly inFlight: number
  readonly queued: number
  readonly failed: Readonly<Record<string, number>>
  readonly refused: Readonly<Record<string, number>>
  readonly waiting: Readonly<Record<string, number>>
}

export interface Crawler {
  /**
   * Runs until nothing is left to do, a limit is reached, or it is stopped, and gives the report.
   *
   * @throws CurtsyError for a store that cannot be opened or is lost, or a plugin or listener that throws outside a page
   */
  run(options?: { readonly signal?: AbortSignal }): Promise<CrawlReport>
  /**
   * Says what a run would fetch and when, at the earliest. Fetches robots.txt where it is not known or not fresh, each in its host's time,
   * and nothing else. The store keeps what was learnt, the seeds and the hosts' clocks, so that the run which follows asks nothing twice;
   * no URL changes its state.
   *
   * Takes the place of `run`: to crawl, create another crawler on the same store.
   *
   * @param options `limit`: look at no more than so many queued URLs, by priority and age; default 10,000
   * @throws CurtsyError CURTSY_OPTION with `fresh`, which would discard what it looks at; CURTSY_STATE after `open`; as `run` does
   */
  dryRun(options?: {
    readonly limit?: number
    readonly signal?: AbortSignal
  }): Promise<DryRunReport>
  /** No request starts after this; those under way get `limits.shutdownGraceMs`, then they are put back. Resolves when over. */
  stop(): Promise<void>
  /** Adds seeds, also while running. Gives how many were new. */
  add(urls: string | URL | readonly (string | URL)[]): Promise<number>
  /** Says what would be done, or was done, with a URL, and why; contacts nobody. */
  explain(url: string | URL): Promise<Explanation>
  /** Listens; gives a function that ends it. */
  on<T extends CrawlEventType>(type: T, listener: Listener<T>): () => void
  status(): Promise<CrawlStatus>
  /** The records that pages have pushed, in the order they were committed. */
  records(): AsyncIterable<unknown>
  /**
   * Opens the store and keeps it open until `close`, so that it can be read beside a run and after it. Without this, a crawler holds
   * its store only while it runs or answers.
   */
  open(): Promise<void>
  /** Lets go of the store and the sockets. Nothing may be called after it. */
  close(): Promise<void>
}

export function createCrawl(
  options: CrawlerOptions,
  read: ReadSettings,
  adapters: Adapters,
): Crawler {
  const { settings } = read
  const { clock, store, transport } = adapters
  const starts = new AbortController()
  const requests = new AbortController()
  // Every request and handler under way listens: their number is `concurrency`, not a leak.
  setMaxListeners(0, starts.signal, requests.signal)
  const wake = createWake()
  let broken: CurtsyError | undefined
  let running: Promise<unknown> | undefined
  /** Until a dry run is over its store serves robots.txt alone. */
  let robotsOnly = false
  let made: CrawlParts | undefined

  const events = createEvents((error) => {
    broken ??= error
    void stopStarts()
  })
  const plugins = options.plugins ?? []
  for (const plugin of plugins) {
    for (const [type, listener] of Object.entries(plugin.on ?? {}))
      events.on(type as CrawlEventType, listener as Listener<CrawlEventType>)
  }

  const hold = new StoreHold(store, () => openStore())

  /** What a crawler has begun anew it does not discard a second time. */
  async function openStore(fresh = options.fresh === true && made === undefined): Promise<void> {
    await store.open({
      clock,
      perAddressInFlight: settings.politeness.perAddressInFlight,
      perAddressDelayMs: settings.politeness.perAddressDelayMs,
      initialHost: {
        delayMs: settings.politeness.delayMs,
        inFlight: settings.politeness.perOriginInFlight,
      },
      fresh,
      robotsOnly,
    })
    let whose: 'same' | 'begin-anew'
    try {
      whose = await checkSameCrawl(store, identityOf(options, read))
      if (whose === 'same') made ??= await partsOfRun()
    } catch (error) {
      // Open, but not this crawl's: it must not stay locked.
      await store.close()
      throw error
    }
    if (whose === 'same') return
    await store.close()
    await openStore(true)
  }

  async function partsOfRun(): Promise<CrawlParts> {
    const candidates = new Candidates(
      read.admission,
      [...settings.seeds, ...(await rememberedSeeds(store))],
      { ...options.canonical, maxUrlLength: settings.limits.maxUrlLength },
      store,
      admitHooks(plugins),
    )
    const counts = await store.counts('page')
    const handler = createHandler(options)
    return makeParts(adapters, {
      settings,
      events,
      plugins,
      candidates,
      tally: createTally(counts.delivered),
      handle: (page: PageBase) => {
        events.emit('page', page)
        return handler(page)
      },
      stop: { starts: starts.signal, requests: requests.signal },
    })
  }

  /** Does something with the crawl's parts while its store is open. */
  function withParts<T>(work: (parts: CrawlParts) => Promise<T>): Promise<T> {
    return hold.use(() => work(made!))
  }

  /** What stands before and after the loop of a run, whatever it is for. */
  async function between<T>(
    parts: CrawlParts,
    signal: AbortSignal | undefined,
    work: () => Promise<{ readonly result: T; readonly end: string }>,
  ): Promise<T> {
    signal?.addEventListener('abort', () => void stopStarts(), { once: true })
    if (signal?.aborted) void stopStarts()
    let done: { readonly result: T; readonly end: string } | undefined
    try {
      const resumed = (await store.counts('page')).discovered > 0
      const allowAddresses = read.admission.allow.map((range) => range.text)
      events.audit(settingsEvent(settings, { atMs: clock.now(), resumed, allowAddresses }))
      for (const message of read.notes) note(parts, message)
      await setUpPlugins(parts)
      await resumeLimits(parts)
      await plantSeeds(parts, settings.seeds, 'options')
      done = await work()
    } finally {
      starts.abort()
      const closing = await closePlugins(plugins)
      broken ??= closing
      await transport.close()
      events.audit({ event: 'stop', atMs: clock.now(), reason: done?.end ?? 'failed' })
    }
    if (broken) throw broken
    return done.result
  }

  async function runOnce(parts: CrawlParts, signal: AbortSignal | undefined): Promise<CrawlReport> {
    const startedMs = clock.now()
    const timer = new AbortController()
    let timeUp = false
    if (settings.maxTimeMs !== Infinity) {
      void (async () => {
        await clock.sleep(settings.maxTimeMs, timer.signal)
        if (timer.signal.aborted) return
        timeUp = true
        void stopStarts()
      })()
    }
    try {
      const end = await between(parts, signal, async () => {
        const ended = await runLoop(parts, wake)
        const result = ended === 'stopped' && timeUp ? 'max-time' : ended
        return { result, end: result }
      })
      return await makeReport(parts, end, clock.now() - startedMs)
    } finally {
      timer.abort()
    }
  }

  function dryRunOnce(
    parts: CrawlParts,
    { limit, signal }: { readonly limit: number; readonly signal: AbortSignal | undefined },
  ): Promise<DryRunReport> {
    return between(parts, signal, async () => ({
      result: await dryRun(parts, wake, { limit }),
      end: 'dry-run',
    }))
  }

  function stopStarts(): Promise<void> {
    if (!starts.signal.aborted) {
      starts.abort()
      wake.ring()
      if (running) void endAfterGrace(running)
    }
    return (running ?? Promise.resolve()).then(
      () => undefined,
      () => undefined,
    )
  }

  async function endAfterGrace(run: Promise<unknown>): Promise<void> {
    const over = new AbortController()
    run.finally(() => over.abort()).catch(() => undefined)
    await clock.sleep(settings.limits.shutdownGraceMs, over.signal)
    requests.abort()
    wake.ring()
  }

  return {
    run({ signal } = {}) {
      if (running) return Promise.reject(hasRun())
      const run = withParts((parts) => runOnce(parts, signal))
      running = run
      return run
    },
    async dryRun({ limit = 10_000, signal } = {}) {
      if (running) throw hasRun()
      const most = readNumber('limit', limit, { least: 1, whole: true })
      if (options.fresh)
        throw new CurtsyError(
          'CURTSY_OPTION',
          'A dry run discards nothing: leave the option "fresh" away, or give it another store.',
        )
      if (hold.inUse)
        throw new CurtsyError(
          'CURTSY_STATE',
          'A dry run opens the store by itself: call dryRun before open, add, explain and status.',
        )
      robotsOnly = true
      const run = withParts((parts) => dryRunOnce(parts, { limit: most, signal }))
      running = run
      try {
        return await run
      } finally {
        robotsOnly = false
      }
    },
    stop: stopStarts,
    async add(urls) {
      const seeds = readSeeds(urls)
      return withParts(async (parts) => {
        // A run does not end while seeds are on their way into the store.
        parts.tally.adding++
        try {
          return await plantSeeds(parts, seeds, 'added')
        } finally {
          parts.tally.adding--
          wake.ring()
        }
      })
    },
    explain: (url) => withParts((parts) => explainUrl(parts, url)),
    records: () => hold.stream(() => parsed(store.records())),
    on: (type, listener) => events.on(type, listener),
    status: () =>
      withParts(async ({ tally }) => {
        const counts = await store.counts('page')
        const { queued = 0, ...waiting } = counts.waiting
        return {
          running: running !== undefined && !starts.signal.aborted,
          fetched: tally.fetched,
          delivered: counts.delivered,
          inFlight: tally.inFlight,
          queued,
          failed: counts.failed,
          refused: counts.refused,
          waiting,
        }
      }),
    open: () => hold.keep(),
    async close() {
      await stopStarts()
      await transport.close()
      await hold.close()
    },
  }
}

function identityOf(options: CrawlerOptions, { settings, admission }: ReadSettings): CrawlIdentity {
  return {
    productToken: settings.identity.productToken,
    seeds: settings.seeds.map((seed) => seed.href),
    scope: scopeName(admission.scope),
    admission: {
      include: (options.include ?? []).map(String),
      exclude: (options.exclude ?? []).map(String),
      allowAddresses: admission.allow.map((range) => range.text),
      followNofollow: settings.followNofollow,
      canonical: { ...options.canonical },
    },
  }
}

function hasRun(): CurtsyError {
  return new CurtsyError(
    'CURTSY_STATE',
    'This crawler has run already; create another one on the same store to go on.',
  )
}

async function* parsed(records: AsyncIterable<{ readonly json: string }>): AsyncGenerator {
  for await (const { json } of records) yield JSON.parse(json)
}

function note(parts: CrawlParts, message: string): void {
  parts.tally.notes.push(message)
  parts.events.emit('note', { message })
}
