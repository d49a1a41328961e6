import { describe, expect, test } from 'vitest'
import type { RawLink } from './resolve-links.ts'
import {
  areManyLinks,
  baseUrlOf,
  resolveHref,
  resolveLinks,
  resolveLinksInSlices,
} from './resolve-links.ts'

const link = (href: string, rel?: string): RawLink => ({ href, rel })
const PAGE = 'https://a.test/dir/page?q=1'

describe('HW-DOC-05 base href', () => {
  test.each([
    [undefined, PAGE],
    ['/other/', 'https://a.test/other/'],
    ['sub/', 'https://a.test/dir/sub/'],
    ['//b.test/x', 'https://b.test/x'],
    ['', PAGE],
    ['javascript:alert(1)', PAGE],
    ['data:text/html,x', PAGE],
    ['https://', PAGE],
    ['ftp://b.test/', 'ftp://b.test/'],
    ['file:///etc/', 'file:///etc/'],
  ])('%j starts links from %s', (base, url) => {
    expect(baseUrlOf(base, PAGE)).toBe(url)
  })
})

describe('HW-DOC-06 hrefs are read as the URL standard says', () => {
  test.each([
    ['x', 'https://a.test/dir/x'],
    ['  x \t', 'https://a.test/dir/x'],
    ['x\n/\ty', 'https://a.test/dir/x/y'],
    ['\\x\\y', 'https://a.test/x/y'],
    ['https:\\\\b.test\\x', 'https://b.test/x'],
    ['https:/b.test', 'https://a.test/b.test'],
    ['http:/b.test', 'http://b.test/'],
    ['http:b.test/x', 'http://b.test/x'],
    ['//b.test', 'https://b.test/'],
    ['///b.test/x', 'https://b.test/x'],
    ['?q=2', 'https://a.test/dir/page?q=2'],
    ['', 'https://a.test/dir/page?q=1'],
    ['#top', 'https://a.test/dir/page?q=1'],
    ['x#', 'https://a.test/dir/x'],
    ['x#y#z', 'https://a.test/dir/x'],
    ['../../../x', 'https://a.test/x'],
    ['/é ü', 'https://a.test/%C3%A9%20%C3%BC'],
    ['HTTP://B.Test:80/%7Ex', 'http://b.test/%7Ex'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['mailto:x@a.test', 'mailto:x@a.test'],
    ['http://', undefined],
    ['http://a b/', undefined],
    ['http://[::1', undefined],
  ])('%j is %s', (href, url) => {
    expect(resolveHref(href, PAGE)).toBe(url)
  })

  test.each([
    ['https://user:pw@b.test/@x', 'https://b.test/@x'],
    ['https://user@b.test/', 'https://b.test/'],
    ['//:pw@b.test/', 'https://b.test/'],
    ['mailto:x@b.test', 'mailto:x@b.test'],
  ])('HW-CRED-05 credentials are stripped: %s', (href, url) => {
    expect(resolveHref(href, PAGE)).toBe(url)
    expect(resolveHref('/x', 'https://user:pw@a.test/')).toBe('https://a.test/x')
  })

  test('a fragment cut before parsing is the fragment the standard cuts after it', () => {
    for (const href of [
      '#',
      'a#b',
      ' #x',
      '\t#\n',
      '?#',
      '//b.test#x/y',
      'mailto:a#b',
      'javascript:#',
      'a\\#b',
    ]) {
      const url = new URL(href, PAGE)
      url.hash = ''
      expect(resolveHref(href, PAGE)).toBe(url.href)
    }
  })
})

describe('links of a page', () => {
  test('each is there once, in order of first appearance, sorted by what can be fetched', () => {
    const links = [
      'b',
      'a#1',
      '/dir/b',
      'a#2',
      'mailto:x@y',
      'http://',
      'javascript:void(0)',
      'http://',
      'c',
    ].map((href) => link(href))
    expect(resolveLinks(links, PAGE)).toEqual({
      urls: ['https://a.test/dir/b', 'https://a.test/dir/a', 'https://a.test/dir/c'],
      nofollow: new Set(),
      otherSchemes: ['mailto:x@y', 'javascript:void(0)'],
      invalid: ['http://'],
    })
  })

  test('HW-DOC-09 a URL that is also linked without nofollow may be followed', () => {
    const links = [
      link('a', 'nofollow'),
      link('b', 'ugc'),
      link('b'),
      link('c', 'sponsored'),
      link('c#x', 'nofollow'),
    ]
    expect(resolveLinks(links, PAGE).nofollow).toEqual(
      new Set(['https://a.test/dir/a', 'https://a.test/dir/c']),
    )
  })

  test('in slices the result is the same, and others get their turn', async () => {
    const links = Array.from({ length: 300 }, (_, n) =>
      link(n % 3 === 0 ? `http://${n} x` : `p${n % 100}`, n % 2 === 0 ? 'ugc' : ''),
    )
    let nowMs = 0
    let turns = 0
    const result = await resolveLinksInSlices(links, PAGE, {
      cpuNow: () => (nowMs += 1),
      yieldToLoop: () => {
        turns += 1
        return Promise.resolve()
      },
    })
    expect(result).toEqual(resolveLinks(links, PAGE))
    expect(turns).toBe(30)
  })

  test.each([
    [100, 100, false],
    [3_000, 10, true],
    [100, 5_000, true],
  ])('%i links of %i characters are many = %s', (count, length, many) => {
    expect(areManyLinks(Array.from({ length: count }, () => link('x'.repeat(length))))).toBe(many)
  })
})
