import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CrawlEvents, CrawlStatus, Crawler } from '@curtsy/core'
import { startLiveStatus } from './live-status.ts'
import type { LiveStatus, LiveStatusOptions } from './live-status.ts'
import type { Outlet } from './surroundings.ts'
import { PLAIN } from './terminal/paint.ts'

beforeEach(() => {
  vi.useFakeTimers({
    now: 1_000_000,
    toFake: ['setInterval', 'clearInterval', 'Date', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A crawl that delivers one page each time it is looked at. */
function shown(
  isTty: boolean,
  options: Partial<LiveStatusOptions> = {},
): {
  readonly live: LiveStatus
  readonly said: string[]
  readonly wait: (event: CrawlEvents['wait']) => void
} {
  const said: string[] = []
  let delivered = 0
  let onWait: ((event: CrawlEvents['wait']) => void) | undefined
  const status = async (): Promise<CrawlStatus> => ({
    running: true,
    fetched: 0,
    delivered: delivered++,
    inFlight: 0,
    queued: 3,
    failed: {},
    refused: {},
    waiting: {},
  })
  const on = ((type: string, listener: NonNullable<typeof onWait>) => {
    if (type === 'wait') onWait = listener
    return () => undefined
  }) as Crawler['on']
  const outlet: Outlet = {
    write: (text) => void said.push(text),
    writeAll: async () => undefined,
    isTty,
    columns: () => 80,
    paint: PLAIN,
  }
  const live = startLiveStatus({
    outlet,
    crawler: { status, on },
    hosts: async () => [],
    ...options,
  })
  return { live, said, wait: (event) => onWait?.(event) }
}

describe('on a terminal', () => {
  test('the lines are written over each other, and are gone at the end', async () => {
    const { live, said, wait } = shown(true)
    await vi.advanceTimersByTimeAsync(0)
    wait({ slot: 'b.demo', untilMs: 1_001_650, forMs: 1_650, reason: 'crawl-delay', line: 3 })
    await vi.advanceTimersByTimeAsync(250)
    await live.stop()
    expect(said).toEqual([
      '0 pages  0.0 per second, 3 queued  0.0 s\n',
      '\u001b[1A\u001b[0J',
      '1 page  4.0 per second, 3 queued  0.3 s\n  next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3\n',
      '\u001b[2A\u001b[0J',
    ])
  })

  test('a note stays above them', async () => {
    const { live, said } = shown(true)
    await vi.advanceTimersByTimeAsync(0)
    live.note('note: one')
    await vi.advanceTimersByTimeAsync(250)
    await live.stop()
    expect(said.slice(1, 4)).toEqual([
      '\u001b[1A\u001b[0J',
      'note: one\n',
      '1 page  4.0 per second, 3 queued  0.3 s\n',
    ])
  })
})

describe('elsewhere', () => {
  test('there is a plain line every five seconds', async () => {
    const { live, said } = shown(false)
    await vi.advanceTimersByTimeAsync(10_999)
    await live.stop()
    expect(said).toEqual([
      '5.0 s: 5 pages, 1.0 per second, 3 queued\n',
      '10 s: 10 pages, 1.0 per second, 3 queued\n',
    ])
  })

  test('or nothing at all', async () => {
    const { live, said } = shown(false, { quiet: true })
    await vi.advanceTimersByTimeAsync(60_000)
    await live.stop()
    expect(said).toEqual([])
  })
})

describe('its tick', () => {
  test('comes every second, one at a time, also where nothing is said', async () => {
    let ticks = 0
    let end: (() => void) | undefined
    const { live } = shown(true, {
      quiet: true,
      onTick: () => {
        ticks++
        return ticks === 2 ? new Promise((resolve) => (end = resolve)) : Promise.resolve()
      },
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ticks).toBe(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ticks).toBe(2)
    end?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ticks).toBe(3)
    await live.stop()
  })

  test('that throws is told at the end', async () => {
    const { live } = shown(false, { onTick: () => Promise.reject(new Error('full')) })
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(live.stop()).rejects.toThrow('full')
  })
})
