import { describe, expect, test } from 'vitest'

import { handClock } from '../hand-clock.test-support.ts'
import {
  answer,
  hostileServer,
  pause,
  requestOf,
  responseOf,
  sayingServer,
  see,
  testTransport,
} from './loopback.test-support.ts'

const OK = answer('fine')

describe('HW-HEAD-01, 02: a header that does not come', () => {
  test('HW-HEAD-01: a server that accepts and says nothing', async () => {
    const clock = handClock()
    const server = await sayingServer('')
    const sent = testTransport({ clock }).send(requestOf({ url: server.url() }))
    await expect.poll(() => server.requests.length).toBe(1)
    await clock.advance(20_000)
    expect(await sent).toEqual({
      kind: 'failure',
      failure: {
        reason: 'headers-timeout',
        message: 'No complete header after 20,000 ms; the limit is 20,000 ms (headersTimeoutMs).',
      },
      address: '127.0.0.1',
      startMs: 1_000_000,
      endMs: 1_020_000,
    })
    expect(clock.sleeping()).toBe(0)
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('HW-HEAD-02: header bytes that trickle do not reset the timer', async () => {
    const clock = handClock()
    const server = await sayingServer('HTTP/1.1 200 OK\r\nX-A: b')
    const sent = see(testTransport({ clock }), { url: server.url() })
    await expect.poll(() => server.requests.length).toBe(1)
    await clock.advance(19_990)
    server.sockets[0]?.write('\r\nX-C: d')
    await pause()
    await clock.advance(10)
    expect(await sent).toMatchObject({ reason: 'headers-timeout' })
  })

  test('the deadline counts where it is shorter', async () => {
    const clock = handClock()
    const server = await sayingServer('')
    const limits = { headersTimeoutMs: 5_000, deadlineMs: 1_000 }
    const sent = see(testTransport({ clock }), { url: server.url(), limits })
    await expect.poll(() => server.requests.length).toBe(1)
    await clock.advance(1_000)
    expect(await sent).toEqual({
      reason: 'deadline-exceeded',
      message:
        'Not done after 1,000 ms with 0 bytes of body; the limit is 1,000 ms (requestDeadlineMs).',
    })
  })
})

describe('HW-HEAD-03, 07: a header that is too much', () => {
  const filler = `X-Fill: ${'y'.repeat(1_000)}\r\n`

  test.each([
    ['many fields of 1 KB', `HTTP/1.1 200 OK\r\n${filler.repeat(20)}\r\n`],
    ['one giant field', `HTTP/1.1 200 OK\r\nX-A: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a giant field name', `HTTP/1.1 200 OK\r\n${'y'.repeat(20_000)}: a\r\n\r\n`],
    ['a giant reason phrase', `HTTP/1.1 200 ${'OK'.repeat(100_000)}\r\n\r\n`],
    ['a header just over the limit', `HTTP/1.1 200 OK\r\nX-A: ${'y'.repeat(16_384 - 20)}\r\n\r\n`],
    ['a giant informational answer', `HTTP/1.1 103 Early Hints\r\n${filler.repeat(20)}\r\n`],
  ])('HW-HEAD-03: %s', async (_what, text) => {
    const server = await sayingServer(text)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'headers-too-large',
      message: expect.stringContaining('the limit is 16,384 bytes') as string,
    })
  })

  test('HW-HEAD-03: a header just under the limit is read', async () => {
    const text = `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-A: ${'y'.repeat(16_384 - 60)}\r\n\r\n`
    expect(await see(testTransport(), { url: (await sayingServer(text)).url() })).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['fields', filler],
    ['the reason phrase', 'OK '.repeat(100)],
  ])('HW-HEAD-03: %s without end, at full speed, are cut at once', async (_what, piece) => {
    const server = await hostileServer((socket) => {
      socket.write('HTTP/1.1 200 ')
      if (piece === filler) socket.write('OK\r\n')
      const pour = (): void => {
        while (!socket.destroyed && socket.write(piece.repeat(10)));
      }
      socket.on('drain', pour)
      pour()
    })
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'headers-too-large',
    })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('HW-HEAD-07: more than 100 fields', async () => {
    const cookies = Array.from({ length: 101 }, (_, index) => `Set-Cookie: a${index}=1\r\n`)
    const server = await sayingServer(`HTTP/1.1 200 OK\r\n${cookies.join('')}\r\n`)
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      reason: 'headers-too-large',
      message: 'The header block has 101 fields; the limit is 100 (maxHeaderFields).',
    })
  })

  test('HW-HEAD-07: repeated fields within the limit keep their order', async () => {
    const fields = [
      'Set-Cookie: a=1',
      'X-A: 1',
      'set-cookie: b=2',
      '__proto__: x',
      'constructor: y',
    ]
    const server = await sayingServer(answer('', fields))
    const { headers } = await responseOf(testTransport(), { url: server.url() })
    expect(headers.all('Set-Cookie')).toEqual(['a=1', 'b=2'])
    expect(headers.get('__proto__')).toBe('x')
    expect(Array.from(headers.entries())).toEqual([
      ['set-cookie', 'a=1'],
      ['x-a', '1'],
      ['set-cookie', 'b=2'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['content-length', '0'],
    ])
  })
})

describe('HW-HEAD-04: informational answers', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

  test.each([
    ['103', early],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['100, which nobody asked for', goOn],
    ['100 with fields', 'HTTP/1.1 100 Continue\r\nX-A: 1\r\nX-B: 2\r\n\r\n'],
    ['a mixture', goOn + early + goOn],
  ])('%s before the answer is read past', async (_what, text) => {
    const server = await sayingServer([text, OK])
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      text: 'fine',
    })
  })

  test('also when it comes byte by byte', async () => {
    const server = await hostileServer((socket) => {
      const bytes = Buffer.from(goOn + early + goOn)
      let at = 0
      const drip = setInterval(() => {
        if (at < bytes.length) socket.write(bytes.subarray(at, at + 7))
        else {
          clearInterval(drip)
          socket.write(OK)
        }
        at += 7
      }, 1)
    })
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ text: 'fine' })
  })

  test.each([
    ['103', early],
    ['100', goOn],
  ])('nine times %s is once too often', async (_what, text) => {
    const server = await sayingServer([text.repeat(9), OK])
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      reason: 'headers-timeout',
      message: '9 informational (1xx) answers and no final one; the limit is 8 (maxInformational).',
    })
  })

  test('they do not restart the timer', async () => {
    const clock = handClock()
    const server = await sayingServer(early)
    const sent = see(testTransport({ clock }), { url: server.url() })
    await expect.poll(() => server.requests.length).toBe(1)
    await clock.advance(19_000)
    server.sockets[0]?.write(early)
    await pause()
    await clock.advance(1_000)
    expect(await sent).toEqual({
      reason: 'headers-timeout',
      message: 'No complete header after 20,000 ms; the limit is 20,000 ms (headersTimeoutMs).',
    })
  })

  test('HW-BODY-10: nothing but an informational answer is no answer', async () => {
    const server = await sayingServer(goOn, 'end')
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      reason: 'protocol-error',
      message: 'The connection ended after 1 informational (1xx) answers without a final one.',
    })
  })

  test('HW-BODY-10: 101 that nobody asked for', async () => {
    const text = 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
    const server = await sayingServer(text)
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      reason: 'protocol-error',
      message:
        'The server switched protocols, which nobody asked for (bad upgrade, UND_ERR_SOCKET).',
    })
  })
})

describe('HW-HEAD-05: what is not HTTP', () => {
  test.each([
    ['a line of another protocol', '220 mail.test ESMTP ready\r\n'],
    ['HTTP/0.9: a page without a header', '<html><body>old</body></html>\r\n'],
    ['noise', Buffer.from([0, 1, 2, 3, 250, 251, 252])],
    ['a TLS alert', Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])],
    ['a version that does not exist', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ])('%s', async (_what, text) => {
    const server = await sayingServer(text, 'end')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'protocol-error',
      message: expect.stringMatching(/^The answer is not valid HTTP\/1\.1 \(/) as string,
    })
  })

  test('one connection, no second try', async () => {
    const server = await sayingServer('not http\r\n', 'end')
    await see(testTransport(), { url: server.url() })
    expect([server.sockets.length, server.requests.length]).toEqual([1, 1])
  })
})

describe('HW-HEAD-06: odd bytes in fields', () => {
  test.each([
    ['NUL', 'X-A: a\0b'],
    ['a bare CR', 'X-A: a\rb'],
    ['a bare LF before a field', 'X-A: a\nX-B: b'],
    ['a folded line', 'X-A: a\r\n b'],
    ['a blank before the colon', 'X-A : a'],
    ['a name with a blank', 'X A: a'],
    ['a line without a colon', 'X-A'],
  ])('%s is a protocol error', async (_what, line) => {
    const server = await sayingServer(`HTTP/1.1 200 OK\r\n${line}\r\nContent-Length: 0\r\n\r\n`)
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'protocol-error',
    })
  })

  test('bytes above 127 are kept, one character a byte', async () => {
    const server = await sayingServer(answer('', ['Location: /gr\xc3\xbc\xc3\x9fe']))
    const { headers } = await responseOf(testTransport(), { url: server.url() })
    const value = headers.get('location') ?? ''
    expect(value).toBe('/gr\xc3\xbc\xc3\x9fe')
    expect(Buffer.from(value, 'latin1').toString()).toBe('/grüße')
  })
})

describe('HW-HEAD-08: a reset at any byte', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234'

  test.each([0, 1, 8, 12, 17, 30, 38])('after %i bytes of the header', async (count) => {
    const server = await sayingServer(text.slice(0, count), 'reset')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      reason: 'connection-reset',
    })
  })

  test.each([39, 40, 43])('after %i bytes, within the body', async (count) => {
    const server = await sayingServer(text.slice(0, count), 'reset')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      reason: 'connection-reset',
    })
  })

  test('within a body that ends with the connection: a reset is no end', async () => {
    const server = await sayingServer('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf', 'reset')
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({
      status: 200,
      reason: 'connection-reset',
    })
  })

  test('closed without an answer', async () => {
    const server = await sayingServer('', 'end')
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      reason: 'connection-reset',
      message: 'The server reset the connection (other side closed, UND_ERR_SOCKET).',
    })
  })
})

describe('HW-HEAD-09: offers that cause no request', () => {
  test('Alt-Svc, Link, Upgrade, Refresh and Report-To are fields like any other', async () => {
    const fields = [
      'Alt-Svc: h3=":443"',
      'Link: </a.css>; rel=preload',
      'Upgrade: h2c',
      'Refresh: 0; url=/b',
      'Report-To: {}',
    ]
    const server = await sayingServer(answer('fine', fields))
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ text: 'fine' })
    expect([server.sockets.length, server.requests.length]).toEqual([1, 1])
  })
})
