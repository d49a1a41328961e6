import assert from 'node:assert/strict'
import type { Case } from './kit.ts'

const ONE = '192.0.2.1'
const TWO = '192.0.2.2'

/** Several slots on one address. */
export const ADDRESS_CASES: readonly Case[] = [
  [
    'an address takes so many at once over all its slots; a returned entry comes again when there is room',
    async (kit) => {
      await kit.open({ perAddressInFlight: 2 })
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://c.test/1', 'http://d.test/1')
      const [a, b, c] = [await kit.take(), await kit.take(), await kit.take()]
      assert.deepEqual(await kit.store.pin(a.lease, ONE), { kind: 'pinned' })
      assert.deepEqual(await kit.store.pin(b.lease, ONE), { kind: 'pinned' })
      assert.deepEqual(await kit.store.pin(c.lease, ONE), { kind: 'busy', untilMs: undefined })
      await kit.settle(c, { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.claimUrls(5), ['http://d.test/1'], 'a slot elsewhere goes on')
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.settle(a)
      const again = await kit.take()
      assert.deepEqual([again.url, again.pinned], ['http://c.test/1', ONE])
    },
  ],
  [
    'the next start at an address comes after the last start and the last end, each by the delay',
    async (kit) => {
      await kit.open({ perAddressInFlight: 2, perAddressDelayMs: 500 })
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://b.test/2')
      const [a, b] = [await kit.take(), await kit.take()]
      const t0 = kit.nowMs
      await kit.store.pin(a.lease, ONE)
      assert.deepEqual(await kit.store.pin(b.lease, ONE), { kind: 'busy', untilMs: t0 + 500 })
      await kit.settle(b, { outcome: { kind: 'return' } })
      const wait = await kit.claim()
      assert.deepEqual(wait, {
        kind: 'wait',
        untilMs: t0 + 500,
        nowMs: t0,
        slot: 'b.test',
        reason: 'address',
      })
      await kit.advance(500)
      const again = await kit.take()
      assert.deepEqual([again.url, again.pinned], ['http://b.test/1', ONE])
      assert.deepEqual(await kit.store.pin(again.lease, ONE), { kind: 'pinned' })
      await kit.advance(600)
      await kit.contact(again, 0)
      const after = await kit.claim()
      assert.equal(after.kind === 'wait' && after.untilMs, t0 + 1_600)
    },
  ],
  [
    'a claim at a known address reserves it',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1 })
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://a.test/2', 'http://b.test/2')
      for (let n = 0; n < 2; n += 1) {
        const claimed = await kit.take()
        await kit.store.pin(claimed.lease, ONE)
        await kit.settle(claimed)
      }
      const first = await kit.take()
      assert.deepEqual([first.url, first.pinned], ['http://a.test/2', ONE])
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.settle(first, { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.claimUrls(5), ['http://b.test/2'])
    },
  ],
  [
    'a turn without contact gives back what it reserved at the address',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1, perAddressDelayMs: 500 })
      await kit.add('http://a.test/1', 'http://a.test/2')
      const first = await kit.take()
      await kit.store.pin(first.lease, ONE)
      await kit.contact(first, 0)
      await kit.advance(500)
      await kit.settle(await kit.take(), { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
    },
  ],
  [
    'a slot that moves to another address leaves the first one free',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1 })
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://a.test/2')
      const first = await kit.take()
      await kit.store.pin(first.lease, ONE)
      await kit.settle(first)
      const b = await kit.take()
      assert.equal(b.url, 'http://b.test/1')
      const a = await kit.take()
      assert.deepEqual([a.url, a.pinned], ['http://a.test/2', ONE])
      assert.deepEqual(await kit.store.pin(a.lease, TWO), { kind: 'pinned' })
      assert.deepEqual(await kit.store.pin(b.lease, ONE), { kind: 'pinned' })
    },
  ],
  [
    'a contact that ends at an address its slot has left makes room there',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1, initialHost: { delayMs: 0, inFlight: 2 } })
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://a.test/2')
      const [stays, waits, moves] = [await kit.take(), await kit.take(), await kit.take()]
      assert.deepEqual(
        [stays.url, waits.url, moves.url],
        ['http://a.test/1', 'http://b.test/1', 'http://a.test/2'],
      )
      assert.deepEqual(await kit.store.pin(stays.lease, ONE), { kind: 'pinned' })
      assert.deepEqual(await kit.store.pin(waits.lease, ONE), { kind: 'busy', untilMs: undefined })
      await kit.settle(waits, { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.store.pin(moves.lease, TWO), { kind: 'pinned' })
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.settle(stays)
      assert.deepEqual(await kit.claimUrls(), ['http://b.test/1'])
    },
  ],
  [
    'a contact that starts late keeps its distance at the address from the next',
    async (kit) => {
      await kit.open({ perAddressInFlight: 2, perAddressDelayMs: 500 })
      await kit.add('http://a.test/1', 'http://b.test/1')
      const t0 = kit.nowMs
      for (let n = 0; n < 2; n += 1) {
        const claimed = await kit.take()
        await kit.store.pin(claimed.lease, ONE)
        await kit.contact(claimed, 0)
        await kit.advance(500)
      }
      await kit.add('http://a.test/2', 'http://b.test/2')
      const slow = await kit.take()
      await kit.advance(500)
      const quick = await kit.take()
      assert.deepEqual(await kit.store.pin(slow.lease, ONE), { kind: 'pinned' })
      await kit.advance(100)
      assert.deepEqual(await kit.store.pin(quick.lease, ONE), { kind: 'busy', untilMs: t0 + 2_000 })
    },
  ],
  [
    'a full address does not hold back a slot without one',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1, perAddressDelayMs: 10_000 })
      await kit.add('http://a.test/1', 'http://a.test/2')
      const a = await kit.take()
      await kit.store.pin(a.lease, ONE)
      await kit.contact(a, 0)
      await kit.add('http://b.test/1')
      assert.deepEqual(await kit.claimUrls(5), ['http://b.test/1'])
    },
  ],
]
