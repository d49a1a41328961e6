// Properties of the whole reader: how a body is cut into pieces never matters, the ways of reading an entry agree, nothing throws.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TextReader } from './text-reader.ts'
import type { SitemapEntry } from './entry.ts'
import { parseSitemap } from './parse-sitemap.ts'
import type { ParseSitemapOptions } from './parse-sitemap.ts'
import { ENTRY_LIMITS } from './option-checks.ts'
import { ProblemLog } from './problem.ts'
import { SitemapDocument } from './sitemap-document.ts'

const URL = 'https://www.example.com/sitemap.xml'
const encoder = new TextEncoder()

interface Outcome {
  readonly kind: string
  readonly entries: readonly SitemapEntry[]
  readonly problems: readonly string[]
}

async function read(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ParseSitemapOptions> = {},
): Promise<Outcome> {
  const found: string[] = []
  const reading = parseSitemap(body, {
    url: URL,
    fields: 'all',
    onProblem: ({ code, line }) => found.push(`${code} ${line ?? '-'}`),
    ...options,
  })
  const entries: SitemapEntry[] = []
  // oxlint-disable no-await-in-loop -- the generator's return value is wanted too
  let step = await reading.next()
  for (; !step.done; step = await reading.next()) entries.push(step.value)
  // oxlint-enable no-await-in-loop
  return { kind: step.value.kind, entries, problems: found.toSorted() }
}

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

/** One document by one way of reading, without bytes around it. */
function readText(text: string, reader: 'fastest' | 'xml'): Outcome {
  const found: string[] = []
  const log = new ProblemLog(({ code, line }) => found.push(`${code} ${line ?? '-'}`))
  const document = new SitemapDocument({ url: URL, fields: 'all', reader, ...ENTRY_LIMITS }, log)
  document.write(text)
  document.end({ cut: false })
  return { kind: document.kind, entries: document.takeEntries(), problems: found.toSorted() }
}

const HEAD =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">'

const value = fc.constantFrom(
  'https://www.example.com/a',
  'https://www.example.com/b?x=1&amp;y=2',
  ' https://www.example.com/c\r\n  d ',
  '/relative',
  'https://elsewhere.example.org/',
  '2024-05-06',
  '2024-05-06T07:08:09Z',
  'weekly',
  '0.5',
  '1.00',
  'caf\u00e9 \u{1f600}',
  '&#233;&#0;',
  '&eacute; & <![CDATA[<b> & ]]> tail',
  '<!-- > --> x',
  "<?pi it's ?>",
  '',
)
const fieldName = fc.constantFrom(
  'loc',
  'lastmod',
  'changefreq',
  'priority',
  'LOC',
  'x',
  'constructor',
  '__proto__',
)
const attributes = fc.constantFrom(
  '',
  '',
  ' a="1"',
  " a='>' b=\"it's\"",
  ' xmlns=""',
  ' xmlns="urn:x"',
)
const field = fc
  .tuple(fieldName, attributes, value)
  .map(([name, attribute, text]) => `<${name}${attribute}>${text}</${name}>`)
const extension = fc.oneof(
  fc
    .tuple(value, value)
    .map(
      ([loc, title]) =>
        `<image:image>\n <image:loc>${loc}</image:loc><image:title>${title}</image:title></image:image>`,
    ),
  fc.constantFrom(
    '<image:image/>',
    '<image:image><image:loc/></image:image>',
    '<image:image><x><y>1</y></x><image:loc>https://i.example.net/1.png</image:loc></image:image>',
    '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de?a=1&amp;b=2"/>',
    '<xhtml:link rel="alternate" href="/m"></xhtml:link>',
  ),
)
const wellFormedEntry = fc
  .tuple(
    attributes,
    fc.array(fc.oneof(field, extension, fc.constantFrom('\n  ', 'text')), { maxLength: 6 }),
  )
  .map(([attribute, parts]) => `<url${attribute}>${parts.join('')}</url>`)
const wellFormed = fc
  .array(
    fc.oneof(wellFormedEntry, fc.constantFrom('\n', '<!-- <url> -->', '<?x?>', '<div>', '</div>')),
    { maxLength: 8 },
  )
  .map((parts) => `<?xml version="1.0"?>\n${HEAD}${parts.join('\n')}</urlset>\n`)

// Anything that means something to the reader, in any order.
const shard = fc.oneof(
  value,
  field,
  extension,
  fc.constantFrom(
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<loc a=1>https://www.example.com/q</loc>',
    '<url a=1>',
    '<urlset>',
    '</urlset>',
    '<sitemap>',
    '</sitemap>',
    '<image:image>',
    '</image:image>',
    '<',
    '>',
    '</',
    '<a b="',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE x [',
    ']>',
    '\0',
    '\u{fffe}',
    '\r\n',
    'https://www.example.com/line\n',
    '<html>',
    '<rss>',
    '<feed>',
  ),
)
const rubble = fc
  .tuple(
    fc.constantFrom('', HEAD, '<?xml version="1.0" encoding="ISO-8859-1"?>'),
    fc.array(shard, { maxLength: 24 }),
  )
  .map(([head, parts]) => head + parts.join(''))
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

describe('chunking never matters', () => {
  test('for well-formed documents', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, sizes, async (text, cuts) => {
        const bytes = encoder.encode(text)
        expect(await read(inPieces(bytes, cuts))).toEqual(await read(bytes))
      }),
      { numRuns: 300 },
    )
  })

  test('for rubble', async () => {
    await fc.assert(
      fc.asyncProperty(rubble, sizes, async (text, cuts) => {
        const bytes = encoder.encode(text)
        expect(await read(inPieces(bytes, cuts))).toEqual(await read(bytes))
      }),
      { numRuns: 300 },
    )
  })

  test('under small limits of an entry', async () => {
    const limits = fc.record({
      maxXmlDepth: fc.integer({ min: 0, max: 6 }),
      maxXmlEntryBytes: fc.integer({ min: 0, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(wellFormed, rubble), sizes, limits, async (text, cuts, most) => {
        const bytes = encoder.encode(text)
        expect(await read(inPieces(bytes, cuts), most)).toEqual(await read(bytes, most))
      }),
      { numRuns: 400 },
    )
  })

  test('for a declared, marked or guessed encoding', async () => {
    const encoded = fc
      .tuple(
        rubble,
        fc.constantFrom('', '\ufeff'),
        fc.constantFrom('utf8', 'utf16le', 'latin1'),
        fc.constantFrom('', 'encoding="UTF-8"', 'encoding="iso-8859-1"', 'encoding="UTF-16"'),
      )
      .map(([text, mark, encoding, declared]) =>
        Buffer.from(`${mark}<?xml version="1.0" ${declared}?>${text}\u00e9`, encoding as 'utf8'),
      )
    await fc.assert(
      fc.asyncProperty(encoded, sizes, async (bytes, cuts) => {
        expect(await read(inPieces(bytes, cuts))).toEqual(await read(bytes))
      }),
      { numRuns: 300 },
    )
  })

  test('for bytes of any kind', async () => {
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(rubble, fc.uint8Array({ maxLength: 8 })).map(([text, tail]) => {
        const bytes = encoder.encode(text)
        bytes.set(tail.subarray(0, bytes.length), Math.max(0, bytes.length - tail.length))
        return bytes
      }),
      fc
        .uint8Array({ maxLength: 60 })
        .map((tail) => new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...tail])),
    )
    await fc.assert(
      fc.asyncProperty(anyBytes, sizes, async (bytes, cuts) => {
        expect(await read(inPieces(bytes, cuts))).toEqual(await read(bytes))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the ways of reading an entry agree', () => {
  test('for well-formed documents', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(readText(text, 'fastest')).toEqual(readText(text, 'xml'))
      }),
      { numRuns: 300 },
    )
  })

  test('for rubble', () => {
    fc.assert(
      fc.property(rubble, (text) => {
        expect(readText(text, 'fastest')).toEqual(readText(text, 'xml'))
      }),
      { numRuns: 300 },
    )
  })
})

test('decoding in pieces gives the text of the whole', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.constantFrom(
        undefined,
        'text/xml; charset=ISO-8859-1',
        'text/xml; charset=utf-16',
        'text/xml; charset=shift_jis',
      ),
      sizes,
      (bytes, contentType, cuts) => {
        const whole = new TextReader(contentType, new ProblemLog(undefined))
        const expected = whole.decode(bytes) + whole.end()
        const cut = new TextReader(contentType, new ProblemLog(undefined))
        let text = ''
        let at = 0
        for (let turn = 0; at < bytes.length; turn++) {
          const size = cuts[turn % cuts.length] ?? 1
          text += cut.decode(bytes.subarray(at, at + size))
          at += size
        }
        expect(text + cut.end()).toBe(expected)
      },
    ),
    { numRuns: 300 },
  )
})
