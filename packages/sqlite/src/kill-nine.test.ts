// hostile-web.md section 5 (2) in small: a child process crawls an imagined site and is killed at random moments.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

const PAGES = 150
const HOSTS = 5
const DELAY_MS = 3
/** The gap in force, waited anew after a kill; long, so that opening the file does not use it up. */
const AGAIN_MS = 400
const KILLS = 3

/** Page n links to 2n, 2n + 1 and back. Tells each start and end on stdout before and after it "fetches". */
const CRAWL = `
  import { writeSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  const { sqliteStore } = await import(process.env.STORE_MODULE)
  const PAGES = ${PAGES}
  const tell = (...words) => writeSync(1, words.join(' ') + '\\n')
  const entryOf = (n) => {
    const slot = 'h' + (n % ${HOSTS}) + '.test'
    const url = 'http://' + slot + '/' + n
    return { key: url, kind: 'page', url, slot, origin: 'http://' + slot, depth: 0, priority: 0, state: { kind: 'queued' } }
  }
  const store = sqliteStore(process.env.STORE_PATH)
  const initialHost = { delayMs: ${AGAIN_MS}, inFlight: 1 }
  const clock = { now: () => Date.now(), sleep }
  tell('open', Date.now())
  await store.open({ clock, perAddressInFlight: 2, perAddressDelayMs: 0, initialHost })
  await store.add([entryOf(1)])
  const crawl = async (entry) => {
    const n = Number(new URL(entry.url).pathname.slice(1))
    tell('start', entry.slot, Date.now(), n)
    await sleep(n % 4)
    const endMs = Date.now()
    tell('end', entry.slot, endMs, n)
    const found = [2 * n, 2 * n + 1, Math.floor(n / 2)].filter((k) => k >= 1 && k <= PAGES).map(entryOf)
    const host = { notBeforeMs: endMs + ${DELAY_MS}, sinceMs: endMs, reason: 'delay', ...initialHost }
    const outcome = { kind: 'done', state: { kind: 'delivered' } }
    await store.settle([{ lease: entry.lease, outcome, found, records: [String(n)], contactEndMs: endMs, host }])
  }
  const running = new Set()
  for (;;) {
    const claim = await store.claim({ max: 4, leaseMs: 60_000 })
    if (claim.kind === 'empty') break
    if (claim.kind === 'entries') {
      for (const entry of claim.entries) {
        const turn = crawl(entry).then(() => running.delete(turn))
        running.add(turn)
      }
    } else if (claim.kind === 'wait') await Promise.race([...running, sleep(Math.max(1, claim.untilMs - Date.now()))])
    else await Promise.race(running)
  }
  await store.close()
`

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-kill-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('kill -9', () => {
  test('loses no page, commits none twice, keeps every delay', { timeout: 120_000 }, async () => {
    const path = join(folder, 'crawl.db')
    const runs: string[][] = []
    for (let kill = 0; kill < KILLS; kill += 1)
      runs.push(await crawl(path, 10 + Math.floor(Math.random() * 40)))
    runs.push(await crawl(path, Infinity))

    const store = sqliteStore(path)
    const clock = { now: () => Date.now(), sleep: async (): Promise<void> => {} }
    const bounds = {
      perAddressInFlight: 1,
      perAddressDelayMs: 0,
      initialHost: { delayMs: 0, inFlight: 1 },
    }
    await store.open({ clock, ...bounds })
    const records: number[] = []
    for await (const record of store.records()) records.push(Number(record.json))
    expect(records.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: PAGES }, (_, n) => n + 1),
    )
    expect(await store.counts('page')).toMatchObject({
      discovered: PAGES,
      delivered: PAGES,
      waiting: {},
    })
    await store.close()

    const starts = runs.flat().filter((line) => line.startsWith('start'))
    expect(starts.length).toBeLessThanOrEqual(PAGES + KILLS * HOSTS)
    expect(shortGaps(runs)).toEqual([])
  })
})

/** Runs the crawl until it has told so many starts, then kills it. @returns what it told */
async function crawl(path: string, starts: number): Promise<string[]> {
  const args = [
    '--conditions=@curtsy/source',
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    CRAWL,
  ]
  const module = new URL('./sqlite-store.ts', import.meta.url).href
  const child = spawn(process.execPath, args, {
    env: { ...process.env, STORE_MODULE: module, STORE_PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    told += text
    if (told.split('\nstart').length > starts) child.kill('SIGKILL')
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (starts === Infinity && code !== 0) throw new Error(`the last run ended with ${String(code)}`)
  return told.split('\n').slice(0, -1)
}

/** Contacts of a slot that began too early: after the last end, or after the opening if the end of the last is unknown. */
function shortGaps(runs: readonly string[][]): string[] {
  const short: string[] = []
  const notBefore = new Map<string, number>()
  const unended = new Set<string>()
  for (const lines of runs) {
    for (const line of lines) {
      const [what, slot = '', at = ''] = line.split(' ')
      if (what === 'open') {
        for (const open of unended) notBefore.set(open, Number(slot) + AGAIN_MS)
        unended.clear()
      } else if (what === 'start') {
        if (Number(at) < (notBefore.get(slot) ?? 0)) short.push(line)
        unended.add(slot)
      } else {
        notBefore.set(slot, Number(at) + DELAY_MS)
        unended.delete(slot)
      }
    }
  }
  return short
}
