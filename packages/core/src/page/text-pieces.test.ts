import { expect, test } from 'vitest'
import { pageOf } from './page.test-support.ts'
import { UTF8 } from './text-decoding.ts'
import { textPieces } from './text-pieces.ts'

const PIECE = 4_096

test.each([
  ['tags', '<p>é😀</p> text\n'.repeat(2_000)],
  ['one long text', 'é and no tag at all, '.repeat(2_000)],
  ['nothing', ''],
])('pieces of %s make the whole text, and all but the last end in ">"', (_what, text) => {
  const pieces = [...textPieces(Buffer.from(text), UTF8)]
  expect(pieces.join('')).toBe(text)
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith('>'))).toBe(true)
})

test('a reference without its semicolon before a tag, just where bytes are cut, loses no tag', async () => {
  const xml = `<r>${'x'.repeat(PIECE - 6)}&lt<b>y</b></r>`
  expect(xml.indexOf('<b>')).toBe(PIECE)
  const { page } = await pageOf(xml, 'text/xml')
  expect(page.$('b').text()).toBe('y')
})
