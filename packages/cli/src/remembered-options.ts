// What `explain` has to know of a crawl and a store does not tell by itself: `crawl` leaves it in its store.
import { definePlugin } from '@curtsy/core'
import type { CrawlerOptions, Plugin, Store } from '@curtsy/core'
import { scopeOfName } from './input/scope-option.ts'
import { UsageError } from './usage-error.ts'

const META = 'curtsy:options'
/** Where core keeps whose crawl a store holds. */
const CRAWL_META = 'crawl'

/** Options that decide about single URLs. No headers: they may be secret. */
const NAMES = [
  'userAgent',
  'include',
  'exclude',
  'allowAddresses',
  'exemptOrigins',
  'robotsTokens',
  'robotsPolicy',
  'maxDepth',
  'limits',
  'politeness',
  'canonical',
  'followNofollow',
] as const

/** Nothing else is read of the options that are handed in. */
type Remembered = Pick<CrawlerOptions, (typeof NAMES)[number]>

/** Leaves the options in the store, each time a crawl begins. */
export function rememberOptions(options: Remembered, store: Pick<Store, 'setMeta'>): Plugin {
  return definePlugin({
    name: 'remember-options',
    setup: () =>
      store.setMeta(
        META,
        JSON.stringify(
          Object.fromEntries(NAMES.map((name) => [name, plainOption(options[name])])),
          finite,
        ),
      ),
  })
}

/** JSON has no infinity. */
function finite(_: string, value: unknown): unknown {
  return value === Infinity ? Number.MAX_SAFE_INTEGER : value
}

/** Regular expressions are no JSON: they are written as their source. */
function plainOption(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((one: unknown) =>
        one instanceof RegExp ? { source: one.source, flags: one.flags } : one,
      )
    : value
}

/**
 * The options of the crawl that a store holds, good for `explain` and nothing else.
 *
 * @throws UsageError if the store holds no crawl
 */
export async function recalledOptions(
  store: Pick<Store, 'getMeta'>,
  path: string,
): Promise<CrawlerOptions> {
  const crawl = await store.getMeta(CRAWL_META)
  if (crawl === undefined) throw new UsageError(`The store ${path} holds no crawl yet.`)
  const {
    productToken,
    seeds,
    scope: name,
  } = JSON.parse(crawl) as {
    readonly productToken: string
    readonly seeds: readonly string[]
    readonly scope: string
  }
  const stored = await store.getMeta(META)
  const own: Partial<Remembered> = stored === undefined ? {} : (JSON.parse(stored) as Remembered)
  return {
    // A crawl that a program made leaves its token only. Nothing is sent under this name.
    userAgent: `${productToken}/0 (+https://example.com/)`,
    ...own,
    ...patternsOf(own),
    seeds,
    scope: scopeOfName(name) ?? unknownScope(name),
  }
}

function patternsOf({ include, exclude }: Partial<Remembered>): Partial<Remembered> {
  return {
    ...(include ? { include: include.map(patternOf) } : {}),
    ...(exclude ? { exclude: exclude.map(patternOf) } : {}),
  }
}

function patternOf(
  stored: string | { readonly source: string; readonly flags: string },
): string | RegExp {
  return typeof stored === 'string' ? stored : new RegExp(stored.source, stored.flags)
}

/** A scope that was code judges nothing here: what the crawl has met says for itself whether it was in. */
function unknownScope(name: string): NonNullable<CrawlerOptions['scope']> {
  return Object.defineProperty(() => true, 'name', { value: name })
}
