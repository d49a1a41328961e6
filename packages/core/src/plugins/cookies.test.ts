import { expect, test } from 'vitest'
import { memoryStore } from '../adapters/memory-store/memory-store.ts'
import { createCrawler } from '../create-crawler.ts'
import { fakeSite } from '../testing/fake-site.ts'
import type { FakeRequest } from '../testing/fake-site.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { cookies } from './cookies.ts'

const userAgent = 'ExampleBot/1.0 (+https://example.com/bot)'

function siteThatCounts(clock: ReturnType<typeof virtualClock>) {
  const seen: [string, string | undefined][] = []
  const note = (answer: object) => (request: FakeRequest) => {
    seen.push([
      new URL(request.url).host + new URL(request.url).pathname,
      request.headers['cookie'],
    ])
    return answer
  }
  const site = fakeSite(
    {
      'https://a.test/robots.txt': note({ status: 404, headers: { 'set-cookie': 'r=1' } }),
      'https://b.test/robots.txt': note({ status: 404 }),
      'https://a.test/': note({
        status: 302,
        headers: { location: '/in', 'set-cookie': ['s=1; Path=/', 'all=2; Domain=test'] },
      }),
      'https://a.test/in': note({ body: '<a href="/x">x</a><a href="https://b.test/">b</a>' }),
      'https://a.test/x': note({ body: 'x' }),
      'https://b.test/': note({ body: 'b' }),
    },
    clock,
  )
  return { site, seen }
}

test('cookies go back to their own site, also after a redirect, and never to another or to robots.txt', async () => {
  const clock = virtualClock()
  const { site, seen } = siteThatCounts(clock)
  const crawler = createCrawler({
    userAgent,
    seeds: ['https://a.test/'],
    scope: () => true,
    clock,
    fetch: site.fetch,
    plugins: [cookies()],
    politeness: { delayMs: 0 },
  })
  await clock.run(crawler.run())
  expect(new Map(seen)).toEqual(
    new Map([
      ['a.test/robots.txt', undefined],
      ['a.test/', undefined],
      ['a.test/in', 's=1'],
      ['a.test/x', 's=1'],
      ['b.test/robots.txt', undefined],
      ['b.test/', undefined],
    ]),
  )
})

test('the option `cookies` is short for the plugin', async () => {
  const clock = virtualClock()
  const { site, seen } = siteThatCounts(clock)
  const options = { userAgent, seeds: 'https://a.test/', clock, fetch: site.fetch }
  await clock.run(createCrawler({ ...options, cookies: true }).run())
  expect(new Map(seen).get('a.test/x')).toBe('s=1')
})

test('without the plugin no cookie is ever sent', async () => {
  const clock = virtualClock()
  const { site, seen } = siteThatCounts(clock)
  await clock.run(
    createCrawler({ userAgent, seeds: 'https://a.test/', clock, fetch: site.fetch }).run(),
  )
  expect(seen.map(([, cookie]) => cookie)).toEqual(seen.map(() => undefined))
})

test('the jar is kept in the store and read by the next run', async () => {
  const clock = virtualClock()
  const { site, seen } = siteThatCounts(clock)
  const store = memoryStore()
  const options = { userAgent, seeds: 'https://a.test/', clock, fetch: site.fetch, store }
  const first = createCrawler({ ...options, plugins: [cookies()], maxPages: 1 })
  await clock.run(first.run())
  await first.close()
  seen.length = 0
  await clock.run(createCrawler({ ...options, plugins: [cookies()] }).run())
  expect(seen).toEqual([['a.test/x', 's=1']])
})
