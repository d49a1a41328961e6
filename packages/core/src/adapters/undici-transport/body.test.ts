import type { Socket } from 'node:net'

import { describe, expect, test } from 'vitest'

import { handClock } from '../hand-clock.test-support.ts'
import {
  answer,
  hostileServer,
  pause,
  responseOf,
  sayingServer,
  see,
  seen,
  streamed,
  testTransport,
} from './loopback.test-support.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`

/** Writes the same again and again, as fast as the other side takes it. */
function pour(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

/** Writes one piece every few milliseconds. */
function drip(socket: Socket, piece: string, everyMs = 5): void {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Reads until `bytes` have come. */
async function readUpTo(chunks: AsyncIterator<Uint8Array>, bytes: number): Promise<void> {
  const { value } = (await chunks.next()) as IteratorYieldResult<Uint8Array>
  if (value.length < bytes) await readUpTo(chunks, bytes - value.length)
}

/** What the next read fails with. */
async function failureOfNext(chunks: AsyncIterator<Uint8Array>): Promise<string> {
  return chunks.next().then(() => 'no failure', String)
}

describe('HW-BODY-01: an endless body at full speed', () => {
  const limits = { maxBodyBytes: 300_000 }
  const piece = 'x'.repeat(10_000)

  test.each([
    ['chunked', CHUNKED, `2710\r\n${piece}\r\n`],
    ['until the connection ends', `${HEAD}\r\n`, piece],
  ])('%s: cut at the cap, and the socket is closed', async (_what, head, part) => {
    const server = await hostileServer((socket) => {
      socket.write(head)
      pour(socket, part)
    })
    expect(await see(testTransport(), { url: server.url(), limits })).toEqual({
      status: 200,
      reason: 'body-too-large',
      message:
        'More than 300,000 bytes of body came over the wire, which is the limit (maxBodyBytes).',
    })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('the iterator delivers exactly what is within the cap', async () => {
    const server = await hostileServer((socket) => {
      socket.write(`${HEAD}\r\n`)
      pour(socket, piece)
    })
    const { body, ended } = await responseOf(testTransport(), { url: server.url(), limits })
    const got = await streamed(body)
    expect([got.bytes.length, got.reason]).toEqual([300_000, 'body-too-large'])
    expect(await ended).toMatchObject({
      wireBytes: 300_000,
      bodyBytes: 300_000,
      failure: { reason: 'body-too-large' },
    })
  })

  test('a reader that does not read holds the server back', async () => {
    let written = 0
    let stalled = false
    const server = await hostileServer((socket) => {
      socket.write(`${HEAD}\r\n`)
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) written += piece.length
        stalled = true
      }
      socket.on('drain', more)
      more()
    })
    const clock = handClock()
    const asked = { url: server.url(), limits: { maxBodyBytes: 1_000_000_000 } }
    const { body, ended } = await responseOf(testTransport({ clock }), asked)
    await expect.poll(() => stalled).toBe(true)
    await clock.advance(60_000)
    expect(await ended).toMatchObject({
      endMs: 1_060_000,
      failure: { reason: 'deadline-exceeded' },
    })
    // What the kernels of both sides hold, and our own 128 KiB.
    expect(written).toBeLessThan(20_000_000)
    expect((await streamed(body)).bytes.length).toBeLessThan(400_000)
  })

  test('a body of exactly the cap is whole', async () => {
    const server = await sayingServer(answer('x'.repeat(1_000)))
    const asked = { url: server.url(), limits: { maxBodyBytes: 1_000 } }
    expect(await see(testTransport(), asked)).toMatchObject({ text: 'x'.repeat(1_000) })
  })
})

describe('HW-BODY-02, 03: a body that does not come', () => {
  test('HW-BODY-02: bytes that trickle do not move the deadline', async () => {
    const clock = handClock()
    const server = await sayingServer(`${HEAD}\r\nx`)
    const asked = { url: server.url(), limits: { minBytesPerSecond: 0 } }
    const { body, ended } = await responseOf(testTransport({ clock }), asked)
    const chunks = body[Symbol.asyncIterator]()
    await readUpTo(chunks, 1)
    const last = chunks.next()
    await clock.advance(14_000)
    server.sockets[0]?.write('y')
    await last
    await Array.from({ length: 3 }).reduce<Promise<void>>(async (before) => {
      await before
      const next = readUpTo(chunks, 1)
      await clock.advance(14_000)
      server.sockets[0]?.write('z')
      await next
    }, Promise.resolve())
    const failure = failureOfNext(chunks)
    await clock.advance(4_000)
    expect(await failure).toContain(
      'Not done after 60,000 ms with 5 bytes of body; the limit is 60,000 ms (requestDeadlineMs).',
    )
    expect(await ended).toMatchObject({ endMs: 1_060_000, wireBytes: 5 })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('HW-BODY-02: the trickle guard', async () => {
    const clock = handClock()
    const server = await sayingServer(`${HEAD}\r\n${'x'.repeat(100)}`)
    const { body } = await responseOf(testTransport({ clock }), { url: server.url() })
    const chunks = body[Symbol.asyncIterator]()
    await readUpTo(chunks, 100)
    const next = readUpTo(chunks, 100)
    await clock.advance(14_000)
    server.sockets[0]?.write('y'.repeat(100))
    await next
    const failure = failureOfNext(chunks)
    await clock.advance(1_000)
    expect(await failure).toContain(
      'The body trickles: 200 bytes in 15,000 ms; at least 64 bytes a second are asked for (minBytesPerSecond).',
    )
  })

  test('HW-BODY-02: a slow body above the rate is left alone', async () => {
    const clock = handClock()
    const server = await sayingServer(`${HEAD}\r\n${'x'.repeat(1_500)}`)
    const { body } = await responseOf(testTransport({ clock }), { url: server.url() })
    const chunks = body[Symbol.asyncIterator]()
    await readUpTo(chunks, 1_500)
    const next = readUpTo(chunks, 1_500)
    await clock.advance(14_000)
    server.sockets[0]?.write('y'.repeat(1_500))
    await next
    const end = chunks.next()
    await clock.advance(14_000)
    server.sockets[0]?.end()
    expect(await end).toEqual({ done: true, value: undefined })
  })

  test.each([
    ['with a length', `${HEAD}Content-Length: 100\r\n\r\n12345`],
    ['chunked, between chunks', `${CHUNKED}5\r\n12345\r\n`],
    ['chunked, within a chunk', `${CHUNKED}a\r\n12345`],
    ['chunked, before the last CR LF', `${CHUNKED}5\r\n12345\r\n0\r\n`],
    ['until the connection ends', `${HEAD}\r\n12345`],
  ])('HW-BODY-03: stops in the middle, %s', async (_what, text) => {
    const clock = handClock()
    const server = await sayingServer(text)
    const { body, ended } = await responseOf(testTransport({ clock }), { url: server.url() })
    const chunks = body[Symbol.asyncIterator]()
    await readUpTo(chunks, 5)
    const failure = failureOfNext(chunks)
    await clock.advance(15_000)
    expect(await failure).toContain(
      'The body stopped after 5 bytes and nothing came for 15,000 ms; the limit is 15,000 ms (bodyIdleTimeoutMs).',
    )
    expect(await ended).toMatchObject({ failure: { reason: 'body-timeout' } })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('HW-BODY-03: stops before the first byte', async () => {
    const clock = handClock()
    const server = await sayingServer(`${HEAD}Content-Length: 100\r\n\r\n`)
    const result = await responseOf(testTransport({ clock }), { url: server.url() })
    await clock.advance(15_000)
    expect(await seen(result)).toMatchObject({ status: 200, reason: 'body-timeout' })
  })
})

describe('HW-BODY-04: closed too early', () => {
  test.each([
    ['before Content-Length', `${HEAD}Content-Length: 10\r\n\r\n12345`],
    [
      'before Content-Length, told to close',
      `${HEAD}Connection: close\r\nContent-Length: 10\r\n\r\n12345`,
    ],
    ['before any byte', `${HEAD}Content-Length: 10\r\n\r\n`],
    ['within a chunk', `${CHUNKED}a\r\n12345`],
    ['between chunks', `${CHUNKED}5\r\n12345\r\n`],
    ['after the last chunk, before its CR LF', `${CHUNKED}5\r\n12345\r\n0\r\n`],
    [
      'within a chunk, told to close',
      `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\na\r\n12345`,
    ],
  ])('%s', async (_what, text) => {
    const server = await sayingServer(text, 'end')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      reason: 'body-incomplete',
    })
  })

  test('what came is delivered before the failure', async () => {
    const server = await sayingServer(`${HEAD}Content-Length: 10\r\n\r\n12345`, 'end')
    const { body, ended } = await responseOf(testTransport(), { url: server.url() })
    expect(await streamed(body)).toEqual({ bytes: Buffer.from('12345'), reason: 'body-incomplete' })
    expect(await ended).toMatchObject({ wireBytes: 5, failure: { reason: 'body-incomplete' } })
  })

  test('a body without a length ends with its connection', async () => {
    const server = await sayingServer(`${HEAD}\r\nwhole`, 'end')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ text: 'whole' })
  })
})

describe('HW-BODY-05: odd lengths', () => {
  test.each([
    ['negative', 'Content-Length: -1'],
    ['no number', 'Content-Length: many'],
    ['empty', 'Content-Length: '],
    ['hexadecimal', 'Content-Length: 0x10'],
    ['with a fraction', 'Content-Length: 5.0'],
    ['doubled, unlike', 'Content-Length: 5\r\nContent-Length: 6'],
    ['doubled, alike', 'Content-Length: 5\r\nContent-Length: 5'],
    ['a list', 'Content-Length: 5, 5'],
    ['past 64 bits', 'Content-Length: 99999999999999999999999'],
  ])('%s', async (_what, field) => {
    const server = await sayingServer(`${HEAD}${field}\r\n\r\n12345`)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'protocol-error',
    })
  })

  test('a page announced above the cap is not read, and its status and headers are there', async () => {
    const server = await sayingServer(`${HEAD}Content-Length: 10485761\r\n\r\n`)
    const { status, headers, body, ended } = await responseOf(testTransport(), {
      url: server.url(),
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain'])
    expect(await streamed(body)).toEqual({ bytes: Buffer.alloc(0), reason: 'body-too-large' })
    expect(await ended).toMatchObject({
      wireBytes: 0,
      failure: {
        message:
          'The body was announced with 10,485,761 bytes and not read; the limit is 10,485,760 bytes (maxBodyBytes).',
      },
    })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test.each(['robots', 'sitemap'] as const)(
    'of a %s the beginning counts, so it is read',
    async (kind) => {
      const server = await sayingServer(`${HEAD}Content-Length: 2000\r\n\r\n${'x'.repeat(2_000)}`)
      const asked = { url: server.url(), kind, limits: { maxBodyBytes: 1_000 } }
      const { body } = await responseOf(testTransport(), asked)
      const got = await streamed(body)
      expect([got.bytes.length, got.reason]).toEqual([1_000, 'body-too-large'])
    },
  )
})

describe('HW-BODY-06: Content-Length together with Transfer-Encoding', () => {
  test.each([
    ['length first', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['length last', 'Transfer-Encoding: chunked\r\nContent-Length: 5'],
  ])('%s: refused, and the connection is not used again', async (_what, fields) => {
    const server = await hostileServer((socket, index) => {
      socket.write(index === 0 ? `${HEAD}${fields}\r\n\r\n5\r\n12345\r\n0\r\n\r\n` : answer('next'))
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({
      reason: 'protocol-error',
    })
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'next' })
    expect(server.sockets).toHaveLength(2)
  })

  test.each(['gzip, chunked', 'gzip', 'chunked, chunked', 'identity', 'xchunked'])(
    'Transfer-Encoding: %s was not asked for',
    async (coding) => {
      const text = `${HEAD}Transfer-Encoding: ${coding}\r\n\r\n5\r\n12345\r\n0\r\n\r\n`
      const server = await sayingServer(text, 'end')
      expect(await see(testTransport(), { url: server.url() })).toMatchObject({
        reason: 'protocol-error',
      })
    },
  )
})

describe('HW-BODY-07: chunks', () => {
  test.each([
    ['a size past 64 bits', 'fffffffffffffffff\r\nx'],
    ['a size that is no number', 'zz\r\nx'],
    ['a negative size', '-5\r\n12345\r\n'],
    ['data longer than its size', '2\r\n12345\r\n'],
  ])('%s', async (_what, chunk) => {
    const server = await sayingServer(CHUNKED + chunk)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      reason: 'protocol-error',
    })
  })

  test.each([
    ['a chunk extension without end', '5;', 'x'.repeat(1_000)],
    ['a chunk extension for each byte', '', `1;${'e'.repeat(200)}\r\nx\r\n`],
    ['trailers without end', '0\r\n', `X-T: ${'y'.repeat(200)}\r\n`],
    ['a giant trailer', '0\r\nX-T: ', 'y'.repeat(1_000)],
    ['small trailers without end', '0\r\n', 'a: bcdefghijklmnop\r\n'.repeat(50)],
  ])('%s, at full speed, is bounded', async (_what, start, piece) => {
    const server = await hostileServer((socket) => {
      socket.write(CHUNKED + start)
      pour(socket, piece)
    })
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      reason: 'protocol-error',
    })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('a chunk extension that trickles is no body: the idle timer ends it', async () => {
    const clock = handClock()
    const server = await sayingServer(`${CHUNKED}5;`)
    const result = await responseOf(testTransport({ clock }), { url: server.url() })
    await clock.advance(14_000)
    server.sockets[0]?.write('xxx')
    await pause()
    await clock.advance(1_000)
    expect(await seen(result)).toMatchObject({ reason: 'body-timeout' })
  })

  test('a body in chunks of one byte, with extensions and trailers, is read', async () => {
    const chunks = Array.from('hello', (letter) => `1;a="b"\r\n${letter}\r\n`).join('')
    const server = await sayingServer(`${CHUNKED}${chunks}0\r\nX-Trailer: 1\r\n\r\n`)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ text: 'hello' })
  })
})

describe('HW-BODY-09: bodies of redirects and errors', () => {
  test.each(['301 Moved', '404 Not Found', '503 Busy'])(
    '%s: at most 64 KiB of an endless body, then the socket is closed; the status counts',
    async (status) => {
      const server = await hostileServer((socket) => {
        socket.write(`HTTP/1.1 ${status}\r\n\r\n`)
        pour(socket, 'x'.repeat(10_000))
      })
      expect(await see(testTransport(), { url: server.url() })).toEqual({
        status: Number(status.slice(0, 3)),
        text: 'x'.repeat(65_536),
        end: { endMs: expect.any(Number) as number, wireBytes: 65_536, bodyBytes: 65_536 },
      })
      await expect.poll(() => server.sockets[0]?.closed).toBe(true)
    },
  )

  test.each([
    ['announced as huge', `Content-Length: 99999999\r\n\r\n${'x'.repeat(10)}`, 'keep'],
    ['that stops', 'Content-Length: 100\r\n\r\n12345', 'keep'],
    ['that is cut', 'Content-Length: 100\r\n\r\n12345', 'end'],
    ['that is reset', 'Content-Length: 100\r\n\r\n12345', 'reset'],
    ['in an unknown encoding', 'Content-Encoding: zstd\r\nContent-Length: 5\r\n\r\n12345', 'keep'],
    [
      'that is no gzip data',
      'Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\x1f\x8b\x08xx',
      'keep',
    ],
    ['with broken chunks', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n', 'keep'],
  ] as const)('a body %s does not undo a 404', async (_what, rest, last) => {
    const clock = handClock()
    const server = await sayingServer(`HTTP/1.1 404 Not Found\r\n${rest}`, last)
    const { status, body, ended } = await responseOf(testTransport({ clock }), {
      url: server.url(),
    })
    expect(status).toBe(404)
    const read = streamed(body)
    await clock.advance(60_000)
    expect((await read).reason).toBeUndefined()
    await ended
  })

  test('a redirect whose small body does not come is left after a second', async () => {
    const clock = handClock()
    const server = await sayingServer(
      'HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 9\r\n\r\n',
    )
    const { body, ended } = await responseOf(testTransport({ clock }), { url: server.url() })
    body.discard()
    await clock.advance(1_000)
    expect(await ended).toEqual({ endMs: 1_001_000, wireBytes: 0, bodyBytes: 0 })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })
})

describe('HW-BODY-10: answers without a body', () => {
  test.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n'],
    ['304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n'],
    ['304 with an unknown encoding', 'HTTP/1.1 304 Not Modified\r\nContent-Encoding: x\r\n\r\n'],
    ['length 0', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['length 0 and gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n'],
    ['no chunk but the last', `${CHUNKED}0\r\n\r\n`],
  ])('%s', async (_what, text) => {
    const server = await sayingServer(text)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      text: '',
      end: { wireBytes: 0, bodyBytes: 0 },
    })
  })

  test('a 206 is handed on as it is', async () => {
    const server = await sayingServer(answer('part', ['Content-Range: bytes 0-3/9'], '206 Part'))
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ status: 206 })
  })
})

describe('HW-BODY-12: more than the answer', () => {
  test.each([
    ['bytes that are no answer', 'rubbish'],
    ['a second answer', answer('forged').toString()],
    ['a blank line and a second answer', `\r\n${answer('forged').toString()}`],
  ])('%s with it: no other URL receives them', async (_what, extra) => {
    const server = await hostileServer((socket, index) => {
      socket.write(
        index === 0 ? Buffer.concat([answer('first'), Buffer.from(extra)]) : answer('second'),
      )
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({ text: 'first' })
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'second' })
    expect(server.sockets).toHaveLength(2)
  })

  test.each([
    ['bytes that are no answer', 'rubbish'],
    ['a second answer', answer('forged').toString()],
  ])('%s later, on the idle connection', async (_what, extra) => {
    const server = await hostileServer((socket, index) => {
      socket.write(index === 0 ? answer('first') : answer('second'))
      if (index === 0) setTimeout(() => socket.write(extra), 10)
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({ text: 'first' })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'second' })
    expect(server.sockets).toHaveLength(2)
  })

  test('a body after 204 and 304 is no body', async () => {
    const server = await hostileServer((socket, index) => {
      socket.write(index === 0 ? 'HTTP/1.1 204 No Content\r\n\r\nforged' : answer('second'))
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({ status: 204, text: '' })
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'second' })
  })
})

describe('a body that is not wanted', () => {
  test('a small rest is read and the connection kept', async () => {
    const server = await hostileServer((socket, index) => {
      socket.write(answer(`page ${index}`.repeat(1_000)))
    })
    const transport = testTransport()
    const first = await responseOf(transport, { url: server.url('/1') })
    first.body.discard()
    expect(await first.ended).toMatchObject({ wireBytes: 6_000 })
    expect(await streamed(first.body)).toEqual({ bytes: Buffer.alloc(0), reason: undefined })
    await see(transport, { url: server.url('/2') })
    expect(server.sockets).toHaveLength(1)
  })

  test.each([
    ['a large one', `${HEAD}Content-Length: 9000000\r\n\r\n`],
    ['one of unknown length', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`],
    ['one that ends with the connection', `${HEAD}\r\n`],
  ])('%s is left and the socket closed at once', async (_what, head) => {
    const server = await sayingServer(head)
    const { body, ended } = await responseOf(testTransport(), { url: server.url() })
    body.discard()
    expect(await ended).toEqual({ endMs: expect.any(Number) as number, wireBytes: 0, bodyBytes: 0 })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('leaving the loop early closes the socket', async () => {
    const server = await hostileServer((socket) => {
      socket.write(CHUNKED)
      drip(socket, '5\r\n12345\r\n')
    })
    const { body, ended } = await responseOf(testTransport(), { url: server.url() })
    for await (const chunk of body) {
      expect(Buffer.from(chunk).toString()).toBe('12345')
      break
    }
    expect(await ended).toMatchObject({ bodyBytes: 5 })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('a body that nobody reads does not hold its socket past the deadline', async () => {
    const clock = handClock()
    const server = await sayingServer(`${HEAD}Content-Length: 1000000\r\n\r\n12345`)
    const asked = { url: server.url(), limits: { bodyIdleTimeoutMs: 90_000, minBytesPerSecond: 0 } }
    const result = await responseOf(testTransport({ clock }), asked)
    await clock.advance(60_000)
    expect(await result.ended).toMatchObject({ failure: { reason: 'deadline-exceeded' } })
    expect(await seen(result)).toMatchObject({ reason: 'deadline-exceeded' })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('a small body that nobody reads is over once it has come', async () => {
    const server = await sayingServer(answer('small'))
    const result = await responseOf(testTransport(), { url: server.url() })
    expect(await result.ended).toMatchObject({ wireBytes: 5, bodyBytes: 0 })
    expect(await seen(result)).toMatchObject({ text: 'small', end: { bodyBytes: 5 } })
  })
})
