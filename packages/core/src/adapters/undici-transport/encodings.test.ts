import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import {
  bytesOf,
  hostileServer,
  responseOf,
  see,
  streamed,
  testTransport,
} from './loopback.test-support.ts'
import type { Asked } from './loopback.test-support.ts'

const TEXT = Array.from({ length: 400 }, (_, index) => `line ${index} of ${index % 7}`).join('\n')
/** Bytes that do not compress, so that a compressed body is long enough for the stream. */
const NOISE = noise(300_000)

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) % 2_147_483_648
    bytes[index] = state >>> 16
  }
  return bytes
}

/** What both ways of reading, at once and in pieces, make of the same body, sent in pieces of `step` bytes. */
async function bothWays(
  encoding: string,
  body: Uint8Array,
  asked: Partial<Asked> = {},
  step = body.length,
): Promise<{ text: string; reason: string | undefined; message?: string }> {
  const server = await hostileServer((socket) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(head)
    for (let at = 0; at < body.length; at += step) socket.write(body.subarray(at, at + step))
  })
  const transport = testTransport()
  const streaming = await responseOf(transport, { url: server.url(), ...asked })
  const inPieces = await streamed(streaming.body)
  const text = inPieces.bytes.toString('latin1')
  const whole = await responseOf(transport, { url: server.url(), ...asked })
  const atOnce = await whole.body.bytes().then(
    (bytes) => ({ text: Buffer.from(bytes).toString('latin1'), reason: undefined }),
    async (error: Error) => ({
      text,
      reason: (await whole.ended).failure?.reason,
      message: error.message,
    }),
  )
  // Text, because comparing megabytes element by element takes minutes.
  expect([atOnce.text === text, atOnce.reason]).toEqual([true, inPieces.reason])
  return atOnce
}

describe('HW-ENC-07: encodings that are read', () => {
  const packers: [string, (data: Uint8Array) => Buffer][] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (data) => Buffer.from(data)],
    ['identity, gzip', gzipSync],
    ['gzip,', gzipSync],
    ['', (data) => Buffer.from(data)],
    ['gzip, br', (data) => brotliCompressSync(gzipSync(data))],
    ['br, deflate', (data) => deflateSync(brotliCompressSync(data))],
    ['gzip, gzip', (data) => gzipSync(gzipSync(data))],
  ]

  test.each(packers)('%s', async (encoding, pack) => {
    expect(await bothWays(encoding, pack(Buffer.from(TEXT)))).toEqual({
      text: TEXT,
      reason: undefined,
    })
  })

  test.each(packers)('%s, large and in pieces', async (encoding, pack) => {
    const { text, reason } = await bothWays(encoding, pack(NOISE), {}, 50_000)
    expect([text === NOISE.toString('latin1'), reason]).toEqual([true, undefined])
  })

  test('several fields are one list', async () => {
    const body = brotliCompressSync(gzipSync(TEXT))
    const server = await hostileServer((socket) => {
      socket.write(
        bytesOf([
          `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n`,
          body,
        ]),
      )
    })
    expect(await see(testTransport(), { url: server.url() })).toMatchObject({ text: TEXT })
  })

  test('gzip in single bytes', async () => {
    const small = gzipSync('hello')
    expect(await bothWays('gzip', small, {}, 1)).toEqual({
      text: 'hello',
      reason: undefined,
    })
  })

  test('a gzip header with name, comment, extra field and checksum', async () => {
    const plain = gzipSync(TEXT)
    const header = Buffer.from(plain.subarray(0, 10))
    header[3] = 0x02 | 0x04 | 0x08 | 0x10
    const full = bytesOf([
      header,
      '\x03\x00abc',
      'page.html\0',
      'a comment\0',
      'cc',
      plain.subarray(10),
    ])
    expect(await bothWays('gzip', full)).toEqual({ text: TEXT, reason: undefined })
  })

  test('several gzip members are one body', async () => {
    const two = Buffer.concat([gzipSync('one '), gzipSync('two')])
    expect(await bothWays('gzip', two)).toEqual({
      text: 'one two',
      reason: undefined,
    })
  })
})

describe('HW-ENC-01, 02: bombs', () => {
  const limits = { maxBodyBytes: 3_000_000 }
  const zeros = Buffer.alloc(20_000_000)

  test.each([
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['deflate', deflateRawSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
    ['gzip', Buffer.concat(Array.from({ length: 20 }, () => gzipSync(Buffer.alloc(1_000_000))))],
  ])('HW-ENC-01: %s that expands past the cap is cut there', async (encoding, bomb) => {
    const { text, reason, message } = await bothWays(encoding, bomb, { limits })
    expect([text.length, reason]).toEqual([3_000_000, 'body-too-large'])
    expect(message).toBe(
      'More than 3,000,000 bytes of body came out of the decoder, which is the limit (maxBodyBytes).',
    )
  })

  test('HW-ENC-01: the socket is closed while the bomb still comes', async () => {
    const start = gzipSync(zeros).subarray(0, 10_000)
    const server = await hostileServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n')
      socket.write(start)
    })
    const { body } = await responseOf(testTransport(), { url: server.url(), limits })
    const { bytes, reason } = await streamed(body)
    expect([bytes.length, reason]).toEqual([3_000_000, 'body-too-large'])
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })

  test('HW-ENC-02: more than 100 to 1 under the cap is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000))
    const { reason, message } = await bothWays('gzip', bomb, { limits })
    expect(reason).toBe('decode-error')
    expect(message).toMatch(
      /^[\d,]+ compressed bytes became 2,000,000, [\d,]+ to 1; the limit is 100 to 1 \(maxDecodeRatio\)\.$/,
    )
  })

  test('HW-ENC-02: the first MiB may be of any ratio', async () => {
    const { text, reason } = await bothWays('gzip', gzipSync(Buffer.alloc(1_048_576)), { limits })
    expect([text.length, reason]).toEqual([1_048_576, undefined])
  })

  test('HW-ENC-02: 20 to 1 is a page of real life', async () => {
    const page = Buffer.concat(Array.from({ length: 20 }, () => NOISE.subarray(0, 30_000)))
    const packed = gzipSync(page, { level: 9 })
    expect(page.length / packed.length).toBeGreaterThan(15)
    expect((await bothWays('gzip', packed)).reason).toBeUndefined()
  })

  test('HW-ENC-09: a robots.txt over the ratio is no robots.txt, a large one is cut', async () => {
    const robots = { kind: 'robots', limits: { maxBodyBytes: 1_048_576 } } as const
    expect((await bothWays('gzip', gzipSync(zeros), robots)).reason).toBe('decode-error')
    const large = await bothWays('gzip', gzipSync(noise(1_000_000).toString('hex')), robots)
    expect([large.text.length, large.reason]).toEqual([1_048_576, 'body-too-large'])
  })

  test('HW-ENC-09: a sitemap bomb is too large', async () => {
    const asked = { kind: 'sitemap', limits } as const
    expect((await bothWays('gzip', gzipSync(zeros), asked)).reason).toBe('body-too-large')
  })

  test('HW-BODY-09: the bomb of a 404 is cut and the status counts', async () => {
    const bomb = gzipSync(zeros)
    const server = await hostileServer((socket) => {
      const head = `HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
      socket.write(bytesOf([head, bomb]))
    })
    const seen = await see(testTransport(), { url: server.url() })
    expect(seen).toMatchObject({ status: 404, text: '\0'.repeat(65_536) })
  })
})

describe('HW-ENC-03, 04: encodings that are refused', () => {
  test.each([
    ['gzip, gzip, gzip', 'Content-Encoding has 3 layers; the limit is 2 (maxEncodings).'],
    [
      'zstd',
      'Content-Encoding "zstd" was not asked for and is not read; gzip, deflate and br are.',
    ],
    [
      'compress',
      'Content-Encoding "compress" was not asked for and is not read; gzip, deflate and br are.',
    ],
    [
      'gzip, unheard-of',
      'Content-Encoding "unheard-of" was not asked for and is not read; gzip, deflate and br are.',
    ],
    [
      'utf-8',
      'Content-Encoding "utf-8" was not asked for and is not read; gzip, deflate and br are.',
    ],
  ])('%s', async (encoding, message) => {
    expect(await bothWays(encoding, Buffer.from('12345'))).toEqual({
      text: '',
      reason: 'encoding-refused',
      message,
    })
  })

  test('nothing is read of a body that is refused', async () => {
    const server = await hostileServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n')
    })
    const { status, ended } = await responseOf(testTransport(), { url: server.url() })
    expect(status).toBe(200)
    expect(await ended).toMatchObject({ wireBytes: 0, failure: { reason: 'encoding-refused' } })
    await expect.poll(() => server.sockets[0]?.closed).toBe(true)
  })
})

describe('HW-ENC-05: the encoding named is not the one applied', () => {
  test.each(['<html>plain</html>', 'x', '\x1f not gzip', '\x8b\x1f'])(
    'gzip is named, %j is plain: kept',
    async (text) => {
      const body = bytesOf([text])
      expect(await bothWays('gzip', body)).toEqual({ text, reason: undefined })
    },
  )

  test('a large plain body under gzip is kept', async () => {
    const page = Buffer.from('<p>plain</p>'.repeat(20_000))
    const { text } = await bothWays('gzip', page, {}, 60_000)
    expect(text === page.toString()).toBe(true)
  })

  test.each([
    ['deflate', Buffer.from('<html>plain text</html>')],
    ['br', Buffer.from('<html>plain text</html>')],
    ['deflate', gzipSync(TEXT)],
    ['br', gzipSync(TEXT)],
    ['gzip', bytesOf(['\x1f\x8b\x07', gzipSync(TEXT).subarray(3)])],
    ['gzip', bytesOf(['\x1f\x8b\x08\xe0', gzipSync(TEXT).subarray(4)])],
    ['gzip', flipped(gzipSync(TEXT), 60)],
    ['deflate', flipped(deflateSync(TEXT), 60)],
    ['gzip', flipped(gzipSync(TEXT), -6)],
    ['gzip', flipped(gzipSync(TEXT), -2)],
    ['deflate', flipped(deflateSync(TEXT), -1)],
  ])('%s data that is broken or something else', async (encoding, body) => {
    expect((await bothWays(encoding, body)).reason).toBe('decode-error')
  })

  test('compressed data without Content-Encoding is handed on as it is', async () => {
    const file = gzipSync(TEXT)
    expect(await bothWays('identity', file)).toEqual({
      text: file.toString('latin1'),
      reason: undefined,
    })
  })
})

describe('HW-ENC-06: compressed data that is cut off', () => {
  test.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['gzip, gzip', gzipSync(gzipSync(TEXT))],
  ])('%s', async (encoding, data) => {
    const half = await bothWays(encoding, data.subarray(0, data.length >> 1))
    const nearly = await bothWays(encoding, data.subarray(0, -1))
    expect([half.reason, nearly.reason]).toEqual(['body-incomplete', 'body-incomplete'])
  })

  test.each([2, 3, 9, 10, 11])('gzip after %i bytes', async (count) => {
    expect((await bothWays('gzip', gzipSync(TEXT).subarray(0, count))).reason).toBe(
      'body-incomplete',
    )
  })

  test('gzip without its checksum', async () => {
    const { reason } = await bothWays('gzip', gzipSync(TEXT).subarray(0, -8))
    expect(reason).toBe('body-incomplete')
  })

  test('a large one, cut', async () => {
    const data = gzipSync(NOISE)
    const { text, reason } = await bothWays('gzip', data.subarray(0, 200_000))
    expect(reason).toBe('body-incomplete')
    expect(NOISE.toString('latin1').startsWith(text)).toBe(true)
  })

  test('a second member that is cut after it gave data', async () => {
    const data = Buffer.concat([gzipSync('one'), gzipSync(NOISE).subarray(0, 100_000)])
    expect((await bothWays('gzip', data)).reason).toBe('body-incomplete')
  })
})

describe('HW-ENC-08: rubbish after the end', () => {
  const packed: [string, Buffer][] = [
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ]

  test.each(packed)(
    '%s: text, zeros, and what looks like a further member',
    async (encoding, data) => {
      const tails = [
        'rubbish',
        '\0'.repeat(20),
        '\x1f\x8b',
        '\x1f\x8b\x08\x00',
        '\x1f\x8b\x08\x00junk more junk',
      ]
      const results = await Promise.all(
        tails.map((tail) => bothWays(encoding, bytesOf([data, tail]))),
      )
      const kept = { text: TEXT, reason: undefined }
      expect(results).toEqual(tails.map(() => kept))
    },
  )

  test.each(packed)('%s: the rubbish counts on the wire, up to the cap', async (encoding, data) => {
    const much = bytesOf([data, 'r'.repeat(200_000)])
    const server = await hostileServer((socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\n\r\n`
      socket.end(bytesOf([head, much]))
    })
    const transport = testTransport()
    const result = await see(transport, { url: server.url() })
    expect(result).toMatchObject({ text: TEXT, end: { wireBytes: much.length } })
    const limits = { maxBodyBytes: 100_000 }
    expect(await see(transport, { url: server.url(), limits })).toMatchObject({
      reason: 'body-too-large',
    })
  })

  test('rubbish without end does not keep the body open for ever', async () => {
    const server = await hostileServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n')
      socket.write(gzipSync(TEXT))
      const pour = (): void => {
        while (!socket.destroyed && socket.write('r'.repeat(10_000)));
      }
      socket.on('drain', pour)
      pour()
    })
    const limits = { maxBodyBytes: 500_000 }
    expect(await see(testTransport(), { url: server.url(), limits })).toMatchObject({
      reason: 'body-too-large',
    })
  })
})

function flipped(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data)
  const index = at < 0 ? copy.length + at : at
  copy[index] = (copy[index] ?? 0) ^ 0xff
  return copy
}
