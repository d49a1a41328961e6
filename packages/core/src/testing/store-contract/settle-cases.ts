import assert from 'node:assert/strict'
import type { NewEntry } from '../../ports/store.ts'
import { entry, settlement } from './kit.ts'
import type { Case } from './kit.ts'

/** What one settlement does, all of it or nothing. */
export const SETTLE_CASES: readonly Case[] = [
  [
    'outcome, links, records, host, origins and robots copies are settled together',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const host = kit.host(1_000, { memory: { failures: 2 } })
      const state = {
        origin: 'http://b.test',
        slot: 'b.test',
        notBeforeMs: 5,
        reason: 'r',
        parked: false,
        onHold: true,
      }
      const details = { status: 200, etag: '"x"', nested: { list: [1, 'zwei', null] } }
      await kit.settle(await kit.take(), {
        outcome: { kind: 'done', state: { kind: 'delivered' }, details },
        found: [entry('http://a.test/2', { via: 'http://a.test/1', depth: 1 })],
        records: ['{"n":1}', '{"n":2}'],
        contactEndMs: kit.nowMs,
        host,
        origins: [state],
        robots: [{ origin: 'http://a.test', copy: 'User-agent: *' }],
      })
      const done = await kit.store.find('http://a.test/1')
      assert.deepEqual(
        [done?.state, done?.attempts, done?.details],
        [{ kind: 'delivered' }, 1, details],
      )
      assert.equal((await kit.store.find('http://a.test/2'))?.via, 'http://a.test/1')
      assert.deepEqual(
        (await kit.records()).map(({ json }) => json),
        ['{"n":1}', '{"n":2}'],
      )
      assert.deepEqual(await kit.store.host('a.test'), host)
      assert.deepEqual(await kit.store.originState('http://b.test'), state)
      assert.deepEqual(await kit.store.robots('http://a.test'), {
        origin: 'http://a.test',
        copy: 'User-agent: *',
      })
    },
  ],
  [
    'settlements of one call take effect in order',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1')
      const [a, b] = [await kit.take(), await kit.take()]
      await kit.store.settle([
        settlement(a, {
          found: [entry('http://c.test/', { via: a.url, depth: 3 })],
          records: ['"a"'],
          robots: [{ origin: 'http://c.test', copy: 'first' }],
        }),
        settlement(b, {
          found: [entry('http://c.test/', { via: b.url, depth: 1 })],
          records: ['"b"'],
          robots: [{ origin: 'http://c.test', copy: 'second' }],
        }),
      ])
      const found = await kit.store.find('http://c.test/')
      assert.deepEqual([found?.via, found?.depth], ['http://a.test/1', 3])
      assert.equal((await kit.store.robots('http://c.test'))?.copy, 'second')
      const [first, second] = await kit.records()
      assert.deepEqual([first?.json, second?.json], ['"a"', '"b"'])
      assert.equal((first?.commit ?? 0) < (second?.commit ?? 0), true)
    },
  ],
  [
    'what cannot be told as JSON is rejected, and nothing of the call has happened',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1')
      const [a, b] = [await kit.take(), await kit.take()]
      const outcome = { kind: 'done', state: { kind: 'delivered' }, details: { big: 1n } } as const
      await assert.rejects(
        kit.store.settle([
          settlement(a, { found: [entry('http://c.test/')], records: ['1'] }),
          settlement(b, { outcome }),
        ]),
        TypeError,
      )
      assert.equal((await kit.store.find('http://a.test/1'))?.inFlight, true)
      assert.equal(await kit.store.find('http://c.test/'), undefined)
      assert.deepEqual(await kit.records(), [])
      await kit.settle(a)
      assert.deepEqual((await kit.store.find('http://a.test/1'))?.state, { kind: 'delivered' })
    },
  ],
  [
    'a refusal at dispatch and a hold count no attempt, a failure and a redirect do',
    async (kit) => {
      await kit.open()
      const outcomes = {
        refused: { kind: 'done', state: { kind: 'refused', reason: 'disallow-rule' } },
        held: { kind: 'held', reason: 'max-pages' },
        failed: { kind: 'done', state: { kind: 'failed', reason: 'http-status' } },
        redirected: { kind: 'done', state: { kind: 'redirected' } },
      } as const
      const attempts: Record<string, number | undefined> = {}
      for (const [name, outcome] of Object.entries(outcomes)) {
        await kit.add(`http://${name}.test/`)
        await kit.settle(await kit.take(), { outcome })
        attempts[name] = (await kit.store.find(`http://${name}.test/`))?.attempts
      }
      assert.deepEqual(attempts, { refused: 0, held: 0, failed: 1, redirected: 1 })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 0 })
    },
  ],
  [
    'held entries are released by reason and depth, to the place their age gives them',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/1', { depth: 4, state: held('depth') })
      await kit.add('http://a.test/2')
      await kit.addEntry('http://a.test/3', { depth: 5, state: held('depth') })
      await kit.addEntry('http://a.test/4', { depth: 4, state: held('depth') })
      await kit.addEntry('http://a.test/5', { depth: 4, state: held('max-pages') })
      await kit.addEntry('http://a.test/6', { depth: 4, priority: -1, state: held('depth') })
      await kit.add('http://a.test/7')
      assert.equal(await kit.store.release('depth', { maxDepth: 4 }), 3)
      assert.deepEqual((await kit.store.counts('page')).waiting, {
        queued: 5,
        depth: 1,
        'max-pages': 1,
      })
      assert.deepEqual(await kit.drain(), [
        'http://a.test/6',
        'http://a.test/1',
        'http://a.test/2',
        'http://a.test/4',
        'http://a.test/7',
      ])
      assert.equal(await kit.store.release('max-pages', {}), 1)
      assert.equal(await kit.store.release('max-pages', {}), 0)
      assert.deepEqual(await kit.drain(), ['http://a.test/5'])
    },
  ],
  [
    'of each origin no more is released than it has room for, the oldest first',
    async (kit) => {
      await kit.open()
      const state = { kind: 'held', reason: 'budget-spent' } as const
      for (const path of ['1', '2', '3']) {
        await kit.addEntry(`http://a.test/${path}`, { state, depth: 1 })
        await kit.addEntry(`http://b.test/${path}`, { state, depth: 1 })
      }
      assert.equal(await kit.store.release('budget-spent', { room: twoOfA }), 2)
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/2'])
      assert.deepEqual((await kit.store.counts('page')).waiting, { 'budget-spent': 4 })
    },
  ],
  [
    'an entry held after a claim is released like any other, and keeps its attempts',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      const retry = { kind: 'retry', notBeforeMs: kit.nowMs, reason: 'http-status' } as const
      await kit.settle(await kit.take(), { outcome: retry })
      await kit.settle(await kit.take(), { outcome: { kind: 'held', reason: 'budget-spent' } })
      await kit.settle(await kit.take(), { outcome: { kind: 'return' } })
      assert.equal(await kit.store.release('budget-spent', {}), 1)
      await kit.settle(await kit.take())
      const again = await kit.take()
      assert.deepEqual([again.url, again.attempt], ['http://a.test/1', 1])
    },
  ],
  [
    'a page with a thousand links is one settlement',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/')
      const found = Array.from({ length: 1_000 }, (_, n) =>
        entry(`http://a.test/${n % 700}`, { via: 'http://a.test/' }),
      )
      await kit.settle(await kit.take(), { found })
      assert.equal((await kit.store.counts('page')).discovered, 701)
      assert.equal((await kit.drain()).length, 700)
    },
  ],
]

function held(reason: 'depth' | 'max-pages'): NewEntry['state'] {
  return { kind: 'held', reason }
}

function twoOfA(origin: string): number {
  return origin === 'http://a.test' ? 2 : 0
}
