import { describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import { visibleLines } from './terminal/visible.ts'
import { testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const lint = (stdin: string, ...more: readonly string[]): ReturnType<typeof curtsy> =>
  curtsy(['robots', 'lint', '-', ...more], { cwd: '/', stdin })

describe('robots lint', () => {
  test('names each finding with severity, place, code, the line, a sentence and a way out', async () => {
    expect(await lint('User-agent: *\nDisallow: articles\nDisallow: /search\n')).toEqual({
      code: 1,
      err: '',
      out: `error  line 2, byte 14  path-without-slash
  | Disallow: articles
  A pattern that begins with neither "/" nor "*" matches nothing.
  way out: Begin the pattern with "/" or "*".

info  line 3, byte 33  prefix-bleed
  | Disallow: /search
  "Disallow: /search" closes everything that begins so, /search-more too.
  way out: If the folder is meant, write "Disallow: /search/"; for the page alone "Disallow: /search$".

1 error, 0 warnings, 1 hint
`,
    })
  })

  test.each([
    ['User-agent: *\nDisallow: /articles/\n', 0, 'Nothing found.\n'],
    ['', 0, 'Nothing found.\n'],
  ])('%j gives %d', async (file, code, out) => {
    expect(await lint(file)).toEqual({ code, out, err: '' })
  })

  test('warnings and hints are no failure', async () => {
    const ran = await lint('User-agent: *\nDisallow: /*?sort=\n')
    expect([ran.code, ran.out.split('\n').at(-2)]).toEqual([0, '0 errors, 1 warning, 0 hints'])
  })

  test('--json holds the findings', async () => {
    const ran = await lint('User-agent: *\nDisallow: articles', '--json')
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
      1,
      [{ code: 'path-without-slash', severity: 'error', lines: [2], byteOffset: 14 }],
    ])
  })

  test('what a file says never acts on a terminal', async () => {
    const ran = await lint('User-agent: *\nDisallow: \u001b[31m\u202eprivate\n\u0007bell')
    expect(visibleLines(ran.out)).toBe(ran.out)
    expect(ran.out).toContain('\\x1b[31m\\u202eprivate')
  })

  test('a file that cannot be read from its origin is no file without findings', async () => {
    const web = await testWeb({ '/robots.txt': { status: 503 } })
    const words = ['robots', 'lint', web.origin, '--agent', AGENT, '--allow-address', '127.0.0.1']
    const ran = await curtsy(words, { cwd: '/' })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain('cannot be read: status 503.')
    await web.close()
  })
})
