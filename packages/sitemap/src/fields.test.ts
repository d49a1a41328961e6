import { expect, test } from 'vitest'
import { readChangeFrequency, readPriority } from './fields.ts'

test.each([
  ['daily', 'daily'],
  ['Never', 'never'],
  ['sometimes', undefined],
  ['constructor', undefined],
])('changefreq %s is %s', (text, value) => {
  expect(readChangeFrequency(text)).toBe(value)
})

test.each([
  ['0', 0],
  ['-0.0', 0],
  ['1', 1],
  ['1.000', 1],
  ['.5', 0.5],
  ['+0.85', 0.85],
  ['1.', 1],
  ['1.1', undefined],
  ['-0.1', undefined],
  ['0,5', undefined],
  ['5e-1', undefined],
  ['0x1', undefined],
  ['NaN', undefined],
  ['50%', undefined],
  ['.', undefined],
])('priority %s is %s', (text, value) => {
  expect(readPriority(text)).toBe(value)
})
