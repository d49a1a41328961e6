import { describe, expect, test } from 'vitest'

import { handClock } from '../hand-clock.test-support.ts'
import { deadlineWatch } from './deadline-watch.ts'
import type { DeadlineWatch, Timed } from './deadline-watch.ts'

/** Notes when it was due, takes itself off the watch then. */
function noted(
  watch: DeadlineWatch,
  dueMs: number,
  calls: [number, number][],
): Timed & { dueMs: number } {
  const timed = {
    dueMs,
    onDue(nowMs: number): void {
      calls.push([timed.dueMs, nowMs])
      watch.remove(timed)
    },
  }
  return timed
}

describe('deadlineWatch', () => {
  test('calls each at its exact instant, in order, over one sleeper', async () => {
    const clock = handClock(0)
    const watch = deadlineWatch(clock)
    const calls: [number, number][] = []
    for (const dueMs of [300, 100, 200]) watch.add(noted(watch, dueMs, calls))
    expect(clock.sleeping()).toBe(1)
    await clock.advance(1_000)
    expect(calls).toEqual([
      [100, 100],
      [200, 200],
      [300, 300],
    ])
    expect(clock.sleeping()).toBe(0)
  })

  test('a time that moved on is read again, without a word', async () => {
    const clock = handClock(0)
    const watch = deadlineWatch(clock)
    const calls: [number, number][] = []
    const timed = noted(watch, 100, calls)
    watch.add(timed)
    timed.dueMs = 250
    await clock.advance(249)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual([[250, 250]])
  })

  test('a time that moved nearer must be told', async () => {
    const clock = handClock(0)
    const watch = deadlineWatch(clock)
    const calls: [number, number][] = []
    const timed = noted(watch, 1_000, calls)
    watch.add(timed)
    timed.dueMs = 50
    watch.add(timed)
    await clock.advance(50)
    expect(calls).toEqual([[50, 50]])
  })

  test('nothing sleeps once nothing is watched, nor for what is never due', async () => {
    const clock = handClock(0)
    const watch = deadlineWatch(clock)
    const timed = noted(watch, 100, [])
    watch.add(timed)
    watch.remove(timed)
    expect(clock.sleeping()).toBe(0)
    watch.add(noted(watch, Number.POSITIVE_INFINITY, []))
    expect(clock.sleeping()).toBe(0)
  })
})
