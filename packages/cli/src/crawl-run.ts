// `curtsy crawl` from its options to its exit code. What a crawl is, core decides; here it is started, shown, stopped and told.
import { createCrawler } from '@curtsy/core'
import type { CrawlReport, Crawler, CrawlerOptions, Store } from '@curtsy/core'
import { dryRun } from './crawl-dry-run.ts'
import { crawlOutputs } from './crawl-outputs.ts'
import type { CrawlOutputs } from './crawl-outputs.ts'
import { EXIT } from './exit-code.ts'
import { readConfig } from './input/config-file.ts'
import { crawlOptions, mayPush } from './input/crawl-options.ts'
import type { CrawlFlags } from './input/crawl-options.ts'
import { distinctFiles, outputOptions } from './input/output-options.ts'
import type { OutputFlags } from './input/output-options.ts'
import { personPath } from './input/person-path.ts'
import { readSeedList } from './input/seed-list.ts'
import { startLiveStatus } from './live-status.ts'
import type { LiveStatus } from './live-status.ts'
import { DEFAULT_STORE, storeToWrite } from './open-store.ts'
import { rememberOptions } from './remembered-options.ts'
import { closingWords } from './report/closing-words.ts'
import { reportTable } from './report/report-table.ts'
import { resumeCommand } from './report/resume-command.ts'
import { seedProblems } from './report/seed-problems.ts'
import { HOSTS_ASKED } from './report/status-lines.ts'
import { noteTroubles } from './report/troubles.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

/** The options of `curtsy crawl`, as the command line reads them. */
export interface CrawlCommandFlags extends CrawlFlags, OutputFlags {
  readonly seeds?: string
  readonly store?: string
  readonly config?: string
  readonly dryRun?: true
}

const SEEDS_SHOWN = 5

/** @returns the exit code */
export async function runCrawl(
  urls: readonly string[],
  flags: CrawlCommandFlags,
  surroundings: Surroundings,
): Promise<number> {
  const config =
    flags.config === undefined ? {} : await readConfig(personPath(flags.config, surroundings))
  const seeds = [
    ...urls,
    ...(flags.seeds === undefined ? [] : await readSeedList(flags.seeds, surroundings)),
  ]
  const options = crawlOptions(seeds, flags, config, surroundings.env)
  if (flags.dryRun && options.fresh)
    throw new UsageError(
      '--dry-run discards nothing: leave --fresh away, or name a store that is not there yet (--store other.db).',
    )
  const { out, ...withoutOut } = flags
  const written = out === undefined || flags.dryRun ? withoutOut : flags
  const outputs = await outputOptions(written, mayPush(options), surroundings)
  const kept = flags.store ?? options.store ?? DEFAULT_STORE
  const pathOf = (given: unknown): string | undefined =>
    typeof given === 'string' && given !== '-' ? personPath(given, surroundings) : undefined
  distinctFiles({
    '--config': pathOf(flags.config),
    '--seeds': pathOf(flags.seeds),
    '--store': pathOf(kept),
    '--out': pathOf(out),
    '--audit': pathOf(flags.audit),
  })
  const store = await storeOf(kept, surroundings)

  let fault: Error | undefined
  const files = crawlOutputs(outputs, store, surroundings.out, (error) => {
    fault ??= error
    void crawler.stop()
  })
  const crawler = createCrawler({
    ...options,
    store,
    plugins: [...(options.plugins ?? []), rememberOptions(options, store), ...files.plugins],
  })
  try {
    if (flags.dryRun) return await dryRun(crawler, files, flags, surroundings)
    const code = await crawl({
      crawler,
      store,
      files,
      flags,
      surroundings,
      seeds: seedTexts(options.seeds),
    })
    if (fault) throw fault
    return code
  } finally {
    await crawler.close()
  }
}

interface Crawl {
  readonly crawler: Crawler
  readonly store: Store
  readonly files: CrawlOutputs
  readonly flags: CrawlCommandFlags
  readonly surroundings: Surroundings
  readonly seeds: readonly string[]
}

async function crawl({
  crawler,
  store,
  files,
  flags,
  surroundings,
  seeds,
}: Crawl): Promise<number> {
  const { out, err } = surroundings
  let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined
  let readerGone = false
  let resumed = false
  const problems = seedProblems(crawler)
  crawler.on('settings', (event) => {
    resumed = event.resumed
  })
  // The outputs read the store beside the run and after it.
  await crawler.open()
  await files.open()
  const live = startLiveStatus({
    outlet: err,
    quiet: flags.quiet ?? false,
    crawler,
    hosts: () => store.hosts(HOSTS_ASKED),
    onTick: () =>
      files.drain().catch((error: unknown) => {
        // HW-SYS-04: nothing new starts whose result could not be kept.
        void crawler.stop()
        throw error
      }),
  })
  if (!flags.quiet) noteTroubles(crawler, (line) => live.note(line))
  const unlisten = [
    surroundings.onSignal((signal) => {
      stoppedBy = signal
      live.note(
        'Stopping: what is under way may end, nothing new starts. Once more to stop at once.',
      )
      void crawler.stop()
    }),
    surroundings.onReaderGone(() => {
      readerGone = true
      void crawler.stop()
    }),
  ]
  try {
    const report = await runShown(crawler, files, live)
    if (readerGone) return EXIT.done
    const failed =
      stoppedBy === undefined ? await problems.ifAllFailed(seeds, SEEDS_SHOWN) : undefined
    // The limit counts over all runs: as many pages again.
    const raised = report.ended === 'max-pages' ? { maxPages: 2 * report.delivered } : {}
    const command = resumeCommand(surroundings, raised)
    tell(report, failed, { resumed, command }, flags, { out, err })
    if (stoppedBy !== undefined) return EXIT[stoppedBy]
    return failed === undefined ? EXIT.done : EXIT.no
  } finally {
    for (const stop of unlisten) stop()
  }
}

/** Runs, and closes status and files in any case. The first fault counts. */
async function runShown(
  crawler: Crawler,
  files: CrawlOutputs,
  live: LiveStatus,
): Promise<CrawlReport> {
  const ended = await settled(crawler.run())
  const shown = await settled(live.stop())
  const written = await settled(files.finish())
  for (const part of [ended, shown, written]) if (part.status === 'rejected') throw part.reason
  return (ended as PromiseFulfilledResult<CrawlReport>).value
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work])
  return result
}

function tell(
  report: CrawlReport,
  failed: readonly string[] | undefined,
  facts: Parameters<typeof closingWords>[1],
  flags: CrawlCommandFlags,
  { out, err }: Pick<Surroundings, 'out' | 'err'>,
): void {
  // Results on standard output leave no room there for the table.
  const table = flags.json || flags.out === '-' ? err : out
  if (!flags.quiet) {
    for (const line of reportTable(report, { paint: table.paint })) sayLine(table, line)
  }
  if (flags.json) sayLine(out, jsonLine(report))
  for (const sentence of failed ?? []) sayLine(err, `${err.paint.red('curtsy:')} ${sentence}`)
  if (flags.quiet && report.ended !== 'stopped') return
  const words = closingWords(report, facts)
  if (words.length > 0) sayLine(err, '')
  for (const line of words) sayLine(err, line)
}

async function storeOf(given: unknown, surroundings: Surroundings): Promise<Store> {
  return typeof given === 'string' ? storeToWrite(given, surroundings) : (given as Store)
}

function seedTexts(seeds: CrawlerOptions['seeds']): readonly string[] {
  return (Array.isArray(seeds) ? seeds : [seeds]).map(String)
}
