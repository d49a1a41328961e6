import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT, curtsy, spawnCurtsy } from './curtsy.test-support.ts'
import type { Ran } from './curtsy.test-support.ts'
import { sitemap } from './sitemap.ts'
import { PLAIN } from './terminal/paint.ts'
import { visibleLines } from './terminal/visible.ts'
import { testWeb } from './web.test-support.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine; a process of its own even more.
vi.setConfig({ testTimeout: 60_000 })

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (...entries: readonly string[]): string =>
  `<?xml version="1.0"?>\n<urlset ${NAMESPACE}>\n${entries.map((entry) => `<url>${entry}</url>`).join('\n')}\n</urlset>`
const index = (...locs: readonly string[]): string =>
  `<sitemapindex ${NAMESPACE}>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`

const GOOD = urlset(
  '<loc>https://a.test/docs/x</loc><lastmod>2026-01-02</lastmod><priority>0.8</priority>',
  '<loc>https://a.test/y</loc>',
)

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-sitemap-'))
  writeFileSync(join(cwd, 'good.xml'), GOOD)
  writeFileSync(join(cwd, 'good.xml.gz'), gzipSync(GOOD))
})
afterAll(() => rmSync(cwd, { recursive: true }))

const ask = (words: readonly string[]): Promise<Ran> =>
  curtsy(['sitemap', ...words, '--agent', AGENT, '--allow-address', '127.0.0.1'], { cwd })

const entriesOf = ({ out }: Ran): unknown =>
  out
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('sitemap of a file', () => {
  test.each(['good.xml', 'good.xml.gz'])('%s is a JSON line an entry', async (file) => {
    const ran = await curtsy(['sitemap', file], { cwd })
    expect([ran.code, ran.err, entriesOf(ran)]).toEqual([
      0,
      '',
      [
        {
          kind: 'url',
          loc: 'https://a.test/docs/x',
          lastmod: '2026-01-02T00:00:00.000Z',
          priority: 0.8,
        },
        { kind: 'url', loc: 'https://a.test/y' },
      ],
    ])
  })

  test('may come in; --fields all takes extensions too, --since leaves out what is older', async () => {
    const stdin = urlset(
      '<loc>https://a.test/old</loc><lastmod>2025-12-31</lastmod>',
      '<loc>https://a.test/new</loc><lastmod>2026-01-31</lastmod><image:image xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><image:loc>https://a.test/i.png</image:loc></image:image>',
    )
    const ran = await curtsy(['sitemap', '-', '--fields', 'all', '--since', '2026-01'], {
      cwd,
      stdin,
    })
    expect(entriesOf(ran)).toMatchObject([
      { loc: 'https://a.test/new', images: [{ loc: 'https://a.test/i.png' }] },
    ])
  })

  test('with faults gives what can be read, and says that there are some', async () => {
    const stdin = urlset('<loc>https://a.test/x</loc><lastmod>yesterday</lastmod>')
    expect(await curtsy(['sitemap', '-'], { cwd, stdin })).toEqual({
      code: 0,
      out: '{"kind":"url","loc":"https://a.test/x"}\n',
      err: 'note: There are problems (invalid-lastmod 1); --check shows them.\n',
    })
  })

  test.each([
    [['none.xml'], 'sitemap ', 'none.xml cannot be read: there is no such file.'],
    [['.'], 'cannot be read: it is a folder.'],
    [['-'], 'standard input cannot be read. The body is an HTML page.'],
    [['good.xml', '--since', 'monday'], 'Expected a date such as 2026-01-31'],
    [['good.xml', '--since', '2026-02-31'], 'Expected a date such as 2026-01-31'],
    [['good.xml', '--fields', 'some'], 'Allowed choices are core, all.'],
    [['good.xml', '--url', 'a.test'], 'Expected --url to be an absolute URL'],
    [['https://a.test/s.xml'], 'To ask https://a.test, say who asks: --agent'],
    [['https://a.test/s.xml', '--url', 'https://a.test/'], '--url says where a file is published'],
    [['https://'], 'Expected a URL or a file, got "https://".'],
  ])('%j is refused with a sentence', async (words, ...sentences) => {
    const ran = await curtsy(['sitemap', ...words], { cwd, stdin: '<!doctype html><p>no' })
    expect(ran).toMatchObject({ code: 2, out: '' })
    for (const sentence of sentences) expect(ran.err).toContain(sentence)
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('sitemap --check', () => {
  test('0 where nothing is wrong', async () => {
    expect(await curtsy(['sitemap', 'good.xml', '--check'], { cwd })).toEqual({
      code: 0,
      out: '2 entries in 1 file, no problems.\n',
      err: '',
    })
  })

  test('1 and a table of the problems; the host is that of the first entry, unless --url says so', async () => {
    const stdin = urlset('<loc>https://a.test/x</loc>', '<loc>https://b.test/x</loc>')
    expect(await curtsy(['sitemap', '-', '--check'], { cwd, stdin })).toEqual({
      code: 1,
      err: '',
      out: `cross-host  1
  standard input:4  A location on a host that did not prove this sitemap was dropped: https://b.test/x

1 entry in 1 file, 1 problem.
`,
    })
    const published = ['sitemap', '-', '--check', '--url', 'https://b.test/docs/s.xml', '--json']
    const ran = await curtsy(published, { cwd, stdin })
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
      1,
      {
        sitemaps: 1,
        entries: 1,
        counts: { 'cross-host': 1, 'outside-path': 1 },
        problems: [
          { code: 'cross-host', line: 3, loc: 'https://a.test/x', sitemap: 'standard input' },
          { code: 'outside-path' },
        ],
      },
    ])
  })

  test('what a file says never acts on a terminal, and many problems are cut to some', async () => {
    const stdin = urlset(
      '<loc>https://a.test/</loc>',
      ...Array.from({ length: 25 }, () => '<loc>\u202egopher://a\u0085</loc>'),
    )
    const { out } = await curtsy(['sitemap', '-', '--check'], { cwd, stdin })
    expect(visibleLines(out)).toBe(out)
    expect(out).toContain('relative-loc  25\n')
    expect(out).toContain('  and 5 more\n')
  })
})

describe('sitemap of a site', () => {
  test('follows an index, obeys robots.txt, and says what it closes', async () => {
    const pages: Record<string, string> = {}
    const web = await testWeb(pages)
    const at = (path: string): string => `${web.origin}${path}`
    pages['/robots.txt'] =
      'User-agent: *\nDisallow: /closed\n\nUser-agent: OtherBot\nDisallow: /x\n'
    pages['/index.xml'] = index(at('/1.xml'), at('/closed.xml'), at('/none.xml'))
    pages['/1.xml'] = urlset(`<loc>${at('/x')}</loc>`, `<loc>${at('/closed/y')}</loc>`)

    const read = await ask([at('/index.xml')])
    expect([read.code, entriesOf(read)]).toMatchObject([
      0,
      [{ loc: at('/x') }, { loc: at('/closed/y') }],
    ])
    expect(read.err).toBe('note: There are problems (fetch-failed 2); --check shows them.\n')
    expect(web.requests).toEqual(['/robots.txt', '/index.xml', '/1.xml', '/none.xml'])

    const checked = await ask([at('/1.xml'), '--check', '--token', 'OtherBot'])
    expect(checked).toEqual({
      code: 1,
      err: '',
      out: `closed-by-robots  1
  ${at('/x')}  robots.txt closes it to OtherBot (disallow-rule: line 5, disallow /x)

2 entries in 1 file, 1 problem.
`,
    })
    await web.close()
  })

  test('an origin stands for what its robots.txt names, else for /sitemap.xml', async () => {
    const pages: Record<string, string> = {}
    const web = await testWeb(pages)
    pages['/robots.txt'] = `Sitemap: ${web.origin}/named.xml`
    pages['/named.xml'] = urlset(`<loc>${web.origin}/named</loc>`)
    pages['/sitemap.xml'] = urlset(`<loc>${web.origin}/usual</loc>`)
    expect(entriesOf(await ask([web.origin]))).toEqual([
      { kind: 'url', loc: `${web.origin}/named` },
    ])
    pages['/robots.txt'] = ''
    expect(entriesOf(await ask([web.origin]))).toEqual([
      { kind: 'url', loc: `${web.origin}/usual` },
    ])
    await web.close()
  })

  test('that cannot be had is said, 2', async () => {
    const web = await testWeb({ '/robots.txt': '' })
    const ran = await ask([`${web.origin}/none.xml`])
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toBe(
      `curtsy: ${web.origin}/none.xml cannot be read. A sitemap could not be fetched: Status 404.\n`,
    )
    await web.close()
  })
})

/** An endless sitemap, and how many pieces of it have been read. */
function endless(): { readonly stdin: AsyncIterable<string>; readonly read: () => number } {
  let read = 0
  const piece = '<url><loc>https://a.test/x</loc></url>'.repeat(1_000)
  async function* pieces(): AsyncGenerator<string> {
    yield `<urlset ${NAMESPACE}>`
    for (;;) {
      read++
      yield piece
    }
  }
  return { stdin: pieces(), read: () => read }
}

describe('the reader of the output', () => {
  test('who is slow holds the reading back; who goes away ends it, 0', async () => {
    const { stdin, read } = endless()
    let go: (() => void) | undefined
    let release: (() => void) | undefined
    const outlet = {
      write: () => undefined,
      writeAll: () => new Promise<void>((resolve) => (release = resolve)),
      isTty: false,
      columns: () => 80,
      paint: PLAIN,
    }
    const running = sitemap(
      '-',
      { fields: 'core' },
      {
        out: outlet,
        err: outlet,
        stdin,
        cwd,
        env: {},
        words: [],
        onSignal: () => () => undefined,
        onReaderGone: (listener) => {
          go = listener
          return () => undefined
        },
      },
    )
    await vi.waitUntil(() => release !== undefined, { timeout: 20_000 })
    const before = read()
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(read()).toBe(before)
    go?.()
    release?.()
    expect(await running).toBe(0)
  })

  test('HW-SYS-13 a pipe that is closed is no fault', async () => {
    writeFileSync(
      join(cwd, 'many.xml'),
      urlset(...Array.from({ length: 50_000 }, (_, n) => `<loc>https://a.test/${n}</loc>`)),
    )
    const { child, ended } = spawnCurtsy(['sitemap', 'many.xml'], { cwd })
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.stdout?.destroy()
    const { code, err } = await ended
    expect([code, err]).toEqual([0, ''])
  })
})
