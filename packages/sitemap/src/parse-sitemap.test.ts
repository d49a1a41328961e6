// parseSitemap as its users meet it: bodies of every shape, faults, limits, leaving early.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseSitemap, parseSitemapBatches } from './parse-sitemap.ts'
import type { ParseSitemapOptions, SitemapSummary } from './parse-sitemap.ts'
import type { SitemapBody } from './byte-source.ts'
import type { SitemapEntry } from './entry.ts'
import type { SitemapProblem } from './problem.ts'

const url = 'https://www.example.com/sitemap.xml'
const HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
const page = (path: string): string => `<url><loc>https://www.example.com/${path}</loc></url>`
const sitemap = (...entries: string[]): string => `${HEAD}\n${entries.join('\n')}\n</urlset>`

interface Reading {
  readonly locs: string[]
  readonly entries: SitemapEntry[]
  readonly problems: SitemapProblem[]
  readonly codes: string[]
  readonly summary: SitemapSummary
}

async function read(
  body: SitemapBody,
  options: Partial<ParseSitemapOptions> = {},
): Promise<Reading> {
  const problems: SitemapProblem[] = []
  const entries: SitemapEntry[] = []
  const reading = parseSitemap(body, {
    url,
    onProblem: (problem) => problems.push(problem),
    ...options,
  })
  // oxlint-disable no-await-in-loop -- the generator's return value is wanted too
  let step = await reading.next()
  for (; !step.done; step = await reading.next()) entries.push(step.value)
  // oxlint-enable no-await-in-loop
  const locs = entries.map((entry) => entry.loc.replace('https://www.example.com/', ''))
  return { locs, entries, problems, codes: problems.map(({ code }) => code), summary: step.value }
}

async function* stream(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield new TextEncoder().encode(part)
  }
}

describe('a body', () => {
  const text = sitemap(page('a'), page('é'))
  const bytes = new TextEncoder().encode(text)

  test.each([
    ['a string', text],
    ['bytes', bytes],
    ['an async iterable', stream(text.slice(0, 70), text.slice(70))],
    ['a ReadableStream', new Blob([bytes]).stream()],
    ['gzipped bytes', new Uint8Array(gzipSync(bytes))],
  ] as [string, SitemapBody][])('may be %s', async (_, body) => {
    const { locs, codes, summary } = await read(body)
    expect({ locs, codes }).toEqual({ locs: ['a', '%C3%A9'], codes: [] })
    expect(summary).toEqual({ kind: 'urlset', entries: 2, problems: {}, bytes: bytes.length })
  })

  test('that is a string is not decoded again, whatever it declares', async () => {
    const { locs, codes } = await read(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${sitemap(page('é'))}`,
    )
    expect({ locs, codes }).toEqual({ locs: ['%C3%A9'], codes: [] })
  })

  test('a ReadableStream that cannot be iterated is read all the same', async () => {
    const original = new Blob([bytes]).stream()
    const plain = { getReader: () => original.getReader() } as ReadableStream<Uint8Array>
    expect((await read(plain)).locs).toEqual(['a', '%C3%A9'])
  })
})

describe('a mistake of the caller', () => {
  test('a url that is no URL throws at once', () => {
    expect(() => parseSitemap('', { url: '/sitemap.xml' })).toThrow(
      'Expected url to be an absolute URL, got "/sitemap.xml".',
    )
  })

  test.each([
    [{ url: 7 }, 'Expected url to be an absolute URL, got 7.'],
    [{ contentType: null }, 'Expected contentType to be a string, got null.'],
    [{ fields: 'some' }, 'Expected fields to be "core" or "all", got "some".'],
    [
      { crossSubmitHosts: 'a.test' },
      'Expected crossSubmitHosts to be a list of hosts such as "example.com", got "a.test".',
    ],
    [{ maxBytes: -1 }, 'Expected maxBytes to be a number from 0 up, got -1.'],
    [{ maxBytes: NaN }, 'Expected maxBytes to be a number from 0 up, got NaN.'],
    [{ maxBytes: '9' }, 'Expected maxBytes to be a number from 0 up, got "9".'],
    [{ maxXmlDepth: -1 }, 'Expected maxXmlDepth to be a number from 0 to 1000, got -1.'],
    [{ maxXmlDepth: 1e6 }, 'Expected maxXmlDepth to be a number from 0 to 1000, got 1000000.'],
    [
      { maxXmlEntryBytes: Infinity },
      'Expected maxXmlEntryBytes to be a number from 0 to 52428800, got Infinity.',
    ],
    [{ onProblem: {} }, 'Expected onProblem to be a function, got Object.'],
  ])('%j throws at once, with a code', (options, message) => {
    const mistake = { url, ...options } as unknown as ParseSitemapOptions
    expect(() => parseSitemap('', mistake)).toThrow(
      expect.objectContaining({ code: 'CURTSY_OPTION', message }),
    )
  })

  test.each([null, undefined, 7, {}, [1]])('the body %j throws at once', (body) => {
    expect(() => parseSitemap(body as unknown as SitemapBody, { url })).toThrow(
      /^Expected body to be a string, a Uint8Array, a ReadableStream or an async iterable/,
    )
  })

  test('no options at all throws at once', () => {
    expect(() => parseSitemap('', undefined as unknown as ParseSitemapOptions)).toThrow(
      'Expected options to be an object, got undefined.',
    )
  })

  test('a body that gives strings throws in the loop', async () => {
    const strings = [HEAD] as unknown as AsyncIterable<Uint8Array>
    const reading = read({
      [Symbol.asyncIterator]: async function* () {
        yield* strings as unknown as Uint8Array[]
      },
    })
    await expect(reading).rejects.toThrow(
      'Expected the body to give Uint8Array pieces, got string.',
    )
  })
})

test("a file of one's own may list pages of any host", async () => {
  const { locs, codes } = await read(sitemap(page('a'), '<url><loc>/b</loc></url>'), {
    url: 'file:///home/me/sitemap.xml',
  })
  expect({ locs, codes }).toEqual({ locs: ['a'], codes: ['invalid-loc'] })
})

describe('entries', () => {
  test('name their kind', async () => {
    expect((await read(sitemap(page('a')))).entries).toEqual([
      { kind: 'url', loc: 'https://www.example.com/a' },
    ])
    const index = sitemap('<sitemap><loc>https://www.example.com/s.xml</loc></sitemap>').replaceAll(
      'urlset',
      'sitemapindex',
    )
    expect((await read(index)).entries).toEqual([
      { kind: 'sitemap', loc: 'https://www.example.com/s.xml' },
    ])
  })

  test('have core fields only unless all are asked for', async () => {
    const text = sitemap(
      '<url><loc>https://www.example.com/a</loc><image:image><image:loc>https://i.example.net/1.png</image:loc></image:image></url>',
    )
    expect((await read(text)).entries).toEqual([{ kind: 'url', loc: 'https://www.example.com/a' }])
    expect((await read(text, { fields: 'all' })).entries).toEqual([
      {
        kind: 'url',
        loc: 'https://www.example.com/a',
        images: [{ loc: 'https://i.example.net/1.png' }],
      },
    ])
  })

  test('come in batches of what one piece of the body held', async () => {
    const batches: string[][] = []
    const parts = [
      `${HEAD}${page('a')}${page('b')}<ur`,
      `l><loc>`,
      `https://www.example.com/c</loc></url></urlset>`,
    ]
    for await (const batch of parseSitemapBatches(stream(...parts), { url })) {
      batches.push(batch.map(({ loc }) => loc.slice(-1)))
    }
    expect(batches).toEqual([['a', 'b'], ['c']])
  })

  test('are delivered before the rest of the body is here', async () => {
    let asked = 0
    async function* slow(): AsyncGenerator<Uint8Array> {
      asked += 1
      yield new TextEncoder().encode(`${HEAD}${page('a')}`)
      asked += 1
      yield new TextEncoder().encode(`${page('b')}</urlset>`)
    }
    const reading = parseSitemap(slow(), { url })
    expect((await reading.next()).value).toMatchObject({ loc: 'https://www.example.com/a' })
    expect(asked).toBe(1)
  })
})

describe('leaving early', () => {
  test('closes an async iterable', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield new TextEncoder().encode(HEAD)
        for (let number = 0; ; number++) yield new TextEncoder().encode(page(String(number)))
      } finally {
        closed = true
      }
    }
    for await (const entry of parseSitemap(endless(), { url })) {
      if (entry.loc.endsWith('/3')) break
    }
    expect(closed).toBe(true)
  })

  test.each([
    ['plain', (bytes: Uint8Array): Uint8Array => bytes],
    ['gzipped', (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes))],
  ])('cancels a stream, %s', async (_, pack) => {
    let cancelled = false
    const bytes = pack(
      new TextEncoder().encode(
        sitemap(...Array.from({ length: 9_000 }, (_entry, at) => page(String(at)))),
      ),
    )
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const entry of parseSitemap(body, { url })) if (entry.loc) break
    expect(cancelled).toBe(true)
  })

  test('a body that turns out to be HTML is closed at once', async () => {
    let closed = false
    async function* html(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new TextEncoder().encode('<!DOCTYPE html><html>')
      } finally {
        closed = true
      }
    }
    expect((await read(html())).codes).toEqual(['html'])
    expect(closed).toBe(true)
  })
})

describe('faults', () => {
  test('a source that fails ends the file: what came before is delivered, the error is in the summary', async () => {
    const broken = new Error('connection reset')
    const { locs, problems, summary } = await read(stream(HEAD, page('a'), broken))
    expect(locs).toEqual(['a'])
    expect(problems).toMatchObject([
      { code: 'truncated', message: expect.stringContaining('connection reset') },
    ])
    expect(summary.error).toBe(broken)
  })

  test('what a listener throws is its own', async () => {
    const reading = read(stream(HEAD, '<url/>'), {
      onProblem: ({ code }) => {
        throw new RangeError(`mine: ${code}`)
      },
    })
    await expect(reading).rejects.toThrow('mine: missing-loc')
  })

  test('problems say where they are and what is there', async () => {
    const text = sitemap(
      page('a'),
      '<url>',
      '  <loc>https://www.example.com/b</loc>',
      '  <lastmod>yesterday</lastmod>',
      '</url>',
      '<url><loc>https://elsewhere.example.org/x</loc></url>',
      '<url><loc>https://www.example.com/c</lok></url>',
    )
    expect((await read(text)).problems).toEqual([
      {
        code: 'invalid-lastmod',
        line: 5,
        message: 'A lastmod that is no date was ignored: yesterday',
      },
      {
        code: 'cross-host',
        line: 7,
        loc: 'https://elsewhere.example.org/x',
        message:
          'A location on a host that did not prove this sitemap was dropped: https://elsewhere.example.org/x',
      },
      { code: 'malformed-xml', line: 8, message: 'An entry is not well-formed' },
    ])
  })

  test('lines are counted over the whole file, however it arrives', async () => {
    const text = sitemap(...Array.from({ length: 5_000 }, (_, at) => page(String(at))), '<url/>')
    expect((await read(text)).problems).toMatchObject([{ code: 'missing-loc', line: 5_002 }])
    expect((await read(stream(...text.split(/(?=<url>)/)))).problems).toMatchObject([
      { line: 5_002 },
    ])
  })

  test('the summary counts what was found, also when nobody listens', async () => {
    const reading = parseSitemap(sitemap('<url/>', '<url/>', page('a')), { url })
    const [first, last] = [await reading.next(), await reading.next()]
    expect(first.value).toMatchObject({ loc: 'https://www.example.com/a' })
    expect(last.value).toMatchObject({ entries: 1, problems: { 'missing-loc': 2 } })
  })

  test('an entry that is not well-formed is delivered when its location is whole', async () => {
    const { locs, codes } = await read(
      sitemap(
        '<url><loc>https://www.example.com/a</loc><b></c></url>',
        '<url><loc>https://www.example.com/b',
        page('c'),
      ),
    )
    expect({ locs, codes }).toEqual({ locs: ['a', 'c'], codes: ['malformed-xml', 'malformed-xml'] })
  })
})

describe('HW-MAP-01: DOCTYPE and entities', () => {
  test('a DOCTYPE of any size is passed over, its entities stay text', async () => {
    const declarations = '<!ENTITY e "https://www.example.com/x"> <!-- ]> -->'.repeat(20_000)
    const { locs, codes } = await read(
      `<!DOCTYPE urlset [${declarations}]>${sitemap(page('&e;'), page('b'))}`,
    )
    expect({ locs, codes }).toEqual({ locs: ['&e;', 'b'], codes: ['doctype', 'undefined-entity'] })
  })
})

const deep = (levels: number): string => '<x>'.repeat(levels) + '</x>'.repeat(levels)

describe('HW-MAP-02: entries without measure', () => {
  const huge = 'x'.repeat(300_000)

  test.each([
    ['a giant text', `<loc>https://www.example.com/a</loc><x>${huge}</x>`, 'malformed-xml'],
    ['a giant attribute', `<loc a="${huge}">https://www.example.com/a</loc>`, 'malformed-xml'],
    ['a giant location', `<loc>https://www.example.com/${huge}</loc>`, 'loc-too-long'],
    ['a giant comment', `<!-- ${huge} --><loc>https://www.example.com/a</loc>`, 'malformed-xml'],
    [
      'elements without end',
      `<loc>https://www.example.com/a</loc>${'<x>'.repeat(100_000)}`,
      'malformed-xml',
    ],
    ['33 levels', `<loc>https://www.example.com/a</loc>${deep(33)}`, 'malformed-xml'],
  ])('%s costs the entry and nothing else', async (_, inside, code) => {
    const text = sitemap(page('before'), `<url>${inside}</url>`, page('after'))
    const { locs, codes } = await read(text)
    expect({ locs, codes: [...new Set(codes)] }).toEqual({
      locs: ['before', 'after'],
      codes: [code],
    })
    const inPieces = await read(stream(...(text.match(/[^]{1,9999}/g) ?? [])))
    expect(inPieces.codes).toEqual(codes)
    expect(inPieces.locs).toEqual(['before', 'after'])
  })

  test('32 levels are read', async () => {
    const { locs, codes } = await read(
      sitemap(`<url>${deep(32)}<loc>https://www.example.com/a</loc></url>`),
    )
    expect({ locs, codes }).toEqual({ locs: ['a'], codes: [] })
  })

  test('a million references are replaced one by one and judged as one location', async () => {
    const { codes } = await read(
      sitemap(`<url><loc>https://www.example.com/${'&#97;'.repeat(40_000)}</loc></url>`),
    )
    expect(codes).toEqual(['loc-too-long'])
  })
})

const entry = (inside: string): string => sitemap(`<url>${inside}</url>`, page('b'))

describe('the limits of an entry are options', () => {
  const loc = '<loc>https://www.example.com/a</loc>'

  test.each([
    // levels      limit  delivered
    [deep(3), 3, ['a', 'b']],
    [deep(4), 3, ['b']],
    ['', 0, []],
    [deep(1), 1, ['a', 'b']],
    [deep(2), 1, ['b']],
    [deep(100), 100, ['a', 'b']],
    [deep(101), 100, ['b']],
  ])('maxXmlDepth: %s under %i gives %j', async (inside, maxXmlDepth, expected) => {
    const text = entry(inside + loc)
    expect((await read(text, { maxXmlDepth })).locs).toEqual(expected)
    expect((await read(text, { maxXmlDepth, fields: 'all' })).locs).toEqual(expected)
  })

  test.each([
    ['plain', loc],
    ['with a comment', `<!-- x -->${loc}`],
    ['of characters of three bytes', `<x>${'\u20ac'.repeat(50)}</x>${loc}`],
    ['of characters of four bytes', `<x>${'\u{1f600}'.repeat(50)}</x>${loc}`],
  ])('maxXmlEntryBytes counts the bytes of an entry %s', async (_, inside) => {
    const bytes = new TextEncoder().encode(`<url>${inside}</url>`).length
    const exact = await read(entry(inside), { maxXmlEntryBytes: bytes })
    expect({ locs: exact.locs, codes: exact.codes }).toEqual({ locs: ['a', 'b'], codes: [] })
    // Small enough that what comes after is within it.
    const less = await read(entry(inside), { maxXmlEntryBytes: bytes - 1 })
    expect(less.entries.map(({ loc: one }) => one)).not.toContain('https://www.example.com/a')
    expect(new Set(less.codes)).toEqual(new Set([less.codes[0]]))
    expect(['malformed-xml', 'loc-too-long']).toContain(less.codes[0])
  })

  test('maxXmlEntryBytes may be raised: a large entry is read, and its large attribute', async () => {
    const inside = `<x a="${'y'.repeat(400_000)}"/>${loc}`
    expect((await read(entry(inside))).locs).toEqual(['b'])
    expect((await read(entry(inside), { maxXmlEntryBytes: 1_000_000 })).locs).toEqual(['a', 'b'])
  })
})

describe('HW-MAP-04: limits of a file', () => {
  test('reading stops at the byte limit; the entry that it cuts is dropped without another word', async () => {
    const text = sitemap(page('a'), page('b'))
    const cut = text.indexOf('/b')
    const { locs, codes, summary } = await read(text, { maxBytes: cut })
    expect({ locs, codes }).toEqual({ locs: ['a'], codes: ['too-large'] })
    expect(summary.bytes).toBe(cut)
  })

  test('a file of exactly the limit is not too large', async () => {
    const text = sitemap(page('a'))
    expect((await read(text, { maxBytes: text.length })).codes).toEqual([])
  })

  test('the limit may fall inside a character', async () => {
    const text = sitemap(page('a'), page('é'))
    const bytes = new TextEncoder().encode(text)
    const { locs, codes } = await read(bytes, { maxBytes: bytes.indexOf(0xc3) + 1 })
    expect({ locs, codes }).toEqual({ locs: ['a'], codes: ['too-large'] })
  })
})

describe('HW-MAP-07: names that are dangerous as keys', () => {
  test('pollute nothing, as elements and as attributes', async () => {
    const inside = '<constructor>1</constructor><__proto__ loc="x">2</__proto__><prototype/>'
    const image =
      '<image:image><image:loc __proto__="1" constructor="2">https://i.example.net/1</image:loc></image:image>'
    const text = sitemap(
      `<url><loc constructor="x">https://www.example.com/a</loc>${inside}${image}</url>`,
    )
    const { entries, codes } = await read(text, { fields: 'all' })
    expect(entries).toEqual([
      {
        kind: 'url',
        loc: 'https://www.example.com/a',
        images: [{ loc: 'https://i.example.net/1' }],
      },
    ])
    expect(codes).toEqual(['undeclared-prefix'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('HW-CRED-05: passwords in locations', () => {
  test('a location with a user or a password is dropped', async () => {
    const text = sitemap('<url><loc>https://user:secret@www.example.com/a</loc></url>', page('b'))
    const { locs, codes } = await read(text)
    expect({ locs, codes }).toEqual({ locs: ['b'], codes: ['invalid-loc'] })
  })
})

describe('a text sitemap', () => {
  test('has lines, however they end and wherever they are cut', async () => {
    const text =
      'https://www.example.com/a\r\nnot a URL\r\n\r\nhttps://www.example.com/b\rnor this\nhttps://www.example.com/c'
    const whole = await read(text)
    expect(whole.locs).toEqual(['a', 'b', 'c'])
    expect(whole.problems).toMatchObject([
      { code: 'invalid-loc', line: 2, loc: 'not a URL' },
      { code: 'invalid-loc', line: 5, loc: 'nor this' },
    ])
    expect((await read(stream(...text.split('')))).problems).toEqual(whole.problems)
  })

  test('is not held for its longest line', async () => {
    const { locs, codes } = await read(
      stream(
        'https://www.example.com/a\n',
        ...Array<string>(100).fill('x'.repeat(9_999)),
        '\nhttps://www.example.com/b',
      ),
    )
    expect({ locs, codes }).toEqual({ locs: ['a', 'b'], codes: ['loc-too-long'] })
  })

  test('may begin with anything but markup, up to a limit', async () => {
    expect((await read(`${'# comment\n'.repeat(1_000)}https://www.example.com/a`)).locs).toEqual([
      'a',
    ])
    expect(
      (await read(stream(...Array<string>(200).fill('{"json": true}'.repeat(1_000))))).codes,
    ).toEqual(['not-a-sitemap'])
  })
})

describe('attributes that are not well-formed', () => {
  test.each(['a=1', 'a', 'a="1" b=', '"a"'])(
    '%s is a fault of the entry, which is read all the same',
    async (attribute) => {
      const { locs, codes } = await read(
        sitemap(`<url><loc ${attribute}>https://www.example.com/a</loc></url>`),
      )
      expect({ locs, codes }).toEqual({ locs: ['a'], codes: ['malformed-xml'] })
    },
  )
})
