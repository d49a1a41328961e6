// The demo: a small web on this machine, crawled while you watch what waits for what, and a table of every URL's fate at the end.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processSurroundings, reportTable, startLiveStatus } from '@curtsy/cli'
import { createCrawler } from '@curtsy/core'
import { sqliteStore } from '@curtsy/sqlite'
import { startFixtureWeb } from './fixture-web/index.ts'

/** Our own web: a fifth of a second between its pages, so that the demo ends within a minute. The sites' own wishes hold as ever. */
const DELAY_MS = 200
const HOSTS_ASKED = 20
/** Shorter waits are not worth a line of their own. */
const WORTH_A_LINE_MS = 1_000
const LOOK_EVERY_MS = 400

const { out, err } = processSurroundings()
const web = await startFixtureWeb()
const file = join(mkdtempSync(join(tmpdir(), 'curtsy-demo-')), 'crawl.db')
const store = sqliteStore(file)
const crawler = createCrawler({
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  seeds: web.seeds,
  resolve: web.resolve,
  allowAddresses: ['127.0.0.0/8'],
  politeness: { delayMs: DELAY_MS, perAddressDelayMs: DELAY_MS },
  sitemaps: true,
  store,
})

out.write(
  `A small web is up on this machine: ${web.seeds.map((seed) => new URL(seed).hostname).join(', ')}. Crawling it:\n`,
)
const live = startLiveStatus({ outlet: err, crawler, hosts: () => store.hosts(HOSTS_ASKED) })
const told = new Map<string, number>()
const looking = setInterval(() => void sayWaits(), LOOK_EVERY_MS)
process.once('SIGINT', () => void crawler.stop())
const report = await crawler.run()
clearInterval(looking)
await live.stop()
out.write(`${reportTable(report, { paint: out.paint }).join('\n')}\n\n`)
const disallowed = report.examples['refused:disallow-rule']
if (disallowed !== undefined) {
  out.write(`Why, for one of them:\n`)
  const { url, steps } = await crawler.explain(disallowed)
  out.write(`  ${url}\n${steps.map(({ step, text }) => `    ${step}: ${text}`).join('\n')}\n\n`)
}
out.write(`The crawl is kept in ${file}; any sqlite3 shell opens it.\n`)
await crawler.close()
await web.close()

/** A line for each new wait of a host, with the bound that demands it. */
async function sayWaits(): Promise<void> {
  for (const { slot, state } of await store.hosts(HOSTS_ASKED)) {
    const forMs = (state?.notBeforeMs ?? 0) - Date.now()
    if (state === undefined || forMs < WORTH_A_LINE_MS || told.get(slot) === state.notBeforeMs)
      continue
    told.set(slot, state.notBeforeMs)
    const why =
      state.line === undefined ? state.reason : `${state.reason}, robots.txt line ${state.line}`
    live.note(`next contact with ${slot} in ${(forMs / 1_000).toFixed(1)} s: ${why}`)
  }
}
