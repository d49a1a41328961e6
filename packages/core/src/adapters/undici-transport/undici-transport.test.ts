import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { answer, hostileServer, sayingServer, see, testTransport } from './loopback.test-support.ts'

describe('a plain exchange', () => {
  test('gives status, headers, body and what it measured', async () => {
    const server = await sayingServer(answer('hello', ['Content-Type: text/plain']))
    expect(await see(testTransport(), { url: server.url('/a?b=c') })).toEqual({
      status: 200,
      text: 'hello',
      end: { endMs: expect.any(Number), wireBytes: 5, bodyBytes: 5 },
    })
    expect(server.requests).toEqual([
      [
        'GET /a?b=c HTTP/1.1',
        `host: 127.0.0.1:${server.port}`,
        'connection: keep-alive',
        'user-agent: TestBot/1.0 (+https://bot.test/)',
        'accept-encoding: gzip, deflate, br',
      ].join('\r\n'),
    ])
  })

  test('takes gzip off and counts both sides', async () => {
    const page = 'hello '.repeat(1_000)
    const server = await sayingServer(answer(gzipSync(page), ['Content-Encoding: gzip']))
    expect(await see(testTransport(), { url: server.url() })).toEqual({
      status: 200,
      text: page,
      end: { endMs: expect.any(Number), wireBytes: gzipSync(page).length, bodyBytes: 6_000 },
    })
  })

  test('keeps the connection for the next request', async () => {
    const server = await hostileServer((socket, index) => {
      socket.write(answer(`page ${index}`))
    })
    const transport = testTransport()
    expect(await see(transport, { url: server.url('/1') })).toMatchObject({ text: 'page 0' })
    expect(await see(transport, { url: server.url('/2') })).toMatchObject({ text: 'page 1' })
    expect(server.sockets).toHaveLength(1)
  })
})
