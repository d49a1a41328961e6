import { describe, expect, test } from 'vitest'
import { readSeedList, seedsOf } from './seed-list.ts'

describe('a list of seeds', () => {
  test('has one URL a line; empty lines and comments are left out', () => {
    expect(seedsOf('\ufeffhttps://a.test/\r\n\r\n# b\n  http://b.test/x \n', 'list')).toEqual([
      'https://a.test/',
      'http://b.test/x',
    ])
  })

  test.each([
    [
      'https://a.test/\nftp://b.test/',
      'line 2 of list is no absolute http or https URL: "ftp://b.test/".',
    ],
    ['a.test', 'line 1 of list is no absolute http or https URL: "a.test".'],
    ['/path', 'line 1 of list is no absolute http or https URL: "/path".'],
  ])('%j is refused with the line', (text, sentence) => {
    expect(() => seedsOf(text, 'list')).toThrow(sentence)
  })

  test('is read from standard input by "-"', async () => {
    const stdin = (async function* () {
      yield 'https://a.te'
      yield Buffer.from('st/\n')
    })()
    expect(await readSeedList('-', { stdin, env: {}, cwd: '/' })).toEqual(['https://a.test/'])
  })

  test('without any URL is refused', async () => {
    const stdin = (async function* () {
      yield '# nothing\n'
    })()
    await expect(readSeedList('-', { stdin, env: {}, cwd: '/' })).rejects.toThrow(
      '--seeds: standard input holds no URL; write one a line.',
    )
  })
})
