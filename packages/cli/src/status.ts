// `curtsy status` from its arguments to its exit code.
import { EXIT } from './exit-code.ts'
import { DEFAULT_STORE, storePath, storeToRead } from './open-store.ts'
import { stateRows, timeText } from './report/report-table.ts'
import { HOSTS_ASKED } from './report/status-lines.ts'
import type { QueuedHost } from './report/wait-text.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { countText } from './terminal/count-text.ts'
import { forPeople } from './terminal/for-people.ts'
import { jsonLine } from './terminal/visible.ts'

export interface StatusFlags {
  readonly json?: true
}

/** @returns the exit code */
export async function status(
  file: string = DEFAULT_STORE,
  { json }: StatusFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { out } = surroundings
  const path = storePath(file, surroundings)
  const reader = await storeToRead(path)
  try {
    const pages = await reader.counts('page')
    const sitemaps = await reader.counts('sitemap')
    const examples = await reader.examples('page')
    const queued = await reader.hosts(HOSTS_ASKED)
    const hosts = await reader.hostCount()
    const writer = await reader.writer()
    if (json) {
      sayLine(
        out,
        jsonLine({
          ...pages,
          hosts,
          sitemaps,
          examples,
          queuedHosts: queued,
          writer: writer ?? null,
        }),
      )
      return EXIT.done
    }
    const used =
      writer === undefined
        ? 'Nobody writes to it.'
        : `Process ${writer.pid} writes to it, or did when it was killed.`
    sayLine(out, out.paint.bold(`${forPeople(path)}: ${countText(hosts, 'host')} met. ${used}`))
    sayLine(out, '')
    for (const line of stateRows({ ...pages, examples }, out.paint)) sayLine(out, line)
    if (queued.length > 0) sayLine(out, '')
    for (const host of queued)
      sayLine(
        out,
        `  ${forPeople(host.slot)}: ${countText(host.queued, 'URL')} queued${parkedText(host)}`,
      )
    return EXIT.done
  } finally {
    await reader.close()
  }
}

/** Waits are told without a clock: a store that nobody writes to stands still. */
function parkedText({ state }: QueuedHost): string {
  if (state === undefined) return ''
  const why = state.parked === undefined ? state.reason : `parked, ${state.parked.reason}`
  return `, next contact not before ${timeText(state.notBeforeMs)} (${why}${state.line === undefined ? '' : `, robots.txt line ${state.line}`})`
}
