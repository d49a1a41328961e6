import assert from 'node:assert/strict'
import type { OriginState } from '../../ports/store.ts'
import type { Case, StoreKit } from './kit.ts'

/** Slots and origins that are left alone for a while, and what keeps a run alive. */
export const PARK_CASES: readonly Case[] = [
  [
    'a slot parked for the rest of the run does not keep it alive, and is counted under its reason',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      const parked = { reason: 'origin-gave-up', restOfRun: true } as const
      await kit.contact(await kit.take(), 1_000, { host: kit.host(1_000, { parked }) })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 2 })
      await kit.advance(1_000_000)
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 2 })
      assert.deepEqual((await kit.store.counts('page')).waiting, { 'origin-gave-up': 2 })
      const found = await kit.store.find('http://a.test/2')
      assert.deepEqual(found?.state, { kind: 'waiting', reason: 'origin-gave-up' })
    },
  ],
  [
    'a timed park ends at its time, as long as others keep the run alive',
    async (kit) => {
      await kit.open()
      await parkFor(kit, 5_000)
      await kit.add('http://b.test/1', 'http://b.test/2')
      const busy = await kit.take()
      const wait = await kit.claim()
      assert.equal(
        wait.kind === 'wait' && wait.untilMs,
        kit.nowMs + 5_000,
        'what is in flight keeps the run alive',
      )
      await kit.contact(busy, 9_000)
      await kit.advance(5_000)
      assert.deepEqual(await kit.claimUrls(5), ['http://a.test/2'])
    },
  ],
  [
    'when only a timed park is left the run is over, unless its time has come',
    async (kit) => {
      await kit.open()
      await parkFor(kit, 5_000)
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 1 })
      await kit.advance(4_999)
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 1 })
      await kit.advance(1)
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
    },
  ],
  [
    'a settlement without a park ends the park',
    async (kit) => {
      await kit.open()
      await parkFor(kit, 5_000)
      await kit.advance(5_000)
      await kit.add('http://a.test/3')
      await kit.contact(await kit.take(), 1_000)
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, kit.nowMs + 1_000)
      assert.deepEqual((await kit.store.counts('page')).waiting, { queued: 1 })
    },
  ],
  [
    'what joins a parked slot waits with it',
    async (kit) => {
      await kit.open()
      await parkFor(kit, 5_000)
      await kit.add('http://a.test/3', 'https://a.test/4')
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 3 })
      assert.deepEqual((await kit.store.counts('page')).waiting, { 'rate-limited': 3 })
    },
  ],
  [
    'a parked origin does not keep the run alive, and is asked again at its time if the run lasts',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1', 'http://b.test/2')
      const state = origin('http://a.test', { notBeforeMs: kit.nowMs + 60_000, parked: true })
      await kit.settle(await kit.take(), { outcome: { kind: 'return' }, origins: [state] })
      assert.deepEqual((await kit.store.counts('page')).waiting, {
        'robots-unreachable': 1,
        queued: 2,
      })
      await kit.settle(await kit.take())
      const last = await kit.take()
      await kit.advance(60_000)
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/1'])
      await kit.settle(last)
    },
  ],
  [
    'when only a parked origin is left the run is over',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const state = origin('http://a.test', { notBeforeMs: kit.nowMs + 60_000, parked: true })
      await kit.settle(await kit.take(), { outcome: { kind: 'return' }, origins: [state] })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 1 })
      const found = await kit.store.find('http://a.test/1')
      assert.deepEqual(found?.state, { kind: 'waiting', reason: 'robots-unreachable' })
    },
  ],
  [
    'of an origin on hold only robots entries are claimed',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://b.test/1')
      await kit.settle(await kit.take(), {
        outcome: { kind: 'return' },
        origins: [origin('http://a.test', { onHold: true })],
      })
      await kit.settle(await kit.take())
      await kit.addEntry('http://a.test/robots.txt', { kind: 'robots', priority: 5 })
      await kit.addEntry('http://a.test/2', { priority: -5 })
      const hop = await kit.take()
      assert.deepEqual([hop.kind, hop.url], ['robots', 'http://a.test/robots.txt'])
      assert.equal((await kit.claim()).kind, 'busy')
      await kit.settle(hop, { origins: [origin('http://a.test', {})] })
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/2'])
    },
  ],
  [
    'an origin on hold does not hold its twin in the same slot',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'https://a.test/1')
      const hold = [origin('http://a.test', { onHold: true })]
      await kit.settle(await kit.take(), { outcome: { kind: 'return' }, origins: hold })
      assert.deepEqual(await kit.claimUrls(), ['https://a.test/1'])
    },
  ],
  [
    'an origin on hold does not keep the run alive, the robots entry it waits for does',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const hold = [origin('http://a.test', { onHold: true })]
      await kit.settle(await kit.take(), { outcome: { kind: 'return' }, origins: hold })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 1 })
      await kit.addEntry('http://b.test/robots.txt', {
        kind: 'robots',
        data: { robotsFor: 'http://a.test', hop: 1 },
      })
      const hop = await kit.take()
      await kit.settle(hop, { origins: [origin('http://a.test', {})] })
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/1'])
    },
  ],
  [
    'a run that is for robots.txt alone claims nothing else, and the next one does',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await kit.closeAndOpen({ robotsOnly: true })
      await kit.add('http://b.test/1')
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 2 })
      await kit.addEntry('http://a.test/robots.txt', { kind: 'robots', priority: 5 })
      const asked = await kit.take()
      assert.equal(asked.kind, 'robots')
      await kit.settle(asked, { origins: [origin('http://a.test', {})] })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 2 })
      await kit.closeAndOpen()
      assert.deepEqual((await kit.drain()).toSorted(), ['http://a.test/1', 'http://b.test/1'])
    },
  ],
  [
    'without a hold robots entries go by priority like any other',
    async (kit) => {
      await kit.open()
      await kit.addEntry('http://a.test/robots.txt', { kind: 'robots', priority: 1 })
      await kit.add('http://a.test/1')
      await kit.addEntry('http://a.test/2', { priority: 2 })
      assert.deepEqual(await kit.drain(), [
        'http://a.test/1',
        'http://a.test/robots.txt',
        'http://a.test/2',
      ])
    },
  ],
]

/** Leaves `a.test` parked for `ms` with one entry queued. */
async function parkFor(kit: StoreKit, ms: number): Promise<void> {
  await kit.add('http://a.test/1', 'http://a.test/2')
  const parked = { reason: 'rate-limited', restOfRun: false } as const
  await kit.contact(await kit.take(), ms, { host: kit.host(ms, { parked }) })
}

function origin(name: string, parts: Partial<OriginState>): OriginState {
  return {
    origin: name,
    slot: new URL(name).host,
    notBeforeMs: 0,
    reason: 'robots-retry',
    parked: false,
    onHold: false,
    ...parts,
  }
}
