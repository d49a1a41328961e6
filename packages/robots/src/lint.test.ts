import { describe, expect, test } from 'vitest'
import { AI_AGENTS, aiAgentAccess } from './ai-agents.ts'
import { lintRobots, type LintFinding } from './lint.ts'
import { parseRobotsDirectives } from './page-directives.ts'
import { parseRobots } from './robots.ts'

const lint = (file: string): readonly LintFinding[] => lintRobots(parseRobots(file))
/** Codes with their lines. */
const codes = (file: string): string[] =>
  lint(file).map(({ code, lines }) => `${code} ${lines.join(',')}`)
const star = (...rules: string[]): string => ['User-agent: *', ...rules].join('\n')

describe('lint: groups', () => {
  test('a group of its own drops the rules of *, and says what is thereby open', () => {
    const [finding] = lint(
      'User-agent: *\nDisallow: /a/\nDisallow: /b/\n\nUser-agent: ExampleBot\nDisallow: /a/\n',
    )
    expect(finding).toEqual({
      code: 'group-drops-default-rules',
      severity: 'warning',
      lines: [5, 3],
      byteOffset: 43,
      message: '"ExampleBot" has a group of its own, so what "*" closes is open to it: /b/.',
      fix: 'Repeat in its group the rules that are to hold for it too.',
    })
  })

  test('what * itself opens again is not dropped', () => {
    expect(
      codes('User-agent: *\nDisallow: /a/\nAllow: /a/\n\nUser-agent: ExampleBot\nDisallow: /z/'),
    ).toEqual(['contradicting-rules 2,3'])
  })

  test('the whole site closed to everyone', () => {
    expect(codes(star('Disallow: /'))).toEqual(['closes-everything 2'])
    expect(codes(star('Disallow: /', 'Allow: /$'))).toEqual([])
    expect(codes('User-agent: ExampleBot\nDisallow: /')).toEqual([])
  })

  test('a blank line that does not end a group', () => {
    expect(codes('User-agent: ExampleBot\n\nUser-agent: *\nDisallow: /a/')).toEqual([
      'blank-line-does-not-end-group 1,3',
    ])
    expect(codes('User-agent: ExampleBot\n# both\nUser-agent: *\nDisallow: /a/')).toEqual([])
  })
})

describe('lint: rules', () => {
  test.each<[string, string[], string[]]>([
    [
      'a rule that can never win',
      ['Disallow: /a/x.html', 'Allow: /a/x.html*'],
      ['rule-never-wins 2,3'],
    ],
    ['the same for a wildcard', ['Allow: /*b/c', 'Disallow: /**b/c'], ['rule-never-wins 2,3']],
    ['not for a more general one that is shorter', ['Disallow: /a/', 'Allow: /a/b/'], []],
    ['duplicates', ['Disallow: /a/', 'Disallow: /a/'], ['duplicate-rule 3,2']],
    ['contradictions', ['Disallow: /a/', 'Allow: /a/'], ['contradicting-rules 2,3']],
    ['a rule without effect', ['Disallow: /a/', 'Disallow: /a/b/'], ['rule-without-effect 3,2']],
    ['not so with an Allow in between', ['Disallow: /a/', 'Allow: /a/b/', 'Disallow: /a/b/c/'], []],
    ['case twins', ['Disallow: /A/', 'Disallow: /a/'], ['case-twins 2,3']],
    ['style sheets', ['Disallow: /*.css'], ['closes-css-or-js 2']],
    ['scripts', ['Disallow: /assets/'], ['closes-css-or-js 2']],
    ['a parameter that may come second', ['Disallow: /*?sort='], ['parameter-order 2']],
    ['not if both are there', ['Disallow: /*?sort=', 'Disallow: /*&sort='], []],
    ['a $ that lets a query through', ['Disallow: /*.pdf$'], ['dollar-lets-query-through 2']],
    ['prefix bleed', ['Disallow: /search'], ['prefix-bleed 2']],
    [
      'not with a slash, an extension or a $',
      ['Disallow: /search/', 'Disallow: /a.html', 'Disallow: /b$'],
      ['dollar-lets-query-through 4'],
    ],
    [
      'secret paths',
      ['Disallow: /admin/', 'Disallow: /backup.sql'],
      ['secret-path 2', 'secret-path 3'],
    ],
    ['nothing to say', ['Disallow: /a/', 'Allow: /a/b/', 'Disallow:'], []],
  ])('%s', (_name, rules, expected) => {
    expect(codes(star(...rules))).toEqual(expected)
  })

  test('a finding has a sentence and a way out', () => {
    const [finding] = lint(star('Disallow: /*?sort='))
    expect(finding?.message).toBe(
      '"Disallow: /*?sort=" holds only where sort is the first parameter.',
    )
    expect(finding?.fix).toBe('Add "Disallow: /*&sort=".')
  })
})

describe('lint: the file', () => {
  test.each<[string, string]>([
    ['Disallow: /a/', 'rule-outside-group 1'],
    ['User-agent: *\nDisallow: a/', 'path-without-slash 2'],
    ['User-agent: *\nNoindex: /a/', 'noindex-in-robots 2'],
    ['Sitemap: /s.xml', 'sitemap-not-absolute 1'],
    ['User-agent: *\nDisalow: /a/', 'typo-tolerated 2'],
  ])('%j', (file, expected) => {
    expect(codes(file)).toEqual([expected])
  })

  test('the worst comes first', () => {
    const findings = lint(star('Disallow: /search', 'Disallow: /admin/', 'Disallow: x/'))
    expect(findings.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info'])
  })
})

describe('lint: AI agents', () => {
  test('each one that is named is a decision of its own', () => {
    const findings = lint(
      'User-agent: GPTBot\nDisallow: /\n\nUser-agent: Perplexity-User\nDisallow: /\n\nUser-agent: *\nDisallow: /a/\n',
    )
    expect(findings.map(({ code, lines }) => `${code} ${lines.join(',')}`)).toEqual([
      'ai-agent-may-ignore 4',
      'ai-agents-not-named ',
      'ai-agent-closed 1',
      'ai-agent-closed 4',
    ])
    expect(findings[0]?.message).toBe(
      'Perplexity-User is closed out here, but Perplexity says that robots.txt may not be applied where a person asks for a page.',
    )
    expect(findings[1]?.message).toContain('ChatGPT-User (open)')
    expect(findings[1]?.message).not.toContain('GPTBot (')
    expect(findings[2]?.message).toContain("That says nothing about OpenAI's other agents.")
  })

  test('a file that names none has nothing to say of them', () => {
    expect(codes(star('Disallow: /a/'))).toEqual([])
  })

  test('the table gives state, verdict and lines', () => {
    const robots = parseRobots(
      'User-agent: GPTBot\nDisallow: /\nUser-agent: ClaudeBot\nDisallow: /a/\nUser-agent: CCBot\nDisallow:\nUser-agent: *\nDisallow: /b/',
    )
    const state = (token: string): unknown[] => {
      const found = aiAgentAccess(robots, 'https://example.com/b/').find(
        (agent) => agent.token === token,
      )
      return [found?.state, found?.allowed, found?.lines]
    }
    expect(state('GPTBot')).toEqual(['closed', false, [1]])
    expect(state('ClaudeBot')).toEqual(['partly', true, [3]])
    expect(state('CCBot')).toEqual(['open', true, [5]])
    expect(state('Bytespider')).toEqual(['not-named', false, []])
  })

  test('every token of the table is one that a file can name', () => {
    for (const { token, source, obeys } of AI_AGENTS) {
      expect(
        parseRobots(`User-agent: ${token}\nDisallow: /`).check('https://example.com/', token)
          .allowed,
      ).toBe(false)
      expect(source === '' ? obeys : 'sourced').toMatch(/undocumented|sourced/)
    }
    expect(new Set(AI_AGENTS.map(({ token }) => token.toLowerCase())).size).toBe(AI_AGENTS.length)
  })
})

const page = (path: string, tag: string): object => ({
  url: `https://example.com${path}`,
  directives: parseRobotsDirectives(tag, [], 'ExampleBot'),
})

describe('lint: pages', () => {
  test('a Disallow hides the noindex of a page', () => {
    const robots = parseRobots(star('Disallow: /a/'))
    const pages = [
      page('/a/x', 'noindex'),
      page('/a/y', 'nofollow'),
      page('/b', 'noindex'),
    ] as never
    expect(
      lintRobots(robots, { pages }).map(({ code, lines, message }) => [code, lines, message]),
    ).toEqual([
      [
        'disallow-hides-noindex',
        [2],
        '"Disallow: /a/" keeps crawlers from seeing the noindex of https://example.com/a/x: its address may be indexed.',
      ],
    ])
  })
})
