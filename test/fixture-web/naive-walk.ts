// A walk of the fixture web that shares nothing with the crawler: level by level, without any politeness, in a hundred lines. It says
// what the pages really link, so that the expectations of the sites are held against something other than themselves.
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { FixtureWeb } from '../../examples/src/fixture-web/index.ts'
import { allows, readRobots } from './naive-robots.ts'
import type { NaiveRule } from './naive-robots.ts'

const MAX_DEPTH = 16
const MAX_SAME_SEGMENT = 3
const GROUP = 'ExampleBot'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** What the walk makes of one URL; the words are those of the expectations. */
export interface Walked {
  readonly outcome: string
  readonly title?: string
  readonly noindex?: boolean
}

interface Found {
  readonly url: string
  readonly depth: number
  /** The redirects that led here, oldest first. */
  readonly chain: readonly string[]
}

type Rules = readonly NaiveRule[] | 'unreachable'

/** One GET to a site of the fixture web. Rejects when the name does not resolve. */
export async function ask(web: FixtureWeb, url: string): Promise<Answer> {
  const { hostname, pathname, search, host } = new URL(url)
  const [address] = await web.resolve(hostname)
  if (address === undefined) throw new Error(`${hostname} does not resolve`)
  return new Promise((resolve, reject) => {
    const options = { host: address, port: web.port, path: pathname + search, headers: { host } }
    const sent = request({ ...options, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Walks from the seeds, and from the sitemaps where asked. Gives every discovered URL and what became of it. */
export async function naiveWalk(
  web: FixtureWeb,
  { sitemaps = false }: { readonly sitemaps?: boolean } = {},
): Promise<ReadonlyMap<string, Walked>> {
  const walked = new Map<string, Walked>()
  const known = new Set<string>()
  const nofollow = new Set<string>()
  const hosts = new Set(web.seeds.map((seed) => new URL(seed).host))
  const robots = new Map<string, Promise<Rules>>()

  async function rulesOf(origin: string): Promise<Rules> {
    const answer = await ask(web, `${origin}/robots.txt`).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return 'unreachable'
    return answer.status === 200 ? readRobots(answer.body.toString(), GROUP) : []
  }

  function knownRules(origin: string): Promise<Rules> {
    const rules = robots.get(origin) ?? rulesOf(origin)
    robots.set(origin, rules)
    return rules
  }

  async function visit({ url, depth, chain }: Found): Promise<readonly Found[]> {
    const { protocol, host, origin, pathname, search } = new URL(url)
    const say = (outcome: string): readonly Found[] => (walked.set(url, { outcome }), [])
    if (protocol !== 'http:') return say('refused:blocked-scheme')
    if (!hosts.has(host)) return say('refused:off-scope')
    if (repeats(pathname) > MAX_SAME_SEGMENT) return say('refused:trap-suspected')
    if (depth > MAX_DEPTH) return say('waiting:depth')
    const rules = await knownRules(origin)
    if (rules === 'unreachable') return say('waiting:robots-unreachable')
    if (!allows(rules, pathname + search)) return say('refused:disallow-rule')

    const first = await ask(web, url)
    const { status, headers, body } = first.status === 503 ? await ask(web, url) : first
    if (status >= 300 && status < 400) {
      const target = new URL(String(headers['location']), url).href
      if (chain.includes(target)) return say('failed:redirect-limit')
      walked.set(url, { outcome: 'redirected' })
      return [{ url: target, depth, chain: [...chain, url] }]
    }
    if (status >= 400) return say('failed:http-status')
    const type = String(headers['content-type'])
    if (type.startsWith('image/')) return say('failed:content-type-refused')
    if (!type.startsWith('text/html')) return say('delivered')
    const html = body.toString(type.includes('8859-1') ? 'latin1' : 'utf8')
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
    walked.set(url, { outcome: 'delivered', title, noindex: headers['x-robots-tag'] === 'noindex' })
    return linksOf(html, url, nofollow).map((href) => ({ url: href, depth: depth + 1, chain: [] }))
  }

  async function level(found: readonly Found[]): Promise<void> {
    const fresh = found.filter(({ url }) => !known.has(url) && known.add(url))
    if (fresh.length === 0) return
    const next = await Promise.all(fresh.map(visit))
    await level(next.flat())
  }

  const listed = sitemaps ? await locationsOf(web, `${web.origin('shop.demo')}/sitemap.xml`) : []
  await level([...web.seeds, ...listed].map((url) => ({ url, depth: 0, chain: [] })))
  for (const url of nofollow) if (!known.has(url)) walked.set(url, { outcome: 'refused:nofollow' })
  return walked
}

/** The URLs that `html` links, without fragment and without an empty query. Those under nofollow go to the other set. */
function linksOf(html: string, base: string, nofollow: Set<string>): readonly string[] {
  const followed: string[] = []
  for (const [, href = '', rel = ''] of html.matchAll(/<a href="([^"]*)"(?: rel="([^"]*)")?>/g)) {
    const url = new URL(href.replaceAll('&amp;', '&'), base)
    url.hash = ''
    const key = url.search === '' ? url.href.replace(/\?$/, '') : url.href
    if (rel === 'nofollow' || rel === 'ugc') nofollow.add(key)
    else followed.push(key)
  }
  return followed
}

async function locationsOf(web: FixtureWeb, sitemap: string): Promise<readonly string[]> {
  const { body } = await ask(web, sitemap)
  const xml = (sitemap.endsWith('.gz') ? gunzipSync(body) : body).toString()
  const locations = Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, location = '']) => location)
  if (!xml.includes('<sitemapindex')) return locations
  return (await Promise.all(locations.map((location) => locationsOf(web, location)))).flat()
}

function repeats(pathname: string): number {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return Math.max(0, ...segments.map((one) => segments.filter((other) => other === one).length))
}
