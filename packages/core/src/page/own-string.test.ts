import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { pageOf } from './page.test-support.ts'
import { ownString } from './own-string.ts'
import type { PageBase } from './page.ts'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Memory in use once all that can be freed is: buffers go one turn of the loop after what held them. */
async function memoryInUse(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    gc()
    // oxlint-disable-next-line no-await-in-loop -- the rounds follow each other
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// As long as one slice of the scan, so that a view of the slice would keep all of the page.
const PAGES = 200
const PAGE_BYTES = 16_000

/** What is taken from a page is all that may stay. */
async function growthOf(take: (page: PageBase) => unknown): Promise<number> {
  const kept: unknown[] = [take(await bigPage(0))]
  const before = await memoryInUse()
  for (let n = 1; n <= PAGES; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page at a time, as in a crawl
    kept.push(take(await bigPage(n)))
  }
  const after = await memoryInUse()
  expect(kept).toHaveLength(PAGES + 1)
  return after - before
}

async function bigPage(n: number): Promise<PageBase> {
  const head =
    `<html lang="a-language-longer-than-thirteen"><title>the title of page number ${n}, of some length</title>` +
    `<link rel=canonical href="/canonical/of/page/number/${n}"><meta name=tdm-policy content="https://a.test/policy/${n}">`
  const links = `<a href="/a/link/that/is/long/${n}">x</a><a href="mailto:someone-${n}@long.example">x</a>`
  const body = Buffer.from(
    `${head}${links}<h1>a heading that is long enough ${n}</h1>`.padEnd(PAGE_BYTES, ' '),
  )
  return (await pageOf(body)).page
}

describe('what is kept of a page does not keep the page', () => {
  test.each<[string, (page: PageBase) => unknown]>([
    ['title and language', (page) => [page.title, page.lang]],
    ['links', (page) => page.links],
    ['canonical', (page) => page.canonical],
    ['preferences about use', (page) => page.usage],
    ['a text out of page.$', (page) => page.$('h1').text()],
    ['an attribute out of page.$', (page) => page.$('a').attr('href')],
  ])('%s', async (_what, take) => {
    expect(await growthOf(take)).toBeLessThan((PAGES * PAGE_BYTES) / 2)
  })

  test('the check can fail: a slice of the text does keep it', async () => {
    const growth = await growthOf((page) => page.text().slice(0, 100))
    expect(growth).toBeGreaterThan(PAGES * PAGE_BYTES * 0.9)
    expect(await growthOf((page) => ownString(page.text().slice(0, 100)))).toBeLessThan(growth / 2)
  })
})

test.each(['', 'short', 'longer than thirteen characters', 'é€😀 longer than thirteen'])(
  'a copy of %j is equal',
  (text) => {
    expect(ownString(text)).toBe(text)
  },
)
