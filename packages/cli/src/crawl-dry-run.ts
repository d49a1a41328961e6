// `curtsy crawl --dry-run`: what the same command would do without it. Nothing goes to --out.
import type { Crawler } from '@curtsy/core'
import type { CrawlOutputs } from './crawl-outputs.ts'
import { EXIT } from './exit-code.ts'
import { dryRunLines } from './report/dry-run-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'

/** @returns the exit code: 0, also where nothing would be fetched */
export async function dryRun(
  crawler: Crawler,
  audit: CrawlOutputs,
  { json, quiet }: { readonly json?: true; readonly quiet?: true },
  { out, onSignal }: Surroundings,
): Promise<number> {
  let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined
  const unlisten = onSignal((signal) => {
    stoppedBy = signal
    void crawler.stop()
  })
  await audit.open()
  try {
    const report = await crawler.dryRun()
    if (json) sayLine(out, jsonLine(report))
    else if (!quiet) for (const line of dryRunLines(report, out.paint)) sayLine(out, line)
    return stoppedBy === undefined ? EXIT.done : EXIT[stoppedBy]
  } finally {
    unlisten()
    await audit.finish()
  }
}
