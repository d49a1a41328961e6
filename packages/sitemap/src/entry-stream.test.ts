import { describe, expect, test } from 'vitest'
import { EntryStream } from './entry-stream.ts'

async function* batches(log: string[] = []): AsyncGenerator<number[], string, void> {
  try {
    yield [1, 2]
    yield []
    yield [3]
    return 'summary'
  } finally {
    log.push('closed')
  }
}

async function* failing(): AsyncGenerator<number[], void, void> {
  yield [1]
  throw new Error('broken')
}

describe('a stream of entries', () => {
  test('hands out the entries of all batches and then the return value', async () => {
    const stream = new EntryStream(batches())
    const steps = [
      await stream.next(),
      await stream.next(),
      await stream.next(),
      await stream.next(),
      await stream.next(),
    ]
    expect(steps).toEqual([
      { value: 1, done: false },
      { value: 2, done: false },
      { value: 3, done: false },
      { value: 'summary', done: true },
      { value: undefined, done: true },
    ])
  })

  test('answers calls in their order, also those that do not wait for each other', async () => {
    const stream = new EntryStream(batches())
    const steps = await Promise.all([
      stream.next(),
      stream.next(),
      stream.next(),
      stream.next(),
      stream.next(),
    ])
    expect(steps.map(({ value }) => value)).toEqual([1, 2, 3, 'summary', undefined])
  })

  test('left early closes the batches and gives no more', async () => {
    const log: string[] = []
    const stream = new EntryStream(batches(log))
    for await (const entry of stream) if (entry === 1) break
    expect(log).toEqual(['closed'])
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })

  test('returned before it was begun is over', async () => {
    const stream = new EntryStream(batches())
    expect(await stream.return('mine')).toEqual({ value: 'mine', done: true })
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })

  test('passes on what a batch threw, once', async () => {
    const stream = new EntryStream(failing())
    expect(await stream.next()).toEqual({ value: 1, done: false })
    await expect(stream.next()).rejects.toThrow('broken')
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })

  test('throws into the batches', async () => {
    const log: string[] = []
    const stream = new EntryStream(batches(log))
    await stream.next()
    await expect(stream.throw(new Error('enough'))).rejects.toThrow('enough')
    expect(log).toEqual(['closed'])
  })
})
