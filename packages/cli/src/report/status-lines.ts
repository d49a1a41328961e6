// What a person sees while a crawl goes on. Pure: a snapshot becomes lines.
import type { CrawlStatus, WaitEvent } from '@curtsy/core'
import { cut } from '../terminal/columns.ts'
import { countText, groupedDigits, reasonsText, sumOf } from '../terminal/count-text.ts'
import { durationText } from '../terminal/duration.ts'
import type { Paint } from '../terminal/paint.ts'
import { hostWaitText, waitText } from './wait-text.ts'
import type { QueuedHost } from './wait-text.ts'

/** One look at a running crawl. */
export interface StatusSnapshot {
  readonly status: CrawlStatus
  /** Hosts with queued URLs, the most urgent first. */
  readonly hosts: readonly QueuedHost[]
  /** What the crawl itself waits for, if it waits. */
  readonly wait: WaitEvent | undefined
  readonly nowMs: number
  readonly elapsedMs: number
  readonly perSecond: number
}

/** So many hosts are worth asking the store for. */
export const HOSTS_ASKED = 20

const HOSTS_SHOWN = 3

/** A few lines for a terminal that are written over each other. */
export function statusLines(
  snapshot: StatusSnapshot,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  const { status, elapsedMs } = snapshot
  const pages = countText(status.delivered, 'page')
  const head =
    paint.bold(pages) +
    paint.dim(cut(`  ${detailsText(snapshot)}  ${durationText(elapsedMs)}`, width - pages.length))
  const waits = waitsOf(snapshot)
  const shown = waits.slice(0, HOSTS_SHOWN).map((text) => paint.yellow(cut(`  ${text}`, width)))
  const more =
    waits.length > HOSTS_SHOWN
      ? [
          paint.dim(
            `  and ${countText(waits.length - HOSTS_SHOWN, 'more host waits', 'more hosts wait')}`,
          ),
        ]
      : []
  const failed =
    sumOf(status.failed) === 0
      ? []
      : [paint.red(cut(`  failed: ${reasonsText(status.failed)}`, width))]
  const refused =
    sumOf(status.refused) === 0
      ? []
      : [paint.dim(cut(`  refused: ${reasonsText(status.refused)}`, width))]
  return [head, ...shown, ...more, ...failed, ...refused]
}

/** The same as one plain line, for a log. */
export function statusLine(snapshot: StatusSnapshot): string {
  const { status, elapsedMs } = snapshot
  const failed = sumOf(status.failed) === 0 ? '' : `; failed: ${reasonsText(status.failed)}`
  const [wait] = waitsOf(snapshot)
  const rest = wait === undefined ? '' : `; ${wait}`
  return `${durationText(elapsedMs)}: ${countText(status.delivered, 'page')}, ${detailsText(snapshot)}${failed}${rest}`
}

function detailsText({ status, perSecond, hosts }: StatusSnapshot): string {
  const held = sumOf(status.waiting)
  return [
    `${perSecond.toFixed(1)} per second`,
    ...(status.inFlight > 0 ? [`${status.inFlight} under way`] : []),
    `${groupedDigits(status.queued)} queued${hosts.length > 1 ? ` on ${hosts.length < HOSTS_ASKED ? hosts.length : `${HOSTS_ASKED} or more`} hosts` : ''}`,
    ...(held > 0 ? [`${groupedDigits(held)} held`] : []),
  ].join(', ')
}

/** What the crawl waits for comes first: it knows of waits that are those of an origin and not of its host. */
function waitsOf({ hosts, wait, nowMs }: StatusSnapshot): readonly string[] {
  const first = wait && waitText(wait, nowMs)
  const others = hosts.filter(({ slot }) => first === undefined || slot !== wait?.slot)
  return [
    ...(first === undefined ? [] : [first]),
    ...others.flatMap((host) => hostWaitText(host, nowMs) ?? []),
  ]
}
