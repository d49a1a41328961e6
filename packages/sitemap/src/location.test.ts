import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LocationReader, readHref, trimLocation } from './location.ts'
import type { SitemapScope } from './location.ts'

function read(
  text: string,
  scope: SitemapScope = { url: 'https://www.example.com/sitemap.xml' },
  what: { page: boolean; absolute?: boolean } = { page: true },
): { loc: string | undefined; faults: string[] } {
  const faults: string[] = []
  const loc = new LocationReader(scope).read(text, what, (code) => faults.push(code))
  return { loc, faults }
}

describe('a location', () => {
  test.each([
    ['https://www.example.com/a', 'https://www.example.com/a', []],
    ['HTTPS://WWW.Example.COM:443/A', 'https://www.example.com/A', []],
    ['https://www.example.com/a/../b/./c', 'https://www.example.com/b/c', []],
    ['https://www.example.com/%2e%2e/b', 'https://www.example.com/b', []],
    ['https://www.example.com/.well-known/x', 'https://www.example.com/.well-known/x', []],
    ["https://www.example.com/?q='", 'https://www.example.com/?q=%27', []],
    ['https://www.example.com/a|b^c`', new URL('https://www.example.com/a|b^c`').href, []],
    ['\u00a0\u200b https://www.example.com/a \ufeff\u3000', 'https://www.example.com/a', []],
    [
      'https://www.example.com/a\n   b\r\n\tc',
      'https://www.example.com/abc',
      ['whitespace-in-loc'],
    ],
    ['https://www.example.com/a\u00a0b', 'https://www.example.com/a%C2%A0b', ['whitespace-in-loc']],
    ['a b', 'https://www.example.com/a%20b', ['whitespace-in-loc', 'relative-loc']],
    ['?page=2', 'https://www.example.com/sitemap.xml?page=2', ['relative-loc']],
    ['', undefined, ['missing-loc']],
    [' \n ', undefined, ['missing-loc']],
    ['javascript:alert(1)', undefined, ['invalid-loc']],
    ['localhost:8080/a', undefined, ['invalid-loc']],
    ['https://', undefined, ['invalid-loc']],
    ['https://user@www.example.com/', undefined, ['invalid-loc']],
    [`https://www.example.com/${'é'.repeat(400)}`, undefined, ['loc-too-long']],
  ] as [string, string | undefined, string[]][])('%j is %s, noting %j', (text, loc, faults) => {
    expect(read(text)).toEqual({ loc, faults })
  })

  test('in a text list must be absolute', () => {
    const line = { page: true, absolute: true }
    expect(read('/a', undefined, line)).toEqual({ loc: undefined, faults: ['invalid-loc'] })
    expect(read('https://www.example.com/a?b=1&c=2', undefined, line).faults).toEqual([])
  })

  test('of a million blanks is trimmed in linear time', () => {
    const blanks = ' '.repeat(250_000)
    expect(trimLocation(`${blanks}a${blanks}b${blanks}`)).toBe(`a${blanks}b`)
    expect(read(`https://www.example.com/a${blanks}`).loc).toBe('https://www.example.com/a')
  })
})

describe('whose locations count', () => {
  const url = 'https://www.example.com/catalog/sitemap.xml'

  test.each([
    ['http://www.example.com/catalog/a', []],
    ['http://www.example.com:80/catalog/a', []],
    ['https://www.example.com:8443/catalog/a', ['cross-host']],
    ['http://www.example.com:443/catalog/a', ['cross-host']],
    ['https://example.com/catalog/a', ['cross-host']],
    ['https://shop.example.org/catalog/a', ['cross-host']],
    ['https://www.example.com/other/a', ['outside-path']],
    ['https://www.example.com/catalogue', ['outside-path']],
    ['https://www.example.com/', ['outside-path']],
  ])('%s in the list at /catalog/: %j', (text, faults) => {
    expect(read(text, { url }).faults).toEqual(faults)
  })

  test.each([
    ['https://shop.example.org/a', ['shop.example.org'], []],
    ['http://shop.example.org/a', ['shop.example.org'], []],
    ['https://shop.example.org:8443/a', ['shop.example.org'], ['cross-host']],
    ['https://shop.example.org:8443/a', ['SHOP.example.org:8443'], []],
    ['https://shop.example.org/a', ['https://shop.example.org'], []],
  ])('%s where %j named this sitemap: %j', (text, crossSubmitHosts, faults) => {
    expect(read(text, { url, crossSubmitHosts }).faults).toEqual(faults)
  })

  test('a sitemap of an index need not lie below it', () => {
    const child = { page: false }
    expect(read('https://www.example.com/other/s.xml', { url }, child).faults).toEqual([])
  })

  test.each([
    ['https://www.example.com/catalog/sitemap.php?x=/deep/er.xml', ['outside-path']],
    ['https://www.example.com/catalog/feed', []],
  ])('a page at /a in the list at %s: %j', (at, faults) => {
    expect(read('https://www.example.com/a', { url: at }).faults).toEqual(faults)
  })
})

describe('locations in normal form', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    '1',
    '.',
    '..',
    '%2e',
    '%',
    '-',
    '~',
    "'",
    '|',
    ' ',
    'é',
    '&',
    '?',
    '#',
    '/',
    ':',
    '@',
  )
  const path = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

  test('are given back as the URL parser gives them back', () => {
    fc.assert(
      fc.property(path, (rest) => {
        const text = `https://www.example.com/${rest}`
        expect(read(text).loc).toBe(new URL(text).href)
      }),
    )
  })

  test('and so are the addresses of images', () => {
    const host = fc.constantFrom(
      'cdn.example.net',
      'CDN.example.net',
      'xn--nxa.example',
      'a.b-c.d',
      '1.2.3.4',
      'a.1',
      'localhost',
    )
    fc.assert(
      fc.property(host, path, (name, rest) => {
        const text = `https://${name}/${rest}`
        expect(readHref(text, 'https://www.example.com/')).toBe(
          URL.canParse(text) ? new URL(text).href : undefined,
        )
      }),
    )
  })
})
