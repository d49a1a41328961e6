import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { parseRobots } from './robots.ts'

const differences = (file: string, path: string, token = 'ExampleBot'): string[] =>
  compare(file, `https://example.com${path}`, token).differences.map(
    ({ dialect, code }) => `${dialect}: ${code}`,
  )

describe('compare', () => {
  test.each<[string, string, string, string[]]>([
    ['all alike', 'User-agent: *\nDisallow: /a', '/a', []],
    ['wildcards', 'User-agent: *\nDisallow: /*.pdf', '/a.pdf', ['python: no-wildcards']],
    ['first match', 'User-agent: *\nAllow: /\nDisallow: /a', '/a', ['python: first-match']],
    ['a blank line', 'User-agent: *\n\nDisallow: /a', '/a', ['python: group-choice']],
    ['percent-encoding', 'User-agent: *\nDisallow: /%61', '/a', ['google: percent-encoding']],
    [
      'robots.txt itself',
      'User-agent: *\nDisallow: /',
      '/robots.txt',
      ['google: robots-txt-itself', 'python: robots-txt-itself'],
    ],
    [
      'index.html',
      'User-agent: *\nDisallow: /\nAllow: /d/index.html',
      '/d/',
      ['google: index-html'],
    ],
    [
      'a key by its beginning',
      'User-agent: *\nDisallowAITraining: /',
      '/a',
      ['google: key-by-prefix'],
    ],
    ['reserved characters', 'User-agent: *\nDisallow: /a%2Fb', '/a/b', ['python: quoting']],
    [
      'a long rule',
      `User-agent: *\nDisallow: /a*${'*'.repeat(1100)}`,
      '/a',
      ['yandex: pattern-limit', 'python: no-wildcards'],
    ],
    ['many rules', `User-agent: *\n${'Disallow: /a\n'.repeat(2049)}`, '/a', ['yandex: rule-limit']],
  ])('%s', (_name, file, path, expected) => {
    expect(differences(file, path)).toEqual(expected)
  })

  test('a token that stands in', () => {
    expect(differences('User-agent: msnbot\nDisallow: /', '/a', 'bingbot')).toEqual([
      'bing: stand-in-token',
    ])
    expect(differences('User-agent: Yandex\nDisallow: /', '/a', 'YandexImages')).toEqual([
      'yandex: stand-in-token',
      'python: group-choice',
    ])
  })

  test('a large file', () => {
    const file = `User-agent: *\nDisallow: /a\n${`# ${'x'.repeat(61)}\n`.repeat(8010)}Disallow: /b\n`
    expect(differences(file, '/a')).toEqual(['yandex: size-limit'])
    expect(differences(file, '/b')).toEqual(['google: size-limit', 'yandex: size-limit'])
  })

  test('gives all five with their explanations and delays, from a file that is read already too', () => {
    const file = 'User-agent: *\nDisallow: /a\nCrawl-delay: 60'
    const { agree, readers } = compare(
      parseRobots(file, { dialect: 'google' }),
      'https://example.com/a',
      'ExampleBot',
    )
    expect(agree).toBe(true)
    expect(
      readers.map(({ dialect, explanation, crawlDelay }) => [
        dialect,
        explanation.reason,
        crawlDelay?.seconds,
      ]),
    ).toEqual([
      ['rfc9309', 'disallow-rule', 60],
      ['google', 'disallow-rule', undefined],
      ['bing', 'disallow-rule', undefined],
      ['yandex', 'disallow-rule', undefined],
      ['python', 'disallow-rule', 60],
    ])
  })
})
