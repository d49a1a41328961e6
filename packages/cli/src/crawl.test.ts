// `curtsy crawl`, and what is asked of its store afterwards, over a small web on loopback.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrawlReport } from '@curtsy/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy } from './curtsy.test-support.ts'
import type { Ran } from './curtsy.test-support.ts'
import { SMALL_WEB, testWeb } from './web.test-support.ts'
import type { TestWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let cwd: string
let web: TestWeb
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-cli-'))
  web = await testWeb(SMALL_WEB)
})
afterEach(async () => {
  await web.close()
  rmSync(cwd, { recursive: true })
})

/** Crawls the small web from its home page, without waits. */
function crawl(...words: readonly string[]): Promise<Ran> {
  return curtsy(
    [
      'crawl',
      `${web.origin}/`,
      '--agent',
      AGENT,
      '--allow-address',
      '127.0.0.0/8',
      '--delay',
      '0',
      ...words,
    ],
    { cwd },
  )
}

function lines(file: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(join(cwd, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const ALL_PAGES = ['/', '/a', '/b', '/gone', '/new', '/old', '/robots.txt']

describe('a crawl', () => {
  test('fetches what is allowed, once, and its report accounts for every URL', async () => {
    const { code, out } = await crawl('--json')
    const report = JSON.parse(out) as CrawlReport
    expect(code).toBe(0)
    expect(web.requests.toSorted()).toEqual(ALL_PAGES)
    expect(report).toMatchObject({
      discovered: 8,
      delivered: 4,
      redirected: 1,
      failed: { 'http-status': 1 },
      refused: { 'disallow-rule': 1, 'off-scope': 1 },
      waiting: {},
      fetched: 6,
      ended: 'done',
      resumable: false,
    })
  })

  test('ends with a table for people, and HW-OUT-01 nothing in it acts on the terminal', async () => {
    const { code, out, err } = await crawl()
    expect(code).toBe(0)
    expect(out).toContain(`  disallow-rule  1  ${web.origin}/private/x\n`)
    expect(out).toMatch(/^Done in .* s: 6 answers in this run, 1 host met\.$/m)
    expect(err).toBe('note: Special addresses that may be contacted: 127.0.0.0/8.\n')
  })

  test('--quiet says nothing', async () => {
    expect(await crawl('--quiet')).toEqual({ code: 0, out: '', err: '' })
  })

  test('stops at --max-pages, says how to go on, and goes on without fetching anything twice', async () => {
    const first = await crawl('--max-pages', '2')
    expect(first.err).toMatch(
      /URLs? waits?\. To go on, with --max-pages raised:\n {2}curtsy crawl http/,
    )
    const second = await crawl()
    expect([first.code, second.code]).toEqual([0, 0])
    expect(web.requests.filter((path) => path !== '/robots.txt').toSorted()).toEqual(
      ALL_PAGES.slice(0, -1),
    )
    expect(second.out).toMatch(/^delivered +4 /m)
  })

  test('that is finished says so and how to do it again', async () => {
    await crawl('--quiet')
    const before = web.requests.length
    const again = await crawl()
    expect(again.err).toContain(
      'This crawl is finished: everything in its store was fetched before. To do it again add --fresh, or name another --store.',
    )
    expect([again.code, web.requests.length]).toEqual([0, before])
    await crawl('--quiet', '--fresh')
    expect(web.requests.length).toBe(2 * before)
  })

  test('takes --include, --exclude, --depth and a prefix as --scope', async () => {
    await crawl('--quiet', '--exclude', '/a', '--exclude', '*/old')
    await crawl('--quiet', '--store', '2.db', '--depth', '0')
    await crawl('--quiet', '--store', '3.db', '--include', '/a')
    await crawl('--quiet', '--store', '4.db', '--scope', '/old')
    expect(web.requests).toEqual(
      [
        ['/robots.txt', '/', '/gone'],
        ['/robots.txt', '/'],
        ['/robots.txt', '/', '/a'],
        ['/robots.txt', '/', '/old'],
      ].flat(),
    )
  })
})

describe('--out', () => {
  test('has a line a page with its fields; noindex is marked', async () => {
    await crawl('--quiet', '--out', 'pages.jsonl')
    const pages = lines('pages.jsonl')
    expect(pages.map(({ url }) => String(url)).toSorted()).toEqual(
      ['/', '/a', '/b', '/new'].map((path) => web.origin + path),
    )
    expect(pages[0]).toEqual({
      url: `${web.origin}/`,
      status: 200,
      depth: 0,
      via: null,
      contentType: 'text/html',
      bytes: expect.any(Number) as number,
      title: 'Home \u001b[31m',
      links: 5,
      fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    })
    expect(pages.find(({ url }) => url === `${web.origin}/b`)).toMatchObject({
      noindex: true,
      depth: 2,
      via: `${web.origin}/a`,
    })
    expect(readFileSync(join(cwd, 'pages.jsonl'), 'utf8')).not.toContain('\u001b')
  })

  test('goes on where it stopped: each page once', async () => {
    await crawl('--quiet', '--out', 'pages.jsonl', '--max-pages', '2')
    await crawl('--quiet', '--out', 'pages.jsonl')
    const urls = lines('pages.jsonl').map(({ url }) => url)
    expect([urls.length, new Set(urls).size]).toEqual([4, 4])
  })

  test('as CSV has a row a page, safe for spreadsheets', async () => {
    await crawl('--quiet', '--out', 'pages.csv')
    const rows = readFileSync(join(cwd, 'pages.csv'), 'utf8').trimEnd().split('\r\n')
    expect(rows[0]).toBe('url,status,depth,via,contentType,bytes,title,links,fetchedAt,noindex')
    expect(rows.find((row) => row.startsWith(`${web.origin}/a,`))).toContain(",'=A,2,")
    expect(rows).toHaveLength(5)
  })

  test('- writes to standard output, and the table goes elsewhere', async () => {
    const { out, err } = await crawl('--out', '-')
    expect(out.trimEnd().split('\n')).toHaveLength(4)
    expect(err).toMatch(/^delivered +4 /m)
  })

  test('has the records that handlers push, instead of lines a page', async () => {
    const config = `export default { onPage: (page) => { page.follow(); if (page.depth > 0) page.push({ title: page.title }) } }`
    writeFileSync(join(cwd, 'config.mjs'), config)
    await crawl('--quiet', '--config', 'config.mjs', '--out', 'records.jsonl')
    expect(
      lines('records.jsonl').toSorted((a, b) =>
        String(a['title']).localeCompare(String(b['title'])),
      ),
    ).toEqual([{ title: '=A' }, { title: 'B' }, { title: 'New' }])
  })
})

test('--audit has every request and every refusal, and goes on with the crawl', async () => {
  await crawl('--quiet', '--audit', 'audit.jsonl', '--max-pages', '1')
  await crawl('--quiet', '--audit', 'audit.jsonl')
  const events = lines('audit.jsonl')
  expect(
    events.map(({ event }) => event).filter((event) => event === 'settings' || event === 'stop'),
  ).toEqual(['settings', 'stop', 'settings', 'stop'])
  expect(events.filter(({ event }) => event === 'request').map(({ url }) => url)).toEqual(
    web.requests.map((path) => web.origin + path),
  )
  expect(
    events.filter(({ event }) => event === 'refused').map(({ url, reason }) => [url, reason]),
  ).toEqual(
    expect.arrayContaining([
      [`${web.origin}/private/x`, 'disallow-rule'],
      ['https://other.test/', 'off-scope'],
    ]),
  )
  await crawl('--quiet', '--fresh', '--audit', 'audit.jsonl')
  expect(lines('audit.jsonl').filter(({ event }) => event === 'settings')).toHaveLength(1)
})

test('seeds and options come from a file, paths from where the person stands', async () => {
  writeFileSync(join(cwd, 'seeds.txt'), `# ours\n${web.origin}/new\n`)
  writeFileSync(
    join(cwd, 'config.json'),
    JSON.stringify({
      userAgent: AGENT,
      allowAddresses: ['127.0.0.0/8'],
      politeness: { delayMs: 0 },
      scope: 'origin',
      store: 'own.db',
    }),
  )
  const ran = await curtsy(
    ['crawl', '--quiet', '--seeds', 'seeds.txt', '--config', 'config.json'],
    { cwd: '/', env: { INIT_CWD: cwd } },
  )
  expect(ran).toEqual({ code: 0, out: '', err: '' })
  expect([web.requests, existsSync(join(cwd, 'own.db'))]).toEqual([['/robots.txt', '/new'], true])
  const piped = await curtsy(
    ['crawl', '--quiet', '--seeds', '-', '--config', 'config.json', '--fresh'],
    { cwd, stdin: `${web.origin}/b\n`, env: {} },
  )
  expect([piped.code, web.requests.slice(2)]).toEqual([0, ['/robots.txt', '/b', '/new']])
})

describe('what is asked of a store', () => {
  test('explain tells the decisions of a URL, contacting nobody', async () => {
    await crawl('--quiet', '--exclude', '/excluded')
    const before = web.requests.length
    const refused = await curtsy(['explain', `${web.origin}/private/x`], { cwd })
    expect(refused.code).toBe(0)
    expect(refused.out).toMatch(/^refused \(disallow-rule\)$/m)
    expect(refused.out).toMatch(/^ {2}yes {2}admission /m)
    expect(refused.out).toMatch(/^ {2}no {3}robots +Disallowed by line 2, disallow \/private /m)
    const excluded = await curtsy(['explain', `${web.origin}/excluded`, '--json'], { cwd })
    expect(JSON.parse(excluded.out)).toMatchObject({
      state: { kind: 'unknown' },
      steps: [
        {},
        { step: 'admission', passes: false, text: 'off-scope: Fits an exclude pattern.' },
        {},
        {},
        {},
      ],
    })
    expect(web.requests.length).toBe(before)
  })

  test('status tells what it holds', async () => {
    await crawl('--quiet', '--max-pages', '2')
    const { code, out } = await curtsy(['status'], { cwd })
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      `${join(cwd, 'crawl.db')}: 1 host met. Nobody writes to it.`,
    ])
    expect(out).toMatch(/^delivered +2 /m)
    const json = await curtsy(['status', 'crawl.db', '--json'], { cwd })
    expect(JSON.parse(json.out)).toMatchObject({ delivered: 2, hosts: 1, writer: null })
  })
})

describe.runIf(existsSync('/dev/full'))('HW-SYS-04 a file on a full disk', () => {
  test.each(['--out', '--audit'])(
    '%s stops the crawl with a sentence and exit code 74',
    async (option) => {
      const { code, out, err } = await crawl('--quiet', option, '/dev/full')
      expect([code, out]).toEqual([74, ''])
      expect(err).toContain(`curtsy: ${option} /dev/full cannot be written`)
      expect(err).toContain('no space is left on the device. ')
      expect((await crawl('--quiet')).code).toBe(0)
      expect(web.requests.toSorted().filter((path) => path !== '/robots.txt')).toEqual(
        ALL_PAGES.slice(0, -1),
      )
    },
  )
})
