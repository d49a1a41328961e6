import { assert, pre, property, string, webUrl } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize } from './canonicalize.ts'

const options = { maxUrlLength: 2_047 }
const keyOf = (text: string, more = {}): string =>
  canonicalize(text, 'https://a.test/dir/page', { ...options, ...more }).key

describe('HW-TRAP-06: spellings of one page are one key', () => {
  test.each([
    ['HTTPS://A.Test/x', 'https://a.test/x'],
    ['https://a.test:443/x', 'https://a.test/x'],
    ['http://a.test:80/', 'http://a.test/'],
    ['https://a.test', 'https://a.test/'],
    ['/a/./b/../c', 'https://a.test/a/c'],
    ['../up', 'https://a.test/up'],
    ['x?', 'https://a.test/dir/x'],
    ['x#part', 'https://a.test/dir/x'],
    ['x?#', 'https://a.test/dir/x'],
    ['#', 'https://a.test/dir/page'],
    ['/%7euser/%2d', 'https://a.test/~user/-'],
    ['/a%2fb', 'https://a.test/a%2Fb'],
    ['/%e2%82%ac', 'https://a.test/%E2%82%AC'],
    ['/€', 'https://a.test/%E2%82%AC'],
    ['/a%2e%2e/b', 'https://a.test/a%2E%2E/b'],
    ['\\back\\slash', 'https://a.test/back/slash'],
    [' \n/trim\t ', 'https://a.test/trim'],
    ['//b.test/x', 'https://b.test/x'],
    ['https://user:secret@a.test/x', 'https://a.test/x'],
    ['https://bücher.test/', 'https://xn--bcher-kva.test/'],
  ])('%j is %s', (text, key) => {
    expect(keyOf(text)).toBe(key)
  })
  test('the case of the path and the order of the query are kept', () => {
    expect(keyOf('/A?b=1&a=2')).toBe('https://a.test/A?b=1&a=2')
    expect(keyOf('/a?x=%20+1')).toBe('https://a.test/a?x=%20+1')
  })
  test('sortQuery sorts by name and keeps the order of equal names', () => {
    expect(keyOf('/?b=2&a=1&b=1', { sortQuery: true })).toBe('https://a.test/?a=1&b=2&b=1')
  })
  test('stripSessionIds drops known names from path and query, and nothing else', () => {
    expect(keyOf('/x;jsessionid=9A?PHPSESSID=1&sid=2&inside=3', { stripSessionIds: true })).toBe(
      'https://a.test/x?inside=3',
    )
    expect(keyOf('/x?sid=2')).toBe('https://a.test/x?sid=2')
  })
})

describe('what is no page has a named reason and a key of its own', () => {
  test.each([
    ['mailto:a@b.test', 'blocked-scheme'],
    ['javascript:void(0)', 'blocked-scheme'],
    ['file:///etc/passwd', 'blocked-scheme'],
    ['http://', 'url-invalid'],
    ['https://a b/', 'url-invalid'],
    [`/${'x'.repeat(2_100)}`, 'url-too-long'],
  ])('%s', (text, reason) => {
    expect(canonicalize(text, 'https://a.test/', options)).toMatchObject({
      kind: 'refused',
      reason,
    })
  })
  test('long ones keep short keys that tell them apart', () => {
    const one = keyOf(`data:text/plain,${'x'.repeat(5_000)}1`)
    const two = keyOf(`data:text/plain,${'x'.repeat(5_000)}2`)
    expect(one).not.toBe(two)
    expect(one.length).toBeLessThan(600)
  })
  test('the limit counts the bytes of the canonical form', () => {
    const path = `/${'x'.repeat(2_047 - 'https://a.test/'.length)}`
    expect(canonicalize(path, 'https://a.test/', options).kind).toBe('url')
    expect(canonicalize(`${path}y`, 'https://a.test/', options).kind).toBe('refused')
  })
})

test('the canonical form of a canonical form is itself', () => {
  assert(
    property(
      webUrl({ withQueryParameters: true, withFragments: true }),
      string({ maxLength: 20 }),
      (url, tail) => {
        const once = canonicalize(url + tail, undefined, options)
        pre(once.kind === 'url')
        expect(canonicalize(once.key, undefined, options)).toMatchObject({
          kind: 'url',
          key: once.key,
        })
      },
    ),
  )
})
