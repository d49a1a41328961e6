import { describe, expect, test } from 'vitest'
import { collected, millisecondsOf, wholeNumberFrom } from './argument-readers.ts'

describe('a time on the command line', () => {
  test.each([
    ['0', 0],
    ['500', 500],
    ['500ms', 500],
    ['1.5s', 1_500],
    ['30s', 30_000],
    ['30 s', 30_000],
    ['5m', 300_000],
    ['5min', 300_000],
    ['2H', 7_200_000],
    ['1d', 86_400_000],
  ])('%s is %d ms', (text, ms) => {
    expect(millisecondsOf(text)).toBe(ms)
  })

  test.each(['', '-1', '5x', 's', '1e3', 'soon', '1.s'])('"%s" is refused', (text) => {
    expect(() => millisecondsOf(text)).toThrow(
      'Expected a time such as 500 (milliseconds), 30s, 5m, 2h or 1d.',
    )
  })
})

describe('a whole number on the command line', () => {
  test('is read', () => {
    expect(wholeNumberFrom(1)('20')).toBe(20)
  })

  test.each(['0', '-1', '1.5', 'ten', '', '99999999999999999999'])(
    '"%s" is refused where 1 is the least',
    (text) => {
      expect(() => wholeNumberFrom(1)(text)).toThrow('Expected a whole number from 1 up.')
    },
  )
})

test('an option that may be repeated keeps all its values in order', () => {
  expect(
    ['a', 'b'].reduce<readonly string[] | undefined>(
      (before, text) => collected(text, before),
      undefined,
    ),
  ).toEqual(['a', 'b'])
})
