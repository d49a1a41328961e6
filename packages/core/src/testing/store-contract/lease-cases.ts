import assert from 'node:assert/strict'
import { settlement } from './kit.ts'
import type { Case } from './kit.ts'

/** Who works on an entry, and until when. */
export const LEASE_CASES: readonly Case[] = [
  [
    'a lease that ends puts its entry back to the head, and the slot waits its delay from then on',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      await kit.take(5_000)
      await kit.advance(4_999)
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.advance(1)
      const claim = await kit.claim()
      assert.deepEqual(claim, {
        kind: 'wait',
        untilMs: kit.nowMs + 1_000,
        nowMs: kit.nowMs,
        slot: 'a.test',
        reason: 'delay',
      })
      await kit.advance(1_000)
      const again = await kit.take()
      assert.deepEqual([again.url, again.attempt], ['http://a.test/1', 0])
    },
  ],
  [
    'a settlement under a void lease changes nothing',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const late = await kit.take(5_000)
      await kit.advance(5_000)
      await kit.settle(late, { records: ['{}'], host: kit.host(99_000), contactEndMs: kit.nowMs })
      assert.deepEqual((await kit.store.find('http://a.test/1'))?.state, {
        kind: 'waiting',
        reason: 'queued',
      })
      assert.deepEqual(await kit.records(), [])
      await kit.advance(1_000)
      const again = await kit.take()
      await kit.settle(late, { outcome: { kind: 'held', reason: 'cancelled' } })
      await kit.settle(again)
      assert.deepEqual((await kit.store.find('http://a.test/1'))?.state, { kind: 'delivered' })
    },
  ],
  [
    'an entry is settled once: the second settlement of a lease changes nothing',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const claimed = await kit.take()
      const failed = { kind: 'done', state: { kind: 'failed', reason: 'http-status' } } as const
      await kit.store.settle([
        settlement(claimed),
        settlement(claimed, { outcome: failed, records: ['1'] }),
      ])
      await kit.settle(claimed, { outcome: failed })
      const found = await kit.store.find('http://a.test/1')
      assert.deepEqual(
        [found?.state, found?.attempts, await kit.records()],
        [{ kind: 'delivered' }, 1, []],
      )
    },
  ],
  [
    'renew prolongs a lease from now on, and leaves void ones void',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1')
      const [long, short] = [await kit.take(5_000), await kit.take(3_000)]
      await kit.advance(4_000)
      await kit.store.renew([long.lease, short.lease, 'unknown'], 5_000)
      await kit.advance(4_999)
      assert.deepEqual(await kit.claimUrls(), ['http://b.test/1'])
      await kit.settle(long)
      await kit.settle(short)
      assert.deepEqual((await kit.store.find('http://a.test/1'))?.state, { kind: 'delivered' })
      assert.deepEqual((await kit.store.find('http://b.test/1'))?.inFlight, true)
    },
  ],
  [
    'an unknown lease is ignored, and may not start a contact',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const claimed = await kit.take()
      await kit.settle({ ...claimed, lease: 'unknown' })
      assert.equal((await kit.store.find('http://a.test/1'))?.inFlight, true)
      assert.deepEqual(await kit.store.pin('unknown', '192.0.2.1'), {
        kind: 'busy',
        untilMs: undefined,
      })
    },
  ],
  [
    'a lease that ends gives back the room at its address',
    async (kit) => {
      await kit.open({ perAddressInFlight: 1 })
      await kit.add('http://a.test/1', 'http://b.test/1')
      const lost = await kit.take(5_000)
      await kit.store.pin(lost.lease, '192.0.2.1')
      await kit.advance(5_000)
      const other = await kit.take()
      assert.deepEqual(await kit.store.pin(other.lease, '192.0.2.1'), { kind: 'pinned' })
      assert.deepEqual(await kit.store.pin(lost.lease, '192.0.2.1'), {
        kind: 'busy',
        untilMs: undefined,
      })
    },
  ],
]
