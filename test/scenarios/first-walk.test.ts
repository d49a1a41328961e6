import { createCrawler } from '@curtsy/core'
import { fakeSite, virtualClock } from '@curtsy/core/testing'
import { expect, test } from 'vitest'

const userAgent = 'ExampleBot/1.0 (+https://example.com/bot)'
const link = (...urls: readonly string[]): string => urls.map((url) => `<a href="${url}">x</a>`).join('')

test('robots.txt comes first, pages follow a second after the end of the last contact', async () => {
  const clock = virtualClock()
  const site = fakeSite(
    {
      'https://a.test/': { body: link('/one', '/two', '/private/x', 'https://b.test/', 'mailto:a@b.test'), latencyMs: 100 },
      '/one': { body: link('/', '/two'), latencyMs: 50 },
      '/two': 'no links',
      '/robots.txt': { body: 'User-agent: *\nDisallow: /private/', headers: { 'content-type': 'text/plain' } },
    },
    clock,
  )
  const crawler = createCrawler({ userAgent, seeds: 'https://a.test/', clock, fetch: site.fetch })
  const report = await clock.run(crawler.run())
  expect(site.log.map(({ url, startMs, endMs }) => [url, startMs, endMs])).toEqual([
    ['https://a.test/robots.txt', 0, 0],
    ['https://a.test/', 1_000, 1_100],
    ['https://a.test/one', 2_100, 2_150],
    ['https://a.test/two', 3_150, 3_150],
  ])
  expect(report).toMatchObject({
    fetched: 3, delivered: 3, redirected: 0, failed: {}, waiting: {}, discovered: 6, hosts: 1, resumable: false, ended: 'done',
    refused: { 'disallow-rule': 1, 'off-scope': 1, 'blocked-scheme': 1 },
  })
})
