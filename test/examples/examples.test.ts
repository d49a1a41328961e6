// Every example is run as a reader runs it, against the fixture web, and its output is compared with what its first comment promises.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PATIENCE_MS = 90_000

interface Ended {
  readonly code: number | null
  readonly out: readonly string[]
  readonly err: string
}

/** Runs a root script's command line the way package.json has it, without pnpm in between. */
function run(file: string, ...args: readonly string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', '--conditions=@curtsy/source', file, ...args],
    { cwd: root },
  )
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out: out.trim().split('\n'), err }))
  })
}

const example = (name: string): Promise<Ended> => run('examples/src/run-example.ts', name)

describe.concurrent('examples run against the fixture web', { timeout: PATIENCE_MS }, () => {
  test('01-hello prints every page of the manual and a report that adds up', async () => {
    const { code, out, err } = await example('01-hello')
    expect([code, err]).toEqual([0, ''])
    expect(out.filter((line) => line.startsWith('http://manual.demo'))).toHaveLength(15)
    expect(out.join('\n')).toContain('delivered: 15')
  })

  test('02-routes prints one typed record an item', async () => {
    const { code, out, err } = await example('02-routes')
    expect([code, err]).toEqual([0, '40 pages, 5 closed by robots.txt\n'])
    const items = out.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(items.length).toBeGreaterThan(10)
    expect(items[0]).toEqual({
      url: expect.stringMatching(/\/item\/1$/),
      name: 'Birch Boot 101',
      price: 17.37,
      currency: 'EUR',
    })
  })

  test('03-sitemaps fetches what the sitemaps name, the important first', async () => {
    const { code, out } = await example('03-sitemaps')
    expect(code).toBe(0)
    expect(out.at(-1)).toBe('3 sitemap files, 20 pages, waiting: {"max-pages":47}')
    expect(
      out.slice(1, -1).filter((line) => !/named by http:\/\/shop\.demo:\d+\/sitemap-/.test(line)),
    ).toEqual([])
  })

  test('04-plugin counts words', async () => {
    const { code, out } = await example('04-plugin')
    expect(code).toBe(0)
    expect(out).toHaveLength(11)
    expect(out.at(-1)).toMatch(/^\d+ words on 10 pages$/)
  })

  test('05-check-robots says by which line', async () => {
    const { code, out } = await example('05-check-robots')
    expect(code).toBe(0)
    expect(out).toEqual([
      'OtherBot may not fetch https://example.com/private/diary: disallow-rule, line 4',
      'OtherBot may fetch https://example.com/private/press/2026: allow-rule, line 5',
      'ExampleBot-Image may not fetch https://example.com/searchable: disallow-rule, line 8',
      "ExampleBot waits { seconds: 2, line: 3, from: 'default' }",
    ])
  })

  test('06-resume goes on and fetches nothing twice', async () => {
    const { code, out } = await example('06-resume')
    expect(code).toBe(0)
    expect(out).toEqual([
      'delivered 3, fetched in this run 3, waiting {"max-pages":12}',
      'delivered 6, fetched in this run 3, waiting {"max-pages":9}',
    ])
  })

  test('the demo shows the waiting as it happens and ends with the fate of every URL', async () => {
    const { code, out, err } = await run('examples/src/demo.ts')
    expect(code).toBe(0)
    expect(err).toMatch(/next contact with b\.demo:\d+ in 1\.\d s: crawl-delay, robots\.txt line 3/)
    expect(out.find((line) => line.startsWith('discovered'))).toMatch(/^discovered +340$/)
    const table = out.join('\n')
    for (const reason of [
      'disallow-rule',
      'nofollow',
      'off-scope',
      'robots-unreachable',
      'http-status',
      'redirect-limit',
      'trap-suspected',
    ]) {
      expect(table).toMatch(new RegExp(`^  ${reason} +\\d+  http`, 'm'))
    }
  })

  test('an example that is not there is answered with those that are', async () => {
    const { code, err } = await example('99-nothing')
    expect(code).toBe(2)
    expect(err).toContain('There is no example "99-nothing".')
    expect(err).toContain('01-hello')
  })
})

test('every example has a test', () => {
  const names = readdirSync(`${root}/examples/src`).filter((file) => /^\d\d-/.test(file))
  expect(names).toEqual([
    '01-hello.ts',
    '02-routes.ts',
    '03-sitemaps.ts',
    '04-plugin.ts',
    '05-check-robots.ts',
    '06-resume.ts',
  ])
})
