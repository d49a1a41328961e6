import { describe, expect, test } from 'vitest'
import { parseRobots } from './robots.ts'

const FILE = `User-agent: *
Disallow: /

User-agent: ExampleBot
Disallow: /a
Allow: /a/b/c

User-agent: other
User-agent: another
Disallow: /x

User-agent: examplebot
Disallow: /*c$
Allow: /d
Disallow: /d
Allow: /d
`
const explain = (
  path: string,
  token: string | string[] = 'ExampleBot',
  dialect = 'rfc9309' as const,
): ReturnType<ReturnType<typeof parseRobots>['explain']> =>
  parseRobots(FILE, { dialect }).explain(`https://example.com${path}`, token)

const why = (...rules: string[]): string => {
  const robots = parseRobots(['User-agent: *', ...rules].join('\n'))
  return robots.explain('https://example.com/ab', 'ExampleBot').why
}

describe('an explanation', () => {
  test('tells the group, what was merged and what was ignored', () => {
    expect(explain('/a')).toMatchObject({
      allowed: false,
      reason: 'disallow-rule',
      rule: { kind: 'disallow', pattern: '/a', line: 5 },
      dialect: 'rfc9309',
      path: '/a',
      group: { token: 'examplebot', because: 'token', lines: [4, 12], groups: 2 },
      groupWhy: 'The first of examplebot with a group is examplebot (line 4, 12, 2 groups merged).',
      ignored: [
        { tokens: ['*'], line: 1 },
        { tokens: ['other', 'another'], line: 8 },
      ],
    })
  })

  test('lists every rule that matches in order of precedence', () => {
    expect(explain('/a/b/c').matching).toEqual([
      { kind: 'allow', pattern: '/a/b/c', line: 6, octets: 6 },
      { kind: 'disallow', pattern: '/*c$', line: 13, octets: 4 },
      { kind: 'disallow', pattern: '/a', line: 5, octets: 2 },
    ])
  })

  test.each([
    // path      why the winner wins
    ['/a/b/c', 'longer by 2 octets'],
    ['/a/c', 'longer by 2 octets'],
    ['/a', 'the only rule that matches'],
    ['/d', 'tie: the first in the file'],
    ['/e', 'no rule matches'],
    ['/robots.txt', '/robots.txt is always allowed'],
  ])('says of %s why: %s', (path, because) => {
    expect(explain(path).why).toBe(because)
  })

  test('says of a tie that Allow wins, and of one octet that it is one', () => {
    expect(why('Disallow: /ab', 'Allow: /ab')).toBe('tie: allow')
    expect(why('Disallow: /ab', 'Allow: /a')).toBe('longer by 1 octet')
  })

  test('says how a chain came to its group', () => {
    expect(explain('/a', ['ExampleBot-Image', 'ExampleBot']).groupWhy).toBe(
      'The first of examplebot-image, examplebot with a group is examplebot (line 4, 12, 2 groups merged).',
    )
    expect(explain('/a', 'Nobody')).toMatchObject({
      group: { token: '*', because: 'default', lines: [1] },
      groupWhy: 'No group for nobody, so the one for * counts (line 1).',
    })
    expect(parseRobots('').explain('https://example.com/', 'ExampleBot')).toMatchObject({
      group: undefined,
      groupWhy: 'No group for examplebot, and none for *.',
      why: 'no group',
      matching: [],
    })
  })

  test('of python follows the file', () => {
    const python = parseRobots('User-agent: *\nAllow: /a\nDisallow: /a/b', { dialect: 'python' })
    expect(python.explain('https://example.com/a/b', 'ExampleBot')).toMatchObject({
      allowed: true,
      matching: [{ line: 2 }, { line: 3 }],
      why: 'the first rule that matches',
    })
  })

  test('of google names a rule that has no pattern', () => {
    const google = parseRobots('User-agent: *\nDisallow:', { dialect: 'google' })
    expect(google.explain('https://example.com/a', 'ExampleBot').why).toBe(
      'only a rule without a pattern',
    )
  })

  test('of google counts a line once, by the better of its two patterns', () => {
    const google = parseRobots('User-agent: *\nAllow: /*/index.html', { dialect: 'google' })
    expect(google.explain('https://example.com/a/index.html/', 'ExampleBot').matching).toEqual([
      { kind: 'allow', pattern: '/*/index.html', line: 2, octets: 13 },
    ])
  })
})
