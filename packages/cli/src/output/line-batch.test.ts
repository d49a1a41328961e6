import { expect, test } from 'vitest'
import { PLAIN } from '../terminal/paint.ts'
import { LineBatch } from './line-batch.ts'

test('lines go out together, and whoever flushes waits for the reader', async () => {
  const taken: string[] = []
  let release: (() => void) | undefined
  const batch = new LineBatch({
    write: () => undefined,
    writeAll: (text) => {
      taken.push(text)
      return new Promise((resolve) => (release = resolve))
    },
    isTty: false,
    columns: () => 80,
    paint: PLAIN,
  })
  expect(batch.add('a')).toBe(false)
  expect(batch.add('b'.repeat(65_536))).toBe(true)
  let over = false
  const flushed = batch.flush().then(() => (over = true))
  await Promise.resolve()
  expect([taken.length, over]).toEqual([1, false])
  release?.()
  await flushed
  await batch.flush()
  expect(taken).toEqual([`a\n${'b'.repeat(65_536)}\n`])
})
