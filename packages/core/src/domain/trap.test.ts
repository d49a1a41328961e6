import { describe, expect, test } from 'vitest'
import { shapeOf } from './shape.ts'
import { suspectTrap } from './trap.ts'

const limits = { maxPathSegments: 20, maxQueryPairs: 20, maxRepeatedSegments: 3 }
const suspicion = (path: string): string | undefined =>
  suspectTrap(new URL(path, 'https://a.test'), limits)

describe('HW-TRAP-02, HW-TRAP-04: what grows without end', () => {
  test.each([
    [`/${'x/y/'.repeat(1)}`, undefined],
    [`/${Array.from({ length: 20 }, (_, i) => `s${i}`).join('/')}`, undefined],
    [
      `/${Array.from({ length: 21 }, (_, i) => `s${i}`).join('/')}`,
      '21 path segments; limits.maxPathSegments allows 20.',
    ],
    ['/a/b/a/c/a', undefined],
    ['/a/b/a/c/a/d/a', '"a" stands 4 times in the path; limits.maxRepeatedSegments allows 3.'],
    [
      `/?${Array.from({ length: 21 }, (_, i) => `p${i}=1`).join('&')}`,
      '21 query pairs; limits.maxQueryPairs allows 20.',
    ],
  ])('%s', (path, expected) => {
    expect(suspicion(path)).toBe(expected)
  })
})

test.each([
  ['/2024/05/06/?page=3', '/2025/01/02/?page=9', true],
  ['/item-1', '/item-20000', true],
  ['/item-1', '/item-1?a', false],
  ['/?a=1&b=2', '/?b=1&a=2', false],
  ['/item-1', '/items', false],
])('HW-TRAP-01: %s and %s have one shape = %s', (one, other, same) => {
  expect(
    shapeOf(new URL(one, 'https://a.test')) === shapeOf(new URL(other, 'https://a.test')),
  ).toBe(same)
})
