import type { CrawlStatus } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { PLAIN } from '../terminal/paint.ts'
import { Pace } from './pace.ts'
import { statusLine, statusLines } from './status-lines.ts'
import type { StatusSnapshot } from './status-lines.ts'
import { hostWaitText } from './wait-text.ts'
import type { QueuedHost } from './wait-text.ts'

const STATUS: CrawlStatus = {
  running: true,
  fetched: 0,
  delivered: 12,
  inFlight: 0,
  queued: 1_041,
  failed: {},
  refused: {},
  waiting: {},
}

function host(slot: string, state: Partial<NonNullable<QueuedHost['state']>>): QueuedHost {
  return {
    slot,
    queued: 1,
    state: { notBeforeMs: 0, sinceMs: 0, reason: 'delay', delayMs: 0, inFlight: 1, ...state },
  }
}

const B = host('b.demo', { notBeforeMs: 2_400, reason: 'crawl-delay', line: 3 })

function snapshot(rest: Partial<StatusSnapshot> = {}): StatusSnapshot {
  return {
    status: STATUS,
    hosts: [B],
    wait: undefined,
    nowMs: 1_000,
    elapsedMs: 8_000,
    perSecond: 1.25,
    ...rest,
  }
}

describe('when a host is contacted next', () => {
  test.each([
    ['crawl-delay', B, 'next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3'],
    ['delay', host('a.demo', { notBeforeMs: 1_500 }), 'next contact with a.demo in 0.5 s: delay'],
    ['now', host('a.demo', { notBeforeMs: 1_000 }), undefined],
    ['never contacted', { slot: 'a.demo', queued: 1, state: undefined }, undefined],
    [
      'parked for a while',
      host('a.demo', {
        notBeforeMs: 601_000,
        reason: 'failure-budget',
        parked: { reason: 'origin-gave-up', restOfRun: false },
      }),
      'next contact with a.demo in 10 min: origin-gave-up (failure-budget)',
    ],
    [
      'parked for this run',
      host('a.demo', {
        notBeforeMs: 900_000,
        reason: 'crawl-delay',
        line: 4,
        parked: { reason: 'origin-gave-up', restOfRun: true },
      }),
      'no more contact with a.demo in this run: origin-gave-up (crawl-delay), robots.txt line 4',
    ],
  ] as const)('%s', (_, queued, text) => {
    expect(hostWaitText(queued, 1_000)).toBe(text)
  })
})

describe('the status', () => {
  test('on a terminal is a few lines', () => {
    const status = {
      ...STATUS,
      inFlight: 2,
      failed: { 'http-status': 2, 'dns-failure': 3 },
      refused: { 'off-scope': 1 },
      waiting: { depth: 4 },
    }
    expect(statusLines(snapshot({ status }), { paint: PLAIN, width: 80 })).toEqual([
      '12 pages  1.3 per second, 2 under way, 1,041 queued, 4 held  8.0 s',
      '  next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3',
      '  failed: dns-failure 3, http-status 2',
      '  refused: off-scope 1',
    ])
  })

  test('names three hosts that wait and counts the others', () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((slot) => host(slot, { notBeforeMs: 2_000 }))
    expect(statusLines(snapshot({ hosts }), { paint: PLAIN, width: 80 })).toEqual([
      '12 pages  1.3 per second, 1,041 queued on 5 hosts  8.0 s',
      '  next contact with a in 1.0 s: delay',
      '  next contact with b in 1.0 s: delay',
      '  next contact with c in 1.0 s: delay',
      '  and 2 more hosts wait',
    ])
  })

  test('begins with what the crawl itself waits for, told once', () => {
    const wait = {
      slot: 'b.demo',
      untilMs: 5_000,
      forMs: 4_000,
      reason: 'robots-unreachable',
      line: undefined,
    }
    expect(
      statusLines(snapshot({ wait, hosts: [B, host('a.demo', { notBeforeMs: 2_000 })] }), {
        paint: PLAIN,
        width: 80,
      }).slice(1),
    ).toEqual([
      '  next contact with b.demo in 4.0 s: robots-unreachable',
      '  next contact with a.demo in 1.0 s: delay',
    ])
  })

  test('is never wider than the terminal', () => {
    const lines = statusLines(
      snapshot({ hosts: [host('a'.repeat(200), { notBeforeMs: 2_000 })] }),
      { paint: PLAIN, width: 40 },
    )
    expect(lines[1]).toHaveLength(40)
  })

  test('elsewhere is one plain line', () => {
    expect(statusLine(snapshot({ status: { ...STATUS, failed: { 'http-status': 2 } } }))).toBe(
      '8.0 s: 12 pages, 1.3 per second, 1,041 queued; failed: http-status 2; next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3',
    )
  })

  test('HW-OUT-01 a host name cannot act on the terminal', () => {
    expect(statusLine(snapshot({ hosts: [host('a\u001b[2J', { notBeforeMs: 2_000 })] }))).toContain(
      'a\\x1b[2J in 1.0 s',
    )
  })
})

test('the pace is that of the last ten seconds', () => {
  const pace = new Pace()
  expect([
    pace.perSecond(0, 0),
    pace.perSecond(10, 1_000),
    pace.perSecond(20, 10_000),
    pace.perSecond(20, 11_000),
    pace.perSecond(20, 20_000),
  ]).toEqual([0, 10, 2, 1, 0])
})
