import { expect, test } from 'vitest'
import { decodeReferences } from './references.ts'

test.each([
  ['a&amp;b&amp;c', 'a&b&c', []],
  ['&lt;&gt;&quot;&apos;&amp;', '<>"\'&', []],
  ['&amp;amp;', '&amp;', []],
  ['&#38;amp;', '&amp;', []],
  ['&#x1F600;&#x1f600;', '\u{1f600}\u{1f600}', []],
  // §4.1: the x is a small one.
  ['&#X26;', '&#X26;', ['unescaped-ampersand']],
  ['&#38', '&#38', ['unescaped-ampersand']],
  ['&#0;&#8;&#xFFFE;', '', ['illegal-character']],
  ['&#55357;&#56832;', '', ['illegal-character']],
  ['&#9999999999999999999;', '', ['illegal-character']],
  ['&#9;&#10;&#13;', '\t\n\r', []],
  ['&eacute;', '&eacute;', ['undefined-entity']],
  ['&constructor;', '&constructor;', ['undefined-entity']],
  ['a&b=1&c', 'a&b=1&c', ['unescaped-ampersand']],
  ['&;&#;&#x;', '&;&#;&#x;', ['unescaped-ampersand']],
  ['&', '&', ['unescaped-ampersand']],
] as [string, string, string[]][])('%j is %j, noting %j', (text, decoded, faults) => {
  const found = new Set<string>()
  expect(decodeReferences(text, (code) => found.add(code))).toBe(decoded)
  expect([...found]).toEqual(faults)
})
