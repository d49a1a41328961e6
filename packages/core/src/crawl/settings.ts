// The options as a person wrote them -> settings that the crawl can trust. Every mistake is one sentence: what, expected, got.
import { hostSlotOf } from '../domain/host-slot.ts'
import { ROBOTS_POLICIES } from '@curtsy/robots'
import { CurtsyError } from '../curtsy-error.ts'
import type { AdmissionRules } from '../domain/admission.ts'
import { headerProblem } from '../domain/request-headers.ts'
import { DEFAULT_LIMITS, HARD_LIMITS } from '../domain/limits.ts'
import type { Limits } from '../domain/limits.ts'
import { completePoliteness } from '../domain/politeness.ts'
import type { PolitenessPolicy } from '../domain/politeness.ts'
import { sameHost } from '../domain/scope.ts'
import { parseCidrs } from '../domain/special-addresses.ts'
import { urlPattern } from '../domain/url-pattern.ts'
import { readIdentity } from '../domain/user-agent.ts'
import {
  closest,
  readChoice,
  readFlag,
  readList,
  readNumber,
  show,
  wrong,
} from './option-checks.ts'
import type { CrawlerOptions, LimitOptions } from './options.ts'
import type { CrawlSettings } from './parts.ts'

const OPTION_NAMES: ReadonlySet<string> = new Set([
  'userAgent',
  'seeds',
  'scope',
  'include',
  'exclude',
  'onPage',
  'routes',
  'plugins',
  'politeness',
  'limits',
  'concurrency',
  'maxPages',
  'maxDepth',
  'maxTimeMs',
  'store',
  'fresh',
  'sitemaps',
  'allowAddresses',
  'exemptOrigins',
  'robotsPolicy',
  'robotsTokens',
  'headers',
  'cookies',
  'followNofollow',
  'allowDowngrade',
  'canonical',
  'parser',
  'clock',
  'fetch',
  'resolve',
  'robots',
])

export interface ReadSettings {
  readonly settings: CrawlSettings
  readonly admission: Omit<AdmissionRules, 'scopeContext' | 'seedHosts'>
  /** Sentences for the log and the report. */
  readonly notes: readonly string[]
}

/**
 * Checks and completes the options.
 *
 * @param given seeds that are not read from the options; errands have none
 * @throws CurtsyError CURTSY_OPTION, CURTSY_USER_AGENT or CURTSY_SEED
 */
export function readSettings(options: CrawlerOptions, given?: readonly URL[]): ReadSettings {
  if (typeof options !== 'object' || options === null)
    throw wrong('options', 'to be an object', options)
  for (const name of Object.keys(options)) {
    if (!OPTION_NAMES.has(name))
      throw new CurtsyError(
        'CURTSY_OPTION',
        `There is no option "${name}".${closest(name, OPTION_NAMES)}`,
      )
  }
  const identity = readIdentity(options.userAgent, options.robotsTokens)
  const seeds = given ?? readSeeds(options.seeds)
  readFlag('cookies', options.cookies)
  readFlag('fresh', options.fresh)
  const limits = readLimits(options.limits ?? {}, options.maxDepth)
  checkParts(options)
  const exemptOrigins = new Set(
    readList('exemptOrigins', options.exemptOrigins, '["https://example.com"]').map((text) =>
      readOrigin('exemptOrigins', text),
    ),
  )
  const allow = parseCidrs(readList('allowAddresses', options.allowAddresses, '["127.0.0.0/8"]'))
  return {
    settings: {
      identity,
      seeds,
      limits,
      politeness: readPoliteness(options.politeness ?? {}),
      concurrency: readNumber('concurrency', options.concurrency ?? 16, { least: 1, whole: true }),
      maxPages: readNumber('maxPages', options.maxPages ?? Infinity, { least: 1 }),
      maxTimeMs: readNumber('maxTimeMs', options.maxTimeMs ?? Infinity, { least: 1 }),
      robotsPolicy: readChoice('robotsPolicy', options.robotsPolicy, ROBOTS_POLICIES),
      exemptOrigins,
      sitemaps: Array.isArray(options.sitemaps)
        ? (options.sitemaps as readonly string[])
        : readFlag('sitemaps', options.sitemaps),
      followNofollow: readFlag('followNofollow', options.followNofollow),
      allowDowngrade: readFlag('allowDowngrade', options.allowDowngrade),
      headers: readHeaders(options.headers ?? {}),
      parser: readChoice('parser', options.parser, ['htmlparser2', 'parse5']),
    },
    admission: {
      limits,
      allow,
      scope: readScope(options.scope),
      include: readList('include', options.include, '["/docs/*"]').map(urlPattern),
      exclude: readList('exclude', options.exclude, '["*.pdf"]').map(urlPattern),
    },
    notes: readNotes(options, exemptOrigins),
  }
}

/** Seeds are absolute http(s) URLs; `crawler.add` reads its URLs the same way. */
export function readSeeds(given: unknown): readonly URL[] {
  const list = Array.isArray(given) ? (given as unknown[]) : [given]
  if (given === undefined || list.length === 0) {
    throw new CurtsyError(
      'CURTSY_SEED',
      'Expected at least one seed, an absolute URL such as "https://example.com/", got none.',
    )
  }
  return list.map((seed) => {
    const text = String(seed)
    let url: URL
    try {
      url = new URL(text)
    } catch {
      throw new CurtsyError(
        'CURTSY_SEED',
        `Expected a seed to be an absolute URL such as "https://example.com/", got ${show(text)}.`,
      )
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new CurtsyError(
        'CURTSY_SEED',
        `Expected a seed to be http or https, got ${show(text)}.`,
      )
    }
    return url
  })
}

function readScope(scope: unknown): AdmissionRules['scope'] {
  if (scope === undefined) return sameHost
  if (typeof scope !== 'function')
    throw wrong('scope', 'to be a scope such as sameHost or within("/docs/")', scope)
  return scope as AdmissionRules['scope']
}

/** Where the limits say nothing else, 0 is allowed and means "none at all". */
function readLimits(given: LimitOptions, maxDepth: number | undefined): Limits {
  const limits: Record<string, unknown> = { ...DEFAULT_LIMITS }
  for (const [name, value] of Object.entries({
    ...given,
    ...(maxDepth === undefined ? {} : { maxDepth }),
  })) {
    if (value === undefined) continue
    const usual = DEFAULT_LIMITS[name as keyof Limits]
    if (usual === undefined)
      throw new CurtsyError(
        'CURTSY_OPTION',
        `There is no limit "${name}".${closest(name, Object.keys(DEFAULT_LIMITS))}`,
      )
    limits[name] =
      typeof usual === 'number'
        ? readNumber(`limits.${name}`, value, { least: 0 })
        : readByKind(name, usual, value)
  }
  for (const [name, most] of Object.entries(HARD_LIMITS)) {
    if ((limits[name] as number) > most)
      throw new CurtsyError(
        'CURTSY_OPTION',
        `Expected limits.${name} to be at most ${most}, got ${show(limits[name])}.`,
      )
  }
  return limits as unknown as Limits
}

function readByKind(
  name: string,
  usual: Readonly<Record<string, number>>,
  value: unknown,
): Readonly<Record<string, number>> {
  if (typeof value === 'number') return readByKind(name, usual, { page: value })
  if (typeof value !== 'object' || value === null)
    throw wrong(`limits.${name}`, 'to be an object with page, robots and sitemap', value)
  const read: Record<string, number> = { ...usual }
  for (const [kind, n] of Object.entries(value)) {
    if (!(kind in usual))
      throw new CurtsyError(
        'CURTSY_OPTION',
        `There is no limits.${name}.${kind}; there are ${Object.keys(usual).join(', ')}.`,
      )
    read[kind] = readNumber(`limits.${name}.${kind}`, n, { least: 0 })
  }
  return read
}

function readPoliteness(given: Partial<PolitenessPolicy>): PolitenessPolicy {
  const policy = completePoliteness(given)
  for (const [name, value] of Object.entries(policy)) {
    if (name === 'hosts') continue
    if (!(name in POLITENESS_LEAST))
      throw new CurtsyError(
        'CURTSY_OPTION',
        `There is no politeness.${name}.${closest(name, Object.keys(POLITENESS_LEAST))}`,
      )
    const least = POLITENESS_LEAST[name as keyof typeof POLITENESS_LEAST]
    readNumber(`politeness.${name}`, value, { least, whole: least === 1 })
  }
  return { ...policy, hosts: readHosts(policy.hosts) }
}

const POLITENESS_LEAST = {
  delayMs: 0,
  perOriginInFlight: 1,
  perAddressInFlight: 1,
  perAddressDelayMs: 0,
  latencyFactor: 0,
  maxAdaptiveDelayMs: 0,
}

/** Hosts as people write them (`a.test`, `https://A.test:443`) by the slot that they are. */
function readHosts(given: PolitenessPolicy['hosts']): PolitenessPolicy['hosts'] {
  return Object.fromEntries(
    Object.entries(given).map(([name, host]) => {
      const delayMs = readNumber(`politeness.hosts["${name}"].delayMs`, host?.delayMs, { least: 0 })
      const text = name.includes('://') ? name : `http://${name}`
      if (!URL.canParse(text))
        throw wrong('politeness.hosts', 'to name hosts such as "a.test"', name)
      return [hostSlotOf(new URL(text)), { delayMs }]
    }),
  )
}

/** What is handed in ready made has at least the form of what it is meant to be. */
function checkParts({ plugins, routes, store, fetch, resolve, clock }: CrawlerOptions): void {
  readList('routes', routes, '[{ match: "/items/*", onPage }]')
  for (const plugin of readList('plugins', plugins, '[cookies()]')) {
    if (typeof plugin?.name !== 'string')
      throw wrong('plugins', 'to be plugins with a name, made by definePlugin', plugin)
  }
  for (const [name, given] of Object.entries({ fetch, resolve })) {
    if (given !== undefined && typeof given !== 'function')
      throw wrong(name, 'to be a function', given)
  }
  if (store !== undefined && typeof store?.open !== 'function')
    throw wrong('store', 'to be a store such as memoryStore()', store)
  if (clock !== undefined && typeof clock?.now !== 'function')
    throw wrong('clock', 'to be a clock with now and sleep', clock)
}

function readHeaders(
  given: Readonly<Record<string, Readonly<Record<string, string>>>>,
): CrawlSettings['headers'] {
  const headers = new Map<string, Readonly<Record<string, string>>>()
  for (const [origin, fields] of Object.entries(given)) {
    const read: Record<string, string> = {}
    for (const [name, value] of Object.entries(fields)) {
      const problem = headerProblem(name, value)
      if (problem !== undefined)
        throw new CurtsyError('CURTSY_OPTION', `headers["${origin}"]: ${problem}`)
      read[name.toLowerCase()] = value
    }
    headers.set(readOrigin('headers', origin), read)
  }
  return headers
}

function readOrigin(option: string, text: unknown): string {
  try {
    const url = new URL(String(text))
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin
  } catch {
    // Falls through to the sentence below.
  }
  throw wrong(option, 'to name origins such as "https://example.com"', text)
}

function readNotes(options: CrawlerOptions, exempt: ReadonlySet<string>): readonly string[] {
  const notes: string[] = []
  if ('robots' in options) {
    notes.push(
      'robots.txt is always obeyed; the option "robots" changes nothing. Name origins of your own in exemptOrigins.',
    )
  }
  for (const origin of exempt)
    notes.push(`robots.txt of ${origin} is not asked: it is named in exemptOrigins.`)
  if (options.allowAddresses?.length)
    notes.push(`Special addresses that may be contacted: ${options.allowAddresses.join(', ')}.`)
  return notes
}
