import { describe, expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

/** The words of `source`, which is what the rules look at. */
function wordsOf(source: string): readonly string[] {
  return tokensOf(source)
    .filter(({ kind }) => kind === 'word')
    .map(({ text }) => text)
}

describe('what is no code gives no words', () => {
  test.each([
    ['a line comment', 'a // Date.now()\nb'],
    ['a block comment', 'a /* fetch(\n) */ b'],
    ['a string with an escaped quote', String.raw`a 'it\'s Date.now()' b`],
    ['a string with the beginning of a comment', 'a "http://x" b'],
    ['a template', 'a `fetch()` b'],
    ['a template with an escaped substitution', 'a `\\${fetch()}` b'],
    ['a regular expression with quotes', String.raw`a = /'"\/fetch/g; b`],
    ['a regular expression with a slash in a class', 'a(/[/]fetch/)\nb'],
    ['a number', 'a 0x1fetch b'],
  ])('%s', (_, source) => {
    expect(wordsOf(source)).toEqual(['a', 'b'])
  })
})

describe('what is code gives its words', () => {
  test.each([
    ['a substitution', 'a `x ${b} y ${`z${c}`}`', ['a', 'b', 'c']],
    ['an object in a substitution', '`${{ a: { b } }}` + c', ['a', 'b', 'c']],
    ['a division after a word', 'a / b / c', ['a', 'b', 'c']],
    ['a division after a bracket', '(a) / b / c', ['a', 'b', 'c']],
    ['a private name', 'this.#clock', ['this', '#clock']],
  ])('%s', (_, source, words) => {
    expect(wordsOf(source)).toEqual(words)
  })
})

test('lines are counted through comments, strings and templates', () => {
  const source = ['/* 1', '2 */ a', '`3', '${b} 4', '` + c', "'5\\", "6'", 'd'].join('\n')
  const lines = tokensOf(source).flatMap(({ kind, text, line }) =>
    kind === 'word' ? [[text, line]] : [],
  )
  expect(lines).toEqual([
    ['a', 2],
    ['b', 4],
    ['c', 5],
    ['d', 8],
  ])
})

test('strings carry what stands between their quotes', () => {
  const strings = tokensOf(`import('a'); "b"; \`c\``).filter(({ kind }) => kind === 'string')
  expect(strings.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
})
