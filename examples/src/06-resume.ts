// A crawl that goes on: the first run stops after three pages, the second goes on in the same file, and nothing is fetched twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCrawler } from '@curtsy/core'
import { sqliteStore } from '@curtsy/sqlite'
import { exampleWeb } from './example-web.ts'

const web = await exampleWeb('manual.demo')
const folder = mkdtempSync(join(tmpdir(), 'curtsy-example-'))

async function run(maxPages: number): Promise<void> {
  const crawler = createCrawler({
    ...web.options,
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    store: sqliteStore(join(folder, 'crawl.db')),
    maxPages,
  })
  const { delivered, fetched, waiting } = await crawler.run()
  await crawler.close()
  console.log(
    `delivered ${delivered}, fetched in this run ${fetched}, waiting ${JSON.stringify(waiting)}`,
  )
}

await run(3)
await run(6)
rmSync(folder, { recursive: true })
await web.close()
