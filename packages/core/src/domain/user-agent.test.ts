import { describe, expect, test } from 'vitest'
import { productTokenChain, readIdentity } from './user-agent.ts'

describe('the user agent names a product token and a way to reach its owner', () => {
  test.each([
    ['ExampleBot/1.0 (+https://example.com/bot)', 'ExampleBot'],
    ['ExampleBot-Image/2 (mailto: crawl@example.com)', 'ExampleBot-Image'],
    ['my_bot (crawl@example.com)', 'my_bot'],
  ])('%s', (userAgent, token) => {
    expect(readIdentity(userAgent).productToken).toBe(token)
  })
  test.each([
    [undefined, 'got none'],
    ['  ', 'got none'],
    ['1Bot (+https://example.com/)', 'must begin with a product token'],
    ['(+https://example.com/)', 'must begin with a product token'],
    ['ExampleBot/1.0', 'must say how to reach its owner'],
    ['ExampleBot/1.0 (see @home)', 'must say how to reach its owner'],
    ['ExampleBot/1.0\r\nX: y (+https://example.com/)', 'printable ASCII only'],
    ['Bötchen/1.0 (+https://example.com/)', 'printable ASCII only'],
  ])('%j is refused', (userAgent, sentence) => {
    expect(() => readIdentity(userAgent)).toThrow(sentence)
  })
})

test.each([
  ['ExampleBot', ['ExampleBot']],
  ['ExampleBot-Image-Fast', ['ExampleBot-Image-Fast', 'ExampleBot-Image', 'ExampleBot']],
  ['A--B', ['A--B', 'A']],
  ['-x', ['-x']],
])('the fallback chain of %s', (token, chain) => {
  expect(productTokenChain(token)).toEqual(chain)
})
