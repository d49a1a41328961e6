import assert from 'node:assert/strict'
import type { Store } from '../../ports/store.ts'
import { rejectsWith } from './kit.ts'
import type { Case, StoreKit } from './kit.ts'

/** Opening, closing, crashing. */
export const LIFE_CASES: readonly Case[] = [
  [
    'every method rejects before open and after close',
    async (kit) => {
      for (const call of Object.values(everyCall(kit.store)))
        await rejectsWith('CURTSY_STATE', call)
      await kit.open()
      await kit.store.close()
      for (const call of Object.values(everyCall(kit.store)))
        await rejectsWith('CURTSY_STATE', call)
      await kit.store.close()
    },
  ],
  [
    'a store that is open cannot be opened',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      await rejectsWith('CURTSY_STATE', () => kit.open())
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/1'])
    },
  ],
  [
    'opened again it holds what it held',
    async (kit) => {
      await kit.open()
      await fill(kit)
      const before = await everything(kit)
      await kit.closeAndOpen()
      assert.deepEqual(await everything(kit), before)
      assert.deepEqual(await kit.add('http://a.test/1', 'http://a.test/2', 'http://n.test/'), [
        false,
        false,
        true,
      ])
    },
  ],
  [
    'opened again it goes on in the same order, with the same waits',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2', 'http://a.test/3')
      await kit.addEntry('http://a.test/urgent', { priority: -1 })
      await kit.contact(await kit.take(), 4_000)
      await kit.advance(1_000)
      await kit.closeAndOpen()
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, kit.nowMs + 3_000)
      await kit.advance(3_000)
      const retry = {
        kind: 'retry',
        notBeforeMs: kit.nowMs + 2_000,
        reason: 'headers-timeout',
      } as const
      await kit.settle(await kit.take(), { outcome: retry })
      await kit.closeAndOpen()
      assert.deepEqual(await kit.drain(1), ['http://a.test/2'])
      const found = await kit.store.find('http://a.test/1')
      assert.deepEqual([found?.attempts, found?.lastFailure], [1, 'headers-timeout'])
      await kit.advance(2_000)
      assert.deepEqual(await kit.drain(), ['http://a.test/1', 'http://a.test/3'])
    },
  ],
  [
    'fresh discards all of it',
    async (kit) => {
      await kit.open()
      await fill(kit)
      await kit.closeAndOpen({ fresh: true })
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 0 })
      assert.notEqual(kit.store.seen('http://a.test/1'), true)
      assert.equal((await kit.store.counts('page')).discovered, 0)
      assert.equal(await kit.store.hostCount(), 0)
      assert.equal(await kit.store.getMeta('settings'), undefined)
      assert.deepEqual(await kit.records(), [])
      assert.deepEqual(await kit.add('http://a.test/1'), [true])
    },
  ],
  [
    'a park for the rest of the run is a timed park for the next',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      const parked = { reason: 'rate-limited', restOfRun: true } as const
      await kit.contact(await kit.take(), 5_000, { host: kit.host(5_000, { parked }) })
      await kit.closeAndOpen()
      assert.deepEqual(await kit.claim(), { kind: 'empty', parked: 1 })
      assert.deepEqual((await kit.store.host('a.test'))?.parked, {
        reason: 'rate-limited',
        restOfRun: false,
      })
      await kit.advance(5_000)
      assert.deepEqual(await kit.claimUrls(), ['http://a.test/2'])
    },
  ],
  [
    'what was in flight at close goes first again, and its slot waits its delay from the opening',
    async (kit) => {
      await kit.open()
      await inFlightAndUrgent(kit)
      await kit.closeAndOpen()
      await expectResumed(kit)
    },
  ],
  [
    'what was in flight at a crash goes first again, and its slot waits its delay from the opening',
    async (kit, runner) => {
      await kit.open()
      await inFlightAndUrgent(kit)
      if (await kit.crashAndOpen(runner)) await expectResumed(kit)
    },
  ],
  [
    'a crash loses nothing that was settled',
    async (kit, runner) => {
      await kit.open()
      await fill(kit)
      const before = await everything(kit)
      if (!(await kit.crashAndOpen(runner))) return
      assert.deepEqual(await everything(kit), before)
      assert.deepEqual(await kit.add('http://a.test/1', 'http://n.test/'), [false, true])
    },
  ],
  [
    'a crash keeps the waits of slots that were not in flight',
    async (kit, runner) => {
      await kit.open()
      await kit.add('http://a.test/1', 'http://a.test/2')
      await kit.contact(await kit.take(), 4_000)
      await kit.advance(1_000)
      if (!(await kit.crashAndOpen(runner))) return
      const claim = await kit.claim()
      assert.equal(claim.kind === 'wait' && claim.untilMs, kit.nowMs + 3_000)
    },
  ],
  [
    'a lease of a run before is void',
    async (kit) => {
      await kit.open()
      await kit.add('http://a.test/1')
      const old = await kit.take()
      await kit.closeAndOpen()
      await kit.settle(old)
      assert.deepEqual((await kit.store.find('http://a.test/1'))?.state, {
        kind: 'waiting',
        reason: 'queued',
      })
    },
  ],
  [
    'after the clock was set back no wait is longer than it was when it began',
    async (kit) => {
      await kit.open()
      await kit.add(
        'http://a.test/1',
        'http://a.test/2',
        'http://b.test/1',
        'http://c.test/1',
        'http://c.test/2',
      )
      await kit.contact(await kit.take(), 4_000)
      const retry = {
        kind: 'retry',
        notBeforeMs: kit.nowMs + 7_000,
        reason: 'http-status',
      } as const
      await kit.settle(await kit.take(), { outcome: retry })
      const notBeforeMs = kit.nowMs + 9_000
      const origin = {
        origin: 'http://c.test',
        slot: 'c.test',
        notBeforeMs,
        reason: 'r',
        parked: false,
        onHold: false,
      }
      await kit.settle(await kit.take(), { origins: [origin] })
      const hourMs = 3_600_000
      const clock = {
        now: () => kit.clock.now() - hourMs,
        sleep: (ms: number) => kit.clock.sleep(ms),
      }
      await kit.closeAndOpen({ clock })
      const waits: (readonly [string, number])[] = []
      for (let claim = await kit.claim(); claim.kind === 'wait'; claim = await kit.claim()) {
        waits.push([claim.slot, claim.untilMs - clock.now()])
        await kit.advance(claim.untilMs - claim.nowMs)
        await kit.take()
      }
      assert.deepEqual(waits, [
        ['a.test', 4_000],
        ['b.test', 3_000],
        ['c.test', 2_000],
      ])
    },
  ],
]

async function inFlightAndUrgent(kit: StoreKit): Promise<void> {
  await kit.add('http://a.test/1', 'http://a.test/2', 'http://b.test/1')
  await kit.take()
  await kit.addEntry('http://a.test/urgent', { priority: -9 })
  await kit.advance(10_000)
}

async function expectResumed(kit: StoreKit): Promise<void> {
  assert.deepEqual(
    await kit.claimUrls(5),
    ['http://b.test/1'],
    'a slot that was not in flight need not wait',
  )
  assert.deepEqual(await kit.claim(), {
    kind: 'wait',
    untilMs: kit.nowMs + 1_000,
    nowMs: kit.nowMs,
    slot: 'a.test',
    reason: 'delay',
  })
  await kit.advance(1_000)
  const again = await kit.take()
  assert.deepEqual([again.url, again.attempt], ['http://a.test/1', 0])
}

/** A little of everything. */
async function fill(kit: StoreKit): Promise<void> {
  await kit.add('http://a.test/1', 'http://a.test/2', 'http://b.test/1')
  await kit.addEntry('http://a.test/r', {
    state: { kind: 'refused', reason: 'nofollow' },
    depth: 3,
    via: 'http://a.test/1',
  })
  await kit.addEntry('http://a.test/h', {
    state: { kind: 'held', reason: 'depth' },
    data: { label: 'x' },
  })
  await kit.addEntry('http://a.test/s.xml', { kind: 'sitemap' })
  await kit.store.setMeta('settings', '{}')
  const outcome = {
    kind: 'done',
    state: { kind: 'failed', reason: 'http-status' },
    details: { status: 404 },
  } as const
  const origins = [
    {
      origin: 'http://c.test',
      slot: 'c.test',
      notBeforeMs: 7,
      reason: 'r',
      parked: false,
      onHold: true,
    },
  ]
  const robots = [{ origin: 'http://a.test', copy: 'x' }]
  await kit.contact(await kit.take(), 60_000, { outcome, records: ['1', '2'], origins, robots })
  await kit.contact(await kit.take(), 30_000, { records: ['3'] })
}

async function everything({ store, ...kit }: StoreKit & { records?: unknown }): Promise<unknown> {
  const records = []
  for await (const record of store.records()) records.push(record)
  const urls = [
    'http://a.test/1',
    'http://a.test/2',
    'http://a.test/r',
    'http://a.test/h',
    'http://b.test/1',
  ]
  return {
    found: await Promise.all(
      [...urls, 'sitemap http://a.test/s.xml'].map((key) => store.find(key)),
    ),
    counts: await Promise.all([store.counts('page'), store.counts('sitemap')]),
    examples: await store.examples('page'),
    hosts: await store.hosts(9),
    hostCount: await store.hostCount(),
    states: [await store.host('a.test'), await store.host('b.test')],
    origins: [await store.originState('http://c.test')],
    robots: await store.robots('http://a.test'),
    meta: await store.getMeta('settings'),
    records,
    at: kit.clock.now(),
  }
}

function everyCall(store: Store): Record<string, () => unknown> {
  return {
    add: () => store.add([]),
    claim: () => store.claim({ max: 1, leaseMs: 1 }),
    pin: () => store.pin('1', '192.0.2.1'),
    settle: () => store.settle([]),
    renew: () => store.renew([], 1),
    release: () => store.release('depth', {}),
    seen: () => store.seen('x'),
    robots: () => store.robots('http://a.test'),
    host: () => store.host('a.test'),
    originState: () => store.originState('http://a.test'),
    find: () => store.find('x'),
    counts: () => store.counts('page'),
    examples: () => store.examples('page'),
    hosts: () => store.hosts(1),
    hostCount: () => store.hostCount(),
    records: () => store.records()[Symbol.asyncIterator]().next(),
    getMeta: () => store.getMeta('x'),
    setMeta: () => store.setMeta('x', 'y'),
  }
}
