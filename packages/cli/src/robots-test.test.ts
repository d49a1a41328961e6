import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import { testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-expect-'))
  writeFileSync(
    join(cwd, 'robots.txt'),
    'User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /\n',
  )
})
afterAll(() => rmSync(cwd, { recursive: true }))

function tested(expectations: string, ...more: readonly string[]): ReturnType<typeof curtsy> {
  return curtsy(['robots', 'test', 'robots.txt', '-', ...more], { cwd, stdin: expectations })
}

describe('robots test', () => {
  test('0 if all is as expected; comments and empty lines are left out', async () => {
    expect(
      await tested(
        '# what is published\nallow /\n\nblock\thttps://a.test/private#x   # a comment\r\nblock / gptbot\n',
      ),
    ).toEqual({ code: 0, out: '3 expectations met.\n', err: '' })
  })

  test('1 and a diff of what is not', async () => {
    expect(
      await tested('allow /\nblock /public\nallow /a GPTBot\nblock /private GPTBot\n'),
    ).toEqual({
      code: 1,
      err: '',
      out: `standard input:2
  - block /public for *
  + allow /public for *  (no-matching-rule)

standard input:3
  - allow /a for GPTBot
  + block /a for GPTBot  (disallow-rule: line 5, disallow /)

2 expectations of 4 not met. "-" is what was expected, "+" what robots.txt says.
`,
    })
  })

  test('--token is for the lines that name none, --json holds each', async () => {
    const ran = await tested('block /a\nallow /a OtherBot\n', '--token', 'GPTBot', '--json')
    expect([ran.code, JSON.parse(ran.out)]).toEqual([
      0,
      {
        met: 2,
        failed: 0,
        expectations: [
          {
            line: 1,
            expect: 'block',
            url: '/a',
            token: 'GPTBot',
            met: true,
            allowed: false,
            reason: 'disallow-rule',
            rule: { kind: 'disallow', pattern: '/', line: 5 },
          },
          {
            line: 2,
            expect: 'allow',
            url: '/a',
            token: 'OtherBot',
            met: true,
            allowed: true,
            reason: 'no-matching-rule',
          },
        ],
      },
    ])
  })

  test.each([
    ['allow /\ndeny /x', 'Line 2 of standard input: Expected "allow" or "block", a URL or a path'],
    ['block', 'Line 1 of standard input: Expected "allow" or "block"'],
    ['block /a Bot more', 'got "block /a Bot more".'],
    ['block /a Bot/1.0', 'Line 1 of standard input: Expected a product token'],
    ['block private', 'Line 1 of standard input: Expected an absolute URL or a path'],
    ['# nothing\n', 'standard input holds no expectation; write lines such as "block /private".'],
  ])('%j is refused with a sentence', async (expectations, sentence) => {
    const ran = await tested(expectations)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(sentence)
  })

  test('a file that is not there is named', async () => {
    const ran = await curtsy(['robots', 'test', 'robots.txt', 'none.expect'], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toMatch(
      /expectations .*none\.expect cannot be read: there is no such file\.\n$/,
    )
  })

  test('an origin that has no file allows everything, one that fails nothing', async () => {
    for (const [status, code] of [
      [404, 0],
      [503, 1],
    ] as const) {
      const web = await testWeb({ '/robots.txt': { status } })
      const words = ['robots', 'test', web.origin, '-', '--agent', AGENT]
      const ran = await curtsy([...words, '--allow-address', '127.0.0.1'], {
        cwd,
        stdin: 'allow /a',
      })
      expect(ran.code).toBe(code)
      await web.close()
    }
  })
})
