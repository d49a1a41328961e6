// robots.txt per origin for those who have a fetch and want verdicts. All decisions are those of access.ts; here is only the doing:
// one request at a time for an origin, the copy kept, the time waited.

import { afterRobotsAnswer, nextRobotsStep, type RobotsStep } from './access.ts'
import { assertPolicy, type RobotsPolicy } from './access-policy.ts'
import { askRobots, type RobotsClock, type RobotsFetch } from './ask-robots.ts'
import { CopyMemory } from './copy-memory.ts'
import type { CrawlDelay } from './crawl-delay.ts'
import { tokenChain, type ProductToken } from './product-token.ts'
import { rebaseRobotsCopy, type RobotsCopy } from './robots-copy.ts'
import { RobotsError, show } from './robots-error.ts'
import type { Robots } from './robots.ts'
import { robotsOfFile, stepVerdict } from './step-verdict.ts'
import type { RobotsVerdict } from './verdict.ts'

/** Keeps copies over a restart; they are plain JSON. Both may answer at once or later. */
export interface RobotsStore {
  get(origin: string): RobotsCopy | null | undefined | Promise<RobotsCopy | null | undefined>
  set(origin: string, copy: RobotsCopy): unknown
}

export interface RobotsCacheOptions {
  /** Sends the requests, with your User-Agent. It must not follow redirects (`redirect: 'manual'` is asked for). */
  readonly fetch: RobotsFetch
  readonly clock: RobotsClock
  /** Default: nothing survives a restart. */
  readonly store?: RobotsStore
  /** What an unreachable robots.txt means. Default `careful`. */
  readonly policy?: RobotsPolicy
  /** Milliseconds that `check` waits for a retry, in all. Default 15,000: the two ordinary retries. */
  readonly maxWaitMs?: number
  /** Origins held in memory, those with a failing robots.txt not counted. Default 1,000. */
  readonly maxOrigins?: number
}

/** What is known of an origin. */
export interface RobotsAccess {
  readonly origin: string
  /** `unreachable` too where older rules still count: `rules` says so. */
  readonly state: RobotsCopy['state']
  /** What counts now: a file's rules, that there is no file, or nothing, so that nothing may be fetched. */
  readonly rules: 'file' | 'no-file' | 'none'
  /** The rules, where `rules` is `file`. */
  readonly robots: Robots | undefined
  /** When the next look at robots.txt is due, epoch milliseconds. */
  readonly untilMs: number
  readonly copy: RobotsCopy
}

export interface RobotsCache {
  /**
   * May this URL be fetched? Reads robots.txt where it is unknown or stale. While it is unreachable the ordinary retries are waited
   * for (`maxWaitMs`), then the answer is `unreachable`.
   *
   * @throws RobotsError CURTSY_URL, CURTSY_TOKEN (rejects)
   */
  check(url: string | URL, productToken: ProductToken): Promise<RobotsVerdict>
  /** What is known of the URL's origin, read like `check` does. */
  get(origin: string | URL): Promise<RobotsAccess>
  /** Seconds that the origin asks for, as {@link Robots} says; undefined where no rules are known. */
  crawlDelay(origin: string | URL, productToken: ProductToken): Promise<CrawlDelay | undefined>
}

/**
 * A cache of robots.txt, one request at a time per origin, however many ask.
 *
 * @throws RobotsError CURTSY_OPTION
 * @example
 * const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
 * const cache = createRobotsCache({ fetch, clock: { now: Date.now, sleep } })
 * await cache.check('https://example.com/page', 'ExampleBot') // { allowed: true, reason: 'no-matching-rule' }
 */
export function createRobotsCache(options: RobotsCacheOptions): RobotsCache {
  const { fetch, clock, store, policy = 'careful', maxWaitMs = 15_000, maxOrigins = 1000 } = options
  assertPolicy(policy)
  assertFunction('fetch', typeof fetch)
  assertFunction('clock.now', typeof clock?.now)
  assertFunction('clock.sleep', typeof clock?.sleep)
  assertNumber('maxWaitMs', maxWaitMs, 0)
  assertNumber('maxOrigins', maxOrigins, 1)
  const memory = new CopyMemory(maxOrigins)
  const turns = new Map<string, Promise<void>>()

  /** Everything that changes a copy happens in the one turn of its origin. */
  const inTurn = (origin: string, work: () => Promise<void>): Promise<void> => {
    let turn = turns.get(origin)
    if (turn === undefined) {
      turn = work().finally(() => turns.delete(origin))
      turns.set(origin, turn)
    }
    return turn
  }

  const load = async (origin: string): Promise<void> => {
    const stored = await store?.get(origin)
    if (stored?.version === 1 && stored.origin === origin) {
      memory.set(origin, rebaseRobotsCopy(stored, clock.now()))
    }
  }

  const attempt = async (origin: string): Promise<void> => {
    if (memory.get(origin) === undefined) await load(origin)
    const before = memory.get(origin)
    const step = nextRobotsStep(origin, before, clock.now(), policy)
    if (step.do !== 'fetch') return
    const answer = await askRobots(step.url, fetch, clock)
    const copy = afterRobotsAnswer(origin, before, step, answer, clock.now())
    memory.set(origin, copy)
    await store?.set(origin, copy)
  }

  const settle = async (origin: string): Promise<{ copy: RobotsCopy; step: RobotsStep }> => {
    const patientUntilMs = clock.now() + maxWaitMs
    for (;;) {
      const copy = memory.get(origin)
      const nowMs = clock.now()
      const step = nextRobotsStep(origin, copy, nowMs, policy)
      if (copy === undefined || step.do === 'fetch') {
        // oxlint-disable-next-line no-await-in-loop -- each step follows from the one before
        await inTurn(origin, () => attempt(origin))
        continue
      }
      if (step.do === 'use' || step.parked || step.untilMs > patientUntilMs) return { copy, step }
      // oxlint-disable-next-line no-await-in-loop -- a retry is due later
      await clock.sleep(step.untilMs - nowMs)
    }
  }

  const get = async (url: string | URL): Promise<RobotsAccess> => {
    const origin = originOf(url)
    const { copy, step } = await settle(origin)
    const file = step.do === 'use' ? step.file : undefined
    return {
      origin,
      state: copy.state,
      rules: step.do !== 'use' ? 'none' : file === undefined ? 'no-file' : 'file',
      robots: file && robotsOfFile(file),
      untilMs: step.do === 'fetch' ? clock.now() : step.untilMs,
      copy,
    }
  }

  return {
    get,
    check: async (url, productToken) => {
      tokenChain(productToken)
      const { step } = await settle(originOf(url))
      return stepVerdict(step, url, productToken)
    },
    crawlDelay: async (url, productToken) => {
      tokenChain(productToken)
      return (await get(url)).robots?.crawlDelay(productToken)
    },
  }
}

/** @throws RobotsError CURTSY_URL if it is no http or https URL */
function originOf(url: string | URL): string {
  try {
    const { protocol, origin } = new URL(url)
    if (protocol === 'http:' || protocol === 'https:') return origin
  } catch {
    // Said below.
  }
  throw new RobotsError(
    'CURTSY_URL',
    `Expected an absolute http or https URL, got ${show(String(url))}.`,
  )
}

function assertFunction(name: string, type: string): void {
  if (type === 'function') return
  throw new RobotsError(
    'CURTSY_OPTION',
    `Expected ${name} to be a function, got a value of type ${type}.`,
  )
}

function assertNumber(name: string, value: number, least: number): void {
  if (typeof value === 'number' && value >= least) return
  throw new RobotsError(
    'CURTSY_OPTION',
    `Expected ${name} to be a number from ${least} up, got ${show(value)}.`,
  )
}
