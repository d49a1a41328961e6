// From the command line and the config file to the options of createCrawler. What the command line says wins.
import type { CrawlerOptions, PolitenessPolicy, Scope } from '@curtsy/core'
import { UsageError } from '../usage-error.ts'
import type { Config } from './config-file.ts'
import { scopeOf } from './scope-option.ts'

/** What the options of `curtsy crawl` that go to createCrawler are read as. */
export interface CrawlFlags {
  readonly agent?: string
  readonly scope?: string
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly maxPages?: number
  readonly maxTime?: number
  readonly depth?: number
  readonly delay?: number
  readonly concurrency?: number
  readonly sitemaps?: true
  readonly allowAddress?: readonly string[]
  readonly fresh?: true
}

/** Everything that createCrawler gets, but for the store and our own plugins. */
export type ReadCrawlOptions = Omit<CrawlerOptions, 'store'> & { readonly store?: unknown }

/**
 * Puts the options together: command line, then config file, then environment.
 *
 * @param seeds from the command line and `--seeds`; where there are none those of the config file count
 * @throws UsageError without an agent or without a seed
 */
export function crawlOptions(
  seeds: readonly string[],
  flags: CrawlFlags,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): ReadCrawlOptions {
  const userAgent = flags.agent ?? config['userAgent'] ?? env['CURTSY_USER_AGENT']
  if (userAgent === undefined || userAgent === '') throw new UsageError(NO_AGENT)
  const given = seeds.length > 0 ? seeds : config['seeds']
  if (given === undefined)
    throw new UsageError(
      'Nothing to crawl: name a URL, such as "curtsy crawl https://example.com/", or a list of them by --seeds.',
    )
  return {
    ...config,
    ...definedOnly({
      include: flags.include,
      exclude: flags.exclude,
      maxPages: flags.maxPages,
      maxTimeMs: flags.maxTime,
      maxDepth: flags.depth,
      concurrency: flags.concurrency,
      sitemaps: flags.sitemaps,
      allowAddresses: flags.allowAddress,
      fresh: flags.fresh,
      scope: readScope(flags.scope ?? config['scope']),
      politeness: readPoliteness(flags.delay, config['politeness']),
    }),
    userAgent,
    seeds: given,
  } as ReadCrawlOptions
}

const NO_AGENT =
  "Say who crawls: --agent 'ExampleBot/1.0 (+https://example.com/bot)', or set CURTSY_USER_AGENT. " +
  'The name is matched with robots.txt, the address is where a site reaches you.'

/** JSON has no functions: a scope may be written there as on the command line. */
function readScope(scope: unknown): Scope | undefined {
  return typeof scope === 'string' ? scopeOf(scope) : (scope as Scope | undefined)
}

function readPoliteness(
  delayMs: number | undefined,
  politeness: unknown,
): Partial<PolitenessPolicy> | undefined {
  const wishes = politeness as Partial<PolitenessPolicy> | undefined
  return delayMs === undefined ? wishes : { ...wishes, delayMs }
}

function definedOnly(
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Whether the config brings code of its own that may push records. */
export function mayPush({
  onPage,
  routes,
  plugins,
}: Pick<ReadCrawlOptions, 'onPage' | 'routes' | 'plugins'>): boolean {
  return onPage !== undefined || (routes?.length ?? 0) > 0 || (plugins?.length ?? 0) > 0
}
