// The fixture web: several small sites in one process on loopback, for the demo, the examples and the tests.
//
// A crawl reaches them by two options of createCrawler: `resolve`, which knows the names, and `allowAddresses: ['127.0.0.0/8']`.
import type { IncomingMessage } from 'node:http'
import { sendAnswer } from './answer.ts'
import { b } from './b.ts'
import { down } from './down.ts'
import type { Expectation } from './expectation.ts'
import { forum } from './forum.ts'
import { listenOn } from './listen.ts'
import { manual } from './manual.ts'
import { nowhere } from './nowhere.ts'
import { partner } from './partner.ts'
import type { OpenRecord, RequestRecord } from './request-log.ts'
import { logTime } from './request-log.ts'
import { shop } from './shop.ts'
import type { Neighbours, Site, SiteAnswer } from './site.ts'

/** Where each site lives. A site without an address is a name that does not resolve. */
const SITES: readonly SitePlace[] = [
  { name: 'shop.demo', address: '127.0.0.11', make: shop },
  { name: 'forum.demo', address: '127.0.0.12', make: forum },
  { name: 'manual.demo', address: '127.0.0.13', make: manual },
  { name: 'b.demo', address: '127.0.0.14', make: b },
  { name: 'down.demo', address: '127.0.0.15', make: down },
  { name: 'partner.demo', address: '127.0.0.16', make: partner },
  { name: 'nowhere.demo', address: undefined, make: nowhere },
]
const TEN_MINUTES_MS = 600_000

interface SitePlace {
  readonly name: string
  readonly address: string | undefined
  readonly make: (web: Neighbours) => Site
}

export interface FixtureWebOptions {
  /** Closes the web by itself after so many milliseconds, should nobody else do it; 600,000 by default. */
  readonly maxLifetimeMs?: number
}

export interface FixtureWeb {
  readonly port: number
  /** For `resolve` of createCrawler: the address of a site, or nothing for any other name. */
  readonly resolve: (hostname: string) => Promise<string[]>
  /** The first page of every site that wants to be crawled. */
  readonly seeds: readonly string[]
  /** `origin('b.demo')` gives `http://b.demo:41234`. */
  readonly origin: (name: string) => string
  /** Absolute URL -> what a crawl of all seeds on default options makes of it, as ExampleBot. */
  readonly expected: ReadonlyMap<string, Expectation>
  /** Every request so far, in the order they began. */
  readonly log: readonly RequestRecord[]
  /** Stops listening and closes what is open. May be called twice. */
  readonly close: () => Promise<void>
}

/**
 * Starts the fixture web on a free port of loopback.
 *
 * @example
 * const web = await startFixtureWeb()
 * const crawler = createCrawler({ userAgent, seeds: web.seeds, resolve: web.resolve, allowAddresses: ['127.0.0.0/8'] })
 * await crawler.run()
 * await web.close()
 */
export async function startFixtureWeb(options: FixtureWebOptions = {}): Promise<FixtureWeb> {
  const { maxLifetimeMs = TEN_MINUTES_MS } = options
  const log: OpenRecord[] = []
  const sites = new Map<string, Site>()

  const asked = SITES.flatMap(({ address }) => address ?? [])
  const { port, addresses, close } = await listenOn(asked, (request, response) => {
    const record = openRecord(request)
    log.push(record)
    sendAnswer(request, response, answerOf(record, sites.get(record.host)), record)
  })
  const origin = (name: string): string => `http://${name}:${port}`
  for (const { name, make } of SITES) sites.set(name, make({ origin }))

  const lifetime = setTimeout(() => void close(), maxLifetimeMs)
  lifetime.unref()

  return {
    port,
    origin,
    log,
    seeds: [...sites.values()].flatMap(({ name, seedPath }) =>
      seedPath === undefined ? [] : [origin(name) + seedPath],
    ),
    expected: expectedOf(sites.values(), origin),
    resolve: async (hostname) => {
      const place = SITES.find(({ name }) => name === hostname)
      const address = addresses.get(place?.address ?? '')
      return address === undefined ? [] : [address]
    },
    close: async () => {
      clearTimeout(lifetime)
      await close()
    },
  }
}

function openRecord(request: IncomingMessage): OpenRecord {
  return {
    host: (request.headers.host ?? '').replace(/:\d+$/, ''),
    path: request.url ?? '',
    method: request.method ?? '',
    address: request.socket.localAddress ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    startMs: logTime(),
    endMs: undefined,
    status: undefined,
    aborted: false,
  }
}

function answerOf({ host, path, method }: OpenRecord, site: Site | undefined): SiteAnswer {
  if (site?.respond === undefined) return { status: 421, body: 'No such site here.' }
  if (method !== 'GET') return { status: 405, headers: { allow: 'GET' }, body: 'GET only.' }
  return site.respond({ path, url: new URL(path, `http://${host}`) })
}

function expectedOf(
  sites: Iterable<Site>,
  origin: (name: string) => string,
): ReadonlyMap<string, Expectation> {
  const expected = new Map<string, Expectation>()
  for (const site of sites) {
    for (const [key, expectation] of Object.entries(site.expected)) {
      expected.set(key.startsWith('/') ? origin(site.name) + key : key, expectation)
    }
  }
  return expected
}
