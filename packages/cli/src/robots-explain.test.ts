import { describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import { visibleLines } from './terminal/visible.ts'
import { testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const FILE = [
  'User-agent: *',
  'Disallow: /private',
  'Allow: /private/open',
  'Crawl-delay: 2',
  'User-agent: FriendBot',
  'Disallow:',
].join('\n')

describe('robots explain', () => {
  test('says the group and why, what is ignored, all rules in order, and why the first one wins', async () => {
    const ran = await curtsy(
      ['robots', 'explain', '-', '/private/open/x', '--token', 'ExampleBot'],
      { cwd: '/', stdin: FILE },
    )
    expect(ran).toEqual({
      code: 0,
      err: '',
      out: `/private/open/x
allowed  allow-rule: line 3, allow /private/open

  compared     /private/open/x
  group        No group for examplebot, so the one for * counts (line 1).
  why          longer by 5 octets
  ignored      FriendBot (line 5)
  crawl-delay  2 s (line 4, from the group for *)

  decides      line 3  allow /private/open  13 octets
  matches too  line 2  disallow /private    8 octets
`,
    })
  })

  test('--json holds everything, 0 also for what is not allowed', async () => {
    const ran = await curtsy(['robots', 'explain', '-', '/private', '--agent', AGENT, '--json'], {
      cwd: '/',
      stdin: FILE,
    })
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
      0,
      [
        {
          url: '/private',
          allowed: false,
          reason: 'disallow-rule',
          why: 'the only rule that matches',
          group: { token: '*', because: 'default', lines: [1], groups: 1 },
          matching: [{ kind: 'disallow', pattern: '/private', line: 2, octets: 8 }],
          crawlDelay: { seconds: 2, line: 4, from: 'default' },
          dialect: 'rfc9309',
        },
      ],
    ])
  })

  test('--dialect reads as another does', async () => {
    const words = ['robots', 'explain', '-', '/private/open', '--token', 'E', '--dialect', 'python']
    const ran = await curtsy(words, { cwd: '/', stdin: FILE })
    expect(ran.out).toContain('why          the first rule that matches')
  })

  test('what a file says never acts on a terminal', async () => {
    const ran = await curtsy(['robots', 'explain', '-', '/a', '--token', 'E'], {
      cwd: '/',
      stdin: 'User-agent: *\nDisallow: /a*\u001b[31m\nDisallow: /\u202e*\nDisallow: /a',
    })
    expect(visibleLines(ran.out)).toBe(ran.out)
  })

  test('without a file there is only the verdict', async () => {
    const web = await testWeb({ '/robots.txt': { status: 404 } })
    const words = ['robots', 'explain', web.origin, '/a', '--agent', AGENT]
    const ran = await curtsy([...words, '--allow-address', '127.0.0.1'], { cwd: '/' })
    expect([ran.code, ran.out]).toEqual([0, 'allowed  /a  unavailable\n'])
    await web.close()
  })
})
