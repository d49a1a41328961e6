import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { FingerprintSet } from './fingerprint-set.ts'

describe('fingerprint set', () => {
  test('holds what a Map holds, over many growths', () => {
    const set = new FingerprintSet({ values: true })
    const map = new Map<string, number>()
    const wrong: string[] = []
    for (let n = 1; n <= 200_000; n += 1) {
      const key = `http://a.test/${n % 150_000}`
      const added = set.add(...wordsOf(key), n)
      if (added === map.has(key)) wrong.push(key)
      if (added) map.set(key, n)
    }
    for (const [key, n] of map) if (set.get(...wordsOf(key)) !== n) wrong.push(key)
    expect(wrong).toEqual([])
    expect(set.size).toBe(150_000)
    expect(set.has(...wordsOf('http://a.test/never'))).toBe(false)
    expect(set.bytes / set.size).toBeLessThan(18)
  })

  test('reserved for as many, it need not grow', () => {
    const set = new FingerprintSet({ values: true })
    set.reserve(50_000)
    const { bytes } = set
    for (let n = 0; n < 50_000; n += 1) set.add(...wordsOf(`http://a.test/${n}`), n)
    expect(set.bytes).toBe(bytes)
    expect(set.get(...wordsOf('http://a.test/49999'))).toBe(49_999)
  })

  test('takes any two words, 0 included', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(word(), word()), { selector: String, maxLength: 200 }),
        (prints) => {
          const set = new FingerprintSet()
          // A low word of 0 is told as 64: the one pair of words that may meet.
          const apart = prints.filter(([, low]) => low !== 64)
          expect(apart.map(([high, low]) => set.add(high, low))).toEqual(apart.map(() => true))
          expect(apart.map(([high, low]) => set.add(high, low))).toEqual(apart.map(() => false))
          expect(apart.every(([high, low]) => set.has(high, low))).toBe(true)
        },
      ),
    )
  })

  test('elements whose words are all alike make it slow, not wrong', () => {
    const set = new FingerprintSet()
    for (let n = 0; n < 5_000; n += 1) set.add(0xffff_ffff, n * 64 + 1)
    expect(set.size).toBe(5_000)
    expect(set.has(0xffff_ffff, 4_999 * 64 + 1)).toBe(true)
    expect(set.has(0xffff_ffff, 5_000 * 64 + 1)).toBe(false)
  })
})

describe('fingerprint', () => {
  test('depends on every code unit, on their order, on the length and on the seed', () => {
    const texts = [
      '',
      '\0',
      '\0\0',
      'a',
      'ab',
      'ba',
      'abc',
      'abc\0',
      'acb',
      'é',
      'e\u0301',
      '\ud83d',
      '\ude00',
      '😀',
    ]
    const prints = texts.flatMap((text) => [
      hexOf(text),
      hexOf(text, [1, 2, 3, 5]),
      hexOf(text, [0, 0, 0, 0]),
    ])
    expect(new Set(prints).size).toBe(prints.length)
  })

  test('stays as it is: files hold it', () => {
    expect(hexOf('http://a.test/')).toBe(hexOf('http://a.test/'))
    expect(hexOf('http://a.test/')).toMatchInlineSnapshot(`"0492045ce849597634aa27850f12ca7d"`)
  })

  test('one changed bit changes about half of all bits', () => {
    const base = BigInt(`0x${hexOf('http://example.com/page')}`)
    const flips = Array.from({ length: 22 }, (_, n) => {
      const text = Array.from('http://example.com/page').map((one, at) =>
        at === n ? String.fromCharCode(one.charCodeAt(0) ^ 1) : one,
      )
      return (base ^ BigInt(`0x${hexOf(text.join(''))}`)).toString(2).replaceAll('0', '').length
    })
    const mean = flips.reduce((sum, n) => sum + n, 0) / flips.length
    expect(mean).toBeGreaterThan(58)
    expect(mean).toBeLessThan(70)
  })

  test.each([
    ['ASCII', 'abc', 0x7f],
    ['Latin-1', 'é', 0xff],
    ['wide', '漢', 0xffff],
  ])('tells how wide a text is: %s', (_, text, atMost) => {
    const units = fingerprint(text, [1, 2, 3, 4], new Uint32Array(4))
    expect(units).toBeLessThanOrEqual(atMost)
    expect(units).toBeGreaterThan(atMost === 0x7f ? 0 : atMost === 0xff ? 0x7f : 0xff)
  })
})

function hexOf(text: string, seed: [number, number, number, number] = [1, 2, 3, 4]): string {
  const out = new Uint32Array(4)
  fingerprint(text, seed, out)
  return [...out].map((part) => part.toString(16).padStart(8, '0')).join('')
}

function wordsOf(key: string): [number, number] {
  const print = new Uint32Array(4)
  fingerprint(key, [1, 2, 3, 4], print)
  const [high = 0, low = 0] = print
  return [high, low]
}

function word(): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(0, 1, 64, 128, 0xffff_ffff), fc.nat(0xffff_ffff))
}
