import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import type { Ran } from './curtsy.test-support.ts'
import { visibleLines } from './terminal/visible.ts'
import { testWeb } from './web.test-support.ts'
import type { TestWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-fetch-'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

type Pages = Parameters<typeof testWeb>[0]

async function onWeb<T>(pages: Pages, work: (web: TestWeb) => Promise<T>): Promise<T> {
  const web = await testWeb(pages)
  try {
    return await work(web)
  } finally {
    await web.close()
  }
}

function fetched({ origin }: TestWeb, ...more: readonly string[]): Promise<Ran> {
  return curtsy(
    ['robots', 'fetch', origin, '--agent', AGENT, '--allow-address', '127.0.0.1', ...more],
    { cwd },
  )
}

/** The rows of the answer by their first word or two. */
function rowsOf({ out }: Ran): Readonly<Record<string, string>> {
  return Object.fromEntries(
    out.split('\n').flatMap((line) => {
      const [name, ...rest] = line.trim().split(/\s{2,}/)
      return name === undefined ? [] : [[name, rest.join(' | ')]]
    }),
  )
}

describe('robots fetch', () => {
  test('shows each hop, the file, until when it counts, what to do, and how others read it', async () => {
    const pages: Pages = {
      '/robots.txt': { status: 301, headers: { location: '/r.txt' } },
      '/r.txt': {
        headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=600' },
        body: 'User-agent: *\nDisalow: /a\nSitemap: https://a.test/s.xml\n',
      },
    }
    await onWeb(pages, async (web) => {
      const ran = await fetched(web, '--no-compare')
      expect([ran.code, ran.err, web.requests]).toEqual([0, '', ['/robots.txt', '/r.txt']])
      const rows = rowsOf(ran)
      expect(rows['0']).toMatch(/^301 \| text\/plain \| 0 bytes \| .* -> \/r\.txt$/)
      expect(rows['1']).toMatch(/^200 \| text\/plain \| 56 bytes \| /)
      expect(rows).toMatchObject({
        answer: 'read (status 200)',
        'found at': `${web.origin}/r.txt`,
        size: '56 bytes | 3 lines | 1 group | 1 sitemap'.replaceAll(' | ', ', '),
        'fresh until': expect.stringMatching(/ UTC \(10 min\)$/) as string,
        now: expect.stringMatching(/^Go by this file; ask again at .* UTC\.$/) as string,
        'line 2':
          'typo-tolerated | The field is misspelt; it is read as what is meant, but not by every reader.',
        Google: 'rules | Google reads the first 500 KiB.',
        Bing: 'rules | Bing reads the rules.',
        Yandex: expect.stringContaining('rules | Yandex') as string,
        Amazon: 'rules | Amazon reads the rules.',
        'No one outside can see which copy they used.': '',
      })
    })
  })

  test('shows the first bytes where they look wrong, the type, and what was dropped; nothing acts on a terminal', async () => {
    const page = '<!doctype html>\u001b[31m\n<p>Not here'
    await onWeb(
      { '/robots.txt': { headers: { 'content-type': 'text/html' }, body: page } },
      async (web) => {
        const ran = await fetched(web, '--no-compare')
        expect(visibleLines(ran.out)).toBe(ran.out)
        expect(rowsOf(ran)).toMatchObject({
          type: 'text/html; text/plain is expected',
          'looks wrong': 'begins with "<!doctype html>\\x1b[31m\\n<p>Not here"',
        })
      },
    )
    const long = `User-agent: *\n${'Disallow: /x\n'.repeat(50_000)}`
    await onWeb({ '/robots.txt': long }, async (web) => {
      const ran = await fetched(web, '--no-compare', '--json')
      const { file } = JSON.parse(ran.out) as { file: { bytes: number; droppedBytes: number } }
      expect(file).toMatchObject({ bytes: long.length, droppedBytes: long.length - 524_278 })
    })
  })

  test.each([
    [404, {}, 0, 'no file (status 404)', /^Everything may be fetched; ask again/, 'no-file'],
    [503, {}, 1, 'cannot be read (status 503)', /^Fetch nothing of this origin; ask again/, 'wait'],
    [429, { 'retry-after': '7' }, 1, 'cannot be read (status 429)', /^Fetch nothing/, 'wait'],
  ])('%d %j gives %d', async (status, headers, code, answer, now, google) => {
    await onWeb({ '/robots.txt': { status, headers } }, async (web) => {
      const ran = await fetched(web, '--no-compare')
      expect([ran.code, rowsOf(ran)['answer']]).toEqual([code, answer])
      expect(rowsOf(ran)['now']).toMatch(now)
      expect(rowsOf(ran)['Google']?.split(' | ')[0]).toBe(google)
      expect(web.requests).toEqual(['/robots.txt'])
    })
  })

  test('asks its twins too, each for a file of its own', async () => {
    await onWeb({ '/robots.txt': 'User-agent: *' }, async (web) => {
      const ran = await fetched(web)
      expect(ran.code).toBe(0)
      expect(ran.out).toContain('Its twins, each with a file of its own\n')
      expect(ran.out).toMatch(/^ {2}https:\/\/127\.0\.0\.1 {2,}/m)
      expect(ran.out).toMatch(/^ {2}http:\/\/127\.0\.0\.1 {2,}/m)
      const { twins } = JSON.parse((await fetched(web, '--json')).out) as { twins: object[] }
      expect(twins).toHaveLength(2)
      expect(Object.keys(twins[0]!)).toContain('sameFile')
    })
  })

  test.each([
    [['example.com'], 'Expected an origin such as https://example.com, got "example.com".'],
    [['https://example.com/a'], 'Expected the robots.txt of an origin'],
    [['https://a.test'], 'To ask https://a.test, say who asks: --agent'],
    [['http://127.0.0.1:9', '--agent', AGENT], 'http://127.0.0.1:9 is not asked: '],
    [['https://a.test', '--history'], 'Say where the answers were kept: --store <file>.'],
    [['https://a.test', '--history', '--store', 'none'], 'holds no answer of https://a.test'],
  ])('%j is refused with a sentence', async (words, sentence) => {
    const ran = await curtsy(['robots', 'fetch', ...words], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(sentence)
  })
})

describe('robots fetch --store and --history', () => {
  test('keep each answer, show what changed, and let an older file count while none can be read', async () => {
    const pages: Record<string, string | { status: number }> = {}
    await onWeb(pages, async (web) => {
      const store = ['--no-compare', '--store', 'robots.jsonl']
      pages['/robots.txt'] = 'User-agent: *\nDisallow: /a\n'
      await fetched(web, ...store)
      await fetched(web, ...store)
      pages['/robots.txt'] = 'User-agent: *\nDisallow: /b\u202e\nDisallow: /c\n'
      await fetched(web, ...store)
      pages['/robots.txt'] = { status: 503 }
      const failed = await fetched(web, ...store)
      expect(failed.code).toBe(1)
      expect(rowsOf(failed)['now']).toMatch(/^Go by the file of .* UTC; ask again at .* UTC\.$/)
      const asked = web.requests.length
      const history = await fetched(web, '--store', 'robots.jsonl', '--history')
      expect([history.code, history.err, web.requests.length]).toEqual([0, '', asked])
      expect(history.out.replaceAll(/^[\d-]+ [\d:]+ UTC/gm, 'when'))
        .toBe(`when  200, 27 bytes  first answer
when  200, 27 bytes  the same
when  200, 43 bytes  changed: 2 lines more, 1 line less
  - Disallow: /a
  + Disallow: /b\\u202e
  + Disallow: /c
when  503, unreachable  changed
`)
      const json = await fetched(web, '--store', 'robots.jsonl', '--history', '--json')
      expect(JSON.parse(json.out)).toMatchObject([
        { change: 'first' },
        { change: 'same' },
        { change: 'changed', added: ['Disallow: /b\u202e', 'Disallow: /c'] },
        { change: 'changed', status: 503, state: 'unreachable', added: [], removed: [] },
      ])
    })
    const lines = readFileSync(join(cwd, 'robots.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([
      200, 200, 200, 503,
    ])
  })

  test('a file that holds something else is not touched', async () => {
    writeFileSync(join(cwd, 'other.jsonl'), '{"version":2}\n')
    await onWeb({}, async (web) => {
      const ran = await fetched(web, '--store', 'other.jsonl')
      expect(ran).toMatchObject({ code: 2, out: '' })
      expect(ran.err).toContain('holds something else on line 1')
      expect(web.requests).toEqual([])
    })
    expect(readFileSync(join(cwd, 'other.jsonl'), 'utf8')).toBe('{"version":2}\n')
  })
})
