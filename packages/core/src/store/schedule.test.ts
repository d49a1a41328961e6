import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Column } from './column.ts'
import { FifoBacklog } from './fifo-backlog.ts'
import { Schedule } from './schedule.ts'
import type { Lease, ScheduleBounds } from './schedule.ts'
import type { Slot } from './slot.ts'
import type { HostState } from '../ports/store.ts'

const BOUNDS: ScheduleBounds = {
  perAddressInFlight: 2,
  perAddressDelayMs: 50,
  initialHost: { delayMs: 100, inFlight: 1 },
}

describe('schedule', () => {
  test('100,000 entries of one slot do not starve 10 of another', () => {
    const schedule = newSchedule()
    const big = schedule.openLane('http://big.test', 'big.test')
    const small = schedule.openLane('http://small.test', 'small.test')
    for (let id = 1; id <= 100_000; id += 1) schedule.add(big, { id, priority: 0, kind: 0 }, 0)
    for (let id = 100_001; id <= 100_010; id += 1)
      schedule.add(small, { id, priority: 9, kind: 0 }, 0)
    const order = Array.from({ length: 22 }, () => finishAtOnce(schedule, 0).lane.slot.name)
    expect(order.filter((name) => name === 'small.test')).toHaveLength(10)
    expect(order.slice(0, 4)).toEqual(['big.test', 'small.test', 'big.test', 'small.test'])
  })

  test('slots that keep joining do not starve one that is there already', () => {
    const schedule = newSchedule()
    const old = schedule.openLane('http://old.test', 'old.test')
    for (let id = 1; id <= 3; id += 1) schedule.add(old, { id, priority: 0, kind: 0 }, 0)
    const order: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const lane = schedule.openLane(`http://new${n}.test`, `new${n}.test`)
      schedule.add(lane, { id: 10 + n, priority: 0, kind: 0 }, n)
      order.push(finishAtOnce(schedule, n).lane.slot.name)
    }
    expect(order).toEqual([
      'old.test',
      'new0.test',
      'old.test',
      'new1.test',
      'new2.test',
      'old.test',
    ])
  })

  test('a slot whose turns need no contact does not go before one that has been ready longer', () => {
    const schedule = newSchedule()
    for (const name of ['a.test', 'b.test']) {
      const lane = schedule.openLane(`http://${name}`, name)
      for (let n = 1; n <= 4; n += 1)
        schedule.add(lane, { id: n + name.charCodeAt(0), priority: 0, kind: 0 }, 0)
    }
    const order = [finishAtOnce(schedule, 0), finishAtOnce(schedule, 0, host(500))]
    for (let n = 0; n < 4; n += 1) order.push(finishAtOnce(schedule, 1_000))
    expect(order.map((lease) => lease.lane.slot.name)).toEqual([
      'a.test',
      'b.test',
      'a.test',
      'b.test',
      'a.test',
      'b.test',
    ])
  })

  test('twenty thousand slots are served in the order of their contacts', () => {
    const schedule = newSchedule()
    const slots = 20_000
    for (let n = 0; n < slots; n += 1) {
      const lane = schedule.openLane(`http://h${n}.test`, `h${n}.test`)
      schedule.add(lane, { id: 2 * n + 1, priority: 0, kind: 0 }, 0)
      schedule.add(lane, { id: 2 * n + 2, priority: 0, kind: 0 }, 0)
    }
    // The later a slot was contacted, the sooner it may be again.
    for (let n = 0; n < slots; n += 1) finishAtOnce(schedule, 0, host(slots - n))
    expect(schedule.claim(0, 1_000)).toBeUndefined()
    const order: (string | undefined)[] = []
    for (let at = 1; at <= slots; at += 1) {
      const lease = schedule.claim(at, 1_000_000)
      order.push(lease?.lane.slot.name)
    }
    expect(order).toEqual(Array.from({ length: slots }, (_, n) => `h${slots - n - 1}.test`))
    expect(schedule.look(slots).kind).toBe('busy')
  })

  test('addresses that no slot uses any more are forgotten, but not while a wait is pending there', () => {
    const schedule = newSchedule({ ...BOUNDS, perAddressDelayMs: 10_000 })
    const lane = schedule.openLane('http://a.test', 'a.test')
    schedule.add(lane, { id: 1, priority: 0, kind: 0 }, 0)
    const wander = (from: number, to: number, nowMs: number): void => {
      const lease = schedule.claim(nowMs, 1_000) as Lease
      for (let n = from; n < to; n += 1) schedule.pin(lease, `address ${n}`, nowMs)
      schedule.end(lease, { kind: 'head' }, { endMs: nowMs }, nowMs)
    }
    wander(0, 5_000, 0)
    expect(schedule.addressCount).toBe(5_000)
    wander(5_000, 15_000, 60_000)
    expect(schedule.addressCount).toBeLessThan(10_001)
  })

  test('whatever happens, the heaps say what a scan over all slots says', () => {
    const outcome = fc.check(
      fc.property(
        fc.array(step(), { maxLength: 120 }),
        fc.integer({ min: 1, max: 2 }),
        (steps, inFlight) => {
          const world = new World({ ...BOUNDS, perAddressInFlight: inFlight })
          for (const one of steps) {
            world.apply(one)
            world.check()
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(fc.defaultReportMessage(outcome)).toBeUndefined()
  })
})

interface Step {
  readonly what: 'add' | 'claim' | 'pin' | 'end' | 'origin' | 'wait'
  readonly a: number
  readonly b: number
  readonly c: number
}

function step(): fc.Arbitrary<Step> {
  const what = fc.constantFrom<Step['what'][]>(
    'add',
    'add',
    'claim',
    'claim',
    'pin',
    'end',
    'end',
    'origin',
    'wait',
  )
  return fc.record({ what, a: fc.nat(9), b: fc.nat(9), c: fc.nat(400) })
}

/** A schedule under random steps, and the scan that its answers must agree with. */
class World {
  readonly bounds: ScheduleBounds
  readonly schedule: Schedule
  readonly leases: Lease[] = []
  nowMs = 1_000
  #ids = 0

  constructor(bounds: ScheduleBounds) {
    this.bounds = bounds
    this.schedule = newSchedule(bounds)
  }

  apply({ what, a, b, c }: Step): void {
    const { schedule, nowMs } = this
    const name = `h${a % 4}.test`
    const origin = `${b % 2 === 0 ? 'http' : 'https'}://${name}`
    if (what === 'add') {
      this.#ids += 1
      const entry = { id: this.#ids, priority: c % 3, kind: b % 5 === 0 ? 2 : 0 }
      schedule.add(schedule.openLane(origin, name), entry, nowMs)
    } else if (what === 'claim') {
      const mayStart = this.earliest() <= nowMs
      const lease = schedule.claim(nowMs, 100 + c)
      assert.equal(lease !== undefined, mayStart)
      if (lease !== undefined) this.leases.push(lease)
    } else if (what === 'wait') {
      this.nowMs += c
      schedule.expire(this.nowMs)
    } else if (what === 'origin') {
      const state = {
        origin,
        slot: name,
        notBeforeMs: nowMs + c,
        reason: 'r',
        parked: a % 3 === 0,
        onHold: b % 3 === 0,
      }
      schedule.setOrigin(state, nowMs)
    } else {
      const lease = this.leases.splice(a % Math.max(1, this.leases.length), 1)[0]
      if (lease === undefined || schedule.lease(lease.token) === undefined) return
      if (what === 'pin') {
        schedule.pin(lease, `address ${b % 2}`, nowMs)
        this.leases.push(lease)
        return
      }
      const contact = b % 3 === 0 ? {} : { endMs: nowMs, host: randomHost(nowMs, a, b, c) }
      const to = (
        [{ kind: 'gone' }, { kind: 'head' }, { kind: 'retry', atMs: nowMs + c }] as const
      )[b % 3]
      schedule.end(lease, to ?? { kind: 'gone' }, contact, nowMs)
    }
  }

  check(): void {
    const { schedule, nowMs } = this
    const earliest = this.earliest()
    if (earliest <= nowMs) return
    const answer = schedule.look(nowMs)
    const alive =
      schedule.leases.size > 0 || lanesOf(schedule).some((lane) => lane.liveQueued() > 0)
    const parked = lanesOf(schedule).reduce((sum, lane) => sum + lane.queued, 0)
    if (!alive) assert.deepEqual(answer, { kind: 'empty', parked })
    else if (earliest === Infinity) assert.equal(answer.kind, 'busy')
    else
      assert.deepEqual([answer.kind, answer.kind === 'wait' && answer.untilMs], ['wait', earliest])
  }

  /** When anything may start without anybody settling: over all slots, by hand. */
  earliest(): number {
    return Math.min(Infinity, ...[...this.schedule.slots()].map((slot) => this.#earliestOf(slot)))
  }

  #earliestOf(slot: Slot): number {
    const { group, state } = slot
    const full = group.address !== undefined && group.inFlight >= this.bounds.perAddressInFlight
    if (full || state?.parked?.restOfRun || slot.inFlight >= (state?.inFlight ?? 1)) return Infinity
    const lane = Math.min(...slot.lanes.map((one) => one.readyMs()))
    const clocks = [slot.notBeforeMs, group.address === undefined ? -Infinity : group.notBeforeMs]
    return lane === Infinity ? Infinity : Math.max(lane, ...clocks)
  }
}

function lanesOf(schedule: Schedule): Slot['lanes'] {
  return [...schedule.slots()].flatMap((slot) => slot.lanes)
}

function randomHost(nowMs: number, a: number, b: number, c: number): HostState {
  const parked = { reason: 'rate-limited', restOfRun: b % 4 === 1 } as const
  return {
    ...host(nowMs + c),
    sinceMs: nowMs,
    inFlight: 1 + (a % 3),
    ...(c % 5 === 0 && { parked }),
  }
}

function host(notBeforeMs: number): HostState {
  return { notBeforeMs, sinceMs: 0, reason: 'delay', delayMs: 100, inFlight: 1 }
}

function newSchedule(bounds: ScheduleBounds = BOUNDS): Schedule {
  const next = new Column(4)
  return new Schedule({ backlog: () => new FifoBacklog(next), kindOf: () => 0 }, bounds, '')
}

function finishAtOnce(schedule: Schedule, nowMs: number, state?: HostState): Lease {
  const lease = schedule.claim(nowMs, 1_000)
  if (lease === undefined) throw new Error('expected an entry')
  schedule.end(
    lease,
    { kind: 'gone' },
    state === undefined ? {} : { endMs: nowMs, host: state },
    nowMs,
  )
  return lease
}
