import assert from 'node:assert/strict'
import type { RefusalReason, WaitingReason } from '../../domain/outcome.ts'
import type { NewEntry } from '../../ports/store.ts'
import { entry } from './kit.ts'
import type { Case } from './kit.ts'

/** What is one URL, and what is remembered of it. */
export const SEEN_CASES: readonly Case[] = [
  [
    'a key is new once, also within one call',
    async (kit) => {
      await kit.open()
      assert.deepEqual(await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/1'), [
        true,
        true,
        false,
      ])
      assert.deepEqual(await kit.add('http://a.test/2', 'http://a.test/3'), [false, true])
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/2', 'http://a.test/3'])
    },
  ],
  [
    'a known key changes nothing: neither state nor depth nor where it was found',
    async (kit) => {
      await kit.open()
      const via = 'http://a.test/'
      await kit.addEntry('http://a.test/1', {
        depth: 2,
        via,
        state: { kind: 'refused', reason: 'nofollow' },
      })
      await kit.addEntry('http://a.test/1', { depth: 0, priority: -5 })
      assert.deepEqual(await kit.store.find('http://a.test/1'), {
        key: 'http://a.test/1',
        kind: 'page',
        url: 'http://a.test/1',
        depth: 2,
        via,
        attempts: 0,
        state: { kind: 'refused', reason: 'nofollow' },
        inFlight: false,
        notBeforeMs: undefined,
        lastFailure: undefined,
        details: undefined,
        data: undefined,
      })
      assert.equal(await kit.claimUrls(), 'empty')
    },
  ],
  [
    'an entry lifts what a known key is held or refused for, and brings its own words',
    async (kit, runner) => {
      await kit.open()
      const key = 'http://a.test/1'
      await kit.addEntry(key, { depth: 9, via: 'http://a.test/far', state: held('depth') })
      await kit.addEntry('http://off.test/2', { depth: 1, state: refused('off-scope') })
      assert.equal(await kit.addEntry(key, { lifts: ['budget-spent'] }), false)
      assert.equal(await kit.addEntry(key, { lifts: ['depth'], state: held('depth') }), false)
      assert.notEqual(kit.store.seen(key, ['budget-spent']), false)
      assert.notEqual(kit.store.seen(key, ['depth']), true)
      const parts = { depth: 2, via: 'http://a.test/near', data: { label: 'x' }, priority: 3 }
      assert.equal(await kit.addEntry(key, { ...parts, lifts: ['depth'] }), true)
      assert.equal(await kit.addEntry(key, { ...parts, depth: 1, lifts: ['depth'] }), false)
      assert.notEqual(kit.store.seen(key, ['depth']), false)
      const lifts = ['nofollow', 'off-scope'] as const
      assert.equal(await kit.addEntry('http://off.test/2', { depth: 0, lifts }), true)
      const counts = await kit.store.counts('page')
      assert.deepEqual([counts.discovered, counts.waiting, counts.refused], [2, { queued: 2 }, {}])
      if (!(await kit.crashAndOpen(runner))) return
      const claimed = [await kit.take(), await kit.take()].toSorted((a, b) =>
        a.url.localeCompare(b.url),
      )
      assert.deepEqual(
        claimed.map(({ url, depth, via, data, priority }) => [url, depth, via, data, priority]),
        [
          [key, 2, 'http://a.test/near', { label: 'x' }, 3],
          ['http://off.test/2', 0, undefined, undefined, 0],
        ],
      )
      for (const one of claimed) await kit.settle(one)
      assert.equal((await kit.store.counts('page')).delivered, 2)
    },
  ],
  [
    'what was done or is queued is lifted by nothing',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1')
      const lifts = ['depth', 'queued', 'off-scope'] as const
      await kit.settle(await kit.take())
      for (const url of ['http://a.test/1', 'http://b.test/1']) {
        assert.equal(await kit.addEntry(url, { lifts }), false)
        assert.notEqual(kit.store.seen(url, lifts), false)
      }
      assert.deepEqual(await kit.drain(), ['http://b.test/1'])
    },
  ],
  [
    'what was once done is never queued again',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await kit.settle(await kit.take())
      assert.deepEqual(await kit.add('http://a.test/1'), [false])
      assert.equal(await kit.claimUrls(), 'empty')
    },
  ],
  [
    'one URL as a page and as a sitemap are two entries',
    async (kit) => {
      await kit.open()
      assert.equal(await kit.addEntry('http://a.test/map.xml'), true)
      assert.equal(await kit.addEntry('http://a.test/map.xml', { kind: 'sitemap' }), true)
      assert.equal((await kit.store.find('sitemap http://a.test/map.xml'))?.kind, 'sitemap')
      assert.equal((await kit.store.find('http://a.test/map.xml'))?.kind, 'page')
      assert.equal((await kit.store.counts('sitemap')).discovered, 1)
    },
  ],
  [
    'of calls at the same time exactly one finds the key new',
    async (kit) => {
      await kit.open()
      const calls = Array.from({ length: 20 }, () => kit.add('http://a.test/1', 'http://b.test/1'))
      const answers = await Promise.all(calls)
      assert.equal(answers.filter(([a]) => a).length, 1)
      assert.equal(answers.filter(([, b]) => b).length, 1)
      assert.equal((await kit.store.counts('page')).discovered, 2)
    },
  ],
  [
    'refused and held entries are remembered and never claimed',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/1', { state: { kind: 'refused', reason: 'off-scope' } })
      await kit.addEntry('http://a.test/2', { state: { kind: 'held', reason: 'depth' } })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 0 })
      assert.deepEqual((await kit.store.find('http://a.test/2'))?.state, {
        kind: 'waiting',
        reason: 'depth',
      })
      assert.deepEqual(await kit.add('http://a.test/1', 'http://a.test/2'), [false, false])
    },
  ],
  [
    'seen never says no of a known key, nor yes of an unknown one',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await kit.addEntry('http://a.test/2', { state: { kind: 'refused', reason: 'nofollow' } })
      assert.notEqual(kit.store.seen('http://a.test/1'), false)
      assert.notEqual(kit.store.seen('http://a.test/2'), false)
      assert.notEqual(kit.store.seen('http://a.test/3'), true)
      assert.notEqual(kit.store.seen(''), true)
    },
  ],
  [
    'a claimed entry is what was added, to the last field',
    async (kit) => {
      await kit.open()
      const data = {
        chainSpentMs: 1_500,
        shapeChain: 7,
        label: 'détail “x” 漢字 😀',
        sitemapPath: ['http://a.test/s.xml'],
        seed: true,
      }
      const parts = {
        depth: 300,
        via: 'http://z.test/not-an-entry?é',
        priority: -0.25,
        kind: 'sitemap' as const,
        data,
      }
      const added = entry('https://a.test:8443/1?q="\'%', parts)
      await kit.store.add([added])
      const { lease, attempt, host, pinned, ...rest } = await kit.take()
      const { state: _, ...expected } = added
      assert.deepEqual(rest, expected)
      assert.equal(typeof lease, 'string')
      assert.deepEqual([attempt, host, pinned], [0, undefined, undefined])
    },
  ],
  [
    'a seed has no via, an entry found on a known page has its URL',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/')
      await kit.addEntry('http://a.test/1', { via: 'http://a.test/', depth: 1 })
      const seed = await kit.take()
      assert.equal('via' in seed && seed.via !== undefined, false)
      await kit.settle(seed)
      assert.equal((await kit.take()).via, 'http://a.test/')
    },
  ],
  [
    'an entry may name itself as the page it was found on',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/', { via: 'http://a.test/' })
      assert.equal((await kit.take()).via, 'http://a.test/')
    },
  ],
  [
    'keys of every kind come back whole',
    async (kit) => {
      await kit.open()
      const keys = [
        '__proto__',
        'constructor',
        "'; DROP TABLE url; --",
        `http://a.test/${'x'.repeat(8_000)}`,
        'ключ',
        'e\u0301 \u00e9',
      ]
      for (const key of keys) {
        assert.equal(await kit.addEntry('http://a.test/1', { key }), true, key.slice(0, 30))
      }
      for (const key of keys) assert.equal((await kit.store.find(key))?.key, key)
      assert.equal(await kit.store.find('http://a.test/1'), undefined)
    },
  ],
]

function held(reason: WaitingReason): NewEntry['state'] {
  return { kind: 'held', reason }
}

function refused(reason: RefusalReason): NewEntry['state'] {
  return { kind: 'refused', reason }
}
