import { describe, expect, test } from 'vitest'
import { looksLikeRobots } from './looks-like-robots.ts'
import { noteMeaning } from './note-meaning.ts'
import { parseRobots } from './robots.ts'

const codes = (file: string | Uint8Array): string[] =>
  parseRobots(file).notes.map(({ code, line }) => `${line} ${code}`)
const bytes = (...octets: readonly number[]): Uint8Array => Uint8Array.from(octets)
const latin1 = (text: string): Uint8Array =>
  bytes(...Array.from(text, (char) => char.charCodeAt(0)))

describe('every line is accounted for', () => {
  test.each([
    ['User-agent: *', 'group-start'],
    ['Allow: /', 'rule'],
    ['Disalow /a', 'rule'],
    ['Sitemap: https://example.com/s.xml', 'sitemap'],
    ['Crawl-delay: 1', 'crawl-delay'],
    ['crawldelay: 1', 'crawl-delay'],
    ['Clean-param: a /', 'clean-param'],
    ['Host: example.com', 'host'],
    ['Request-rate: 1/10', 'request-rate'],
    ['Visit-time: 0600-0845', 'visit-time'],
    ['Content-Signal: search=yes', 'content-signal'],
    ['Content-Usage: train-ai=n', 'content-usage'],
    ['Noindex: /a', 'noindex'],
    ['DisallowAITraining: /', 'ai-training'],
    ['Hosts: x', 'unknown'],
    ['LLM-Policy: /llms.txt', 'unknown'],
    ['just some words', 'malformed'],
    [': /a', 'malformed'],
    ['<html>', 'malformed'],
    ['# comment', 'comment'],
    [' \t# comment', 'comment'],
    ['', 'blank'],
    [' \t ', 'blank'],
    ['\0Disallow: /', 'blank'],
  ])('%s is %s', (line, kind) => {
    expect(parseRobots(`#\n${line}\n`).lines[1]?.kind).toBe(kind)
  })

  test('with number, byte offset and length, whatever ends it', () => {
    const { lines } = parseRobots('\uFEFFUser-agent: é # x\r\nDisallow:/a\r\n\rAllow: /b')
    expect(lines).toEqual([
      {
        number: 1,
        kind: 'group-start',
        byteOffset: 3,
        byteLength: 18,
        text: 'User-agent: é # x',
        key: 'User-agent',
        value: 'é',
      },
      {
        number: 2,
        kind: 'rule',
        byteOffset: 23,
        byteLength: 11,
        text: 'Disallow:/a',
        key: 'Disallow',
        value: '/a',
      },
      { number: 3, kind: 'blank', byteOffset: 36, byteLength: 0, text: '' },
      {
        number: 4,
        kind: 'rule',
        byteOffset: 37,
        byteLength: 9,
        text: 'Allow: /b',
        key: 'Allow',
        value: '/b',
      },
    ])
  })

  test('those beyond the limit too, with what was dropped', () => {
    const line = `# ${'x'.repeat(61)}\n`
    const robots = parseRobots(`${line.repeat(8191)}# cut${'x'.repeat(60)}\nDisallow: /\n`)
    const { lines, notes } = robots
    expect(
      lines
        .slice(-4)
        .map(({ number, kind, byteOffset, byteLength }) => [number, kind, byteOffset, byteLength]),
    ).toEqual([
      [8191, 'comment', 8190 * 64, 63],
      [8192, 'beyond-limit', 8191 * 64, 65],
      [8193, 'beyond-limit', 8191 * 64 + 66, 11],
      [8194, 'beyond-limit', 8191 * 64 + 78, 0],
    ])
    expect(notes).toEqual([
      {
        code: 'too-large',
        line: 8192,
        byteOffset: 8191 * 64,
        message: 'too large',
        droppedBytes: 78,
        droppedLines: 3,
      },
    ])
  })

  test('the verdict names the numbers that the lines have', () => {
    const robots = parseRobots('User-agent: *\r\r\n\nDisallow: /a\rAllow: /a/b')
    const rule = robots.check('https://example.com/a', 'foobot').rule
    expect(robots.lines[(rule?.line ?? 0) - 1]?.text).toBe('Disallow: /a')
  })
})

describe('nothing is silently normalised', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['a clean file', 'User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\n', []],
    ['a byte order mark', '\uFEFFUser-agent: *', ['1 byte-order-mark']],
    [
      'two',
      '\uFEFF\uFEFFUser-agent: *',
      ['1 byte-order-mark', '1 second-byte-order-mark', '1 unknown-directive'],
    ],
    [
      'one inside',
      'User-agent: *\n\uFEFFDisallow: /',
      ['2 byte-order-mark-inside', '2 unknown-directive'],
    ],
    ['half of one', bytes(0xef, ...latin1('User-agent: *')), ['1 byte-order-mark']],
    ['a NUL', 'User-agent: *\0x', ['1 nul']],
    ['a control character', '# \u0007', ['1 control-character']],
    ['Latin-1', latin1('User-agent: *\nDisallow: /\u00E9'), ['2 not-utf8']],
    [
      'UTF-16',
      bytes(0xff, 0xfe, ...latin1('U\0s\0')),
      ['1 utf16', '1 not-utf8', '1 nul', '1 malformed-line'],
    ],
    [
      'a web page',
      '<!DOCTYPE html>\n<html></html>',
      ['1 html-instead-of-robots', '1 malformed-line', '2 malformed-line'],
    ],
    [
      'typing errors',
      'Useragent: *\nDisallows: /a\nSite-map: https://a.example/\nCrawl delay: 1',
      ['1 typo-tolerated', '2 typo-tolerated', '3 typo-tolerated', '4 typo-tolerated'],
    ],
    ['missing colons', 'User-agent *\nDisallow /a', ['1 missing-colon', '2 missing-colon']],
    [
      'rules without a group',
      'Disallow: /\nCrawl-delay: 1\nUser-agent: *',
      ['1 rule-outside-group', '2 rule-outside-group'],
    ],
    [
      'agents that name nobody',
      'User-agent:\nUser-agent: "foobot"',
      ['1 agent-names-nobody', '2 agent-names-nobody'],
    ],
    [
      'more than a token',
      'User-agent: foobot/2.1\nUser-agent: * x',
      ['1 agent-text-ignored', '2 agent-text-ignored'],
    ],
    [
      'odd patterns',
      'User-agent: *\nDisallow: a\nDisallow: https://a.example/\nDisallow: /%zz\nDisallow: /{a}',
      [
        '2 path-without-slash',
        '3 absolute-url-as-pattern',
        '4 broken-escape',
        '5 raw-character-in-pattern',
      ],
    ],
    [
      'delays',
      'User-agent: *\nCrawl-delay: 0.5\nCrawl-delay: 99\nCrawl-delay: x',
      ['2 crawl-delay-not-integer', '3 crawl-delay-out-of-range', '4 crawl-delay-invalid'],
    ],
    [
      'fields without effect',
      'Noindex: /\nHost: a\nRequest-rate: 1/1\nVisit-time: 1',
      [
        '1 unsupported-directive',
        '2 unsupported-directive',
        '3 unsupported-directive',
        '4 unsupported-directive',
      ],
    ],
    ['a relative sitemap', 'Sitemap: /s.xml', ['1 sitemap-not-absolute']],
    ['a Clean-param without names', 'Clean-param: & /', ['1 clean-param-malformed']],
  ])('%s', (_name, file, expected) => {
    expect(codes(file)).toEqual(expected)
  })

  test('a line that is too long is noted where the reader stops', () => {
    const { notes } = parseRobots(`User-agent: *\nDisallow: /${'a'.repeat(20_000)}\n`)
    expect(notes).toEqual([
      { code: 'line-too-long', line: 2, byteOffset: 14 + 16_663, message: 'line too long' },
    ])
  })

  test('a note tells its byte offset', () => {
    const [note] = parseRobots('User-agent: *\nDisallow: /a\0b').notes
    expect(note).toEqual({ code: 'nul', line: 2, byteOffset: 26, message: 'nul' })
  })

  test('a code has a meaning and a way out', () => {
    expect(noteMeaning('missing-colon')).toEqual({
      severity: 'warning',
      message: 'The colon after the field is missing; some readers ignore the line.',
      fix: 'Write a colon after the field.',
    })
  })
})

describe('looksLikeRobots', () => {
  test.each<[string, boolean]>([
    ['User-agent: *\nDisallow:', true],
    ['Sitemap: https://example.com/s.xml', true],
    ['# only a comment', false],
    ['', false],
    ['<!doctype html><title>Not found</title>', false],
    ['{"error": "User-agent: *"}', false],
    ['User-agent: *\nDisallow: /\nDisallow: /a\nAllow: /b\nprose', true],
    ['User-agent: *\nDisallow: /\nAllow: /b\nprose', false],
    ['# a\n# b\n# c\n\nUser-agent: *', true],
    ['2026-11-30 10:00:00 GET /robots.txt 200', false],
  ])('%j: %s', (text, expected) => {
    expect(looksLikeRobots(text)).toBe(expected)
  })
})
