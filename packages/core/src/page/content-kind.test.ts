import { describe, expect, test } from 'vitest'
import { contentKind, parseMediaType, refuseByHeader } from './content-kind.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const kindOf = (type: string | undefined, body: string): string =>
  contentKind(type, bytesOf(body)).kind
const NOISE = Buffer.from(Array.from({ length: 1_024 }, (_, at) => (at * 197 + 11) % 256)).toString(
  'latin1',
)

describe('HW-BODY-08 refused on the header, before the body is read', () => {
  test.each([
    ['multipart/x-mixed-replace; boundary=x', true],
    ['text/event-stream', true],
    ['Text/Event-Stream;charset=utf-8', true],
    ['audio/mpeg', true],
    ['video/mp4', true],
    ['image/svg+xml', true],
    ['font/woff2', true],
    ['application/zip', true],
    ['application/gzip', true],
    ['application/epub+zip', true],
    ['application/octet-stream', true],
    ['APPLICATION/OCTET-STREAM', true],
    ['text/html', false],
    ['application/pdf', false],
    ['application/atom+xml', false],
    ['nonsense', false],
    [undefined, false],
  ])('%j is refused = %s', (type, refused) => {
    expect(refuseByHeader(type)?.reason).toBe(refused ? 'content-type-refused' : undefined)
    expect(kindOf(type, '<p>') === 'refused').toBe(refused)
  })
})

describe('a type that is well formed is believed', () => {
  test.each([
    ['text/html', '{"a":1}', 'html'],
    ['text/html; charset=utf-8', '', 'html'],
    ['application/xhtml+xml', '<?xml?><html>', 'html'],
    ['text/xml', '<html>', 'xml'],
    ['application/rss+xml', '<rss>', 'xml'],
    ['application/json', '<!doctype html>', 'json'],
    ['application/ld+json', '{}', 'json'],
    ['text/plain', '<!doctype html><a>', 'text'],
    ['application/javascript', 'x', 'text'],
    ['application/pdf', '%PDF-1.7\0\x01', 'other'],
    ['application/vnd.unheard-of', '<!doctype html>', 'other'],
  ])('%s with %j is %s', (type, body, kind) => {
    expect(kindOf(type, body)).toBe(kind)
  })
})

describe('HW-BODY-11 binary under a text type is never parsed', () => {
  test.each([
    ['text/html', '\x89PNG\r\n\x1a\n....', 'refused'],
    ['text/html', '%PDF-1.4 <a href=/x>', 'refused'],
    ['text/html', '\x1f\x8b\x08\0<a href=/>', 'refused'],
    ['text/plain', 'PK\x03\x04', 'refused'],
    ['application/json', '\0\x01\x02\x03', 'refused'],
    ['text/html', NOISE, 'refused'],
    ['text/html', '<p>\0\0\0</p>', 'html'],
    ['text/html', `<p>${'text '.repeat(200)}\x01\x02\x03\x04`, 'html'],
    ['text/html; charset=utf-16', '<\0p\0>\0<\0p\0', 'html'],
    ['text/html', '\xff\xfe<\0p\0>\0', 'html'],
    ['text/html', '<\0h\0t\0m\0l\0>\0', 'html'],
    ['text/html; charset=iso-2022-jp', '<p>\x1b$B$"\x1b(B\x1b$B$"\x1b(B\x1b$B$"\x1b(B', 'html'],
  ])('%s with %j is %s', (type, body, kind) => {
    expect(kindOf(type, body)).toBe(kind)
  })

  test('the sentence names what was said and what was found', () => {
    expect(contentKind('text/html', bytesOf('GIF89a'))).toEqual({
      kind: 'refused',
      reason: 'content-type-refused',
      type: 'text/html',
      message: 'Content-Type says text/html, but the body begins like gif.',
    })
  })

  test('what lies behind the first 1,024 bytes is not looked at', () => {
    expect(kindOf('text/html', ' '.repeat(1_024) + '\0'.repeat(1_024))).toBe('html')
  })
})

describe('HW-BODY-11 a missing type is sniffed', () => {
  test.each([
    ['<!DOCTYPE html><p>', 'html'],
    ['\xef\xbb\xbf\r\n <HTML>', 'html'],
    ['<!-- x --><a href=/>', 'html'],
    ['<section>', 'html'],
    ['<?xml version="1.0"?><!DOCTYPE html><html xmlns="x">', 'html'],
    ['<?xml version="1.0"?><urlset>', 'xml'],
    ['<rss version="2.0">', 'xml'],
    ['<feed xmlns="x">', 'xml'],
    ['\xff\xfe<\0p\0>\0', 'html'],
    ['{"a":1}', 'json'],
    [' [ {', 'json'],
    ['{{ template }}', 'text'],
    ['[note] hello', 'text'],
    ['a < b', 'text'],
    ['', 'text'],
    ['a\0b', 'refused'],
    ['\x7fELF', 'refused'],
    [NOISE, 'refused'],
  ])('%j is %s', (body, kind) => {
    for (const type of [undefined, '', 'html', '*/*', 'unknown/unknown'])
      expect(kindOf(type, body)).toBe(kind)
  })
})

describe('RFC 9110 §8.3.1 Content-Type', () => {
  test.each([
    ['text/html', { essence: 'text/html', charset: undefined }],
    [' Text/HTML ; x=y; Charset="ISO-8859-1" ', { essence: 'text/html', charset: 'ISO-8859-1' }],
    ['text/html;charset=a;charset=b', { essence: 'text/html', charset: 'a' }],
    ['text/html; charset=', { essence: 'text/html', charset: '' }],
    ['text/html; notcharset=a', { essence: 'text/html', charset: undefined }],
    ['text/html, text/plain', { essence: 'text/html', charset: undefined }],
    ['text', undefined],
    ['text/html/x', undefined],
    ['te xt/html', undefined],
    [undefined, undefined],
  ])('%j reads %j', (value, expected) => {
    expect(parseMediaType(value)).toEqual(expected)
  })
})
