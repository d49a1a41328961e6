import { expect, test } from 'vitest'
import { createWake } from './wake.ts'

/** Whether the promise has settled once everything at hand has run. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false
  void promise.then(() => (over = true))
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  return over
}

test('a ring ends the wait, and only that one', async () => {
  const wake = createWake()
  const first = wake.wait()
  expect(await isOver(first)).toBe(false)
  wake.ring()
  expect(await isOver(first)).toBe(true)
  expect(await isOver(wake.wait())).toBe(false)
})

test('a ring that nobody waits for ends the next wait', async () => {
  const wake = createWake()
  wake.ring()
  expect(await isOver(wake.wait())).toBe(true)
  expect(await isOver(wake.wait())).toBe(false)
})

test('a ring after a wait that was given up is kept for the next wait', async () => {
  const wake = createWake()
  const over = new AbortController()
  const given = wake.wait(over.signal)
  over.abort()
  expect(await isOver(given)).toBe(true)
  wake.ring()
  expect(await isOver(wake.wait())).toBe(true)
})
