import { getEventListeners } from 'node:events'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { realClock } from './real-clock.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('now', () => {
  test('counts from the epoch', () => {
    expect(Math.abs(realClock().now() - Date.now())).toBeLessThan(50)
  })

  test('does not move when the wall clock is set back', () => {
    const clock = realClock()
    const before = clock.now()
    vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(clock.now()).toBeGreaterThanOrEqual(before)
    expect(clock.now() - before).toBeLessThan(1_000)
  })
})

describe('sleep', () => {
  test.each([0.2, 1, 1.7, 3])('of %s ms is never early', async (ms) => {
    const clock = realClock()
    const from = clock.now()
    await clock.sleep(ms)
    expect(clock.now() - from).toBeGreaterThanOrEqual(ms)
  })

  test('waits again when the timer fires 1 ms too early', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
    const real = globalThis.setTimeout
    const asked: number[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      asked.push(ms)
      return real(run, Math.max(0, asked.length === 1 ? ms - 1 : ms))
    }) as typeof setTimeout)
    let over = false
    void realClock()
      .sleep(100)
      .then(() => (over = true))
    await vi.advanceTimersByTimeAsync(99)
    expect({ over, asked }).toEqual({ over: false, asked: [100, 1] })
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toBe(true)
  })

  test('holds waits longer than a timer can', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
    const ms = 2 ** 31 + 5_000
    let over = false
    void realClock()
      .sleep(ms)
      .then(() => (over = true))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toBe(true)
  })

  test.each([0, -5, Number.NaN])('of %s ms ends at once', async (ms) => {
    await expect(realClock().sleep(ms)).resolves.toBeUndefined()
  })

  test('ends at once when the signal aborts, and never rejects', async () => {
    const stop = new AbortController()
    const slept = realClock().sleep(Number.POSITIVE_INFINITY, stop.signal)
    stop.abort(new Error('enough'))
    await expect(slept).resolves.toBeUndefined()
    await expect(realClock().sleep(60_000, stop.signal)).resolves.toBeUndefined()
  })

  test('leaves no listener on the signal behind', async () => {
    const stop = new AbortController()
    await realClock().sleep(1, stop.signal)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
    const slept = realClock().sleep(60_000, stop.signal)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    stop.abort()
    await slept
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })
})
