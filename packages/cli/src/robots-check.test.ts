import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import { SMALL_WEB, testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-robots-'))
  writeFileSync(
    join(cwd, 'robots.txt'),
    'User-agent: *\nDisallow: /private\nDisallow: /*.pdf$\n\nUser-agent: FriendBot\nDisallow:\nCrawl-delay: 2.5\n',
  )
})
afterAll(() => rmSync(cwd, { recursive: true }))

describe('robots check of a file', () => {
  test('says which line decides; 1 if some URL is not allowed', async () => {
    expect(
      await curtsy(
        ['robots', 'check', 'robots.txt', '/private/x', 'https://a.test/', '--token', 'ExampleBot'],
        { cwd },
      ),
    ).toEqual({
      code: 1,
      out: 'disallowed  /private/x       disallow-rule: line 2, disallow /private\nallowed     https://a.test/  no-matching-rule\n',
      err: '',
    })
  })

  test('0 if all are allowed; the token may be that of the agent, the file may come in', async () => {
    const ran = await curtsy(['robots', 'check', '-', '/x', '--agent', AGENT, '--json'], {
      cwd,
      stdin: 'User-agent: *\nAllow: /x\nDisallow: /',
    })
    expect([ran.code, JSON.parse(ran.out)]).toEqual([
      0,
      [
        {
          url: '/x',
          allowed: true,
          reason: 'allow-rule',
          rule: { kind: 'allow', pattern: '/x', line: 2 },
        },
      ],
    ])
  })

  test('--compare shows all dialects', async () => {
    const ran = await curtsy(
      ['robots', 'check', 'robots.txt', '/a.pdf', '--token', 'ExampleBot', '--compare'],
      { cwd },
    )
    expect(
      ran.out.split('\n').map((line) => line.trim().split(/\s+/).slice(0, 2).join(' ')),
    ).toEqual([
      '/a.pdf they',
      'rfc9309 disallowed',
      'google disallowed',
      'bing disallowed',
      'yandex disallowed',
      'python allowed',
      'why python',
      '',
    ])
    expect(ran.out).toContain('  why python  no-wildcards  Python knows no wildcards.\n')
    expect(ran.code).toBe(1)
  })

  test('--compare --json says the same', async () => {
    const ran = await curtsy(
      ['robots', 'check', 'robots.txt', '/a.pdf', '--token', 'E', '--compare', '--json'],
      { cwd },
    )
    expect(JSON.parse(ran.out)).toMatchObject([
      {
        url: '/a.pdf',
        agree: false,
        readers: [
          { dialect: 'rfc9309', allowed: false, reason: 'disallow-rule', rule: { line: 3 } },
          { dialect: 'google', allowed: false },
          { dialect: 'bing', allowed: false },
          { dialect: 'yandex', allowed: false },
          { dialect: 'python', allowed: true },
        ],
        differences: [{ dialect: 'python', code: 'no-wildcards' }],
      },
    ])
  })

  test.each([
    [['robots.txt', '/x'], 'Say whose rules count: --token ExampleBot'],
    [['robots.txt', '/x', '--token', 'Example/1'], 'Expected a product token'],
    [
      ['robots.txt', 'x', '--token', 'E'],
      'Expected an absolute URL or a path such as /private, got "x".',
    ],
    [['none.txt', '/x', '--token', 'E'], 'cannot be read: there is no such file.'],
    [['.', '/x', '--token', 'E'], 'cannot be read: it is a folder.'],
    [
      ['robots.txt', '/x', '--token', 'E', '--dialect', 'gogle'],
      'Allowed choices are rfc9309, google, bing, yandex, python.',
    ],
    [['https://a.test/x.txt', '/x', '--token', 'E'], 'Expected the robots.txt of an origin'],
    [
      ['https://a.test/robots.txt', '/x', '--token', 'E'],
      'To ask https://a.test, say who asks: --agent',
    ],
    [['robots.txt', '--token', 'E'], 'Name at least one URL or path to check'],
    [['robots.txt', '--agents', 'bots'], 'Allowed choices are ai.'],
    [['robots.txt', '--agents', 'ai', '--token', 'E'], '--agents asks for agents of its own'],
  ])('%j is refused with a sentence', async (words, sentence) => {
    const ran = await curtsy(['robots', 'check', ...words], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(sentence)
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('robots check --agents ai', () => {
  const FILE = 'User-agent: GPTBot\nUser-agent: ChatGPT-User\nDisallow: /\n'

  test('is a matrix: token, operator, purpose, verdict, why', async () => {
    const ran = await curtsy(['robots', 'check', '-', '--agents', 'ai'], { cwd, stdin: FILE })
    const [url, head, ...rows] = ran.out.trimEnd().split('\n')
    expect([ran.code, url, head?.split(/\s{2,}/).filter(Boolean)]).toEqual([
      1,
      '/',
      ['token', 'operator', 'purpose', 'verdict', 'why'],
    ])
    expect(rows.map((row) => row.split(/\s{2,}/).filter(Boolean))).toEqual(
      expect.arrayContaining([
        ['GPTBot', 'OpenAI', 'training', 'disallowed', 'named on line 1; line 3, disallow /'],
        ['OAI-SearchBot', 'OpenAI', 'search', 'allowed', 'not named'],
        [
          'ChatGPT-User',
          'OpenAI',
          'a person asks',
          'disallowed',
          'named on line 2; line 3, disallow /; may not apply it where a person asks',
        ],
      ]),
    )
  })

  test('0 if all are let in; --json holds the table with its sources', async () => {
    const ran = await curtsy(['robots', 'check', '-', '/x', '--agents', 'ai', '--json'], { cwd })
    const [{ url, agents }] = JSON.parse(ran.out) as [
      { url: string; agents: { token: string; allowed: boolean; source: string }[] },
    ]
    expect([ran.code, url, agents.every(({ allowed }) => allowed)]).toEqual([0, '/x', true])
    expect(agents.find(({ token }) => token === 'GPTBot')?.source).toMatch(/^https:/)
  })
})

describe('robots check of an origin', () => {
  test('asks for robots.txt and for nothing else', async () => {
    const web = await testWeb(SMALL_WEB)
    const words = [
      'robots',
      'check',
      `${web.origin}/robots.txt`,
      '/private',
      '/a',
      '--agent',
      AGENT,
    ]
    const local = await curtsy(words, { cwd })
    expect([local.code, web.requests]).toEqual([2, []])
    expect(local.err).toContain('--allow-address 127.0.0.1')
    const ran = await curtsy([...words, '--allow-address', '127.0.0.1'], { cwd })
    expect([ran.code, ran.out, web.requests]).toEqual([
      1,
      'disallowed  /private  disallow-rule: line 2, disallow /private\nallowed     /a        no-matching-rule\n',
      ['/robots.txt'],
    ])
    await web.close()
  })

  test.each([
    [
      404,
      0,
      'allowed  /a  unavailable\n',
      'note: There is no robots.txt (status 404): everything is allowed.\n',
    ],
    [
      503,
      1,
      'disallowed  /a  unreachable\n',
      'note: robots.txt cannot be read (status 503): nothing is fetched before it can.\n',
    ],
  ])('that answers %d gives %d', async (status, code, out, err) => {
    const web = await testWeb({ '/robots.txt': { status } })
    const words = [
      'robots',
      'check',
      web.origin,
      '/a',
      '--agent',
      AGENT,
      '--allow-address',
      '127.0.0.1',
    ]
    expect(await curtsy(words, { cwd })).toEqual({ code, out, err })
    expect(web.requests).toEqual(['/robots.txt'])
    await web.close()
  })

  test('says nothing of another origin', async () => {
    const ran = await curtsy(
      [
        'robots',
        'check',
        'http://127.0.0.1:9/',
        'https://a.test/x',
        '--agent',
        AGENT,
        '--allow-address',
        '127.0.0.1',
      ],
      { cwd },
    )
    expect(ran).toMatchObject({
      code: 2,
      err: expect.stringContaining('which is of another origin') as string,
    })
  })
})
