import assert from 'node:assert/strict'
import { entry } from './kit.ts'
import type { Case } from './kit.ts'

/** Which entry goes first. */
export const ORDER_CASES: readonly Case[] = [
  [
    'lower priorities go first within an origin, equal ones in the order they were added',
    async (kit) => {
      await kit.open()
      const priorities = [5, 0, -1.5, 5, 0, -3]
      await kit.store.add(
        priorities.map((priority, n) => entry(`http://a.test/${n}`, { priority })),
      )
      const order = (await kit.drain()).map((url) => url.at(-1))
      assert.deepEqual(order, ['5', '2', '1', '4', '0', '3'])
    },
  ],
  [
    'a long queue keeps its order while more and less urgent entries join and leave',
    async (kit) => {
      await kit.open()
      const expected: { priority: number; n: number }[] = []
      let random = 12_345
      let n = 0
      for (let round = 0; round < 12; round += 1) {
        const batch = Array.from({ length: 60 }, () => {
          random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
          const priority = random % (round < 6 ? 3 : 40)
          n += 1
          expected.push({ priority, n })
          return entry(`http://a.test/${n}`, { priority })
        })
        await kit.store.add(batch)
        expected.sort((a, b) => a.priority - b.priority || a.n - b.n)
        const due = expected.splice(0, 25).map((one) => `http://a.test/${one.n}`)
        assert.deepEqual(await kit.drain(25), due, `round ${round}`)
      }
      assert.deepEqual(
        await kit.drain(),
        expected.map((one) => `http://a.test/${one.n}`),
      )
    },
  ],
  [
    'ready slots take turns whatever their priorities and however long their queues',
    async (kit) => {
      await kit.open()
      await kit.store.add(Array.from({ length: 100 }, (_, n) => entry(`http://big.test/${n}`)))
      await kit.store.add(
        Array.from({ length: 3 }, (_, n) => entry(`http://small.test/${n}`, { priority: 9 })),
      )
      assert.deepEqual(await kit.drain(7), [
        'http://big.test/0',
        'http://small.test/0',
        'http://big.test/1',
        'http://small.test/1',
        'http://big.test/2',
        'http://small.test/2',
        'http://big.test/3',
      ])
    },
  ],
  [
    'of ready slots the one that has been ready longest goes first',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://a.test/2', 'http://b.test/2')
      await kit.contact(await kit.take(), 2_000)
      await kit.contact(await kit.take(), 1_000)
      await kit.advance(5_000)
      assert.deepEqual(await kit.claimUrls(5), ['http://b.test/2', 'http://a.test/2'])
    },
  ],
  [
    'a slot that joins does not overtake one that waits already',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await kit.advance(10)
      await kit.add('http://b.test/1')
      assert.deepEqual(await kit.claimUrls(5), ['http://a.test/1', 'http://b.test/1'])
    },
  ],
  [
    'an entry that is returned goes first, before lower priorities, and counts no attempt',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      await kit.settle(await kit.take(), { outcome: { kind: 'return' } })
      await kit.addEntry('http://a.test/urgent', { priority: -100 })
      const again = await kit.take()
      assert.deepEqual([again.url, again.attempt], ['http://a.test/1', 0])
      await kit.settle(again)
      assert.deepEqual(await kit.drain(), ['http://a.test/urgent', 'http://a.test/2'])
    },
  ],
  [
    'of entries that are returned the last one goes first',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 0, inFlight: 2 } })
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      const first = await kit.take()
      const second = await kit.take()
      await kit.settle(second, { outcome: { kind: 'return' } })
      await kit.settle(first, { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/2', 'http://a.test/3'])
    },
  ],
  [
    'two origins of one slot take turns, and are never in flight together',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'https://a.test/1', 'https://a.test/2')
      const claim = await kit.claim(10)
      assert.equal(claim.kind === 'entries' && claim.entries.length, 1)
      if (claim.kind === 'entries') for (const one of claim.entries) await kit.settle(one)
      assert.deepEqual(await kit.drain(), [
        'https://a.test/1',
        'http://a.test/2',
        'https://a.test/2',
      ])
    },
  ],
  [
    'one claim takes at most `max` entries',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://c.test/1')
      assert.deepEqual(await kit.claimUrls(2), ['http://a.test/1', 'http://b.test/1'])
      assert.deepEqual(await kit.claimUrls(2), ['http://c.test/1'])
    },
  ],
  [
    'claims at the same time never give one entry twice',
    async (kit) => {
      await kit.open()
      await kit.store.add(Array.from({ length: 40 }, (_, n) => entry(`http://h${n}.test/`)))
      const answers = await Promise.all(Array.from({ length: 20 }, () => kit.claimUrls(3)))
      const urls = answers.flat().filter((url) => url.startsWith('http'))
      assert.equal(urls.length, 40)
      assert.equal(new Set(urls).size, 40)
    },
  ],
]
