import type { RobotsCopy } from '@curtsy/robots'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import { DEFAULT_POLITENESS } from '../domain/politeness.ts'
import { readIdentity } from '../domain/user-agent.ts'
import type { RobotsRecord, Store } from '../ports/store.ts'
import type { CrawlSettings } from './parts.ts'
import { RobotsRules } from './robots-rules.ts'

const ORIGIN = 'https://a.test'

const settings: CrawlSettings = {
  identity: readIdentity('ExampleBot/1.0 (+https://example.com/bot)'),
  seeds: [],
  politeness: DEFAULT_POLITENESS,
  limits: DEFAULT_LIMITS,
  concurrency: 1,
  maxPages: Infinity,
  maxTimeMs: Infinity,
  robotsPolicy: 'careful',
  exemptOrigins: new Set(),
  sitemaps: false,
  followNofollow: false,
  allowDowngrade: false,
  headers: new Map(),
  parser: 'htmlparser2',
}

function copyReadAt(atMs: number): RobotsCopy {
  const answered = {
    atMs,
    freshUntilMs: atMs + 1_000,
    status: 404,
    hops: 0,
    why: 'no-file',
  } as const
  return { version: 1, origin: ORIGIN, state: 'unavailable', seenAtMs: atMs, answered }
}

test('a copy that was learnt while the store was looking is not replaced by what the store had', async () => {
  let answer: ((record: RobotsRecord) => void) | undefined
  const store: Pick<Store, 'robots'> = {
    robots: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  }
  const rules = new RobotsRules(settings, store as Store, {
    now: () => 0,
    sleep: async () => undefined,
  })
  const asked = rules.copy(ORIGIN)
  const newer = copyReadAt(5)
  rules.learn(newer)
  answer?.({ origin: ORIGIN, copy: JSON.stringify(copyReadAt(1)) })
  expect(await asked).toBe(newer)
  expect(await rules.copy(ORIGIN)).toBe(newer)
})

test('what the store does not know is asked for once, until it is learnt', async () => {
  const asked: string[] = []
  const store: Pick<Store, 'robots'> = {
    robots: async (origin) => {
      asked.push(origin)
      return undefined
    },
  }
  const rules = new RobotsRules(settings, store as Store, {
    now: () => 0,
    sleep: async () => undefined,
  })
  expect(await rules.copy(ORIGIN)).toBeUndefined()
  expect(await rules.copy(ORIGIN)).toBeUndefined()
  const copy = copyReadAt(5)
  rules.learn(copy)
  expect(await rules.copy(ORIGIN)).toBe(copy)
  expect(asked).toEqual([ORIGIN])
})
