import { load as loadWithParse5 } from 'cheerio'
import { load } from 'cheerio/slim'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksNotToFollow, MAX_TITLE_LENGTH, refreshTarget } from './page-scan.ts'
import { hrefsOf, scanPieces } from './page.test-support.ts'

const scan = (html: string) => scanPieces([html])

describe('links', () => {
  test.each([
    ['<a href="/x">x</a>', ['/x']],
    ["<A HREF='/x'>", ['/x']],
    ['<a href=/x>', ['/x']],
    ['<a href=/x/>', ['/x/']],
    ['<a href = "/x" href="/y">', ['/x']],
    ['<a href>', ['']],
    ['<a class="a>b" href="/x">', ['/x']],
    ['<a data-href="/n" xhref=/n>', []],
    ['<abbr href="/n"><link href="/n"><img src=/n>', []],
    ['<area href="/x"><map><area href=/y></map>', ['/x', '/y']],
    ['<a href="/x?a=1&amp;b=2">', ['/x?a=1&b=2']],
    ['<a href="/x?a=1&copy=2&copy;&#x41;&#66;&lt">', ['/x?a=1&copy=2©AB<']],
    [`<a href=/x?"'&#47;y>`, [`/x?"'/y`]],
    ['<a href="/é">', ['/é']],
    ['<svg><a href="/x"/></svg><a href="/y">', ['/x', '/y']],
    ['<a href="/x"', []],
    ['<a href="/x', []],
    ['< a href="/x">', []],
    ['</a href="/x">', []],
  ])('%s has %j', (html, hrefs) => {
    expect(hrefsOf(scan(html))).toEqual(hrefs)
  })

  test.each([
    ['<!-- <a href=/n> --><a href=/x>', ['/x']],
    ['<!-- <a href=/n>', []],
    ['<script>"<a href=/n>"</script><a href=/x>', ['/x']],
    ['<style><a href=/n></style><a href=/x>', ['/x']],
    ['<textarea><a href=/n></textarea><a href=/x>', ['/x']],
    ['<title><a href=/n></title><a href=/x>', ['/x']],
    ['<noscript><a href=/n></noscript><a href=/x>', ['/x']],
    ['<template><p><template></template><a href=/n></template><a href=/x>', ['/x']],
    ['<noscript><meta http-equiv=refresh content="0;url=/n"></noscript>', []],
    ['<iframe src=/n><a href=/n></iframe><a href=/x>', ['/x']],
    ['<div title="<a href=/n>"><a href=/x>', ['/x']],
  ])('what is no part of the page is no link: %s', (html, hrefs) => {
    expect(scan(html).links.map((link) => link.href)).toEqual(hrefs)
  })

  test('HW-DOC-09 rel is reported with each link', () => {
    expect(scan('<a href=/a rel="nofollow x"><a href=/b><area rel=UGC href=/c>').links).toEqual([
      { href: '/a', rel: 'nofollow x', element: 'a' },
      { href: '/b', rel: undefined, element: 'a' },
      { href: '/c', rel: 'UGC', element: 'area' },
    ])
  })

  test.each([
    ['nofollow', true],
    ['noopener\tNoFollow', true],
    ['ugc', true],
    ['sponsored noopener', true],
    ['follow', false],
    ['nofollowing', false],
    ['', false],
    [undefined, false],
  ])('HW-DOC-09 rel %j asks not to follow = %s', (rel, asks) => {
    expect(asksNotToFollow(rel)).toBe(asks)
  })

  test('HW-DOC-10 alternate, next, prefetch, frames, forms, ping and srcset are no links', () => {
    const html =
      '<link rel=alternate href=/1><link rel=next href=/2><link rel=prefetch href=/3><iframe src=/4></iframe>' +
      '<form action=/5></form><a ping=/6><img srcset="/7 1x"><object data=/8></object><frame src=/9>'
    expect(scan(html).links).toEqual([])
  })

  test('HW-RED-10 a refresh is a link at most', () => {
    expect(scan('<meta http-equiv="Refresh" content="3; URL=\'/next\'">').links).toEqual([
      { href: '/next', rel: undefined, element: 'refresh' },
    ])
  })

  test.each([
    ['0;url=/x', '/x'],
    ['0', undefined],
    ['0;', undefined],
    ['5; URL = "/x" rest', '/x'],
    [" 1.5 , '/x", '/x'],
    ['2 /x', '/x'],
    ['/x', undefined],
    ['url=/x', undefined],
    ['0;url=', undefined],
  ])('refresh %j leads to %j', (content, target) => {
    expect(refreshTarget(content)).toBe(target)
  })
})

describe('what the head says', () => {
  test.each([
    ['<title> A &amp; B\n\t<b>  C </title><title>D</title>', 'A & B <b> C'],
    ['<title></title>', undefined],
    ['<title> \n </title><title>D</title>', undefined],
    ['<title/>x<title>D</title>', undefined],
    ['<svg><title>icon</title></svg><title>page</title>', 'page'],
    ['<template><title>n</title></template><title>page</title>', 'page'],
    ['<title>never closed', 'never closed'],
    ['<p>none', undefined],
  ])('the title of %j is %j', (html, title) => {
    expect(scan(html).title).toBe(title)
  })

  test('a title is cut', () => {
    expect(scan(`<title>${'x'.repeat(1e6)}</title>`).title).toBe('x'.repeat(MAX_TITLE_LENGTH))
  })

  test('HW-DOC-05 the first base that has an href is reported', () => {
    const html =
      '<base target=x><base href="/a&amp;b/"><base href=/c/><a href=x><template><base href=/n>'
    expect(scan(html).base).toBe('/a&b/')
  })

  test.each([
    ['<link rel="canonical" href="/a"><link rel=canonical href=/b>', '/a'],
    ['<link rel="x Canonical" href="/a">', '/a'],
    ['<link rel=canonical><link rel=canonical href=/b>', '/b'],
    ['<link rel=canonicals href="/a">', undefined],
    ['<!-- <link rel=canonical href="/a"> -->', undefined],
  ])('the canonical of %s is %j', (html, canonical) => {
    expect(scan(html).canonical).toBe(canonical)
  })

  test('HW-DOC-08 metas for robots are kept as written, also in noscript, never in a template', () => {
    const html =
      '<META NAME=" Robots " CONTENT="NoIndex, &#110;one"><meta name=description content=n>' +
      '<noscript><meta name=robots content=nofollow></noscript><template><meta name=robots content=n></template>' +
      '<meta name=tdm-reservation content=1><meta name=robots>'
    expect(scan(html).metas).toEqual([
      { name: 'robots', content: 'NoIndex, none' },
      { name: 'robots', content: 'nofollow' },
      { name: 'tdm-reservation', content: '1' },
      { name: 'robots', content: '' },
    ])
  })

  test.each([
    ['<html lang=" de-CH ">', 'de-CH'],
    ['<html><html lang=de>', 'de'],
    ['<html lang=""><p lang=de>', undefined],
  ])('the language of %s is %j', (html, lang) => {
    expect(scan(html).lang).toBe(lang)
  })

  test.each([
    ['<meta charset=" koi8-r ">', 'koi8-r'],
    [
      '<meta http-equiv=Content-Type content="text/html; charset=koi8-r"><meta charset=x>',
      'koi8-r',
    ],
    ['<meta name=charset content="charset=x">', undefined],
  ])('the charset hint of %s is %j', (html, hint) => {
    expect(scan(html).charsetHint).toBe(hint)
  })
})

describe('caps while tokenizing', () => {
  test('HW-DOC-01 deep nesting is linear in time, marked, and loses no link', () => {
    const deep = '<b>'.repeat(100_000)
    const result = scan(`${deep}<a href=/x>`)
    expect(hrefsOf(result)).toEqual(['/x'])
    expect(result.cuts).toEqual(['depth'])
  })

  test.each([
    ['<i>'.repeat(512), []],
    ['<i>'.repeat(513), ['depth']],
    ['<i></i>'.repeat(2_000), []],
    ['<p>text<li>text<td>text<br>'.repeat(2_000), []],
    [`<svg>${'<path d=""/>'.repeat(2_000)}</svg>`, []],
  ])('maxDomDepth counts what must be closed: %#', (html, cuts) => {
    expect(scan(html).cuts).toEqual(cuts)
  })

  test('HW-DOC-02 maxDomNodes ends the pass', () => {
    const result = scanPieces(['<b>x</b><!-- --><a href=/1>', '<a href=/2>'], { maxDomNodes: 4 })
    expect(result).toMatchObject({ nodes: 5, cuts: ['nodes'] })
    expect(hrefsOf(result)).toEqual(['/1'])
  })

  test.each([
    [`<a ${'x '.repeat(256)}href=/n>`, []],
    [`<a ${'x '.repeat(255)}href=/x>`, ['/x']],
  ])('HW-DOC-03 maxAttributes leaves out what comes after: %#', (html, hrefs) => {
    const result = scan(`${html}<a href=/y>`)
    expect(hrefsOf(result)).toEqual([...hrefs, '/y'])
    expect(result.cuts).toEqual(hrefs.length === 0 ? ['attributes'] : [])
  })

  test.each([
    ['a giant href', `<a href="${'x'.repeat(70_000)}">`],
    ['a giant other attribute', `<p style="${'x'.repeat(70_000)}">`],
    ['a giant attribute name', `<p ${'x'.repeat(70_000)}>`],
    ['a giant tag name', `<${'x'.repeat(70_000)}>`],
  ])('HW-DOC-03 %s is left out and marked, however the text comes', (_what, html) => {
    for (const size of [1_000, 32_768, 1_000_000]) {
      const result = scanPieces(cut(`${html}<a href=/y>`, size))
      expect(hrefsOf(result)).toEqual(['/y'])
      expect(result.cuts).toEqual(['attributes'])
    }
  })

  test('HW-DOC-03 text and comments without end are passed over', () => {
    expect(scan(`<a href=/x>${'text '.repeat(200_000)}<!-- ${'x '.repeat(200_000)}`)).toMatchObject(
      {
        nodes: 3,
        cuts: [],
      },
    )
  })

  test('HW-DOC-04 maxLinksPerPage keeps the first links', () => {
    const html = Array.from({ length: 20_000 }, (_, n) => `<a href=/${n}>`).join('</a>')
    const result = scan(html)
    expect(hrefsOf(result)).toEqual(Array.from({ length: 5_000 }, (_, n) => `/${n}`))
    expect(result.cuts).toEqual(['links'])
  })
})

// Pieces of markup and of broken markup, put together at random; each line is one list, split at the bars.
const PIECES = `
<a href="|<a |href=|HREF|<area href=|<base href=|<link rel=canonical href=|rel=nofollow|</a>|<p>|<div title="|</div>|<svg>|</svg>
<br/>|<html lang=de>|<title>|</title>|<script>|</script>|</scr|<style>|</style>|<textarea>|</textarea>|<!--|-->|--|<!|<![CDATA[|]]>
<?x|&amp;|&amp|&|&copy|&notin;|&#x2f;|&#0;|&#|;|"|'|=|>|<|/| |\n|\0|é|😀|x|a|/path?q=1|longer than thirteen characters`
const soup = fc
  .array(fc.constantFrom(...PIECES.slice(1).split(/\||\n(?=<)/)), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('against cheerio', () => {
  test('links, base and canonical equal those of cheerio on generated documents', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const $ = load(html)
        const result = scan(html)
        const expected = $('a[href], area[href]')
          .toArray()
          .map((element) => $(element).attr('href'))
        expect(hrefsOf(result)).toEqual(expected)
        expect(result.base).toBe($('base[href]').first().attr('href'))
        expect(result.canonical).toBe($('link[rel="canonical"][href]').first().attr('href'))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    [
      'a table without end tags',
      '<table><tr><td><a href=/1>x</a><td><a href=/2>y<tr><td><a href="/3">z</table><a href=/4>',
    ],
    ['formatting across blocks', '<p><b><a href=/1>x<p>y</b><a href=/2>z</a></p></div><a href=/3>'],
    [
      'a head in the body',
      '<body><base href=/b/><a href=1><head><a href=2></head><noscript><a href=/n></noscript><a href=3>',
    ],
    [
      'lists and forms',
      '<ul><li><a href=/1><li><form><a href=/2></form></ul><select><option>x</select><a href=/3>',
    ],
  ])('links equal those of a browser-like parser: %s', (_what, html) => {
    const $ = loadWithParse5(html)
    const expected = $('a[href]')
      .toArray()
      .map((element) => $(element).attr('href'))
    // Where tags are misnested a browser makes one link into several elements.
    expect(hrefsOf(scan(html))).toEqual([...new Set(expected)])
  })
})

test('where the text is cut changes nothing', () => {
  fc.assert(
    fc.property(soup, fc.integer({ min: 1, max: 9 }), (html, size) => {
      expect(scanPieces(cut(html, size))).toEqual(scan(html))
    }),
    { numRuns: 1_000 },
  )
})

function cut(text: string, size: number): readonly string[] {
  return text.match(new RegExp(`.{1,${Math.min(size, 65_535)}}`, 'gs')) ?? []
}
