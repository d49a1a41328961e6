// Plugins: six hooks, each typed by what it may do. docs/plugins.md shows one of each kind.
import type { NewEntry, Store } from '../ports/store.ts'
import type { TransportResult } from '../ports/transport.ts'
import type { PageBase } from '../page/page.ts'
import type { CrawlEventType, Listener } from './events.ts'

/** What a plugin is told once, before the first request. */
export interface PluginContext {
  readonly userAgent: string
  readonly productToken: string
  readonly seeds: readonly string[]
  /** Epoch milliseconds of the crawl's clock. */
  readonly now: () => number
  /** Small values that outlive the run, kept in the crawl's store under the plugin's own name. */
  readonly memory: { get(): Promise<string | undefined>; set(value: string): Promise<void> }
}

/** A URL that core is ready to admit. */
export interface PluginCandidate {
  readonly url: URL
  readonly depth: number
  readonly via: string | undefined
  readonly kind: NewEntry['kind']
}

/** A request on its way to the gate. Header names are lower case; `user-agent` cannot be changed (design decision 6). */
export interface PluginRequest {
  readonly url: URL
  readonly kind: 'page' | 'robots' | 'sitemap'
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly attempt: number
}

/** Passes the request on: to the next plugin, and at last to the gate. Called at most once. */
export type NextFetch = (request: PluginRequest) => Promise<TransportResult>

/**
 * A plugin. Hooks run in the order in which plugins are listed; `fetch` hooks wrap each other, the first one outermost.
 *
 * @typeParam Fields what `extend` adds to every page; handlers see it typed
 */
export interface Plugin<Fields extends object = object> {
  readonly name: string
  /** Once, before the first request. */
  setup?(context: PluginContext): void | Promise<void>
  /** May refuse a candidate that core admits, never the reverse. `false` or a sentence refuses it as `off-scope`. */
  admit?(candidate: PluginCandidate): boolean | string | undefined | void
  /** Sees each request before the gate and each answer after it: adds headers, reads headers. */
  fetch?(request: PluginRequest, next: NextFetch): Promise<TransportResult>
  /** Gives fields that are added to the page before the handler sees it. */
  extend?(page: PageBase): Fields | Promise<Fields>
  /** Listeners by event type. */
  readonly on?: { readonly [T in CrawlEventType]?: Listener<T> }
  /** Once, after the last request, also when the run failed. */
  close?(): void | Promise<void>
}

/**
 * Names the hooks of a plugin, with their types checked.
 *
 * @example
 * const wordCount = definePlugin({ name: 'word-count', extend: (page) => ({ words: page.text().split(/\s+/).length }) })
 */
export function definePlugin<Fields extends object = object>(
  plugin: Plugin<Fields>,
): Plugin<Fields> {
  return plugin
}

/** The fields that a list of plugins adds to a page, all together. */
export type FieldsOf<Plugins extends readonly Plugin[]> = Plugins extends readonly [
  infer First,
  ...infer Rest extends readonly Plugin[],
]
  ? (First extends Plugin<infer Fields> ? Fields : object) & FieldsOf<Rest>
  : object

/** The store's small values under a plugin's name. */
export function pluginMemory(store: Store, name: string): PluginContext['memory'] {
  const key = `plugin:${name}`
  return { get: () => store.getMeta(key), set: (value) => store.setMeta(key, value) }
}
