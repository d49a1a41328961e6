import { describe, expect, test } from 'vitest'
import { allOf, anyOf, sameDomain, sameHost, sameOrigin, scopeName, within } from './scope.ts'
import type { Scope } from './scope.ts'

const seeds = [new URL('https://www.example.co.uk/start'), new URL('http://b.test:8080/')]
const inScope = (scope: Scope, url: string): boolean => scope(new URL(url), { seeds })

describe('with several seeds the scope is the union over the seeds', () => {
  test.each<[string, Scope, string, boolean]>([
    ['sameOrigin', sameOrigin, 'https://www.example.co.uk/x', true],
    ['sameOrigin', sameOrigin, 'http://www.example.co.uk/x', false],
    ['sameOrigin', sameOrigin, 'http://b.test:8080/x', true],
    ['sameHost', sameHost, 'http://www.example.co.uk/x', true],
    ['sameHost', sameHost, 'https://shop.example.co.uk/x', false],
    ['sameHost', sameHost, 'http://b.test/', false],
    ['sameDomain', sameDomain, 'https://shop.example.co.uk/', true],
    ['sameDomain', sameDomain, 'https://other.co.uk/', false],
    ['sameDomain', sameDomain, 'https://a.b.test/', true],
    ['within /docs/', within('/docs/'), 'https://www.example.co.uk/docs/a', true],
    ['within /docs/', within('/docs/'), 'https://www.example.co.uk/docs', false],
    ['within /docs', within('/docs'), 'https://www.example.co.uk/docs', true],
    ['within /docs', within('/docs'), 'https://www.example.co.uk/docs?x', true],
    ['within /docs', within('/docs'), 'https://www.example.co.uk/docs-old', false],
    ['within a URL', within('https://c.test/a/'), 'https://c.test/a/b', true],
    ['within a URL', within('https://c.test/a/'), 'http://c.test/a/b', false],
    ['allOf', allOf(sameHost, within('/x/')), 'https://www.example.co.uk/x/1', true],
    ['allOf', allOf(sameHost, within('/x/')), 'https://www.example.co.uk/y/1', false],
    ['anyOf', anyOf(sameHost, within('https://c.test/')), 'https://c.test/', true],
  ])('%s', (_, scope, url, expected) => {
    expect(inScope(scope, url)).toBe(expected)
  })
})

test('a plain scope may be given or called', () => {
  expect(inScope(sameHost(), 'https://www.example.co.uk/x')).toBe(true)
  expect(sameHost).toHaveLength(0)
})

test('scopes have names, by which a store knows whose it is', () => {
  expect(scopeName(allOf(sameHost, within('/docs/')))).toBe('allOf(sameHost, within(/docs/))')
  expect(scopeName(sameDomain())).toBe('sameDomain')
})

test('a prefix that is neither a path nor a URL is refused', () => {
  expect(() => within('docs')).toThrow(
    'Expected within(…) to get a path such as "/docs/" or an absolute URL, got "docs".',
  )
})
