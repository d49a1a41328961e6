// What is handed out does not keep the file in memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseSitemap } from './parse-sitemap.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const FILLER = '.'.repeat(60_000)
const ENTRIES = 400

// Each entry lies in a piece of its own, beside much that nobody wants; every other one is cut by the end of a piece.
async function* pieces(entry: (number: number) => string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">',
  )
  for (let number = 0; number < ENTRIES; number++) {
    const text = `<url>${entry(number)}</url>`
    const cut = number % 2 === 0 ? text.length : 40
    yield encoder.encode(`<!-- ${FILLER} -->${text.slice(0, cut)}`)
    yield encoder.encode(`${text.slice(cut)}<!-- ${FILLER} -->`)
  }
  yield encoder.encode('</urlset>')
}

test.each([
  [
    'plain',
    (number: number) =>
      `<loc>https://www.example.com/page-${number}</loc><lastmod>2024-05-06T07:08:09Z</lastmod>`,
  ],
  [
    'with references',
    (number: number) => `<loc>https://www.example.com/page?a=${number}&amp;b=2</loc>`,
  ],
  [
    'not in normal form',
    (number: number) => `<loc> https://WWW.example.com/page-${number}/../x </loc>`,
  ],
  [
    'with a video',
    (number: number) =>
      `<loc>https://www.example.com/page-${number}</loc><video:video><video:title>A title of more than a few letters</video:title><video:thumbnail_loc>https://i.example.net/${number}.jpg</video:thumbnail_loc></video:video>`,
  ],
])('entries that are kept, %s, do not keep the pieces they came from', async (_, entry) => {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const kept: unknown[] = []
  const options = { url: 'https://www.example.com/sitemap.xml', fields: 'all' } as const
  for await (const found of parseSitemap(pieces(entry), options)) kept.push(found)
  collectGarbage()
  const grown = process.memoryUsage().heapUsed - before
  expect(kept).toHaveLength(ENTRIES)
  expect(grown).toBeLessThan((ENTRIES * FILLER.length) / 10)
})
