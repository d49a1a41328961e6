import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [-5, '0.0 s'],
  [0, '0.0 s'],
  [1, '0.1 s'],
  [1_400, '1.4 s'],
  [9_900, '9.9 s'],
  [9_901, '10 s'],
  [59_000, '59 s'],
  [59_001, '1 min'],
  [185_000, '3 min 5 s'],
  [3_600_000, '1 h'],
  [7_440_000, '2 h 4 min'],
  [86_400_000, '1 d'],
  [266_400_000, '3 d 2 h'],
  [Infinity, 'for ever'],
])('%d ms is said as %s', (ms, said) => {
  expect(durationText(ms)).toBe(said)
})
