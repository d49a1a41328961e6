// A crawl from its first word to its report: opens the store, plants the seeds, runs the loop, stops, counts.
import { setMaxListeners } from 'node:events'
import { CurtsyError } from '../curtsy-error.ts'
import type { CrawlReport, RunEnd } from '../domain/report.ts'
import { scopeName } from '../domain/scope.ts'
import type { PageBase } from '../page/page.ts'
import { Candidates } from './candidates.ts'
import { createEvents, messageOf } from './events.ts'
import type { CrawlEventType, Listener } from './events.ts'
import { explainUrl } from './explain.ts'
import type { Explanation } from './explain.ts'
import { checkSameCrawl } from './identity.ts'
import type { CrawlerOptions } from './options.ts'
import type { CrawlParts } from './parts.ts'
import { pluginMemory } from './plugin.ts'
import type { PluginCandidate } from './plugin.ts'
import { makeParts } from './make-parts.ts'
import type { Adapters } from './make-parts.ts'
import { makeReport } from './make-report.ts'
import { createHandler } from './routes.ts'
import { runLoop } from './run-loop.ts'
import { plantSeeds, rememberedSeeds } from './seeds.ts'
import { readSeeds, scopeContextOf } from './settings.ts'
import type { ReadSettings } from './settings.ts'
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
  /** No request starts after this; those under way get `limits.shutdownGraceMs`, then they are put back. Resolves when over. */
  stop(): Promise<void>
  /** Adds seeds, also while running. Gives how many were new. */
  add(urls: string | URL | readonly (string | URL)[]): Promise<number>
  /** Says what would be done, or was done, with a URL, and why; contacts nobody. */
  explain(url: string | URL): Promise<Explanation>
  /** Listens; gives a function that ends it. */
  on<T extends CrawlEventType>(type: T, listener: Listener<T>): () => void
  status(): Promise<CrawlStatus>
  /** Lets go of the store and the sockets. `run` may not be called after it. */
  close(): Promise<void>
}

export function createCrawl(options: CrawlerOptions, read: ReadSettings, adapters: Adapters): Crawler {
  const { settings } = read
  const { clock, store, transport } = adapters
  const starts = new AbortController()
  const requests = new AbortController()
  // Every request and handler under way listens: their number is `concurrency`, not a leak.
  setMaxListeners(0, starts.signal, requests.signal)
  const wake = createWake()
  let broken: CurtsyError | undefined
  let running: Promise<CrawlReport> | undefined
  let opened: Promise<CrawlParts> | undefined

  const events = createEvents((error) => {
    broken ??= error
    void stopStarts()
  })
  const plugins = options.plugins ?? []
  for (const plugin of plugins) {
    for (const [type, listener] of Object.entries(plugin.on ?? {})) events.on(type as CrawlEventType, listener as Listener<CrawlEventType>)
  }

  /** Opens the store once, for `run`, `explain`, `add` and `status` alike. */
  function open(): Promise<CrawlParts> {
    opened ??= openParts().catch(async (error: unknown) => {
      opened = undefined
      // A store that opened but is not this crawl's must not stay locked.
      await store.close().catch(() => undefined)
      throw error
    })
    return opened
  }

  async function openParts(): Promise<CrawlParts> {
    await store.open({
      clock,
      perAddressInFlight: settings.politeness.perAddressInFlight,
      perAddressDelayMs: settings.politeness.perAddressDelayMs,
      initialHost: { delayMs: settings.politeness.delayMs, inFlight: settings.politeness.perOriginInFlight },
      ...(options.fresh === undefined ? {} : { fresh: options.fresh }),
    })
    await checkSameCrawl(store, {
      productToken: settings.identity.productToken,
      seeds: settings.seeds.map((seed) => seed.href),
      scope: scopeName(read.admission.scope),
    })
    const scopeContext = scopeContextOf([...settings.seeds, ...(await rememberedSeeds(store))])
    const admitHooks = plugins.flatMap((plugin) => (plugin.admit ? [admitHook(plugin.name, plugin.admit.bind(plugin))] : []))
    const candidates = new Candidates({ ...read.admission, scopeContext }, { ...options.canonical, maxUrlLength: settings.limits.maxUrlLength }, store, admitHooks)
    const counts = await store.counts('page')
    const handler = createHandler(options)
    return makeParts(adapters, {
      settings, events, plugins, candidates,
      tally: createTally(counts.delivered),
      handle: (page: PageBase) => {
        events.emit('page', page)
        return handler(page)
      },
      stop: { starts: starts.signal, requests: requests.signal },
    })
  }

  async function runOnce(signal: AbortSignal | undefined): Promise<CrawlReport> {
    const startedMs = clock.now()
    const parts = await open()
    const timer = new AbortController()
    let timeUp = false
    signal?.addEventListener('abort', () => void stopStarts(), { once: true })
    if (signal?.aborted) void stopStarts()
    if (settings.maxTimeMs !== Infinity) {
      void (async () => {
        await clock.sleep(settings.maxTimeMs, timer.signal)
        if (timer.signal.aborted) return
        timeUp = true
        void stopStarts()
      })()
    }
    let end: RunEnd | undefined
    try {
      const resumed = (await store.counts('page')).discovered > 0
      events.audit(settingsEvent(parts, read, resumed))
      for (const message of read.notes) note(parts, message)
      for (const plugin of plugins) await setUp(parts, plugin)
      await store.release('depth', { maxDepth: settings.limits.maxDepth })
      await plantSeeds(parts, settings.seeds)
      end = await runLoop(parts, wake)
      if (end === 'stopped' && timeUp) end = 'max-time'
    } finally {
      timer.abort()
      starts.abort()
      await closePlugins()
      await transport.close()
      events.audit({ event: 'stop', atMs: clock.now(), reason: end ?? 'failed' })
    }
    if (broken) throw broken
    return makeReport(parts, end, clock.now() - startedMs)
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

  async function closePlugins(): Promise<void> {
    for (const plugin of plugins) {
      try {
        await plugin.close?.()
      } catch (cause) {
        broken ??= new CurtsyError('CURTSY_PLUGIN', `Plugin "${plugin.name}" threw in close: ${messageOf(cause)}`, { cause, plugin: plugin.name, hook: 'close' })
      }
    }
  }

  return {
    run({ signal } = {}) {
      if (running) return Promise.reject(new CurtsyError('CURTSY_STATE', 'This crawler has run already; create another one on the same store to go on.'))
      running = runOnce(signal)
      return running
    },
    stop: stopStarts,
    async add(urls) {
      const seeds = readSeeds(urls)
      const parts = await open()
      const { tally } = parts
      // A run does not end while seeds are on their way into the store.
      tally.adding++
      try {
        return await plantSeeds(parts, seeds)
      } finally {
        tally.adding--
        wake.ring()
      }
    },
    async explain(url) {
      return explainUrl(await open(), url)
    },
    on: (type, listener) => events.on(type, listener),
    async status() {
      const parts = await open()
      const counts = await store.counts('page')
      const { queued = 0, ...waiting } = counts.waiting
      return {
        running: running !== undefined && !starts.signal.aborted,
        fetched: parts.tally.fetched, delivered: counts.delivered, inFlight: parts.tally.inFlight, queued,
        failed: counts.failed, refused: counts.refused, waiting,
      }
    },
    async close() {
      await stopStarts()
      await transport.close()
      if (opened) await store.close()
    },
  }
}

function admitHook(name: string, admit: (candidate: PluginCandidate) => boolean | string | undefined | void): (candidate: PluginCandidate) => string | undefined {
  return (candidate) => {
    let said: boolean | string | undefined | void
    try {
      said = admit(candidate)
    } catch (cause) {
      throw new CurtsyError('CURTSY_PLUGIN', `Plugin "${name}" threw in admit for ${candidate.url.href}: ${messageOf(cause)}`, { cause, plugin: name, hook: 'admit', url: candidate.url.href })
    }
    if (said === false) return `Refused by plugin "${name}".`
    return typeof said === 'string' ? `Refused by plugin "${name}": ${said}` : undefined
  }
}

async function setUp(parts: CrawlParts, plugin: CrawlParts['plugins'][number]): Promise<void> {
  const { identity, seeds } = parts.settings
  try {
    await plugin.setup?.({
      userAgent: identity.userAgent,
      productToken: identity.productToken,
      seeds: seeds.map((seed) => seed.href),
      now: () => parts.clock.now(),
      memory: pluginMemory(parts.store, plugin.name),
    })
  } catch (cause) {
    throw new CurtsyError('CURTSY_PLUGIN', `Plugin "${plugin.name}" threw in setup: ${messageOf(cause)}`, { cause, plugin: plugin.name, hook: 'setup' })
  }
}

function note(parts: CrawlParts, message: string): void {
  parts.tally.notes.push(message)
  parts.events.emit('note', { message })
}

function settingsEvent({ settings, clock }: CrawlParts, { admission }: ReadSettings, resumed: boolean): Parameters<CrawlParts['events']['audit']>[0] {
  const { identity, limits } = settings
  return {
    event: 'settings', version: 1, atMs: clock.now(), resumed,
    userAgent: identity.userAgent,
    robotsTokens: identity.tokens,
    seeds: settings.seeds.map((seed) => seed.href),
    politeness: settings.politeness,
    maxCrawlDelayMs: limits.maxCrawlDelayMs,
    maxRetryAfterMs: limits.maxRetryAfterMs,
    maxRetries: limits.maxRetries,
    originFailureBudget: limits.originFailureBudget,
    allowAddresses: admission.allow.map((range) => range.text),
    exemptOrigins: [...settings.exemptOrigins],
  }
}
