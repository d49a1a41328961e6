// Bodies made to be slow: each is more than a megabyte of one pattern, which would take minutes if any step looked back over what it
// has seen. The time limit of the test runner is the assertion.
import { describe, expect, test } from 'vitest'
import { parseSitemap } from './parse-sitemap.ts'

const HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
const LENGTH = 1_500_000

const repeated = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length))

async function read(text: string, pieceBytes: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const locs: string[] = []
  const options = {
    url: 'https://www.example.com/sitemap.xml',
    fields: 'all',
    onProblem: () => {},
  } as const
  for await (const entry of parseSitemap(pieces(), options)) locs.push(entry.loc)
  return locs
}

describe.each([
  ['64 KiB pieces', 65_536],
  ['1,400-byte pieces', 1_400],
])('%s', (_, pieceBytes) => {
  test.each([
    ['entries that never close', `${HEAD}${repeated('<url>')}`],
    ['locations that never close', `${HEAD}${repeated('<url><loc>https://www.example.com/')}`],
    ['elements that never close', `${HEAD}<url>${repeated('<x>')}`],
    [
      'elements of ever new names',
      `${HEAD}<url>${Array.from({ length: 300_000 }, (_unit, at) => `<n${at}>`).join('')}`,
    ],
    ['end tags of nothing', `${HEAD}<url>${repeated('</x>')}`],
    ['end tags between entries', `${HEAD}${repeated('</x>')}`],
    [
      'empty elements before a wrong end tag',
      `${HEAD}${repeated(`<url><x>${'<y/>'.repeat(5_000)}</z></url>`)}`,
    ],
    [
      'three levels before a wrong end tag',
      `${HEAD}${repeated(`<url><x>${'<y><z>1</z></y>'.repeat(1_000)}</w></url>`)}`,
    ],
    ['attributes without an end', `${HEAD}<url><loc ${repeated('a="1" ')}`],
    ['attributes without values', `${HEAD}${repeated(`<url><loc ${'a '.repeat(5_000)}>`)}`],
    ['white space in a tag', `${HEAD}<url><loc${repeated(' ')}`],
    ['white space in a location', `${HEAD}<url><loc>${repeated(' ')}a`],
    [
      'white space in locations',
      `${HEAD}${repeated(`<url><loc>a${' '.repeat(50_000)}b</loc></url>`)}`,
    ],
    ['quotes without an end', `${HEAD}${repeated('<a b="')}`],
    ['a quote without an end', `${HEAD}<a b="${repeated('x')}`],
    ['tags without an end', `${HEAD}${repeated('<a ')}`],
    ['less-than signs', `${HEAD}${repeated('<')}`],
    ['comments that nearly end', `${HEAD}<url><!--${repeated('--')}`],
    ['comments in entries', `${HEAD}${repeated(`<url>${'<!-- x -->'.repeat(2_000)}`)}`],
    ['CDATA sections that nearly end', `${HEAD}<url><loc><![CDATA[${repeated(']]')}`],
    ['CDATA sections', `${HEAD}${repeated(`<url><loc>${'<![CDATA[x]]>'.repeat(2_000)}</url>`)}`],
    ['instructions', `${HEAD}${repeated('<?x?>')}`],
    ['a DOCTYPE without an end', `<!DOCTYPE x [${repeated('<!ENTITY a "')}`],
    ['ampersands', `${HEAD}${repeated(`<url><loc>${'&'.repeat(50_000)}</loc></url>`)}`],
    ['references', `${HEAD}${repeated(`<url><loc>${'&#97;'.repeat(10_000)}</loc></url>`)}`],
    [
      'dashes in a date',
      `${HEAD}${repeated(`<url><loc>/a</loc><lastmod>${'2024-'.repeat(10_000)}</lastmod></url>`)}`,
    ],
    [
      'dots in a path',
      `${HEAD}${repeated(`<url><loc>https://www.example.com/${'./'.repeat(20_000)}</loc></url>`)}`,
    ],
    ['something before the root', repeated('<b>warning</b>\n')],
    ['one line of text', repeated('x')],
    ['lines of text', repeated('x\n')],
    ['less-than signs in text', `x${repeated('<')}`],
    ['something behind the root', `${HEAD}</urlset>${repeated('<b>')}`],
    [
      'extensions of references',
      `${HEAD}${repeated(`<url><loc>/a</loc><image:image><image:loc>${'&amp;'.repeat(10_000)}</image:loc></image:image></url>`)}`,
    ],
  ])('%s', async (_what, text) => {
    expect(
      (await read(text, pieceBytes)).every((loc) => loc.startsWith('https://www.example.com/')),
    ).toBe(true)
  })
})
