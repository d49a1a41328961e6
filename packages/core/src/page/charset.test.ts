import { TextDecoder as ReferenceDecoder } from '@exodus/bytes/encoding.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseCharset } from './charset.ts'
import { findMetaLabel, PRESCAN_BYTES } from './meta-charset.ts'
import { loadTextDecoding, UTF8 } from './text-decoding.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('HW-DOC-07 charset: BOM, HTTP, meta, utf-8', () => {
  test.each([
    // head                                              HTTP              encoding        source     fallback
    ['plain', undefined, 'utf-8', 'default', false],
    ['\xef\xbb\xbf<meta charset=koi8-r>', 'latin1', 'utf-8', 'bom', false],
    ['\xfe\xff\0<', 'utf-8', 'utf-16be', 'bom', false],
    ['\xff\xfe<\0', undefined, 'utf-16le', 'bom', false],
    ['<meta charset=koi8-r>', 'ISO-8859-1', 'windows-1252', 'http', false],
    ['<p>', ' Shift_JIS ', 'shift_jis', 'http', false],
    ['<p>', 'utf-16', 'utf-16le', 'http', false],
    ['<meta charset=koi8-r>', undefined, 'koi8-r', 'meta', false],
    ['<meta charset="utf-16le">', undefined, 'utf-8', 'meta', false],
    ['<meta charset=x-user-defined>', undefined, 'windows-1252', 'meta', false],
    ['<meta charset=koi8-r>', 'no-such-thing', 'koi8-r', 'meta', false],
    ['<p>', 'no-such-thing', 'utf-8', 'default', true],
    ['<p>', '', 'utf-8', 'default', true],
    ['<p>', 'utf-7', 'utf-8', 'default', true],
    ['<meta charset=utf-7>', undefined, 'utf-8', 'default', true],
    ['<meta charset=iso-2022-kr>', 'hz-gb-2312', 'utf-8', 'default', true],
    ['<meta charset="constructor">', '__proto__', 'utf-8', 'default', true],
    ['+ADw-script+AD4-', undefined, 'utf-8', 'default', false],
    ['<\0h\0t\0m\0l\0>\0', undefined, 'utf-8', 'default', false],
    ['<\0?\0x\0m\0l\0', undefined, 'utf-16le', 'meta', false],
    ['<?xml version="1.0" encoding="windows-1251"?><p>', undefined, 'windows-1251', 'meta', false],
  ] as const)(
    '%j with HTTP charset %j is %s by %s, fallback = %s',
    async (head, httpLabel, encoding, source, charsetFallback) => {
      const charset = await chooseCharset({ head: bytesOf(head), httpLabel, kind: 'html' })
      expect({ ...charset, decoding: charset.decoding.encoding }).toEqual({
        decoding: encoding,
        source,
        charsetFallback,
      })
    },
  )

  test('json and plain text have no meta', async () => {
    const head = bytesOf('<meta charset=koi8-r>')
    const charset = await chooseCharset({ head, httpLabel: undefined, kind: 'text' })
    expect(charset.decoding.encoding).toBe('utf-8')
  })
})

describe('HTML standard, prescan of the first 1,024 bytes', () => {
  test.each([
    ['<meta charset=a>', 'a'],
    ['<META  CHARSET = "a">', 'a'],
    ["<meta/charset='a'>", 'a'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=a">', 'a'],
    ['<meta content="charset = \'a\' x" http-equiv=content-type>', 'a'],
    ['<meta content="text/html; charset=a">', undefined],
    ['<meta http-equiv=refresh content="charset=a">', undefined],
    ['<meta charset=a charset=b>', 'a'],
    ['<!-- <meta charset=a> --><meta charset=b>', 'b'],
    ['<!--><meta charset=a>-->', 'a'],
    ['<a title="<meta charset=a>"><meta charset=b>', 'b'],
    ['<a title="<meta charset=a>', undefined],
    ['</p title="<meta charset=a>"><meta charset=b>', 'b'],
    ['<!doctype "<meta charset=a>', undefined],
    ['<metal charset=a>', undefined],
    ['< meta charset=a>', undefined],
    ['<', undefined],
    ['<meta', undefined],
    ['', undefined],
    [`${' '.repeat(PRESCAN_BYTES - 16)}<meta charset=a>`, 'a'],
    [`${' '.repeat(PRESCAN_BYTES)}<meta charset=a>`, undefined],
    [`<?xml encoding='a'?>`, 'a'],
    [` <?xml encoding='a'?>`, undefined],
  ])('%j names %j', (head, label) => {
    expect(findMetaLabel(bytesOf(head))).toBe(label)
  })
})

describe('decoding', () => {
  test.each([
    ['windows-1252', '\x80\x95\x9f', '€•Ÿ'],
    ['latin1', '\x80', '€'],
    ['koi8-r', '\xd0\xd2', 'пр'],
    ['shift_jis', '\x83\x65', 'テ'],
    ['gb18030', '\xc4\xe3', '你'],
    ['utf-16be', '\xfe\xff\0a', 'a'],
    ['utf-8', '\xef\xbb\xbfa\xff', 'a\ufffd'],
  ])('%s %j reads %s', async (label, bytes, text) => {
    expect((await loadTextDecoding(label))?.decode(bytesOf(bytes))).toBe(text)
  })

  test('utf-8 equals the reference decoder, however the bytes are cut', () => {
    const awkward = fc.constantFrom(
      0x00,
      0x41,
      0x7f,
      0x80,
      0xbf,
      0xc2,
      0xe2,
      0x82,
      0xac,
      0xed,
      0xa0,
      0xef,
      0xbb,
      0xf0,
      0x9f,
      0x98,
      0x80,
      0xf4,
      0x90,
      0xf8,
      0xff,
    )
    fc.assert(
      fc.property(fc.array(fc.array(awkward, { maxLength: 6 }), { maxLength: 6 }), (chunks) => {
        const whole = Uint8Array.from(chunks.flat())
        const expected = new ReferenceDecoder('utf-8').decode(whole)
        const decoder = UTF8.chunks()
        const pieces =
          chunks.map((chunk) => decoder.write(Uint8Array.from(chunk))).join('') + decoder.end()
        expect(UTF8.decode(whole)).toBe(expected)
        expect(pieces).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test.each(['shift_jis', 'utf-16le', 'gb18030', 'windows-1252', 'iso-2022-jp'])(
    '%s does not depend on the cut of chunks',
    async (label) => {
      const decoding = await loadTextDecoding(label)
      const bytes = bytesOf('a\x83\x65\x1b$B$"\x1b(B\x81\x30\x81\x30\0\xd8\0\xdcz\x80')
      const decoder = decoding?.chunks()
      const pieces = Array.from(bytes, (byte) => decoder?.write(Uint8Array.of(byte)))
      expect(pieces.join('') + decoder?.end()).toBe(decoding?.decode(bytes))
    },
  )
})
