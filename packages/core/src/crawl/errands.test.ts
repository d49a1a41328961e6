import { afterEach, expect, test } from 'vitest'
import { createErrands } from '../create-crawler.ts'
import { fakeSite } from '../testing/fake-site.ts'
import type { FakePage, FakeSite } from '../testing/fake-site.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import type { VirtualClock } from '../testing/virtual-clock.ts'
import type { ErrandOptions, Errands } from './errands.ts'

const userAgent = 'ExampleBot/1.0 (+https://example.com/bot)'

let clock: VirtualClock
let site: FakeSite
let errands: Errands
afterEach(() => clock.run(errands.close()))

function on(pages: Readonly<Record<string, FakePage>>, options: Partial<ErrandOptions> = {}): void {
  clock = virtualClock()
  site = fakeSite(pages, clock)
  errands = createErrands({ userAgent, clock, fetch: site.fetch, ...options })
}

const starts = (): readonly (readonly [string, number])[] =>
  site.log.map(({ url, startMs }) => [url, startMs])
const robotsTxt = (body: string): FakePage => ({ body, headers: { 'content-type': 'text/plain' } })

async function textOf(url: string): Promise<string> {
  const opened = await errands.openSitemap(url)
  if (opened.kind !== 'open') return `${opened.kind} ${opened.reason}: ${opened.message}`
  const chunks: Uint8Array[] = []
  for await (const chunk of opened.body) chunks.push(chunk)
  return `${opened.url} ${opened.status} ${opened.contentType}: ${Buffer.concat(chunks).toString()}`
}

test('robots.txt is asked for hop by hop, each in the time of its host, and nothing else', async () => {
  on({
    'https://a.test/robots.txt': { status: 301, headers: { location: '/r1' } },
    'https://a.test/r1': { status: 302, headers: { location: 'https://b.test/r2' } },
    'https://b.test/r2': { status: 302, headers: { location: '/robots' } },
    'https://b.test/robots': {
      body: 'User-agent: *',
      headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=600' },
    },
  })
  const { copy, hops, refused } = await clock.run(errands.askRobots('https://a.test/any/page'))
  expect(
    hops.map(({ url, hop, status, location, contentType }) => [
      url,
      hop,
      status,
      location,
      contentType,
    ]),
  ).toEqual([
    ['https://a.test/robots.txt', 0, 301, '/r1', 'text/html; charset=utf-8'],
    ['https://a.test/r1', 1, 302, 'https://b.test/r2', 'text/html; charset=utf-8'],
    ['https://b.test/r2', 2, 302, '/robots', 'text/html; charset=utf-8'],
    ['https://b.test/robots', 3, 200, undefined, 'text/plain'],
  ])
  expect([copy?.state, copy?.file?.octets, hops[3]?.cacheControl, refused]).toEqual([
    'fetched',
    'User-agent: *',
    'max-age=600',
    undefined,
  ])
  expect(starts()).toEqual([
    ['https://a.test/robots.txt', 0],
    ['https://a.test/r1', 1_000],
    ['https://b.test/r2', 1_000],
    ['https://b.test/robots', 2_000],
  ])
})

test('a chain without end is followed five times', async () => {
  on({ 'https://a.test/robots.txt': { status: 301, headers: { location: '/robots.txt' } } })
  const { copy, hops } = await clock.run(errands.askRobots('https://a.test'))
  expect([copy?.state, copy?.answered?.why, hops.length]).toEqual([
    'unavailable',
    'too-many-redirects',
    6,
  ])
})

test('an origin that fails is asked once; a fresh copy is not asked for again', async () => {
  on({ 'https://a.test/robots.txt': { status: 503 }, 'https://b.test/robots.txt': { status: 404 } })
  const failed = await clock.run(errands.askRobots('https://a.test'))
  expect([failed.copy?.state, failed.hops.map(({ status }) => status)]).toEqual([
    'unreachable',
    [503],
  ])
  const missing = await clock.run(errands.askRobots('https://b.test'))
  expect(await clock.run(errands.askRobots('https://b.test'))).toEqual({ ...missing, hops: [] })
  expect(starts()).toHaveLength(2)
})

test('the gate is asked first: an address of this machine is refused with a sentence', async () => {
  on({})
  const { copy, hops, refused } = await clock.run(errands.askRobots('http://127.0.0.1:8080'))
  expect([copy, hops]).toEqual([undefined, []])
  expect(refused).toContain('127.0.0.1')
  expect(await clock.run(textOf('http://127.0.0.1:8080/s.xml'))).toMatch(
    /^refused blocked-address: /,
  )
  expect(starts()).toEqual([])
})

test('a connection that breaks has a name', async () => {
  on({ 'https://a.test/robots.txt': { error: 'ECONNRESET' } })
  const { hops } = await clock.run(errands.askRobots('https://a.test'))
  expect(hops).toMatchObject([{ status: undefined, failure: 'connection-reset' }])
})

test('a sitemap is asked for after robots.txt, redirects are followed, the crawl-delay holds', async () => {
  on({
    'https://a.test/robots.txt': robotsTxt('User-agent: *\nCrawl-delay: 3\nDisallow: /closed'),
    'https://a.test/s.xml': { status: 301, headers: { location: '/t.xml' } },
    'https://a.test/t.xml': { body: '<urlset/>', headers: { 'content-type': 'application/xml' } },
    'https://a.test/u.xml': { body: 'u' },
    'https://a.test/gone.xml': { status: 503 },
  })
  expect(await clock.run(textOf('https://a.test/s.xml'))).toBe(
    'https://a.test/t.xml 200 application/xml: <urlset/>',
  )
  expect(await clock.run(textOf('https://a.test/u.xml'))).toMatch(
    /^https:\/\/a\.test\/u\.xml 200 .*: u$/,
  )
  expect(await clock.run(textOf('https://a.test/closed/s.xml'))).toBe(
    'refused disallow-rule: Disallow: /closed (robots.txt line 3)',
  )
  expect(await clock.run(textOf('https://a.test/gone.xml'))).toBe('failed http-status: Status 503.')
  expect(await clock.run(textOf('https://a.test/u.xml'))).toMatch(/^failed known: /)
  expect(starts()).toEqual([
    ['https://a.test/robots.txt', 0],
    ['https://a.test/s.xml', 3_000],
    ['https://a.test/t.xml', 6_000],
    ['https://a.test/u.xml', 9_000],
    ['https://a.test/gone.xml', 12_000],
  ])
})

test('the next errand waits until the body of this one is over, read or left', async () => {
  on({ 'https://a.test/1.xml': { body: 'one', bodyMs: 500 }, 'https://a.test/2.xml': 'two' })
  const first = await clock.run(errands.openSitemap('https://a.test/1.xml'))
  const second = textOf('https://a.test/2.xml')
  await clock.advance(10_000)
  expect(site.urls).toEqual(['https://a.test/robots.txt', 'https://a.test/1.xml'])
  expect(first.kind).toBe('open')
  if (first.kind === 'open') await first.body[Symbol.asyncIterator]().return?.()
  expect(await clock.run(second)).toContain('two')
})

test('nothing is asked for while robots.txt cannot be read, after two more attempts', async () => {
  on({ 'https://a.test/robots.txt': { status: 500 }, 'https://a.test/s.xml': 'never' })
  expect(await clock.run(textOf('https://a.test/s.xml'))).toBe(
    'failed parked: robots.txt of https://a.test cannot be read, and nothing is fetched before it can.',
  )
  expect(starts()).toEqual([
    ['https://a.test/robots.txt', 0],
    ['https://a.test/robots.txt', 5_000],
    ['https://a.test/robots.txt', 15_000],
  ])
})

test('what is no URL is refused at once, and so is an errand after the end', async () => {
  on({})
  await expect(errands.askRobots('a.test')).rejects.toMatchObject({ code: 'CURTSY_SEED' })
  await errands.close()
  await expect(errands.openSitemap('https://a.test/')).rejects.toMatchObject({
    code: 'CURTSY_STATE',
  })
})
