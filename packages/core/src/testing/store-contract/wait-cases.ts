import assert from 'node:assert/strict'
import type { Case } from './kit.ts'

/** What `claim` answers when nothing may start, and the clocks of slots, origins and retries. */
export const WAIT_CASES: readonly Case[] = [
  [
    'an empty store says empty',
    async (kit) => {
      await kit.open()
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 0 })
    },
  ],
  [
    'while all is in flight claim says busy until the first lease ends',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://b.test/1')
      const [startMs, a] = [kit.nowMs, await kit.take(9_000)]
      await kit.take(5_000)
      assert.deepEqual(await kit.claim(), {
        kind: 'busy',
        untilMs: startMs + 5_000,
        nowMs: startMs,
      })
      await kit.settle(a)
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
    },
  ],
  [
    'the last entry in flight keeps the run alive, its settlement ends it',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const last = await kit.take()
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.settle(last)
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 0 })
    },
  ],
  [
    'a slot waits until notBeforeMs, and the answer names slot, reason and line',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      const host = kit.host(3_000, { reason: 'crawl-delay', line: 7 })
      await kit.contact(await kit.take(), 3_000, { host })
      const nowMs = kit.nowMs
      const wait = {
        kind: 'wait',
        untilMs: nowMs + 3_000,
        slot: 'a.test',
        reason: 'crawl-delay',
        line: 7,
      }
      assert.deepEqual(await kit.claim(), { ...wait, nowMs })
      await kit.advance(2_999)
      assert.deepEqual(await kit.claim(), { ...wait, nowMs: nowMs + 2_999 })
      await kit.advance(1)
      const next = await kit.take()
      assert.deepEqual([next.url, next.host], ['http://a.test/2', host])
    },
  ],
  [
    'of several waits the earliest answers',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://a.test/2', 'http://b.test/2')
      await kit.contact(await kit.take(), 3_000)
      await kit.contact(await kit.take(), 2_000)
      const claim = await kit.claim()
      assert.deepEqual(claim, {
        kind: 'wait',
        untilMs: kit.nowMs + 2_000,
        nowMs: kit.nowMs,
        slot: 'b.test',
        reason: 'delay',
      })
    },
  ],
  [
    'a slot that waits does not hold back another',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      await kit.contact(await kit.take(), 60_000)
      await kit.add('http://b.test/1')
      assert.deepEqual(await kit.claimUrls(5), ['http://b.test/1'])
    },
  ],
  [
    'a wait stands although its slot has nothing queued when it begins',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await kit.contact(await kit.take(), 2_000)
      assert.equal((await kit.claim()).kind, 'empty')
      await kit.add('http://a.test/2')
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, kit.nowMs + 2_000)
    },
  ],
  [
    'a turn without contact leaves the clock of the slot as it was',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      await kit.settle(await kit.take())
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
      assert.equal(await kit.store.host('a.test'), undefined)
    },
  ],
  [
    'a retry comes not before its time, counts the attempt and shows its failure',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const notBeforeMs = kit.nowMs + 5_000
      await kit.contact(await kit.take(), 0, {
        outcome: { kind: 'retry', notBeforeMs, reason: 'connection-reset' },
      })
      const claim = await kit.claim()
      assert.deepEqual(claim, {
        kind: 'wait',
        untilMs: notBeforeMs,
        nowMs: kit.nowMs,
        slot: 'a.test',
        reason: 'retry',
      })
      const found = await kit.store.find('http://a.test/1')
      assert.deepEqual(
        [found?.state, found?.attempts, found?.notBeforeMs, found?.lastFailure],
        [{ kind: 'waiting', reason: 'queued' }, 1, notBeforeMs, 'connection-reset'],
      )
      await kit.advance(5_000)
      const again = await kit.take()
      assert.deepEqual([again.url, again.attempt], ['http://a.test/1', 1])
      await kit.settle(again)
      const done = await kit.store.find('http://a.test/1')
      assert.deepEqual(
        [done?.attempts, done?.notBeforeMs, done?.lastFailure],
        [2, undefined, undefined],
      )
    },
  ],
  [
    'a retry that waits does not hold back its origin; once due it goes by priority and age',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      await kit.addEntry('http://a.test/urgent', { priority: -1 })
      await kit.settle(await kit.take())
      const retry = {
        kind: 'retry',
        notBeforeMs: kit.nowMs + 1_000,
        reason: 'http-status',
      } as const
      await kit.settle(await kit.take(), { outcome: retry })
      await kit.settle(await kit.take())
      await kit.advance(1_000)
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/3'])
    },
  ],
  [
    'an entry that is returned on its second attempt still counts the first',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const retry = { kind: 'retry', notBeforeMs: kit.nowMs, reason: 'http-status' } as const
      await kit.settle(await kit.take(), { outcome: retry })
      await kit.settle(await kit.take(), { outcome: { kind: 'return' } })
      assert.equal((await kit.take()).attempt, 1)
    },
  ],
  [
    'an origin waits by itself; its twin in the same slot goes on',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'https://a.test/1')
      const state = {
        origin: 'http://a.test',
        slot: 'a.test',
        notBeforeMs: kit.nowMs + 5_000,
        reason: 'robots-retry',
        parked: false,
        onHold: false,
      }
      await kit.settle(await kit.take(), { origins: [state] })
      assert.deepEqual(await kit.store.originState('http://a.test'), state)
      assert.equal(await kit.store.originState('https://a.test'), undefined)
      await kit.settle(await kit.take())
      assert.deepEqual(await kit.claim(), {
        kind: 'wait',
        untilMs: kit.nowMs + 5_000,
        nowMs: kit.nowMs,
        slot: 'a.test',
        reason: 'robots-retry',
      })
      await kit.advance(5_000)
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
    },
  ],
  [
    'with several in flight at most so many, and starts keep the delay',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 1_000, inFlight: 2 } })
      const t0 = kit.nowMs
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      assert.deepEqual(await kit.claimUrls(5), ['http://a.test/1'])
      const wait = await kit.claim(5)
      assert.deepEqual(wait, {
        kind: 'wait',
        untilMs: t0 + 1_000,
        nowMs: t0,
        slot: 'a.test',
        reason: 'delay',
      })
      await kit.advance(1_000)
      assert.deepEqual(await kit.claimUrls(5), ['http://a.test/2'])
      await kit.advance(60_000)
      assert.equal((await kit.claim(5)).kind, 'busy')
    },
  ],
  [
    'one claim takes of a slot no more than may be in flight at once',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 0, inFlight: 3 } })
      await kit.add(
        'http://a.test/1',
        'http://a.test/2',
        'http://a.test/3',
        'http://a.test/4',
        'http://b.test/1',
      )
      const urls = await kit.claimUrls(10)
      assert.equal(Array.isArray(urls) && urls.length, 4)
      assert.equal((await kit.claim(10)).kind, 'busy')
    },
  ],
  [
    'a settlement only ever raises notBeforeMs',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 0, inFlight: 2 } })
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      const [first, second] = [await kit.take(), await kit.take()]
      const t0 = kit.nowMs
      await kit.contact(first, 9_000, {
        host: kit.host(9_000, { inFlight: 2, reason: 'retry-after' }),
      })
      await kit.contact(second, 1_000, { host: kit.host(1_000, { inFlight: 2 }) })
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, t0 + 9_000)
      assert.equal((await kit.store.host('a.test'))?.notBeforeMs, t0 + 9_000)
    },
  ],
  [
    'with several in flight a contact that starts late keeps its distance from the next',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 1_000, inFlight: 2 } })
      await kit.add('http://a.test/1', 'http://a.test/2')
      const t0 = kit.nowMs
      const slow = await kit.take()
      await kit.advance(1_000)
      const quick = await kit.take()
      assert.deepEqual(await kit.store.pin(slow.lease, '192.0.2.1'), { kind: 'pinned' })
      await kit.advance(200)
      assert.deepEqual(await kit.store.pin(quick.lease, '192.0.2.1'), {
        kind: 'busy',
        untilMs: t0 + 2_000,
      })
      await kit.settle(quick, { outcome: { kind: 'return' } })
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, t0 + 2_000)
    },
  ],
  [
    'with several in flight a turn without contact gives its start back',
    async (kit) => {
      await kit.open({ initialHost: { delayMs: 1_000, inFlight: 2 } })
      await kit.add('http://a.test/1')
      await kit.settle(await kit.take(), { outcome: { kind: 'return' } })
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/1'])
    },
  ],
]
