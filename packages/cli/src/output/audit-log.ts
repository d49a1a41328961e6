import { definePlugin } from '@curtsy/core'
import type { AuditEvent, Plugin } from '@curtsy/core'
import type { OutputError } from '../exit-code.ts'
import { maskSecrets } from '../terminal/mask-secrets.ts'
import { safeJson } from '../terminal/visible.ts'
import { LineSink } from './line-sink.ts'

/** The audit log of a crawl: one JSON line an event, in the order of the events. */
export interface AuditLog {
  /** Listens to the crawl, and holds its requests back while the file does not keep up (HW-SYS-13). */
  readonly plugin: Plugin
  /** Opens the file; called before the crawl runs. */
  open(): Promise<void>
  /** @throws OutputError if not everything could be written */
  close(): Promise<void>
}

/**
 * Makes the log of one run. A crawl that goes on adds to what is there, a new one begins the file anew.
 *
 * @param onFault told once when the file cannot be written any more: no request may start that is not recorded
 */
export function createAuditLog(path: string, onFault: (error: OutputError) => void): AuditLog {
  let sink: LineSink | undefined
  return {
    plugin: definePlugin({
      name: 'audit-log',
      on: {
        audit(event) {
          if (event.event === 'settings' && !event.resumed) sink?.restart()
          sink?.write(auditLine(event))
        },
      },
      async fetch(request, next) {
        await sink?.ready()
        return next(request)
      },
    }),
    async open() {
      sink = await LineSink.open(path, `--audit ${path}`, onFault)
    },
    async close() {
      await sink?.close()
    },
  }
}

/** URLs and the sentences around them are masked; patterns of rules, and who we are, are not. */
const UNMASKED: ReadonlySet<string> = new Set(['pattern', 'userAgent'])

/** An event as one line: secrets masked (HW-OUT-07), nothing in it that could act on a terminal (HW-OUT-01, HW-OUT-02). */
export function auditLine(event: AuditEvent): string {
  return safeJson(
    JSON.stringify(event, (key, value: unknown) =>
      typeof value === 'string' && !UNMASKED.has(key) ? maskSecrets(value) : value,
    ),
  )
}
