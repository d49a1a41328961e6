import { expect, test } from 'vitest'
import { virtualClock } from './virtual-clock.ts'

test('time jumps from instant to instant, in order', async () => {
  const clock = virtualClock()
  const seen: [string, number][] = []
  const sleeper = async (name: string, ...waits: number[]): Promise<void> => {
    for (const ms of waits) {
      await clock.sleep(ms)
      seen.push([name, clock.now()])
    }
  }
  await clock.run(Promise.all([sleeper('a', 1_000, 1_200), sleeper('b', 1_000, 500)]))
  expect(seen).toEqual([
    ['a', 1_000],
    ['b', 1_000],
    ['b', 1_500],
    ['a', 2_200],
  ])
  expect(clock.sleeping).toBe(0)
})

test('an aborted sleep ends at once and moves no time', async () => {
  const clock = virtualClock(5)
  const abort = new AbortController()
  const asleep = clock.sleep(60_000, abort.signal)
  expect(clock.sleeping).toBe(1)
  abort.abort()
  await clock.run(asleep)
  expect([clock.now(), clock.sleeping]).toEqual([5, 0])
})

test('advance wakes what is due and stops there', async () => {
  const clock = virtualClock()
  let woken = 0
  void clock.sleep(100).then(() => woken++)
  void clock.sleep(101).then(() => woken++)
  await clock.advance(100)
  expect([clock.now(), woken]).toEqual([100, 1])
})

test('a run that can never go on fails as stalled', async () => {
  await expect(virtualClock().run(new Promise(() => {}))).rejects.toMatchObject({
    code: 'CURTSY_STALLED',
  })
})

test('what the promise rejects with comes through', async () => {
  const clock = virtualClock()
  await expect(
    clock.run(clock.sleep(1).then(() => Promise.reject(new Error('no')))),
  ).rejects.toThrow('no')
})

test('time stands still while somebody works in slices', async () => {
  const clock = virtualClock()
  const finishedMs: number[] = []
  const work = async (): Promise<void> => {
    await clock.sleep(10)
    for (let slice = 0; slice < 50; slice++) await new Promise((resolve) => setImmediate(resolve))
    finishedMs.push(clock.now())
  }
  await clock.run(Promise.all([work(), clock.sleep(20)]))
  expect(finishedMs).toEqual([10])
})
