import { describe, expect, test } from 'vitest'

import type { Resolve } from '../ports/resolver.ts'
import { cachingResolver } from './caching-resolver.ts'
import { handClock } from './hand-clock.test-support.ts'
import { systemResolver } from './system-resolver.ts'

/** A resolver that notes what it is asked and answers from a list, in turn. */
function scripted(answers: readonly (readonly string[] | Error)[]): {
  resolve: Resolve
  asked: string[]
} {
  const asked: string[] = []
  return {
    asked,
    resolve: async (hostname) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
      asked.push(hostname)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

describe('cachingResolver', () => {
  test('remembers addresses for 60 s', async () => {
    const clock = handClock()
    const { resolve, asked } = scripted([['192.0.2.1'], ['192.0.2.2']])
    const cached = cachingResolver(resolve, { clock })
    expect(await cached('a.test')).toEqual(['192.0.2.1'])
    await clock.advance(59_999)
    expect(await cached('a.test')).toEqual(['192.0.2.1'])
    await clock.advance(1)
    expect(await cached('a.test')).toEqual(['192.0.2.2'])
    expect(asked).toEqual(['a.test', 'a.test'])
  })

  test('a longer time to live is cut to 60 s, a shorter one holds', async () => {
    const clock = handClock()
    const long = scripted([['192.0.2.1']])
    const short = scripted([['192.0.2.1']])
    const longCached = cachingResolver(long.resolve, { clock, ttlMs: 3_600_000 })
    const shortCached = cachingResolver(short.resolve, { clock, ttlMs: 1_000 })
    await longCached('a.test')
    await shortCached('a.test')
    await clock.advance(1_000)
    await shortCached('a.test')
    await clock.advance(59_000)
    await longCached('a.test')
    expect([long.asked.length, short.asked.length]).toEqual([2, 2])
  })

  test.each([
    ['a rejection', new Error('no such name')],
    ['an empty answer', []],
  ])('remembers %s for 10 s', async (_what, failure) => {
    const clock = handClock()
    const { resolve, asked } = scripted([failure, ['192.0.2.1']])
    const cached = cachingResolver(resolve, { clock })
    const outcome = (): Promise<unknown> => cached('a.test').catch((error: Error) => error)
    expect(await outcome()).toEqual(failure)
    await clock.advance(9_999)
    expect(await outcome()).toEqual(failure)
    await clock.advance(1)
    expect(await outcome()).toEqual(['192.0.2.1'])
    expect(asked).toHaveLength(2)
  })

  test('many who ask at once cause one lookup', async () => {
    const { resolve, asked } = scripted([['192.0.2.1']])
    const cached = cachingResolver(resolve, { clock: handClock() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => cached('a.test')))
    expect(answers).toEqual(Array.from({ length: 20 }, () => ['192.0.2.1']))
    expect(asked).toEqual(['a.test'])
  })

  test('a lookup without an answer ends after dnsTimeoutMs and tells the resolver to stop', async () => {
    const clock = handClock()
    let told: AbortSignal | undefined
    const cached = cachingResolver(
      (_hostname, signal) => {
        told = signal
        return new Promise(() => {})
      },
      { clock, dnsTimeoutMs: 5_000 },
    )
    const outcome = cached('slow.test').catch((error: Error) => error.message)
    await clock.advance(4_999)
    expect(told?.aborted).toBe(false)
    await clock.advance(1)
    expect(await outcome).toBe('No answer for the name "slow.test" within 5000 ms (dnsTimeoutMs).')
    expect(told?.aborted).toBe(true)
  })

  test('forgets the name asked for least recently when full', async () => {
    const { resolve, asked } = scripted([['192.0.2.1']])
    const cached = cachingResolver(resolve, { clock: handClock(), maxEntries: 2 })
    for (const name of ['a.test', 'b.test', 'a.test', 'c.test', 'a.test', 'b.test']) {
      // oxlint-disable-next-line no-await-in-loop -- the order of asking is the point
      await cached(name)
    }
    expect(asked).toEqual(['a.test', 'b.test', 'c.test', 'b.test'])
  })

  test('a caller that aborts stops waiting, the others get their answer', async () => {
    const clock = handClock()
    const answers: ((addresses: string[]) => void)[] = []
    const cached = cachingResolver(() => new Promise((resolve) => answers.push(resolve)), { clock })
    const stop = new AbortController()
    const gone = cached('a.test', stop.signal).catch((error: Error) => error.message)
    const stays = cached('a.test')
    await Promise.resolve()
    stop.abort(new Error('stopped'))
    expect(await gone).toBe('stopped')
    answers[0]?.(['192.0.2.1'])
    expect(await stays).toEqual(['192.0.2.1'])
  })
})

describe('systemResolver', () => {
  test('gives every address of localhost as text', async () => {
    const addresses = await systemResolver()('localhost')
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
  })

  test('a signal that has aborted asks nobody', async () => {
    const stop = AbortSignal.abort(new Error('stopped'))
    await expect(systemResolver()('localhost', stop)).rejects.toThrow('stopped')
  })
})
