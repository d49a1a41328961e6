// A crawler holds its store only while it needs it: what comes after a run finds the store free.
import { createCrawler, memoryStore } from '@curtsy/core'
import { fakeSite, virtualClock } from '@curtsy/core/testing'
import { sqliteStore } from '@curtsy/sqlite'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const userAgent = 'ExampleBot/1.0 (+https://example.com/bot)'
const PAGES = { 'https://a.test/': '<a href=/b>b</a><a href=/c>c</a>', '/b': 'b', '/c': 'c' }
const folder = mkdtempSync(join(tmpdir(), 'curtsy-hold-'))
let files = 0

describe.each([
  [
    'memory',
    () => {
      const store = memoryStore()
      return () => store
    },
  ],
  [
    'sqlite, a file',
    () => {
      const path = join(folder, `${files++}.db`)
      return () => sqliteStore(path)
    },
  ],
])('%s', (_, makeStores) => {
  test('the next crawler goes on without a word of goodbye from the last', async () => {
    const clock = virtualClock()
    const site = fakeSite(PAGES, clock)
    const storeOf = makeStores()
    const crawler = (maxPages: number) =>
      createCrawler({
        userAgent,
        seeds: 'https://a.test/',
        clock,
        fetch: site.fetch,
        store: storeOf(),
        maxPages,
      })
    expect(await clock.run(crawler(1).run())).toMatchObject({
      delivered: 1,
      waiting: { 'max-pages': 2 },
    })
    expect(await clock.run(crawler(9).run())).toMatchObject({
      delivered: 3,
      waiting: {},
      ended: 'done',
    })
    expect(site.urls.filter((url) => !url.endsWith('robots.txt'))).toHaveLength(3)
  })

  test('explain, status and records answer before, after and again', async () => {
    const clock = virtualClock()
    const site = fakeSite(PAGES, clock)
    const storeOf = makeStores()
    const crawler = createCrawler({
      userAgent,
      seeds: 'https://a.test/',
      clock,
      fetch: site.fetch,
      store: storeOf(),
      onPage: (page) => {
        page.push({ url: page.url.href })
        page.follow()
      },
    })
    expect((await crawler.explain('https://a.test/b')).state).toEqual({ kind: 'unknown' })
    await clock.run(crawler.run())
    expect((await crawler.explain('https://a.test/b')).state).toEqual({ kind: 'delivered' })
    expect(await crawler.status()).toMatchObject({
      running: false,
      delivered: 3,
      inFlight: 0,
      queued: 0,
    })
    const records: unknown[] = []
    for await (const record of crawler.records()) records.push(record)
    expect(records).toEqual([
      { url: 'https://a.test/' },
      { url: 'https://a.test/b' },
      { url: 'https://a.test/c' },
    ])
    for await (const record of crawler.records()) {
      void record
      break
    }
    await crawler.close()
    await crawler.close()
    await expect(crawler.explain('https://a.test/')).rejects.toMatchObject({ code: 'CURTSY_STATE' })
  })

  test('fresh discards once, when the crawler first opens its store', async () => {
    const clock = virtualClock()
    const site = fakeSite(PAGES, clock)
    const storeOf = makeStores()
    const options = { userAgent, seeds: 'https://a.test/', clock, fetch: site.fetch }
    await clock.run(createCrawler({ ...options, store: storeOf() }).run())
    const again = createCrawler({ ...options, store: storeOf(), fresh: true })
    expect(await clock.run(again.run())).toMatchObject({ delivered: 3, fetched: 3 })
    expect((await again.status()).delivered).toBe(3)
  })
})
