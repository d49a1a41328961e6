// Whatever the web does, however the crawl is set and whenever it is stopped: every walk is polite, complete, and comes to an end. fast-check
// prints the seed of a walk that is not; CURTSY_SCHEDULES says how many walks to take.
import { memoryStore } from '@curtsy/core'
import type { CrawlReport } from '@curtsy/core'
import { lateStore } from '@curtsy/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORIGINS, anyCrawl, anyWeb, closedPages, pagesOf, urlOf } from './any-web.ts'
import type { AnyCrawl, AnyWeb } from './any-web.ts'
import { scenario } from './scenario.ts'
import type { ScenarioOptions, Walk } from './scenario.ts'

const SCHEDULES = Number(process.env['CURTSY_SCHEDULES'] ?? 200)

test(`${SCHEDULES} walks of any web are polite, complete, and end`, async () => {
  await fc.assert(fc.asyncProperty(anyWeb, anyCrawl, walkThrough), { numRuns: SCHEDULES })
}, 600_000)

async function walkThrough(web: AnyWeb, crawl: AnyCrawl): Promise<void> {
  let walk = scenario(
    pagesOf(web),
    optionsOf(web, crawl, () => walk),
  )
  if (crawl.store === 'late') walk = walk.on(lateStore(memoryStore(), { seed: crawl.seed }))
  if (crawl.store === 'far')
    walk = walk.on(
      lateStore(memoryStore(), { seed: crawl.seed, latency: { clock: walk.clock, maxMs: 40 } }),
    )
  for (const [maxTimeMs, shutdownGraceMs] of crawl.stops) {
    walk = walk.again({ maxTimeMs, limits: { ...limitsOf(crawl), shutdownGraceMs } })
    await walk.run()
    await walk.clock.advance(crawl.seed % 3_000)
  }
  walk = walk.again({ maxTimeMs: Infinity, limits: limitsOf(crawl) })
  let report = await walk.run()
  expect(['done', 'parked']).toContain(report.ended)
  // What was parked is gone on with when its time has come, and in the end nothing is left but what asks for more than we have.
  for (let run = 0; run < 40 && Object.keys(report.waiting).length > 0; run++) {
    await walk.clock.advance(10_800_000)
    walk = walk.again()
    report = await walk.run()
  }
  expect(Object.keys(report.waiting)).toEqual(asksTooMuch(web) ? expect.any(Array) : [])
  checkClosed(web, walk)
  await checkCommitted(walk, report)
}

/** A crawl-delay that is longer than the five minutes we have: such hosts are given up, run for run. */
function asksTooMuch({ origins }: AnyWeb): boolean {
  return origins.some(
    ({ robots: { last } }) => last.kind === 'rules' && (last.crawlDelay ?? 0) > 300,
  )
}

function limitsOf({
  maxRetries,
  originFailureBudget,
}: AnyCrawl): NonNullable<ScenarioOptions['limits']> {
  return { maxRetries, originFailureBudget }
}

function optionsOf(web: AnyWeb, crawl: AnyCrawl, walk: () => Walk): ScenarioOptions {
  const {
    delayMs,
    perOriginInFlight,
    perAddressInFlight,
    perAddressDelayMs,
    latencyFactor,
    concurrency,
    resolveMs,
    handlerMs,
  } = crawl
  return {
    seeds: crawl.seeds.map(urlOf),
    scope: () => true,
    politeness: {
      delayMs,
      perOriginInFlight,
      perAddressInFlight,
      perAddressDelayMs,
      latencyFactor,
    },
    limits: limitsOf(crawl),
    concurrency,
    sitemaps: true,
    onPage: async (page) => {
      page.follow()
      page.push(page.url.href)
      if (handlerMs > 0) await walk().clock.sleep(handlerMs)
    },
    ...(resolveMs === undefined
      ? {}
      : {
          resolve: async (name) => {
            await walk().clock.sleep(resolveMs)
            return [
              `93.184.216.${web.addressOf[ORIGINS.findIndex((origin) => new URL(origin).hostname === name)]}`,
            ]
          },
        }),
  }
}

/** No page that robots.txt closes in the end was ever asked for: until the end is known nothing is. */
function checkClosed(web: AnyWeb, { site }: Walk): void {
  const closed = closedPages(web)
  expect(site.urls.filter((url) => closed.has(url))).toEqual([])
}

/** Each delivered page is in the records once, and nothing else is. */
async function checkCommitted({ store, clock }: Walk, { delivered }: CrawlReport): Promise<void> {
  const found: string[] = []
  const read = async (): Promise<void> => {
    await store.open({
      clock,
      perAddressInFlight: 1,
      perAddressDelayMs: 0,
      initialHost: { delayMs: 0, inFlight: 1 },
    })
    for await (const { json } of store.records()) found.push(json)
    await store.close()
  }
  await clock.run(read())
  expect(found).toHaveLength(delivered)
  expect(new Set(found).size).toBe(delivered)
}
