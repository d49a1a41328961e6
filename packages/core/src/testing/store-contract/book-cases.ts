import assert from 'node:assert/strict'
import type { NewEntry, StateCounts } from '../../ports/store.ts'
import type { Case } from './kit.ts'

/** The books: counts, examples, hosts, records, named values. */
export const BOOK_CASES: readonly Case[] = [
  [
    'the states of each kind add up to what was discovered',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/r1', { state: refused('off-scope') })
      await kit.addEntry('http://a.test/r2', { state: refused('off-scope') })
      await kit.addEntry('http://a.test/r3', { state: refused('nofollow') })
      await kit.addEntry('http://a.test/h1', { state: { kind: 'held', reason: 'depth' } })
      await kit.addEntry('http://z.test/s.xml', { kind: 'sitemap' })
      await kit.add(
        'http://a.test/1',
        'http://b.test/1',
        'http://c.test/1',
        'http://d.test/1',
        'http://e.test/1',
        'http://f.test/1',
      )
      await kit.settle(await kit.take())
      assert.equal((await kit.take()).url, 'http://a.test/1')
      await kit.settle(await kit.take(), {
        outcome: { kind: 'done', state: { kind: 'delivered' } },
      })
      await kit.settle(await kit.take(), {
        outcome: { kind: 'done', state: { kind: 'redirected' } },
      })
      const failed = { kind: 'done', state: { kind: 'failed', reason: 'http-status' } } as const
      await kit.settle(await kit.take(), { outcome: failed })
      const retry = { kind: 'retry', notBeforeMs: kit.nowMs + 9, reason: 'http-status' } as const
      await kit.settle(await kit.take(), { outcome: retry })
      const pages = await kit.store.counts('page')
      assert.deepEqual(pages, {
        discovered: 10,
        delivered: 1,
        redirected: 1,
        failed: { 'http-status': 1 },
        refused: { 'off-scope': 2, nofollow: 1 },
        waiting: { depth: 1, queued: 3 },
      })
      assert.equal(total(pages), pages.discovered)
      const sitemaps = await kit.store.counts('sitemap')
      assert.deepEqual([sitemaps.discovered, sitemaps.delivered], [1, 1])
      assert.equal((await kit.store.counts('robots')).discovered, 0)
    },
  ],
  [
    'what is queued is told by priority and age, with what it waits for',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/retry', 'http://c.test/flying', 'http://d.test/done')
      await kit.addEntry('http://b.test/late', { priority: 2, data: { label: 'x' }, depth: 3 })
      await kit.addEntry('http://b.test/s.xml', {
        kind: 'sitemap',
        via: 'http://b.test/robots.txt',
      })
      await kit.addEntry('http://b.test/robots.txt', { kind: 'robots' })
      await kit.addEntry('http://b.test/r', { state: refused('off-scope') })
      await kit.addEntry('http://b.test/h', { state: { kind: 'held', reason: 'depth' } })
      const retryMs = kit.nowMs + 9_000
      const [retry, , done] = [await kit.take(), await kit.take(), await kit.take()]

      await kit.settle(retry, {
        outcome: { kind: 'retry', notBeforeMs: retryMs, reason: 'http-status' },
      })
      await kit.settle(done)
      const queued = await kit.store.queued(10)
      assert.deepEqual(
        queued.map(({ url, kind, notBeforeMs }) => [url, kind, notBeforeMs]),
        [
          ['http://a.test/retry', 'page', retryMs],
          ['http://b.test/s.xml', 'sitemap', undefined],
          ['http://b.test/late', 'page', undefined],
        ],
      )
      assert.deepEqual(queued[2], {
        key: 'http://b.test/late',
        kind: 'page',
        url: 'http://b.test/late',
        slot: 'b.test',
        origin: 'http://b.test',
        depth: 3,
        via: undefined,
        data: { label: 'x' },
        notBeforeMs: undefined,
      })
      assert.deepEqual(await kit.store.queued(1), queued.slice(0, 1))
      assert.deepEqual((await kit.store.find('http://b.test/late'))?.data, { label: 'x' })
    },
  ],
  [
    'URLs found by links are counted by origin, what is held or was never admitted excepted',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/seed')
      await kit.addEntry('http://a.test/1', { depth: 1 })
      await kit.addEntry('http://a.test/2', { depth: 7 })
      await kit.addEntry('http://a.test/h', { depth: 1, state: { kind: 'held', reason: 'depth' } })
      await kit.addEntry('http://r.test/r', { depth: 1, state: refused('off-scope') })
      await kit.addEntry('http://a.test/s.xml', { depth: 1, kind: 'sitemap' })
      await kit.add('http://b.test/seed')
      const outcome = {
        kind: 'done',
        state: { kind: 'refused', reason: 'disallow-rule' },
      } as const
      await kit.settle(await kit.take(), { outcome })
      assert.deepEqual(
        await kit.store.linkedUrls(),
        new Map([
          ['http://a.test', 2],
          ['http://b.test', 0],
        ]),
      )
    },
  ],
  [
    'each state has an example URL, and only those states that have URLs',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/r', { state: { kind: 'refused', reason: 'nofollow' } })
      await kit.addEntry('http://a.test/h', { state: { kind: 'held', reason: 'depth' } })
      await kit.addEntry('http://a.test/s.xml', { kind: 'sitemap' })
      await kit.add('http://p.test/1', 'http://p.test/2', 'http://q.test/1')
      await kit.settle(await kit.take())
      const parked = { reason: 'rate-limited', restOfRun: true } as const
      await kit.contact(await kit.take(), 1_000, { host: kit.host(1_000, { parked }) })
      assert.deepEqual(await kit.store.examples('page'), {
        'refused:nofollow': 'http://a.test/r',
        'waiting:depth': 'http://a.test/h',
        'waiting:queued': 'http://q.test/1',
        'waiting:rate-limited': 'http://p.test/2',
        delivered: 'http://p.test/1',
      })
      await kit.store.release('depth', {})
      assert.equal((await kit.store.examples('page'))['waiting:depth'], undefined)
      assert.deepEqual(await kit.store.examples('sitemap'), { delivered: 'http://a.test/s.xml' })
    },
  ],
  [
    'hosts with queued entries are listed, most urgent first',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://c.test/1', 'http://d.test/1')
      await kit.add('http://a.test/2', 'http://b.test/2', 'http://b.test/3', 'http://c.test/2')
      await kit.contact(await kit.take(), 9_000)
      await kit.contact(await kit.take(), 3_000)
      await kit.contact(await kit.take(), 6_000)
      await kit.contact(await kit.take(), 1_000)
      const hosts = await kit.store.hosts(10)
      assert.deepEqual(
        hosts.map(({ slot, queued, state }) => [slot, queued, state?.delayMs]),
        [
          ['b.test', 2, 3_000],
          ['c.test', 1, 6_000],
          ['a.test', 1, 9_000],
        ],
      )
      assert.deepEqual(
        (await kit.store.hosts(1)).map(({ slot }) => slot),
        ['b.test'],
      )
    },
  ],
  [
    'hosts are counted when queued or contacted, not when a link to them is refused or held',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://off.test/', { state: { kind: 'refused', reason: 'off-scope' } })
      await kit.addEntry('http://deep.test/', { state: { kind: 'held', reason: 'depth' } })
      assert.equal(await kit.store.hostCount(), 0)
      await kit.add('http://a.test/1', 'https://a.test/1', 'http://b.test/1')
      await kit.drain()
      assert.equal(await kit.store.hostCount(), 2)
      await kit.store.release('depth', {})
      assert.equal(await kit.store.hostCount(), 3)
    },
  ],
  [
    'records come in commit order, from any commit on, one commit a settlement',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      await kit.settle(await kit.take(), { records: ['1', '{"é":"漢"}'] })
      await kit.settle(await kit.take())
      await kit.settle(await kit.take(), { records: ['3'] })
      const all = await kit.records()
      assert.deepEqual(
        all.map(({ json }) => json),
        ['1', '{"é":"漢"}', '3'],
      )
      const [first, second, third] = all.map(({ commit }) => commit)
      assert.equal(first, second)
      assert.deepEqual(await kit.records(first), all.slice(2))
      assert.deepEqual(await kit.records(third), [])
      assert.deepEqual(await kit.records(0), all)
    },
  ],
  [
    'named values and robots copies are kept, the last one counts',
    async (kit) => {
      await kit.open()
      assert.equal(await kit.store.getMeta('cookies'), undefined)
      await kit.store.setMeta('cookies', 'a=1')
      await kit.store.setMeta('cookies', 'ä=2')
      await kit.store.setMeta('__proto__', '')
      assert.deepEqual(
        [await kit.store.getMeta('cookies'), await kit.store.getMeta('__proto__')],
        ['ä=2', ''],
      )
      assert.equal(await kit.store.getMeta('toString'), undefined)
      assert.equal(await kit.store.robots('http://a.test'), undefined)
      assert.equal(await kit.store.host('a.test'), undefined)
      assert.equal(await kit.store.originState('http://a.test'), undefined)
      assert.equal(await kit.store.find('http://a.test/'), undefined)
    },
  ],
]

function total(counts: StateCounts): number {
  const groups = [counts.failed, counts.refused, counts.waiting].flatMap((group) =>
    Object.values(group),
  )
  return counts.delivered + counts.redirected + groups.reduce((sum, n) => sum + n, 0)
}

function refused(reason: 'off-scope' | 'nofollow'): NewEntry['state'] {
  return { kind: 'refused', reason }
}
