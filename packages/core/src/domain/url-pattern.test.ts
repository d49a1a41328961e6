import { expect, test } from 'vitest'
import { urlPattern } from './url-pattern.ts'

test.each<[string | RegExp, string, boolean]>([
  ['/docs/*', 'https://a.test/docs/x?y=1', true],
  ['/docs/*', 'https://a.test/old/docs/x', false],
  ['/docs', 'https://a.test/docs', true],
  ['/docs', 'https://a.test/docs/', false],
  ['*.pdf', 'https://a.test/x/y.pdf', true],
  ['*.pdf', 'https://a.test/x/y.pdf?z', false],
  ['https://a.test/*/edit', 'https://a.test/x/edit', true],
  ['/*a*b', '/'.padStart(1) && 'https://a.test/xaxb', true],
  ['/ab*ba', 'https://a.test/aba', false],
  ['*', 'https://a.test/', true],
  [/item-\d+$/, 'https://a.test/item-12', true],
  [/item-\d+$/g, 'https://a.test/item-12', true],
])('%s fits %s = %s', (pattern, url, fits) => {
  const matches = urlPattern(pattern)
  expect([matches(new URL(url)), matches(new URL(url))]).toEqual([fits, fits])
})

test('an empty pattern is refused', () => {
  expect(() => urlPattern('')).toThrow(
    'Expected a URL pattern such as "/docs/*" or a RegExp, got "".',
  )
})
