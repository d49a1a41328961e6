import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { handClock } from '../hand-clock.test-support.ts'
import { realClock } from '../real-clock.ts'
import { CA, CERTIFICATE, EXPIRED_CERTIFICATE, PRIVATE_KEY } from './certificates.test-support.ts'
import { sameAddress } from './connection.ts'
import {
  answer,
  closeAll,
  hostileServer,
  listening,
  pause,
  requestOf,
  responseOf,
  sayingServer,
  see,
  streamed,
  testTransport,
} from './loopback.test-support.ts'
import { undiciTransport } from './undici-transport.ts'

/** A TLS server that answers every request with the name it was asked for by SNI. */
async function tlsServer(options: TlsOptions = {}): Promise<{ port: number; resumed: boolean[] }> {
  const sockets: Socket[] = []
  const resumed: boolean[] = []
  const server = createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE, ...options }, (socket) => {
    resumed.push(socket.isSessionReused())
    socket.on('error', nothing)
    socket.on('data', () => socket.write(answer(`sni: ${String(socket.servername)}`)))
  })
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', nothing)))
  server.on('tlsClientError', nothing)
  const port = await listening(server)
  onTestFinished(() => closeAll(server, sockets))
  return { port, resumed }
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createTcpServer()
  const port = await listening(server)
  await closeAll(server, [])
  return port
}

describe('HW-NET-02: the address is pinned', () => {
  test('the socket goes to request.address; the name is only said in the Host header', async () => {
    const server = await sayingServer(answer('here'))
    const url = new URL(`http://no-such-name.invalid:${server.port}/a`)
    const result = await responseOf(testTransport(), { url, address: '127.0.0.1' })
    expect(result.address).toBe('127.0.0.1')
    expect(server.requests[0]).toContain(`\r\nhost: no-such-name.invalid:${server.port}\r\n`)
  })

  test('another address of the same origin gets a connection of its own', async () => {
    const server = await hostileServer((socket) => {
      socket.write(answer(String(socket.localAddress)))
    })
    // The server listens on 127.0.0.1 only.
    const transport = testTransport()
    expect(await see(transport, { url: server.url(), address: '127.0.0.1' })).toMatchObject({
      status: 200,
    })
    expect(await see(transport, { url: server.url(), address: '127.0.0.2' })).toMatchObject({
      reason: 'connect-refused',
    })
  })

  test('without an address only a literal one can be meant', async () => {
    const server = await sayingServer(answer('here'))
    const { address: _, ...request } = requestOf({ url: server.url() })
    expect(await testTransport().send(request)).toMatchObject({ status: 200 })
    const named = { ...request, url: new URL('http://a.test/') }
    await expect(testTransport().send(named)).rejects.toThrow(
      'Expected request.address to be the judged address of a.test, got undefined.',
    )
  })

  test.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['2001:DB8::1', '2001:db8:0::1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['::1', '127.0.0.1', false],
    ['::', '::1', false],
    ['', '127.0.0.1', false],
    ['undefined', '127.0.0.1', false],
  ])('the address really connected to is compared: %s and %s, same = %s', (one, other, same) => {
    expect(sameAddress(one, other)).toBe(same)
  })
})

describe('IPv6', async () => {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', nothing))
    socket.on('data', (chunk) => socket.write(answer(chunk.toString().split('\r\n')[1] ?? '')))
  })
  const port = await new Promise<number | undefined>((resolve) => {
    server.on('error', () => resolve(undefined))
    server.listen(0, '::1', () => resolve((server.address() as AddressInfo).port))
  })
  afterAll(() => (port === undefined ? undefined : closeAll(server, sockets)))

  // A machine may have no IPv6 at all.
  test.skipIf(port === undefined)('a literal address and a name, both pinned', async () => {
    const literal = new URL(`http://[::1]:${String(port)}/`)
    const named = new URL(`http://a.test:${String(port)}/`)
    const transport = testTransport()
    const spelled = '0:0:0:0:0:0:0:1'
    expect(await see(transport, { url: literal, address: '::1' })).toMatchObject({
      text: `host: [::1]:${String(port)}`,
    })
    expect(await see(transport, { url: named, address: spelled })).toMatchObject({
      text: `host: a.test:${String(port)}`,
    })
  })
})

describe('connections that do not come about', () => {
  test('nothing listens', async () => {
    const port = await freePort()
    const result = await testTransport().send(
      requestOf({ url: new URL(`http://127.0.0.1:${port}/`) }),
    )
    expect(result).toMatchObject({
      kind: 'failure',
      failure: {
        reason: 'connect-refused',
        message: `Nothing listens at the address and port (connect ECONNREFUSED 127.0.0.1:${port}).`,
      },
      address: '127.0.0.1',
    })
  })

  test('an address without a route', async () => {
    const url = new URL('http://a.test/')
    const result = await see(testTransport(), { url, address: '255.255.255.255' })
    expect(result).toMatchObject({ reason: 'connect-refused' })
  })

  test('a TLS handshake without an answer ends at connectTimeoutMs', async () => {
    const clock = handClock()
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => sockets.push(socket.on('error', nothing).resume()))
    const port = await listening(server)
    onTestFinished(() => closeAll(server, sockets))
    const url = new URL(`https://a.test:${port}/`)
    const sent = testTransport({ clock }).send(requestOf({ url }))
    await expect.poll(() => sockets.length).toBe(1)
    await clock.advance(10_000)
    expect(await sent).toEqual({
      kind: 'failure',
      failure: {
        reason: 'connect-timeout',
        message: 'No connection after 10,000 ms; the limit is 10,000 ms (connectTimeoutMs).',
      },
      address: '127.0.0.1',
      startMs: 1_000_000,
      endMs: 1_010_000,
    })
    await expect.poll(() => sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(1)
  })

  test.each([
    ['a header with a line break', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['a header with NUL', { headers: { 'x-a': 'b\0' } }],
    ['a header name with a blank', { headers: { 'x a': 'b' } }],
  ])('HW-CRED-06: %s is not written', async (_what, asked) => {
    const server = await sayingServer(answer('never'))
    expect(await see(testTransport(), { url: server.url(), ...asked })).toMatchObject({
      reason: 'protocol-error',
      message: expect.stringMatching(/^The request cannot be written \(invalid /) as string,
    })
    expect(server.requests).toEqual([])
  })
})

function at(port: number, host = 'a.test'): { url: URL } {
  return { url: new URL(`https://${host}:${port}/`) }
}

describe('TLS', () => {
  test('the name in the URL is the one of SNI and of the certificate', async () => {
    const { port } = await tlsServer()
    const transport = testTransport({ ca: CA })
    expect(await see(transport, at(port))).toMatchObject({ text: 'sni: a.test' })
    expect(await see(transport, at(port, 'a.test.'))).toMatchObject({ text: 'sni: a.test' })
  })

  test('an address has no SNI and is looked for in the certificate', async () => {
    const { port } = await tlsServer()
    expect(await see(testTransport({ ca: [CA] }), at(port, '127.0.0.1'))).toMatchObject({
      text: 'sni: false',
    })
  })

  test('a session is taken up again, so that a polite pause costs no full handshake', async () => {
    const { port, resumed } = await tlsServer()
    const transport = testTransport({ ca: CA, maxIdleConnections: 0 })
    await see(transport, at(port))
    await see(transport, at(port))
    expect(resumed).toEqual([false, true])
  })

  test.each([
    ['an unknown authority', {}, undefined, 'a.test'],
    ['another name', {}, CA, 'b.test'],
    ['an address that is not in it', { cert: CERTIFICATE }, CA, '127.0.0.2'],
    ['a date that has passed', { cert: EXPIRED_CERTIFICATE }, CA, 'a.test'],
  ] as const)('a certificate of %s', async (_what, options, ca, host) => {
    const { port } = await tlsServer(options)
    const transport = testTransport(ca === undefined ? {} : { ca })
    expect(await see(transport, at(port, host))).toMatchObject({
      reason: 'tls-error',
      message: expect.stringMatching(/^The server's certificate is not trusted \(/) as string,
    })
  })

  test('a protocol version that is too old', async () => {
    const { port } = await tlsServer({
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL@SECLEVEL=0',
    })
    expect(await see(testTransport({ ca: CA }), at(port))).toMatchObject({ reason: 'tls-error' })
  })

  test.each([
    ['HW-HEAD-05: plain HTTP on a TLS port', answer('plain')],
    ['HW-HEAD-05: noise in place of a handshake', Buffer.from([0, 1, 2, 3, 250, 251])],
  ])('%s', async (_what, bytes) => {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', nothing))
      socket.end(bytes)
    })
    const port = await listening(server)
    onTestFinished(() => closeAll(server, sockets))
    expect(await see(testTransport(), at(port))).toMatchObject({
      reason: 'tls-error',
      message: expect.stringMatching(/^The TLS handshake failed \(/) as string,
    })
    expect(sockets).toHaveLength(1)
  })

  test('HW-HEAD-05: a TLS port asked in plain HTTP', async () => {
    const { port } = await tlsServer()
    const result = await see(testTransport(), { url: new URL(`http://a.test:${port}/`) })
    expect(['protocol-error', 'connection-reset']).toContain('reason' in result && result.reason)
  })

  test('closed within the handshake', async () => {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', nothing))
      socket.once('data', () => socket.destroy())
    })
    const port = await listening(server)
    onTestFinished(() => closeAll(server, sockets))
    expect(await see(testTransport(), at(port))).toMatchObject({ reason: 'connection-reset' })
  })
})

describe('kept connections', () => {
  test('a connection that the server closes while idle costs nothing', async () => {
    const server = await hostileServer((socket, index) => {
      socket.write(answer(`page ${index}`))
      if (index === 0) setImmediate(() => socket.end())
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({ text: 'page 0' })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'page 1' })
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    ['rubbish', (socket: Socket) => socket.write('rubbish')],
    ['a second answer', (socket: Socket) => socket.write(answer('forged'))],
    ['a reset', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    '%s that has come but was not read yet: the request goes out on a new one',
    async (_what, act) => {
      const server = await hostileServer((socket, index) => {
        socket.write(answer(`page ${index}`))
      })
      const transport = testTransport()
      await see(transport, { url: server.url('/1') })
      const [first] = server.sockets
      if (first !== undefined) act(first)
      expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'page 1' })
      expect([server.sockets.length, server.requests.length]).toEqual([2, 2])
    },
  )

  test('a request that was written is never sent again', async () => {
    const server = await hostileServer((socket, index) => {
      if (index === 0) socket.write(answer('first'))
      else socket.destroy()
    })
    const transport = testTransport()
    await see(transport, { url: server.url('/1') })
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({
      reason: 'connection-reset',
    })
    expect(server.requests.map((request) => request.split('\r\n')[0])).toEqual([
      'GET /1 HTTP/1.1',
      'GET /2 HTTP/1.1',
    ])
  })

  test('Connection: close is heeded', async () => {
    const server = await hostileServer((socket) => {
      socket.write(answer('bye', ['Connection: close']))
    })
    const transport = testTransport()
    await see(transport, { url: server.url('/1') })
    await see(transport, { url: server.url('/2') })
    expect(server.sockets).toHaveLength(2)
  })

  test('two at once have a connection each, and no request waits for another', async () => {
    const waiting: Socket[] = []
    const server = await hostileServer((socket) => {
      waiting.push(socket)
      if (waiting.length === 2) for (const one of waiting) one.write(answer('together'))
    })
    const transport = testTransport()
    const both = await Promise.all([
      see(transport, { url: server.url('/1') }),
      see(transport, { url: server.url('/2') }),
    ])
    expect(both).toMatchObject([{ text: 'together' }, { text: 'together' }])
  })

  test('no more than maxIdleConnections are kept, the one idle for longest goes', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => sayingServer(answer('kept'))))
    const transport = testTransport({ maxIdleConnections: 2 })
    await servers.reduce<Promise<unknown>>(
      (before, server) => before.then(() => see(transport, { url: server.url() })),
      Promise.resolve(),
    )
    await expect
      .poll(() => servers.map((server) => server.sockets[0]?.closed))
      .toEqual([true, false, false])
  })

  test('a body left early takes its connection with it', async () => {
    const server = await hostileServer((socket, index) => {
      if (index === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\nabc')
      else socket.write(answer('next'))
    })
    const transport = testTransport()
    const { body, ended } = await responseOf(transport, { url: server.url('/1') })
    body.discard()
    await ended
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'next' })
    expect(server.sockets).toHaveLength(2)
  })

  test('POST sends its body, and a kept connection does not repeat it', async () => {
    const bodies: string[] = []
    const server = await hostileServer((socket) => {
      socket.once('data', (chunk) => {
        bodies.push(chunk.toString())
        socket.write(answer('posted'))
      })
    })
    const body = Buffer.from('user=me')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = { url: server.url('/login'), method: 'POST', body, headers } as const
    const sent = see(testTransport(), asked)
    await expect.poll(() => server.requests.length).toBe(1)
    expect(server.requests[0]).toContain('POST /login HTTP/1.1')
    expect(server.requests[0]).toContain('content-length: 7')
    if (bodies.length === 0) server.sockets[0]?.write(answer('posted'))
    expect(await sent).toMatchObject({ text: 'posted' })
  })
})

describe('a held back body', () => {
  test('may end while it is held back, and is whole when it is read', async () => {
    const text = 'x'.repeat(1_000_000)
    const server = await hostileServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${text}`)
    })
    const { body, ended } = await responseOf(testTransport(), { url: server.url() })
    await pause()
    const { bytes, reason } = await streamed(body)
    expect([bytes.length, reason]).toEqual([1_000_000, undefined])
    expect(await ended).toMatchObject({ wireBytes: 1_000_000, bodyBytes: 1_000_000 })
  })

  test('leaves its connection fit for the next request', async () => {
    const server = await hostileServer((socket, index) => {
      socket.write(answer(index === 0 ? 'x'.repeat(131_072) : 'next'))
    })
    const transport = testTransport()
    const first = await responseOf(transport, { url: server.url('/1') })
    await pause()
    expect((await streamed(first.body)).bytes).toHaveLength(131_072)
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'next' })
  })
})

describe('ending early', () => {
  test('an abort before the answer', async () => {
    const server = await sayingServer('')
    const stop = new AbortController()
    const sent = see(testTransport(), { url: server.url(), signal: stop.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    stop.abort()
    expect(await sent).toEqual({
      reason: 'connection-reset',
      message: 'The request was aborted on this side.',
    })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
    expect(server.sockets).toHaveLength(1)
  })

  test('an abort while connecting, or before it, asks nothing', async () => {
    const server = await sayingServer(answer('never'))
    const stop = new AbortController()
    const sent = see(testTransport(), { url: server.url(), signal: stop.signal })
    stop.abort()
    expect(await sent).toMatchObject({ reason: 'connection-reset' })
    expect(await see(testTransport(), { url: server.url(), signal: stop.signal })).toMatchObject({
      reason: 'connection-reset',
    })
    await pause()
    expect(server.requests).toEqual([])
  })

  test('an abort within the body', async () => {
    const server = await sayingServer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345')
    const stop = new AbortController()
    const asked = { url: server.url(), signal: stop.signal }
    const { body, ended } = await responseOf(testTransport(), asked)
    stop.abort()
    expect(await ended).toMatchObject({ failure: { reason: 'connection-reset' } })
    expect((await streamed(body)).reason).toBe('connection-reset')
  })

  test('close ends what runs, closes what is idle, and send rejects afterwards', async () => {
    const server = await hostileServer((socket, index) => {
      if (index === 0) socket.write(answer('kept'))
    })
    const transport = undiciTransport({ clock: realClock() })
    await see(transport, { url: server.url('/1') })
    const running = [
      see(transport, { url: server.url('/2') }),
      see(transport, { url: server.url('/3') }),
    ]
    await expect.poll(() => server.requests.length).toBe(3)
    await transport.close()
    expect(await Promise.all(running)).toMatchObject([
      { reason: 'connection-reset' },
      { reason: 'connection-reset' },
    ])
    await expect.poll(() => server.sockets.every((socket) => socket.closed)).toBe(true)
    await expect(transport.send(requestOf({ url: server.url() }))).rejects.toThrow(
      'The transport is closed.',
    )
  })

  test('nothing sleeps on the clock when nothing runs', async () => {
    const clock = handClock()
    const server = await sayingServer(answer('done'))
    await see(testTransport({ clock }), { url: server.url() })
    expect(clock.sleeping()).toBe(0)
  })
})

describe('start and end', () => {
  test('a gap seen by the server is never shorter than ours', async () => {
    const lastOuts: number[] = []
    const server = await hostileServer((socket, index) => {
      const [head, tail] = [answer(`page ${index}`).subarray(0, -1), answer('x').subarray(-1)]
      socket.write(head)
      setImmediate(() => {
        lastOuts.push(performance.now())
        socket.write(tail)
      })
    })
    const transport = testTransport()
    const contacts: { startMs: number; endMs: number }[] = []
    const one = async (): Promise<void> => {
      const result = await responseOf(transport, { url: server.url() })
      await result.body.bytes()
      contacts.push({ startMs: result.startMs, endMs: (await result.ended).endMs })
    }
    await Array.from({ length: 20 }).reduce<Promise<void>>(
      (before) => before.then(one),
      Promise.resolve(),
    )
    const ours = contacts
      .slice(1)
      .map(({ startMs }, index) => startMs - (contacts[index]?.endMs ?? 0))
    const theirs = server.firstIns
      .slice(1)
      .map((firstIn, index) => firstIn - (lastOuts[index] ?? 0))
    expect(theirs).toHaveLength(19)
    expect(theirs.filter((gap, index) => gap < (ours[index] ?? 0))).toEqual([])
    expect(contacts.every(({ startMs, endMs }) => endMs >= startMs)).toBe(true)
  })

  test('startMs is taken after the connection has come about, from the clock', async () => {
    const clock = handClock()
    const server = await sayingServer(answer('x'))
    const transport = testTransport({ clock })
    const first = await responseOf(transport, { url: server.url() })
    expect([first.startMs, (await first.ended).endMs]).toEqual([1_000_000, 1_000_000])
    await clock.advance(500)
    const second = await responseOf(transport, { url: server.url() })
    expect([second.startMs, (await second.ended).endMs]).toEqual([1_000_500, 1_000_500])
  })
})

function nothing(): void {
  // Both ends are cut off rudely in these tests.
}
