import { describe, expect, test } from 'vitest'
import type { RobotsFetch, RobotsResponse } from './ask-robots.ts'
import { createRobotsCache, type RobotsCache, type RobotsStore } from './robots-cache.ts'
import type { RobotsCopy } from './robots-copy.ts'
import { RobotsError } from './robots-error.ts'
import { VirtualClock } from './testing/virtual-clock.test-support.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TEXT = 'User-agent: *\nDisallow: /private\nCrawl-delay: 3\n'

type Answer = RobotsResponse | Error | 'silence'

/** A web in which each URL has its answers, the last one for good; says what was asked and when. */
function web(
  clock: VirtualClock,
  answers: Readonly<Record<string, readonly Answer[]>>,
): {
  readonly fetch: RobotsFetch
  readonly asked: [string, number][]
} {
  const asked: [string, number][] = []
  const fetch: RobotsFetch = (url, { redirect }) => {
    expect(redirect).toBe('manual')
    const times = asked.filter(([other]) => other === url).length
    asked.push([url, clock.now()])
    const all = answers[url] ?? [new Error('nothing there')]
    const answer = all[Math.min(times, all.length - 1)]
    if (answer === 'silence') return new Promise(() => undefined)
    return answer instanceof Error || answer === undefined
      ? Promise.reject(answer)
      : Promise.resolve(answer)
  }
  return { fetch, asked }
}

const ok = (body: unknown = TEXT, headers = {}): RobotsResponse => ({ status: 200, headers, body })
const status = (code: number, headers = {}): RobotsResponse => ({
  status: code,
  headers,
  body: null,
})
const ROBOTS = 'https://example.com/robots.txt'
const PAGE = 'https://example.com/private/x'

function memoryStore(): RobotsStore & { readonly copies: Map<string, string> } {
  const copies = new Map<string, string>()
  return {
    copies,
    get: (origin) => {
      const text = copies.get(origin)
      return text === undefined ? undefined : (JSON.parse(text) as RobotsCopy)
    },
    set: (origin, copy) => Promise.resolve(copies.set(origin, JSON.stringify(copy))),
  }
}

const stream = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
async function* yielding(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks
}

const later = (clock: VirtualClock, store: RobotsStore, answers: readonly Answer[]): RobotsCache =>
  createRobotsCache({
    fetch: web(clock, { [ROBOTS]: answers }).fetch,
    clock,
    store,
    maxWaitMs: 0,
  })

const failure = (code: string): Error =>
  Object.assign(new TypeError('fetch failed'), { cause: { code } })
const never: RobotsFetch = () => Promise.reject(new Error('not asked'))

async function* broken(): AsyncGenerator<string> {
  yield 'User-agent: *\nDisallow: /pri'
  throw new Error('socket closed')
}

describe('the cache', () => {
  test('a hundred questions at once make one request', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, { [ROBOTS]: [ok()] })
    const cache = createRobotsCache({ fetch, clock })
    const all = Array.from({ length: 100 }, (_, at) =>
      cache.check(`https://example.com/private/${at}`, 'ExampleBot'),
    )
    const verdicts = await clock.run(Promise.all(all))
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['disallow-rule']))
    expect(asked).toEqual([[ROBOTS, 0]])
  })

  test('each origin has its own file: scheme, host and port', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, {})
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    for (const url of [
      'https://example.com/a',
      'http://example.com/a',
      'https://example.com:8443/a',
      'https://www.example.com/a',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await clock.run(cache.check(url, 'ExampleBot'))
    }
    expect(asked.map(([url]) => url)).toEqual([
      ROBOTS,
      'http://example.com/robots.txt',
      'https://example.com:8443/robots.txt',
      'https://www.example.com/robots.txt',
    ])
  })

  test('a fresh file is not asked for again, a stale one is', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, {
      [ROBOTS]: [ok(TEXT, { 'Cache-Control': 'max-age=3600' }), ok('')],
    })
    const cache = createRobotsCache({ fetch, clock })
    await clock.run(cache.check(PAGE, 'ExampleBot'))
    clock.advance(HOUR - 1)
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({ allowed: false })
    clock.advance(1)
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toEqual({
      allowed: true,
      reason: 'no-matching-group',
    })
    expect(asked.map(([, atMs]) => atMs)).toEqual([0, HOUR])
  })

  test('the ordinary retries are waited for', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, { [ROBOTS]: [status(503), new Error('reset'), ok()] })
    const cache = createRobotsCache({ fetch, clock })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'disallow-rule',
    })
    expect(asked.map(([, atMs]) => atMs)).toEqual([0, 5 * SECOND, 15 * SECOND])
  })

  test('after them the answer is unreachable, at once and without a request until the next one is due', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, { [ROBOTS]: [status(503)] })
    const cache = createRobotsCache({ fetch, clock })
    const verdict = { allowed: false, reason: 'unreachable' }
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toEqual(verdict)
    expect(clock.now()).toBe(15 * SECOND)
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toEqual(verdict)
    clock.advance(60 * SECOND)
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toEqual(verdict)
    expect(asked.map(([, atMs]) => atMs)).toEqual([0, 5 * SECOND, 15 * SECOND, 75 * SECOND])
  })

  test('a longer Retry-After is not waited for, and not disobeyed', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, { [ROBOTS]: [status(429, { 'retry-after': '120' }), ok()] })
    const cache = createRobotsCache({ fetch, clock })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'unreachable',
    })
    expect(clock.now()).toBe(0)
    clock.advance(120 * SECOND - 1)
    await clock.run(cache.check(PAGE, 'ExampleBot'))
    expect(asked.length).toBe(2) // the last millisecond is waited for
    expect(asked[1]).toEqual([ROBOTS, 120 * SECOND])
  })

  test('a server that never answers is unreachable after 30 seconds an attempt', async () => {
    const clock = new VirtualClock()
    const { fetch } = web(clock, { [ROBOTS]: ['silence'] })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toEqual({
      allowed: false,
      reason: 'unreachable',
    })
    expect(clock.now()).toBe(30 * SECOND)
  })

  test('redirects are asked for hop by hop, and the rules belong to the origin that was asked', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, {
      [ROBOTS]: [status(301, { location: 'https://www.example.com/robots.txt' })],
      'https://www.example.com/robots.txt': [status(302, new Headers({ location: '/r' }))],
      'https://www.example.com/r': [ok()],
    })
    const cache = createRobotsCache({ fetch, clock })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'disallow-rule',
    })
    expect(asked.map(([url]) => url)).toEqual([
      ROBOTS,
      'https://www.example.com/robots.txt',
      'https://www.example.com/r',
    ])
  })

  test('get says what is known and what counts', async () => {
    const clock = new VirtualClock(7)
    const { fetch } = web(clock, {
      [ROBOTS]: [ok()],
      'https://no.example/robots.txt': [status(404)],
    })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    const access = await clock.run(cache.get('https://example.com'))
    expect(access).toMatchObject({
      origin: 'https://example.com',
      state: 'fetched',
      rules: 'file',
      untilMs: 7 + DAY,
    })
    expect(access.robots?.groups.length).toBe(1)
    expect(await clock.run(cache.get('https://no.example/x'))).toMatchObject({
      state: 'unavailable',
      rules: 'no-file',
      robots: undefined,
    })
    expect(await clock.run(cache.get('https://dead.example'))).toMatchObject({
      state: 'unreachable',
      rules: 'none',
    })
  })

  test('crawlDelay reads the file too', async () => {
    const clock = new VirtualClock()
    const { fetch } = web(clock, { [ROBOTS]: [ok()] })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    const delay = await clock.run(cache.crawlDelay('https://example.com/', 'ExampleBot'))
    expect(delay).toEqual({ seconds: 3, line: 3, from: 'default' })
    expect(await clock.run(cache.crawlDelay('https://dead.example/', 'ExampleBot'))).toBeUndefined()
  })
})

describe('bodies in any form', () => {
  test.each<[string, RobotsResponse]>([
    ['a Response', new Response(TEXT)],
    ['a string', ok(TEXT)],
    ['bytes', ok(new TextEncoder().encode(TEXT))],
    ['an ArrayBuffer', ok(new TextEncoder().encode(TEXT).buffer)],
    ['a stream', ok(stream(TEXT.slice(0, 20), TEXT.slice(20)))],
    [
      'an async iterable',
      ok(yielding(TEXT.slice(0, 20), new TextEncoder().encode(TEXT.slice(20)))),
    ],
    ['text()', { status: 200, text: () => Promise.resolve(TEXT) }],
    [
      'arrayBuffer()',
      { status: 200, arrayBuffer: () => Promise.resolve(new TextEncoder().encode(TEXT).buffer) },
    ],
    [
      'a Map of headers',
      { status: 200, headers: new Map([['Cache-Control', 'max-age=1']]), body: TEXT },
    ],
  ])('%s', async (_name, response) => {
    const clock = new VirtualClock()
    const { fetch } = web(clock, { [ROBOTS]: [response] })
    const cache = createRobotsCache({ fetch, clock })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'disallow-rule',
    })
  })

  test('no more than is kept is read of an endless body', async () => {
    const clock = new VirtualClock()
    let read = 0
    async function* endless(): AsyncGenerator<string> {
      yield TEXT
      for (;;) {
        read++
        yield '# and so on\n'.repeat(1000)
      }
    }
    const { fetch } = web(clock, { [ROBOTS]: [ok(endless())] })
    const cache = createRobotsCache({ fetch, clock })
    expect(await clock.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'disallow-rule',
    })
    expect(read).toBeLessThan(46)
  })

  test('a body that breaks off is unreachable, not half a file', async () => {
    const clock = new VirtualClock()
    const { fetch } = web(clock, { [ROBOTS]: [ok(broken())] })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    expect(await clock.run(cache.get(PAGE))).toMatchObject({
      rules: 'none',
      copy: { failing: { reason: 'body' } },
    })
  })
})

describe('what went wrong', () => {
  test.each([
    [failure('ENOTFOUND'), 'dns'],
    [failure('EAI_AGAIN'), 'dns'],
    [failure('ECONNREFUSED'), 'connect'],
    [failure('ECONNRESET'), 'reset'],
    [failure('UND_ERR_SOCKET'), 'reset'],
    [failure('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [failure('CERT_HAS_EXPIRED'), 'tls'],
    [new DOMException('too slow', 'TimeoutError'), 'timeout'],
    [new Error('who knows'), 'other'],
  ])('%s is %s', async (error, reason) => {
    const clock = new VirtualClock()
    const { fetch } = web(clock, { [ROBOTS]: [error] })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0 })
    expect((await clock.run(cache.get(PAGE))).copy.failing?.reason).toBe(reason)
  })
})

describe('over a restart', () => {
  test('the last good copy and the time of the first failure are known', async () => {
    const store = memoryStore()
    await new VirtualClock().run(later(new VirtualClock(), store, [ok()]).check(PAGE, 'ExampleBot'))
    const failing = new VirtualClock(DAY)
    expect(
      await failing.run(later(failing, store, [status(503)]).check(PAGE, 'ExampleBot')),
    ).toMatchObject({ reason: 'unreachable' })
    const after = new VirtualClock(DAY + 12 * HOUR)
    expect(
      await after.run(later(after, store, [status(503)]).check(PAGE, 'ExampleBot')),
    ).toMatchObject({ reason: 'disallow-rule' })
  })

  test('a pending retry is not brought forward', async () => {
    const store = memoryStore()
    const clock = new VirtualClock()
    await clock.run(
      later(clock, store, [status(429, { 'retry-after': '100' })]).check(PAGE, 'ExampleBot'),
    )
    const restarted = new VirtualClock(60 * SECOND)
    const { fetch, asked } = web(restarted, { [ROBOTS]: [ok()] })
    const cache = createRobotsCache({ fetch, clock: restarted, store })
    expect(await restarted.run(cache.check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'unreachable',
    })
    expect(asked).toEqual([])
  })

  test('what a store holds of another kind is not used', async () => {
    const clock = new VirtualClock()
    const store: RobotsStore = { get: () => ({ version: 0 }) as never, set: () => undefined }
    expect(await clock.run(later(clock, store, [ok()]).check(PAGE, 'ExampleBot'))).toMatchObject({
      reason: 'disallow-rule',
    })
  })
})

describe('bounded memory', () => {
  test('the least used origin is given up, a failing one never', async () => {
    const clock = new VirtualClock()
    const { fetch, asked } = web(clock, {
      'https://a.example/robots.txt': [ok()],
      'https://b.example/robots.txt': [ok()],
      'https://c.example/robots.txt': [ok()],
    })
    const cache = createRobotsCache({ fetch, clock, maxWaitMs: 0, maxOrigins: 2 })
    const visit = async (...hosts: string[]): Promise<string[]> => {
      const before = asked.length
      for (const host of hosts) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await clock.run(cache.check(`https://${host}.example/`, 'ExampleBot'))
      }
      return asked.slice(before).map(([url]) => new URL(url).hostname.slice(0, -'.example'.length))
    }
    expect(await visit('dead', 'a', 'b')).toEqual(['dead', 'a', 'b'])
    expect(await visit('a', 'c')).toEqual(['c'])
    expect(await visit('a', 'b')).toEqual(['b'])
    expect(await visit('dead')).toEqual([])
    clock.advance(5 * SECOND)
    await clock.run(cache.check('https://dead.example/', 'ExampleBot'))
    expect((await clock.run(cache.get('https://dead.example'))).copy.failing).toMatchObject({
      attempts: 2,
      sinceMs: 0,
    })
  })
})

describe('wrong calls', () => {
  const clock = new VirtualClock()
  test.each([
    ['no fetch', { clock } as never, /Expected fetch to be a function/],
    ['no clock', { fetch: never } as never, /Expected clock.now to be a function/],
    [
      'an unknown policy',
      { fetch: never, clock, policy: 'open' as never },
      /policy to be one of careful, google/,
    ],
    [
      'a negative wait',
      { fetch: never, clock, maxWaitMs: -1 },
      /maxWaitMs to be a number from 0 up/,
    ],
    ['no room', { fetch: never, clock, maxOrigins: 0 }, /maxOrigins to be a number from 1 up/],
  ])('%s throws at once', (_name, options, message) => {
    expect(() => createRobotsCache(options)).toThrow(message)
  })

  test.each([['mailto:a@b.example'], ['/relative'], ['ftp://example.com/']])(
    '%s rejects',
    async (url) => {
      const cache = createRobotsCache({ fetch: never, clock })
      await expect(cache.check(url, 'ExampleBot')).rejects.toThrow(RobotsError)
      await expect(cache.check('https://example.com', 'Bad Bot')).rejects.toThrow(/product token/)
    },
  )
})
