import { describe, expect, test } from 'vitest'

import type { Clock } from '../ports/clock.ts'
import { fetchTransport } from './fetch-transport.ts'
import type { FetchLike, FetchResponse } from '../ports/fetch-like.ts'
import { PAGE_LIMITS, requestOf, seen, streamed } from './undici-transport/loopback.test-support.ts'
import type { Asked } from './undici-transport/loopback.test-support.ts'

const PAGE = new URL('http://a.test/page')

/** A clock whose time passes only when everything waits; each sleep ends at its exact instant. */
function steppingClock(): Clock & { sleeping(): number } {
  let nowMs = 0
  const sleepers = new Set<{ dueMs: number; wake: () => void }>()
  let scheduled = false
  const step = (): void => {
    scheduled = false
    const [first] = Array.from(sleepers).toSorted((one, other) => one.dueMs - other.dueMs)
    if (first === undefined) return
    nowMs = Math.max(nowMs, first.dueMs)
    first.wake()
    schedule()
  }
  const schedule = (): void => {
    if (scheduled || sleepers.size === 0) return
    scheduled = true
    setImmediate(step)
  }
  return {
    now: () => nowMs,
    sleeping: () => sleepers.size,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          dueMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake, { once: true })
        schedule()
      }),
  }
}

async function ask(
  fetch: FetchLike,
  asked: Partial<Asked> = {},
  clock = steppingClock(),
): Promise<unknown> {
  return seen(await fetchTransport(fetch, { clock }).send(requestOf({ url: PAGE, ...asked })))
}

/** A fetch function that answers at once. */
function answering(response: Partial<FetchResponse>): FetchLike {
  return async () => ({ status: 200, headers: {}, ...response })
}

async function* pieces(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks
}

const coded = (code: string): Error => Object.assign(new Error(`it said ${code}`), { code })
const named = (name: string): Error => Object.assign(new Error('it said so'), { name })

describe('what a fetch function may answer', () => {
  test.each<[string, Partial<FetchResponse>]>([
    ['text', { body: 'grüße' }],
    ['bytes', { body: Buffer.from('grüße') }],
    ['chunks of text and bytes', { body: pieces('gr', Buffer.from('üß'), 'e') }],
    ['a ReadableStream', { body: new Blob(['grüße']).stream() }],
    ['a Response', new Response('grüße')],
    ['arrayBuffer()', { arrayBuffer: () => new Blob(['grüße']).arrayBuffer() }],
    ['text()', { text: async () => 'grüße' }],
  ])('a body as %s', async (_what, response) => {
    const fetch: FetchLike =
      response instanceof Response ? async () => response : answering(response)
    expect(await ask(fetch)).toEqual({
      status: 200,
      text: 'grüße',
      // A platform's stream takes turns of the event loop of its own.
      end: { endMs: expect.any(Number) as number, wireBytes: 7, bodyBytes: 7 },
    })
  })

  test.each([null, undefined])('no body: %s', async (body) => {
    expect(await ask(answering({ body }))).toMatchObject({ status: 200, text: '' })
  })

  test.each<[string, FetchResponse['headers']]>([
    [
      'Headers',
      new Headers([
        ['X-A', '1'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    ],
    [
      'a Map',
      new Map<string, string | string[]>([
        ['X-A', '1'],
        ['Set-Cookie', ['a=1', 'b=2']],
      ]),
    ],
    [
      'pairs',
      [
        ['X-A', '1'],
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    ],
    ['an object', { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] }],
  ])('headers as %s', async (_what, headers) => {
    const transport = fetchTransport(answering({ headers }), { clock: steppingClock() })
    const result = await transport.send(requestOf({ url: PAGE }))
    if (result.kind === 'failure') throw new Error(result.failure.message)
    expect(result.headers.get('x-a')).toBe('1')
    expect(result.headers.all('SET-COOKIE')).toEqual(['a=1', 'b=2'])
    expect(result.headers.get('absent')).toBeUndefined()
  })

  test('the platform fetch has the right type', () => {
    const platform: FetchLike = globalThis.fetch
    expect(platform).toBeTypeOf('function')
  })

  test('the function is called with what was asked, and redirects stay with us', async () => {
    let called: unknown
    const fetch: FetchLike = async (url, init) => {
      called = { url, ...init, signal: init.signal.aborted }
      return { status: 302, headers: { location: '/b' } }
    }
    const body = Buffer.from('user=me')
    expect(await ask(fetch, { method: 'POST', body, headers: { 'x-a': '1' } })).toMatchObject({
      status: 302,
    })
    expect(called).toEqual({
      url: 'http://a.test/page',
      method: 'POST',
      headers: {
        'user-agent': 'TestBot/1.0 (+https://bot.test/)',
        'accept-encoding': 'gzip, deflate, br',
        'x-a': '1',
      },
      body: new Uint8Array(body),
      signal: false,
      redirect: 'manual',
    })
  })
})

describe('times on the injected clock', () => {
  test('start and end are exact', async () => {
    const clock = steppingClock()
    const fetch: FetchLike = async () => {
      await clock.sleep(150)
      return {
        status: 200,
        headers: {},
        body: (async function* () {
          await clock.sleep(50)
          yield 'a'
          await clock.sleep(25)
          yield 'b'
        })(),
      }
    }
    await clock.sleep(1_000)
    const result = await fetchTransport(fetch, { clock }).send(requestOf({ url: PAGE }))
    expect(result.startMs).toBe(1_000)
    expect(await seen(result)).toMatchObject({ text: 'ab', end: { endMs: 1_225 } })
    expect(clock.sleeping()).toBe(0)
  })

  test('HW-HEAD-01: no answer ends at headersTimeoutMs, and the function is told', async () => {
    const clock = steppingClock()
    let told: AbortSignal | undefined
    const silent: FetchLike = (_url, init) => {
      told = init.signal
      return new Promise(() => {})
    }
    const result = await fetchTransport(silent, { clock }).send(requestOf({ url: PAGE }))
    expect(result).toEqual({
      kind: 'failure',
      failure: {
        reason: 'headers-timeout',
        message: 'No complete header after 20,000 ms; the limit is 20,000 ms (headersTimeoutMs).',
      },
      address: undefined,
      startMs: 0,
      endMs: 20_000,
    })
    expect(told?.aborted).toBe(true)
    expect(clock.sleeping()).toBe(0)
  })

  test('HW-BODY-03: a body that stops ends at bodyIdleTimeoutMs', async () => {
    const clock = steppingClock()
    const stalling = answering({
      body: (async function* () {
        yield 'begin'
        await new Promise(() => {})
      })(),
    })
    expect(await ask(stalling, {}, clock)).toEqual({
      status: 200,
      reason: 'body-timeout',
      message:
        'The body stopped after 5 bytes and nothing came for 15,000 ms; the limit is 15,000 ms (bodyIdleTimeoutMs).',
    })
    expect(clock.now()).toBe(15_000)
  })

  test('HW-BODY-02: a body that trickles within the idle time ends at the deadline', async () => {
    const clock = steppingClock()
    const trickle = answering({
      body: (async function* () {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- one byte after the other
          await clock.sleep(7_000)
          yield 'x'
        }
      })(),
    })
    expect(await ask(trickle, { limits: { minBytesPerSecond: 0 } }, clock)).toMatchObject({
      reason: 'deadline-exceeded',
      message:
        'Not done after 60,000 ms with 8 bytes of body; the limit is 60,000 ms (requestDeadlineMs).',
    })
    expect(clock.now()).toBe(60_000)
  })

  test('HW-BODY-02: the trickle guard ends a slow body 15 s after its first byte', async () => {
    const clock = steppingClock()
    const trickle = answering({
      body: (async function* () {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- one byte after the other
          await clock.sleep(900)
          yield 'x'.repeat(10)
        }
      })(),
    })
    expect(await ask(trickle, {}, clock)).toMatchObject({
      reason: 'deadline-exceeded',
      message:
        'The body trickles: 170 bytes in 15,000 ms; at least 64 bytes a second are asked for (minBytesPerSecond).',
    })
    expect(clock.now()).toBe(15_900)
  })

  test('a reader that takes its time is no idle body', async () => {
    const clock = steppingClock()
    const body = (async function* () {
      yield 'a'
      await clock.sleep(1_000)
      yield 'b'
    })()
    const result = await fetchTransport(answering({ body }), { clock }).send(
      requestOf({ url: PAGE }),
    )
    if (result.kind === 'failure') throw new Error(result.failure.message)
    const got: string[] = []
    for await (const chunk of result.body) {
      got.push(Buffer.from(chunk).toString())
      await clock.sleep(20_000)
    }
    expect(got).toEqual(['a', 'b'])
  })

  test('a body that nobody reads ends at the deadline', async () => {
    const clock = steppingClock()
    const fetch = answering({ body: pieces('a') })
    const result = await fetchTransport(fetch, { clock }).send(requestOf({ url: PAGE }))
    if (result.kind === 'failure') throw new Error(result.failure.message)
    expect(await result.ended).toMatchObject({
      endMs: 60_000,
      failure: { reason: 'deadline-exceeded' },
    })
    await expect(result.body.bytes()).rejects.toThrow('Not done after 60,000 ms')
  })
})

describe('caps', () => {
  test('HW-BODY-01: an endless body is cut at the cap, and what came before is delivered', async () => {
    let closed = false
    const endless = answering({
      body: (async function* () {
        try {
          for (;;) yield 'x'.repeat(1_000)
        } finally {
          closed = true
        }
      })(),
    })
    const transport = fetchTransport(endless, { clock: steppingClock() })
    const request = requestOf({ url: PAGE, limits: { maxBodyBytes: 2_500 } })
    const result = await transport.send(request)
    if (result.kind === 'failure') throw new Error(result.failure.message)
    const got = await streamed(result.body)
    expect([got.bytes.length, got.reason]).toEqual([2_500, 'body-too-large'])
    expect(await result.ended).toMatchObject({
      wireBytes: 2_500,
      failure: {
        message:
          'More than 2,500 bytes of body came over the wire, which is the limit (maxBodyBytes).',
      },
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(true)
  })

  test('HW-BODY-01: a body at hand has the same cap', async () => {
    const limits = { maxBodyBytes: 10 }
    expect(await ask(answering({ body: '0123456789' }), { limits })).toMatchObject({
      text: '0123456789',
    })
    expect(await ask(answering({ body: '0123456789x' }), { limits })).toMatchObject({
      reason: 'body-too-large',
    })
  })

  test('HW-BODY-05: a page announced above the cap is not read, robots.txt and sitemaps are', async () => {
    let read = 0
    const fetch: FetchLike = async () => ({
      status: 200,
      headers: { 'content-length': '5000' },
      body: (async function* () {
        read += 1
        yield 'x'.repeat(5_000)
      })(),
    })
    const limits = { maxBodyBytes: 1_000 }
    expect(await ask(fetch, { limits })).toMatchObject({
      reason: 'body-too-large',
      message:
        'The body was announced with 5,000 bytes and not read; the limit is 1,000 bytes (maxBodyBytes).',
    })
    expect(read).toBe(0)
    expect(await ask(fetch, { limits, kind: 'robots' })).toMatchObject({ reason: 'body-too-large' })
    expect(await ask(fetch, { limits, kind: 'sitemap' })).toMatchObject({
      reason: 'body-too-large',
    })
    expect(read).toBe(2)
  })

  test('HW-BODY-04: a body shorter than announced is incomplete', async () => {
    const fetch = answering({ headers: { 'content-length': '10' }, body: 'short' })
    expect(await ask(fetch)).toEqual({
      status: 200,
      reason: 'body-incomplete',
      message: 'The body ended after 5 of the 10 bytes that Content-Length announced.',
    })
  })

  test('HW-BODY-04: with Content-Encoding the length says nothing about the decoded body', async () => {
    const headers = { 'content-length': '10', 'content-encoding': 'gzip' }
    expect(await ask(answering({ headers, body: 'short' }))).toMatchObject({ text: 'short' })
  })

  test.each([301, 404, 503])(
    'HW-BODY-09: the body of a %s is cut and the status counts',
    async (status) => {
      const fetch = answering({ status, body: pieces('x'.repeat(50_000), 'y'.repeat(50_000)) })
      expect(await ask(fetch)).toEqual({
        status,
        text: 'x'.repeat(50_000) + 'y'.repeat(15_536),
        end: { endMs: 0, wireBytes: 65_536, bodyBytes: 65_536 },
      })
    },
  )

  test('HW-HEAD-03, 07: too many or too large header fields', async () => {
    const many = Array.from({ length: 101 }, (_, index): [string, string] => [`x-${index}`, '1'])
    expect(await ask(answering({ headers: many }))).toEqual({
      reason: 'headers-too-large',
      message: 'The header block has 101 fields; the limit is 100 (maxHeaderFields).',
    })
    expect(await ask(answering({ headers: { 'x-a': 'y'.repeat(17_000) } }))).toMatchObject({
      reason: 'headers-too-large',
    })
  })
})

describe('errors of the function', () => {
  test.each([
    [coded('ENOTFOUND'), 'dns-failure'],
    [coded('EAI_AGAIN'), 'dns-failure'],
    [coded('ECONNREFUSED'), 'connect-refused'],
    [coded('EHOSTUNREACH'), 'connect-refused'],
    [coded('ETIMEDOUT'), 'connect-timeout'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'connect-timeout'],
    [coded('ECONNRESET'), 'connection-reset'],
    [coded('EPIPE'), 'connection-reset'],
    [coded('UND_ERR_SOCKET'), 'connection-reset'],
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'headers-timeout'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'headers-too-large'],
    [coded('HPE_INVALID_CONSTANT'), 'protocol-error'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls-error'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls-error'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls-error'],
    [named('TimeoutError'), 'deadline-exceeded'],
    [named('AbortError'), 'connection-reset'],
    [new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }), 'connect-refused'],
    [
      new TypeError('fetch failed', {
        cause: new AggregateError([], 'all', { cause: coded('ECONNREFUSED') }),
      }),
      'connect-refused',
    ],
    [new Error('no idea'), 'connection-reset'],
    ['thrown text', 'connection-reset'],
  ])('%s is %s', async (error, reason) => {
    const throwing: FetchLike = async () => {
      throw error
    }
    expect(await ask(throwing)).toMatchObject({ reason })
  })

  test.each([
    [coded('ECONNRESET'), 'connection-reset'],
    [coded('UND_ERR_SOCKET'), 'body-incomplete'],
    [coded('UND_ERR_BODY_TIMEOUT'), 'body-timeout'],
    [new TypeError('terminated', { cause: coded('UND_ERR_SOCKET') }), 'body-incomplete'],
    [new Error('no idea'), 'body-incomplete'],
  ])('within the body, %s is %s', async (error, reason) => {
    const body = (async function* () {
      yield 'begin'
      throw error
    })()
    expect(await ask(answering({ body }))).toMatchObject({ status: 200, reason })
  })

  test('a chain of causes that bites its tail ends', async () => {
    const error = new Error('round and round')
    error.cause = error
    const throwing: FetchLike = async () => {
      throw error
    }
    expect(await ask(throwing)).toEqual({
      reason: 'connection-reset',
      message: 'The request failed (round and round).',
    })
  })

  test('a function that throws at once is a failure as well', async () => {
    const error = coded('ENOTFOUND')
    const throwing: FetchLike = () => {
      throw error
    }
    expect(await ask(throwing)).toEqual({
      reason: 'dns-failure',
      message: 'The name does not resolve (it said ENOTFOUND).',
    })
  })

  test('what it says is shown in one line, without control characters, cut', async () => {
    const error = new Error(`\u001b[31mred\0${'x'.repeat(300)}\nsecond line`)
    const throwing: FetchLike = () => Promise.reject(error)
    expect(await ask(throwing)).toEqual({
      reason: 'connection-reset',
      message: `The request failed ([31mred ${'x'.repeat(191)}…).`,
    })
  })

  test.each([0, 101, 99.5, Number.NaN])('the status %s is a protocol error', async (status) => {
    expect(await ask(answering({ status }))).toMatchObject({ reason: 'protocol-error' })
  })
})

describe('ending early', () => {
  test('an abort ends the wait for the answer and the function is told', async () => {
    const stop = new AbortController()
    let told: AbortSignal | undefined
    const silent: FetchLike = (_url, init) => {
      told = init.signal
      queueMicrotask(() => stop.abort(new Error('enough')))
      return new Promise(() => {})
    }
    expect(await ask(silent, { signal: stop.signal })).toEqual({
      reason: 'connection-reset',
      message: 'The request was aborted on this side.',
    })
    expect(told?.aborted).toBe(true)
  })

  test('an aborted signal calls nobody', async () => {
    let calls = 0
    const fetch: FetchLike = async () => {
      calls += 1
      return { status: 200, headers: {} }
    }
    expect(await ask(fetch, { signal: AbortSignal.abort() })).toMatchObject({
      reason: 'connection-reset',
    })
    expect(calls).toBe(0)
  })

  test('a discarded body is over at once and reads as empty', async () => {
    const clock = steppingClock()
    const fetch = answering({ headers: { 'content-length': '1' }, body: pieces('a') })
    const result = await fetchTransport(fetch, { clock }).send(requestOf({ url: PAGE }))
    if (result.kind === 'failure') throw new Error(result.failure.message)
    result.body.discard()
    expect(await result.ended).toEqual({ endMs: 0, wireBytes: 0, bodyBytes: 0 })
    expect(await result.body.bytes()).toHaveLength(0)
    expect(clock.sleeping()).toBe(0)
  })

  test('leaving the loop early closes the source', async () => {
    let closed = false
    const fetch = answering({
      body: (async function* () {
        try {
          yield 'a'
          yield 'b'
        } finally {
          closed = true
        }
      })(),
    })
    const result = await fetchTransport(fetch, { clock: steppingClock() }).send(
      requestOf({ url: PAGE }),
    )
    if (result.kind === 'failure') throw new Error(result.failure.message)
    for await (const chunk of result.body) {
      expect(Buffer.from(chunk).toString()).toBe('a')
      break
    }
    await result.ended
    expect(closed).toBe(true)
  })

  test('close ends what runs, and send rejects afterwards', async () => {
    const transport = fetchTransport(() => new Promise(() => {}), { clock: steppingClock() })
    const running = transport.send(requestOf({ url: PAGE, limits: PAGE_LIMITS }))
    await transport.close()
    expect(await running).toMatchObject({ failure: { reason: 'connection-reset' } })
    await expect(transport.send(requestOf({ url: PAGE }))).rejects.toThrow(
      'The transport is closed.',
    )
  })
})
