// A URL that failed: which failures are tried again, how long that waits, and what it comes to (invariant 7).
import { describe, expect, test } from 'vitest'
import type { FakeAnswer } from '@curtsy/core/testing'
import { links, onEachStore, scenario } from './scenario.ts'

onEachStore((makeStore) => {
  describe('tried again twice', () => {
    test.each<[string, FakeAnswer, string]>([
      ['500', { status: 500 }, 'http-status'],
      ['502', { status: 502 }, 'http-status'],
      ['503', { status: 503 }, 'http-status'],
      ['504', { status: 504 }, 'http-status'],
      ['408', { status: 408 }, 'http-status'],
      ['425', { status: 425 }, 'http-status'],
      ['429', { status: 429 }, 'rate-limited'],
      ['a reset connection', { error: 'ECONNRESET' }, 'connection-reset'],
      ['a refused connection', { error: 'ECONNREFUSED' }, 'connect-refused'],
      ['a name that does not resolve', { error: 'ENOTFOUND' }, 'dns-failure'],
      ['no headers', { latencyMs: Infinity }, 'headers-timeout'],
      ['a body that stops in the middle', { body: 'x', bodyMs: Infinity }, 'body-timeout'],
      [
        'a body shorter than announced',
        { body: 'x', headers: { 'content-length': '2' } },
        'body-incomplete',
      ],
    ])('%s', async (_, answer, code) => {
      const walk = scenario(
        { '/': answer },
        { store: makeStore(), limits: { originFailureBudget: 10 } },
      )
      expect(await walk.run()).toMatchObject({
        discovered: 1,
        delivered: 0,
        failed: { [code]: 1 },
        waiting: {},
        ended: 'done',
        resumable: false,
      })
      const requests = walk.audit.flatMap((event) =>
        event.event === 'request' && event.kind === 'page' ? [event] : [],
      )
      expect(requests.map(({ attempt, outcome, retry }) => [attempt, outcome, retry])).toEqual([
        [1, code, true],
        [2, code, true],
        [3, code, false],
      ])
      expect(
        walk.failures.map(({ code: told, attempt, willRetry }) => [told, attempt, willRetry]),
      ).toEqual([
        [code, 1, true],
        [code, 2, true],
        [code, 3, false],
      ])
      const waits = requests.slice(1).map(({ startMs }, n) => startMs - requests[n]!.endMs)
      expect(waits[0]).toBeGreaterThanOrEqual(5_000)
      expect(waits[1]).toBeGreaterThanOrEqual(Math.max(10_000, waits[0]!))
    })
  })

  describe('not tried again', () => {
    test.each<[string, FakeAnswer, string]>([
      ['400', { status: 400 }, 'http-status'],
      ['401', { status: 401 }, 'http-status'],
      ['403', { status: 403 }, 'http-status'],
      ['404', { status: 404 }, 'http-status'],
      ['410', { status: 410 }, 'http-status'],
      ['501', { status: 501 }, 'http-status'],
      ['206 that nobody asked for', { status: 206, body: 'part' }, 'protocol-error'],
      ['304 that nobody asked for', { status: 304 }, 'protocol-error'],
      [
        'a picture',
        { body: 'x', headers: { 'content-type': 'image/png' } },
        'content-type-refused',
      ],
      ['a certificate that is not valid', { error: 'CERT_HAS_EXPIRED' }, 'tls-error'],
    ])('%s', async (_, answer, code) => {
      const walk = scenario({ '/': answer }, { store: makeStore() })
      expect(await walk.run()).toMatchObject({
        discovered: 1,
        failed: { [code]: 1 },
        waiting: {},
        ended: 'done',
      })
      expect(walk.starts).toEqual([
        ['https://a.test/robots.txt', 0],
        ['https://a.test/', 1_000],
      ])
    })
  })

  test('meanwhile the host goes on with other pages', async () => {
    const walk = scenario(
      {
        '/': links('/1', '/2', '/3'),
        '/1': [{ status: 500 }, { status: 500 }, 'well'],
        '/2': '',
        '/3': '',
      },
      { store: makeStore() },
    )
    expect(await walk.run()).toMatchObject({ delivered: 4, failed: {} })
    const first = walk.starts.filter(([url]) => url.endsWith('/1')).map(([, startMs]) => startMs)
    expect(walk.starts.map(([url]) => new URL(url).pathname)).toEqual([
      '/robots.txt',
      '/',
      '/1',
      '/2',
      '/3',
      '/1',
      '/1',
    ])
    // The wait is 5 s, then 10 s, and up to a tenth more, the same in every run.
    expect(first).toEqual([2_000, expect.closeTo(7_250, -3), expect.closeTo(17_900, -3)])
  })

  test('what failed together does not come back together', async () => {
    const seeds = Array.from({ length: 4 }, (_, n) => `https://${n}.test/`)
    const walk = scenario({ '/': [{ status: 500 }, 'well'] }, { store: makeStore(), seeds })
    expect(await walk.run()).toMatchObject({ delivered: 4 })
    const retries = walk.starts.slice(8).map(([, startMs]) => startMs)
    expect(new Set(retries).size).toBe(4)
    expect(Math.min(...retries)).toBeGreaterThanOrEqual(6_000)
    expect(Math.max(...retries)).toBeLessThan(6_500)
  })

  test('a stop and another run do not begin the count anew', async () => {
    const walk = scenario({ '/': { status: 500 } }, { store: makeStore(), maxTimeMs: 3_000 })
    expect(await walk.run()).toMatchObject({
      failed: {},
      waiting: { 'budget-spent': 1 },
      ended: 'max-time',
    })
    const second = walk.again({ maxTimeMs: 100_000 })
    expect(await second.run()).toMatchObject({
      failed: { 'http-status': 1 },
      waiting: {},
      ended: 'done',
    })
    expect(second.starts).toHaveLength(2)
    expect(second.failures.map(({ attempt }) => attempt)).toEqual([2, 3])
  })

  test('explain says what the last attempt failed with and when the next one is due', async () => {
    const walk = scenario({ '/': { status: 502 } }, { store: makeStore(), maxTimeMs: 3_000 })
    await walk.run()
    const told = await walk.clock.run(walk.again().crawler.explain('https://a.test/'))
    expect(told).toMatchObject({ state: { kind: 'waiting', reason: 'queued' }, attempts: 1 })
    expect(told.earliestMs).toBeGreaterThanOrEqual(6_000)
    expect(told.steps.find(({ step }) => step === 'frontier')?.text).toMatch(
      /^waiting \(queued\); a seed, depth 0, 1 attempt so far; the last one failed with http-status, the next one in \d\.\d s at the earliest\.$/,
    )
  })
})
