// What only a process of its own can show: signals, a reader that goes away, two processes and one store.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENT, curtsy, spawnCurtsy } from './curtsy.test-support.ts'
import { SMALL_WEB, testWeb } from './web.test-support.ts'
import type { TestWeb } from './web.test-support.ts'

/** Starting a process takes half a second on an idle machine, and seconds on a busy one. */
const PATIENCE_MS = 60_000

let cwd: string
let web: TestWeb
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'curtsy-process-'))
  writeFileSync(join(cwd, 'grace.json'), '{"limits":{"shutdownGraceMs":200}}')
  web = await testWeb(
    { ...SMALL_WEB, '/': '<a href="/a">a</a><a href="/slow">slow</a>', '/a': 'a' },
    ['/slow'],
  )
})
afterAll(async () => {
  await web.close()
  rmSync(cwd, { recursive: true })
})

function words(store: string, ...more: readonly string[]): readonly string[] {
  return [
    'crawl',
    `${web.origin}/`,
    '--agent',
    AGENT,
    '--allow-address',
    '127.0.0.0/8',
    '--delay',
    '0',
    '--store',
    store,
    ...more,
  ]
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe.concurrent('curtsy as a process', { timeout: PATIENCE_MS }, () => {
  test('without a command prints help', async () => {
    const ran = await spawnCurtsy([], { cwd }).ended
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toMatch(/^Usage: curtsy .*crawl .*explain .*robots check /s)
  })

  test('stops cleanly at the first SIGINT, refuses its store to another meanwhile, and says how to go on', async () => {
    const own = await testWeb(
      { ...SMALL_WEB, '/': '<a href="/slow">slow</a><a href="/a">a</a>', '/a': 'a' },
      ['/slow'],
    )
    const command = [
      'crawl',
      `${own.origin}/`,
      '--agent',
      AGENT,
      '--allow-address',
      '127.0.0.0/8',
      '--delay',
      '0',
      '--store',
      'stop.db',
    ]
    const running = spawnCurtsy([...command, '--config', 'grace.json'], { cwd })
    await until(() => own.requests.includes('/slow'))
    const second = await curtsy(command, { cwd })
    expect(second).toMatchObject({ code: 74, out: '' })
    expect(second.err).toMatch(/^curtsy: The store .*stop\.db is in use by process \d+/)
    running.child.kill('SIGINT')
    const ran = await running.ended
    expect(ran.code).toBe(130)
    expect(ran.err).toContain('Stopping: what is under way may end, nothing new starts.')
    expect(ran.err).toMatch(
      /2 URLs wait\. To go on where this run stopped:\n {2}curtsy crawl http.* --store stop\.db --config grace\.json\n$/,
    )
    expect(ran.out).toMatch(/^ {2}cancelled +2 /m)
    await own.close()
  })

  test('SIGTERM ends it with 143, and a second signal at once', async () => {
    const running = spawnCurtsy(words('twice.db'), { cwd })
    await until(() => web.requests.includes('/slow'))
    running.child.kill('SIGTERM')
    await new Promise((resolve) => running.child.stderr?.once('data', resolve))
    const begun = Date.now()
    running.child.kill('SIGTERM')
    const ran = await running.ended
    expect(ran.code).toBe(143)
    // The first signal alone would have waited for the slow answer for ten seconds.
    expect(Date.now() - begun).toBeLessThan(5_000)
    const status = await curtsy(['status', 'twice.db', '--json'], { cwd })
    expect(JSON.parse(status.out)).toMatchObject({ delivered: expect.any(Number) as number })
  })

  test('HW-SYS-13 a reader that goes away ends it quietly', async () => {
    const many = await testWeb(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [
          `/${n === 0 ? '' : n}`,
          `<a href="/${n + 1}">next</a>`,
        ]),
      ),
    )
    const running = spawnCurtsy(
      [
        'crawl',
        `${many.origin}/`,
        '--agent',
        AGENT,
        '--allow-address',
        '127.0.0.0/8',
        '--delay',
        '200',
        '--out',
        '-',
        '--quiet',
      ],
      { cwd },
    )
    await new Promise((resolve) => running.child.stdout?.once('data', resolve))
    running.child.stdout?.destroy()
    const ran = await running.ended
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(many.requests.length).toBeLessThan(30)
    await many.close()
  })
})
