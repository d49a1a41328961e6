import { describe, expect, test } from 'vitest'
import type { HostState } from '../ports/store.ts'
import {
  completePoliteness,
  heldByCrawlDelay,
  nextContact,
  oneInFlight,
  retryWaitMs,
} from './politeness.ts'
import type { Contact, PolitenessPolicy } from './politeness.ts'

const limits = { maxCrawlDelayMs: 300_000, maxRetryAfterMs: 3_600_000, originFailureBudget: 5 }
const policy = completePoliteness({})

function contact(more: Partial<Contact> = {}): Contact {
  return {
    slot: 'a.test',
    kind: 'page',
    startMs: 10_000,
    endMs: 10_200,
    health: 'healthy',
    ...more,
  }
}

/** One after the other, far apart. */
function failures(n: number, more: Partial<Contact>): readonly Contact[] {
  return Array.from({ length: n }, (_, k) =>
    contact({ ...more, startMs: k * 10_000_000, endMs: k * 10_000_000 }),
  )
}

function after(contacts: readonly Contact[], wishes: PolitenessPolicy = policy): HostState {
  let state: HostState | undefined
  for (const one of contacts) state = nextContact(wishes, limits, state, one)
  return state!
}

describe('the longest of the bounds wins, counted from the end of the contact', () => {
  test.each<[string, Partial<Contact>, number, string]>([
    ["nothing special: the user's delay", {}, 11_200, 'delay'],
    ['a slow answer: adaptive', { startMs: 7_000 }, 13_400, 'adaptive'],
    ['a crawl-delay of 2.5 s', { crawlDelay: { seconds: 2.5, line: 7 } }, 12_700, 'crawl-delay'],
    [
      "a crawl-delay under the user's delay",
      { crawlDelay: { seconds: 0.5, line: 7 } },
      11_200,
      'delay',
    ],
    ['a 503: back-off', { health: 'slow-down' }, 15_200, 'back-off'],
    [
      'a 503 with Retry-After 120 s',
      { health: 'slow-down', retryAfterMs: 120_000 },
      130_200,
      'retry-after',
    ],
    ['a 3xx with Retry-After 3 s', { retryAfterMs: 3_000 }, 13_200, 'retry-after'],
  ])('%s', (_, more, notBeforeMs, reason) => {
    expect(after([contact(more)])).toMatchObject({ notBeforeMs, reason, sinceMs: 10_200 })
  })

  test('adaptive is capped by maxAdaptiveDelayMs', () => {
    expect(after([contact({ startMs: 0, endMs: 90_000 })])).toMatchObject({
      notBeforeMs: 120_000,
      reason: 'adaptive',
    })
  })

  test('a per-host delay lengthens and never shortens', () => {
    const hosts = completePoliteness({
      hosts: { 'a.test': { delayMs: 4_000 }, 'b.test': { delayMs: 10 } },
    })
    expect(after([contact()], hosts).notBeforeMs).toBe(14_200)
    expect(after([contact({ slot: 'b.test' })], hosts).notBeforeMs).toBe(11_200)
  })

  test('the line of robots.txt is told where the crawl-delay won, and only there', () => {
    expect(after([contact({ crawlDelay: { seconds: 5, line: 7 } })]).line).toBe(7)
    expect(after([contact({ crawlDelay: { seconds: 0.1, line: 7 } })])).not.toHaveProperty('line')
  })
})

describe("delay 0 switches off the user's own waits, never the site's", () => {
  const none = completePoliteness({ delayMs: 0 })
  test('no delay, no adaptive delay, no per-address delay', () => {
    expect(none).toMatchObject({
      delayMs: 0,
      latencyFactor: 0,
      perAddressDelayMs: 0,
      perAddressInFlight: 2,
    })
    expect(after([contact({ startMs: 0 })], none).notBeforeMs).toBe(10_200)
  })
  test('crawl-delay, back-off and Retry-After hold', () => {
    expect(after([contact({ crawlDelay: { seconds: 2, line: 3 } })], none).notBeforeMs).toBe(12_200)
    expect(after([contact({ health: 'slow-down' })], none).notBeforeMs).toBe(15_200)
    expect(after([contact({ retryAfterMs: 7_000 })], none).notBeforeMs).toBe(17_200)
  })
  test('what is given by name stays', () => {
    expect(completePoliteness({ delayMs: 0, latencyFactor: 2 }).latencyFactor).toBe(2)
  })
})

describe('back-off', () => {
  const failing = failures(10, { kind: 'robots', health: 'slow-down' })
  test('doubles from 5 s up to 10 min while it goes on', () => {
    const waits = failing.map((_, n) => {
      const state = after(failing.slice(0, n + 1))
      return state.notBeforeMs - state.sinceMs
    })
    expect(waits).toEqual([
      5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000, 600_000,
    ])
  })
  test('takes one step a burst: requests that were under way when the first failed add nothing', () => {
    const burst = [
      contact({ health: 'slow-down', startMs: 0, endMs: 100 }),
      contact({ health: 'slow-down', startMs: 50, endMs: 120 }),
    ]
    expect(after(burst)).toMatchObject({ notBeforeMs: 5_120, reason: 'back-off' })
  })
  test('is kept through other failures, so that the wait never shrinks from one failure to the next', () => {
    const state = after([
      ...failing.slice(0, 3),
      contact({ health: 'failing', startMs: 90_000_000, endMs: 90_000_000 }),
    ])
    expect(state.notBeforeMs).toBe(90_020_000)
  })
  test('ends with a healthy answer', () => {
    expect(
      after([...failing, contact({ startMs: 200_000_000, endMs: 200_000_000 })]).notBeforeMs,
    ).toBe(200_001_000)
  })
})

describe('too much patience asked: parked, never clamped', () => {
  test('a crawl-delay over maxCrawlDelayMs parks for the rest of the run', () => {
    expect(after([contact({ crawlDelay: { seconds: 301, line: 2 } })])).toMatchObject({
      notBeforeMs: 311_200,
      parked: { reason: 'origin-gave-up', restOfRun: true },
    })
    expect(after([contact({ crawlDelay: { seconds: 300, line: 2 } })])).not.toHaveProperty('parked')
  })
  test('a Retry-After over maxRetryAfterMs parks, and its time is kept', () => {
    expect(after([contact({ retryAfterMs: 7_200_000 })])).toMatchObject({
      notBeforeMs: 7_210_200,
      parked: { reason: 'rate-limited', restOfRun: true },
    })
  })
  test('five failures in a row park for 10 minutes, three times, then for the rest of the run', () => {
    const states = Array.from({ length: 20 }, (_, n) =>
      after(failures(n + 1, { health: 'failing' })),
    )
    expect(states.map((state) => state.parked?.restOfRun)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      false,
      undefined,
      undefined,
      undefined,
      undefined,
      false,
      undefined,
      undefined,
      undefined,
      undefined,
      false,
      undefined,
      undefined,
      undefined,
      undefined,
      true,
    ])
    expect(states[4]).toMatchObject({ reason: 'failure-budget', notBeforeMs: 40_600_000 })
  })
  test('robots.txt has retries of its own and does not use up the budget', () => {
    expect(after(failures(9, { health: 'failing', kind: 'robots' }))).not.toHaveProperty('parked')
  })
})

test('a crawl-delay forces one request in flight', () => {
  const many = completePoliteness({ perOriginInFlight: 4 })
  expect(after([contact()], many).inFlight).toBe(4)
  expect(after([contact({ crawlDelay: { seconds: 1, line: 1 } })], many).inFlight).toBe(1)
})

describe('the wait before a URL is tried again', () => {
  test("is 5 s, 10 s, 20 s, or the host's delay where that is longer, plus at most a tenth", () => {
    for (const [attempt, delayMs, least] of [
      [0, 1_000, 5_000],
      [1, 1_000, 10_000],
      [2, 1_000, 20_000],
      [0, 60_000, 60_000],
    ] as const) {
      const waitMs = retryWaitMs(attempt, delayMs, 'https://a.test/x')
      expect(waitMs).toBeGreaterThanOrEqual(least)
      expect(waitMs).toBeLessThanOrEqual(least * 1.1)
    }
  })
  test('differs from URL to URL', () => {
    const waits = new Set(
      Array.from({ length: 20 }, (_, n) => retryWaitMs(0, 0, `https://a.test/${n}`)),
    )
    expect(waits.size).toBeGreaterThan(10)
  })
})

describe('several requests under way at the same time', () => {
  const complaint = contact({ startMs: 5_000, endMs: 10_000, health: 'slow-down' })

  test('a good answer to what had started before the complaint ends no back-off', () => {
    const early = after([complaint, contact({ startMs: 9_000, endMs: 11_000 })])
    expect(early).toMatchObject({ notBeforeMs: 16_000, reason: 'back-off' })
    const later = after([complaint, contact({ startMs: 15_000, endMs: 15_100 })])
    expect(later).toMatchObject({ notBeforeMs: 16_100, reason: 'delay' })
  })

  test('a contact that we broke off ourselves says nothing about the host', () => {
    const broken = contact({ startMs: 15_000, endMs: 15_100, health: 'unknown' })
    expect(after([complaint, broken])).toMatchObject({
      notBeforeMs: 20_100,
      reason: 'back-off',
      memory: { failures: 1, backOffMs: 5_000 },
    })
  })
})

test('a clock that was set back between two runs does not keep a back-off for ever', () => {
  const before = after([contact({ startMs: 90_000_000, endMs: 90_000_000, health: 'slow-down' })])
  const well = nextContact(policy, limits, before, contact())
  expect(well).toMatchObject({ notBeforeMs: 11_200, reason: 'delay', memory: { backOffMs: 0 } })
})

describe('a crawl-delay that becomes known between two contacts', () => {
  const state = after([contact()])
  const crawlDelay = { seconds: 4, line: 9 }

  test('is waited for from the end of the last one', () => {
    expect(heldByCrawlDelay(limits, state, crawlDelay, 12_000)).toMatchObject({
      notBeforeMs: 14_200,
      sinceMs: 10_200,
      reason: 'crawl-delay',
      line: 9,
      delayMs: 4_000,
      inFlight: 1,
    })
  })

  test.each([
    ['has passed', crawlDelay, 14_200],
    ['is shorter than what the clock knows', { seconds: 1, line: 9 }, 10_500],
    ['is none', undefined, 10_500],
  ])('needs nothing where it %s', (_, asked, nowMs) => {
    expect(heldByCrawlDelay(limits, state, asked, nowMs)).toBeUndefined()
  })

  test('parks the host where it is longer than we have patience', () => {
    expect(heldByCrawlDelay(limits, state, { seconds: 301, line: 9 }, 12_000)).toMatchObject({
      notBeforeMs: 311_200,
      parked: { reason: 'origin-gave-up', restOfRun: true },
    })
  })

  test('allows no further request while others are in flight', () => {
    const three = completePoliteness({ perOriginInFlight: 3 })
    expect(
      oneInFlight(three, 'a.test', after([contact()], three), crawlDelay, 12_000),
    ).toMatchObject({
      delayMs: 4_000,
      inFlight: 1,
    })
    expect(oneInFlight(three, 'a.test', undefined, crawlDelay, 12_000)).toMatchObject({
      notBeforeMs: 12_000,
      delayMs: 4_000,
      inFlight: 1,
    })
  })
})
