// What `--out` and `--audit` add to a crawl: plugins that listen, and files that are opened late and closed in any case.
import { definePlugin } from '@curtsy/core'
import type { Plugin } from '@curtsy/core'
import { createAuditLog } from './output/audit-log.ts'
import { pageLines } from './output/page-line.ts'
import { RecordExport } from './output/record-export.ts'
import type { ExportOptions, RecordSource } from './output/record-export.ts'
import { openRecordFile, recordsOnOutlet } from './output/record-file.ts'
import type { Outlet } from './surroundings.ts'

export interface OutputOptions {
  /** Absolute path, or `-` for standard output. */
  readonly out: (Omit<ExportOptions, 'name'> & { readonly path: string }) | undefined
  /** Absolute path. */
  readonly audit: string | undefined
}

export interface CrawlOutputs {
  readonly plugins: readonly Plugin[]
  /** Opens the files; called before the crawl runs. @throws OutputError */
  open(): Promise<void>
  /** Writes what has been committed so far. @throws OutputError */
  drain(): Promise<void>
  /** Writes the rest, while the store is still open, and closes the files. @throws OutputError */
  finish(): Promise<void>
  /** Records in `--out`, also of earlier runs; undefined without `--out`. */
  readonly lines: number | undefined
}

/** @param onFault told when a file cannot be written any more */
export function crawlOutputs(
  { out, audit }: OutputOptions,
  store: RecordSource,
  stdout: Outlet,
  onFault: (error: Error) => void,
): CrawlOutputs {
  const log = audit === undefined ? undefined : createAuditLog(audit, onFault)
  let records: RecordExport | undefined
  const plugins: Plugin[] = log === undefined ? [] : [log.plugin]
  if (out !== undefined) {
    plugins.push(
      // Its setup is the first moment at which the store is open.
      definePlugin({ name: 'record-export', setup: () => records?.begin() }),
      pageLines(() => records?.wantsPages ?? false),
    )
  }
  return {
    plugins,
    async open() {
      await log?.open()
      if (out === undefined) return
      const file = out.path === '-' ? recordsOnOutlet(stdout) : await openRecordFile(out.path)
      records = new RecordExport(store, file, { ...out, name: out.path })
    },
    async drain() {
      await records?.drain()
    },
    async finish() {
      try {
        await records?.finish()
      } finally {
        await log?.close()
      }
    },
    get lines() {
      return records?.lines
    },
  }
}
