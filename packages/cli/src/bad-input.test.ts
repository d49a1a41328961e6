// Bad input gets one sentence that names the value and the way out, never a stack trace.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import type { Ran } from './curtsy.test-support.ts'
import { testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-bad-'))
  mkdirSync(join(cwd, 'folder'))
  writeFileSync(join(cwd, 'not.db'), 'This is a text of some length and no database at all.')
  writeFileSync(join(cwd, 'bad.txt'), 'https://a.test/\nnot a url\n')
  writeFileSync(join(cwd, 'bad.json'), '{"maxPages":')
  writeFileSync(join(cwd, 'typo.json'), '{"maxPage": 3}')
  writeFileSync(join(cwd, 'fast.mjs'), FAST)
})
afterAll(() => rmSync(cwd, { recursive: true }))

/** A clock that runs a hundred times as fast, and a resolver that knows no name: retries of minutes pass in a second. */
const FAST = `
const begun = Date.now()
export default {
  clock: {
    now: () => begun + (Date.now() - begun) * 100,
    sleep: (ms, signal) => new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(resolve, ms / 100)
      signal?.addEventListener('abort', () => { clearTimeout(timer); resolve() }, { once: true })
    }),
  },
  resolve: async () => { throw new Error('no such host') },
}`

function crawl(...words: readonly string[]): Promise<Ran> {
  return curtsy(['crawl', ...words], { cwd })
}

const WHO = ['--agent', AGENT]

describe('a mistake in the command line: one sentence, exit code 2, and nothing is written', () => {
  test.each<[readonly string[], string]>([
    [
      ['https://a.test/'],
      "Say who crawls: --agent 'ExampleBot/1.0 (+https://example.com/bot)', or set CURTSY_USER_AGENT.",
    ],
    [
      ['https://a.test/', '--agent', '1.0 (+https://example.com/bot)'],
      'must begin with a product token',
    ],
    [['https://a.test/', '--agent', 'ExampleBot/1.0'], 'must say how to reach its owner'],
    [WHO, 'Nothing to crawl: name a URL'],
    [['ftp://a.test/', ...WHO], 'Expected a seed to be http or https, got "ftp://a.test/".'],
    [
      ['a.test', ...WHO],
      'Expected a seed to be an absolute URL such as "https://example.com/", got "a.test".',
    ],
    [
      ['--seeds', 'bad.txt', ...WHO],
      '--seeds: line 2 of bad.txt is no absolute http or https URL: "not a url".',
    ],
    [['--seeds', 'none.txt', ...WHO], 'none.txt cannot be read: there is no such file.'],
    [['--seeds', 'folder', ...WHO], 'cannot be read: it is a folder.'],
    [['https://a.test/', ...WHO, '--store', 'folder'], '/folder is a folder.'],
    [
      ['https://a.test/', ...WHO, '--store', 'none/crawl.db'],
      '--store cannot be written: there is no folder',
    ],
    [
      ['https://a.test/', ...WHO, '--store', 'postgres://me:secret@db/x'],
      'Expected --store to name a file of SQLite such as ./crawl.db, got "postgres://***@db/x".',
    ],
    [
      ['https://a.test/', ...WHO, '--out', 'none/pages.jsonl'],
      '--out cannot be written: there is no folder',
    ],
    [['https://a.test/', ...WHO, '--out', 'folder'], '/folder is a folder.'],
    [
      ['https://a.test/', ...WHO, '--out', 'pages.xml'],
      'Expected --out to end in .jsonl or .csv, got "pages.xml".',
    ],
    [
      ['https://a.test/', ...WHO, '--out', '-', '--json'],
      '--json and --out - both want standard output',
    ],
    [
      ['https://a.test/', ...WHO, '--out', 'a.jsonl', '--audit', 'a.jsonl'],
      '--out and --audit name the same file',
    ],
    [
      ['https://a.test/', ...WHO, '--audit', 'none/a.jsonl'],
      '--audit cannot be written: there is no folder',
    ],
    [
      ['https://a.test/', ...WHO, '--config', 'none.json'],
      'cannot be read: there is no such file.',
    ],
    [['https://a.test/', ...WHO, '--config', 'bad.json'], 'bad.json is no JSON: '],
    [
      ['https://a.test/', ...WHO, '--config', 'typo.json'],
      'There is no option "maxPage". Did you mean "maxPages"?',
    ],
    [
      ['https://a.test/', ...WHO, '--scope', 'hosts'],
      'Expected --scope to be host, origin, domain or a prefix',
    ],
    [
      ['https://a.test/', ...WHO, '--allow-address', 'localhost'],
      'to be an address or a range such as',
    ],
    [
      ['https://a.test/', ...WHO, '--max-pages', '0'],
      "option '--max-pages <n>' argument '0' is invalid. Expected a whole number from 1 up.",
    ],
    [
      ['https://a.test/', ...WHO, '--max-time', 'soon'],
      'Expected a time such as 500 (milliseconds), 30s, 5m, 2h or 1d.',
    ],
    [['https://a.test/', '--agnt', AGENT], "unknown option '--agnt' (Did you mean --agent?)"],
    [['https://a.test/', ...WHO, '--store'], "option '--store <file>' argument missing"],
  ])('crawl %j', async (words, sentence) => {
    const before = readdirSync(cwd)
    const ran = await crawl(...words)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(sentence)
    expect(ran.err).toMatch(/^curtsy: .*\n$/)
    expect(readdirSync(cwd)).toEqual(before)
  })

  test.each<[readonly string[], string]>([
    [['crwal'], "unknown command 'crwal' (Did you mean crawl?)"],
    [['explain'], "missing required argument 'url'"],
    [
      ['explain', 'nowhere'],
      'Expected an absolute URL such as https://example.com/private, got "nowhere".',
    ],
    [['explain', 'https://a.test/', '--store', 'none.db'], 'There is no store'],
    [['status', 'folder'], '/folder is a folder.'],
    [['robots', 'chek'], "unknown command 'chek' (Did you mean check?)"],
  ])('%j', async (words, sentence) => {
    const ran = await curtsy(words, { cwd })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(sentence)
    expect(ran.err).toMatch(/^curtsy: .*\n$/)
  })
})

describe('a store that is none: exit code 74', () => {
  test.each([
    [['crawl', 'https://a.test/', ...WHO, '--store', 'not.db']],
    [['crawl', 'https://a.test/', ...WHO, '--store', 'not.db', '--fresh']],
    [['explain', 'https://a.test/', '--store', 'not.db']],
    [['status', 'not.db']],
  ])('%j', async (words) => {
    const ran = await curtsy(words, { cwd })
    expect(ran).toMatchObject({ code: 74, out: '' })
    expect(ran.err).toMatch(/^curtsy: The file .*not\.db is not a store of Curtsy\..*\n$/)
  })
})

describe('a seed that cannot be reached: the report names why, exit code 1', () => {
  test.each([
    ['http://127.0.0.1:8123/', [], 'blocked-address', '--allow-address 127.0.0.0/8'],
    ['http://localhost:8123/', [], 'blocked-address', '--allow-address 127.0.0.0/8'],
    ['http://[::1]:8123/', [], 'blocked-address', '--allow-address ::1'],
    ['http://10.1.2.3/', [], 'blocked-address', '--allow-address 10.1.2.3'],
    [
      'http://nowhere.test/',
      [],
      'waits',
      'robots.txt of http://nowhere.test cannot be read (dns-failure)',
    ],
    [
      'http://127.0.0.1:1999/',
      ['--allow-address', '127.0.0.1'],
      'waits',
      'robots.txt of http://127.0.0.1:1999 cannot be read (connect-refused)',
    ],
  ])('%s', async (seed, words, state, sentence) => {
    const ran = await crawl(seed, ...WHO, '--config', 'fast.mjs', '--fresh', ...words)
    expect(ran.code).toBe(1)
    const said = ran.err.split('\n').filter((line) => line.startsWith('curtsy: '))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`curtsy: ${seed} `)
    expect(said[0]).toContain(state)
    expect(said[0]).toContain(sentence)
  })

  test('is exit code 0 where another seed was fetched', async () => {
    const web = await testWeb({ '/': '<title>here</title>' })
    const ran = await crawl(
      `${web.origin}/`,
      'http://10.1.2.3/',
      ...WHO,
      '--delay',
      '0',
      '--allow-address',
      '127.0.0.1',
      '--store',
      'one.db',
    )
    expect(ran.code).toBe(0)
    expect(ran.out).toMatch(/^ {2}blocked-address +1 /m)
    await web.close()
  })
})

test('CURTSY_DEBUG=1 shows the stack, and what stands behind it', async () => {
  const ran = await curtsy(['crawl', 'https://a.test/', ...WHO, '--config', 'bad.json'], {
    cwd,
    env: { CURTSY_DEBUG: '1' },
  })
  expect(ran.err).toMatch(/\n {4}at .*\nCaused by: SyntaxError/s)
})
