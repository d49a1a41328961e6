import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import { hrefsOf, STILL } from './page.test-support.ts'
import { readDocument } from './read-document.ts'

const read = (body: Uint8Array | AsyncIterable<Uint8Array>, contentType?: string) =>
  readDocument(body, { contentType, limits: DEFAULT_LIMITS, turns: STILL })

/** Chunks that come one by one; `given` counts them, `closed` says whether the reader left. */
function chunksOf(bytes: Uint8Array, size: number) {
  const state = { given: 0, closed: false }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < bytes.length; at += size) {
        state.given += 1
        yield bytes.subarray(at, at + size)
      }
    } finally {
      state.closed = true
    }
  }
  return { state, body: chunks() }
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield HTML
  throw new Error('reset')
}

const HTML = Buffer.from(
  `<meta charset=utf-8><title>é</title>${'<p>text</p>'.repeat(500)}<a href="/ä">x</a>`,
)

describe('reading a body', () => {
  test.each([1, 100, 1_024, 5_000, 100_000])(
    'in chunks of %i bytes gives the same document',
    async (size) => {
      const whole = await read(HTML, 'text/html')
      const { body } = chunksOf(HTML, size)
      const document = await read(body, 'text/html')
      expect({ ...document, bytes: undefined }).toEqual({ ...whole, bytes: undefined })
      expect(document).toMatchObject({ kind: 'document', content: 'html', type: 'text/html' })
      expect(Buffer.compare((document as typeof whole & { bytes: Uint8Array }).bytes, HTML)).toBe(0)
    },
  )

  test('a body in one piece is not copied', async () => {
    expect(await read(HTML, 'text/html')).toMatchObject({ bytes: HTML })
    expect(((await read(HTML, 'text/html')) as { bytes: Uint8Array }).bytes).toBe(HTML)
  })

  test('HW-BODY-11 binary is refused after 1,024 bytes and the rest is not read', async () => {
    const { body, state } = chunksOf(Buffer.alloc(100_000), 512)
    expect(await read(body, 'text/html')).toMatchObject({
      kind: 'refused',
      reason: 'content-type-refused',
    })
    expect(state).toEqual({ given: 2, closed: true })
  })

  test('a short binary body is refused at its end', async () => {
    expect(await read(Buffer.from('GIF89a'))).toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['', undefined, 'text', 'text/plain'],
    ['', 'text/html', 'html', 'text/html'],
    ['{"a":1}', 'application/json', 'json', 'application/json'],
    ['<p>x', undefined, 'html', 'text/html'],
  ])('%j with type %s is %s', async (text, contentType, content, type) => {
    const document = await read(Buffer.from(text), contentType)
    expect(document).toMatchObject({ content, type })
    expect('scan' in document && document.scan !== undefined).toBe(content === 'html')
  })

  test('HW-DOC-07 the scan reads in the encoding that was chosen', async () => {
    const bytes = Buffer.from('<meta charset=koi8-r><a href=/\xd0>', 'latin1')
    const document = await read(bytes, 'text/html')
    expect(document).toMatchObject({ charset: { source: 'meta', charsetFallback: false } })
    expect('scan' in document && document.scan !== undefined && hrefsOf(document.scan)).toEqual([
      '/п',
    ])
  })

  test('what the body throws comes through', async () => {
    await expect(read(broken(), 'text/html')).rejects.toThrow('reset')
  })
})
