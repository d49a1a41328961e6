import { describe, expect, test } from 'vitest'
import {
  mayIndex,
  parseRobotsDirectives,
  type HeaderFields,
  type MetaContents,
} from './page-directives.ts'

const read = (
  headers: HeaderFields,
  metas: MetaContents = [],
  token: string | string[] = 'ExampleBot',
): ReturnType<typeof parseRobotsDirectives> => parseRobotsDirectives(headers, metas, token)
/** The names of the flags that are set, for short. */
const flags = (
  headers: HeaderFields,
  metas: MetaContents = [],
  token?: string | string[],
): string[] =>
  Object.entries(read(headers, metas, token)).flatMap(([name, value]) =>
    value === true ? [name] : [],
  )

describe('X-Robots-Tag', () => {
  test.each<[string, string[]]>([
    ['noindex', ['noindex']],
    ['NoIndex, NOFOLLOW', ['noindex', 'nofollow']],
    ['none', ['noindex', 'nofollow']],
    ['noindex nofollow', ['noindex', 'nofollow']],
    ['nocache', ['noarchive']],
    ['all', []],
    ['index, follow', []],
    ['noai, noimageai', ['noai', 'noimageai']],
    [
      'nosnippet,noarchive,noimageindex,notranslate,indexifembedded',
      ['noarchive', 'nosnippet', 'noimageindex', 'notranslate', 'indexifembedded'],
    ],
    ['nonsense, noindex', ['noindex']],
    ['', []],
    [' , ,', []],
    ['examplebot: noindex', ['noindex']],
    ['ExampleBot: noindex, nofollow', ['noindex', 'nofollow']],
    ['otherbot: noindex, nofollow', []],
    ['noindex, otherbot: nofollow', ['noindex']],
    ['otherbot: nofollow, examplebot: noindex', ['noindex']],
    ['otherbot: examplebot: noindex', ['noindex']],
    ['robots: noindex', ['noindex']],
    ['examplebotx: noindex', []],
    ['example: noindex', []],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow', ['nofollow']],
    ['unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow', ['nofollow']],
    ['unavailable_after: soon, nofollow', ['nofollow']],
    ['otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow', []],
  ])('%s gives %j', (value, expected) => {
    expect(flags(value)).toEqual(expected)
  })

  test('several fields are summed, each with its own crawler', () => {
    expect(flags(['otherbot: noindex', 'nofollow', 'examplebot: noarchive'])).toEqual([
      'nofollow',
      'noarchive',
    ])
  })

  test.each<[string, HeaderFields]>([
    ['Headers', new Headers({ 'X-Robots-Tag': 'noindex' })],
    ['a Map', new Map([['X-Robots-Tag', 'noindex']])],
    ['an object', { 'x-robots-tag': 'noindex', 'content-type': 'nofollow' }],
    ['an object with a list', { 'X-Robots-Tag': ['otherbot: nofollow', 'noindex'] }],
    [
      'pairs',
      [
        ['x-robots-tag', 'noindex'],
        ['link', 'nofollow'],
      ],
    ],
    ['a list of values', ['noindex']],
    ['a string', 'noindex'],
  ])('is found in %s', (_name, headers) => {
    expect(flags(headers)).toEqual(['noindex'])
  })

  test('nothing there says nothing', () => {
    for (const headers of [undefined, null, {}, [], new Headers()])
      expect(flags(headers)).toEqual([])
  })
})

describe('meta', () => {
  test.each<[MetaContents, string[]]>([
    ['noindex', ['noindex']],
    [
      ['noindex', 'nofollow'],
      ['noindex', 'nofollow'],
    ],
    [[{ name: 'robots', content: 'noindex' }], ['noindex']],
    [[{ name: 'ROBOTS', content: 'NOINDEX' }], ['noindex']],
    [[{ name: 'examplebot', content: 'noindex' }], ['noindex']],
    [
      [
        { name: 'ExampleBot', content: 'nofollow' },
        { name: 'robots', content: 'index, follow' },
      ],
      ['nofollow'],
    ],
    [[{ name: 'otherbot', content: 'noindex' }], []],
    [[{ content: 'noindex' }], ['noindex']],
    [[{ name: 'robots', content: null }], []],
    [null, []],
  ])('%j gives %j', (metas, expected) => {
    expect(flags(undefined, metas)).toEqual(expected)
  })

  test('header and meta are summed, and each token of a chain is ours', () => {
    const metas = [{ name: 'examplebot-image', content: 'noarchive' }]
    expect(flags('examplebot: noindex', metas, ['ExampleBot-Image', 'ExampleBot'])).toEqual([
      'noindex',
      'noarchive',
    ])
  })
})

describe('values', () => {
  test.each<[string, object]>([
    [
      'max-snippet:50, max-image-preview:large, max-video-preview:-1',
      { maxSnippet: 50, maxImagePreview: 'large', maxVideoPreview: -1 },
    ],
    ['max-snippet: -1, max-snippet: 20, max-snippet: 30', { maxSnippet: 20 }],
    ['max-image-preview: large, max-image-preview: none', { maxImagePreview: 'none' }],
    ['max-snippet: many, max-image-preview: huge', {}],
    ['otherbot: max-snippet: 1', {}],
  ])('%s: the most restrictive counts', (value, expected) => {
    const { maxSnippet, maxImagePreview, maxVideoPreview } = read(value)
    expect({ maxSnippet, maxImagePreview, maxVideoPreview }).toEqual({
      maxSnippet: undefined,
      maxImagePreview: undefined,
      maxVideoPreview: undefined,
      ...expected,
    })
  })

  const noon = Date.UTC(2010, 5, 25, 12)
  test.each<[string, number | undefined]>([
    ['25 Jun 2010 12:00:00 GMT', noon],
    ['25-Jun-2010 12:00:00 GMT', noon],
    ['25-Jun-10 12:00:00 GMT', noon],
    ['Friday, 25-Jun-10 12:00:00 UTC', noon],
    ['Fri, 25 June 2010 12:00:00 +0000', noon],
    ['25 Jun 2010 07:00:00 EST', noon],
    ['25 Jun 2010 05:00:00 PDT', noon],
    ['25 Jun 2010 13:30 +0130', noon],
    ['2010-06-25T12:00:00Z', noon],
    ['2010-06-25 12:00:00', noon],
    ['2010-06-25T14:00:00.123+02:00', noon],
    ['2010-06-25', Date.UTC(2010, 5, 25)],
    ['25 Jun 2010', Date.UTC(2010, 5, 25)],
    ['31 Jun 2010', undefined],
    ['25 Foo 2010', undefined],
    ['25 Jun 2010 25:00:00 GMT', undefined],
    ['25 Jun 2010 12:00:00 XYZ', undefined],
    ['06/25/2010', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('unavailable_after: %s', (date, expected) => {
    expect(read(`unavailable_after: ${date}`).unavailableAfterMs).toBe(expected)
  })

  test('of several dates the earliest counts, and one that does not parse is ignored', () => {
    const value =
      'unavailable_after: 2030-01-01, unavailable_after: 2020-01-01, unavailable_after: never'
    expect(read(value).unavailableAfterMs).toBe(Date.UTC(2020, 0, 1))
  })
})

describe('mayIndex', () => {
  test('noindex, and a date that has passed, say no', () => {
    const until = read('unavailable_after: 2020-01-01')
    expect(mayIndex(read('noindex'), 0)).toBe(false)
    expect(mayIndex(read('nofollow'), 0)).toBe(true)
    expect([
      mayIndex(until, Date.UTC(2020, 0, 1) - 1),
      mayIndex(until, Date.UTC(2020, 0, 1)),
    ]).toEqual([true, false])
  })
})

describe('sources', () => {
  test('tell what was read and for whom', () => {
    expect(
      read('otherbot: noindex', [{ name: 'robots', content: 'nofollow, strange' }]).sources,
    ).toEqual([
      { from: 'header', agent: 'otherbot', directive: 'noindex', applies: false },
      { from: 'meta', agent: undefined, directive: 'nofollow', applies: true },
      { from: 'meta', agent: undefined, directive: 'strange', applies: true },
    ])
  })

  test('a token with illegal characters throws', () => {
    expect(() => read('noindex', [], 'Example Bot')).toThrow(/product token/)
  })
})
