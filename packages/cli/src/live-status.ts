// The live status of a crawl: on a terminal a few lines that are written over each other, elsewhere a plain line every few seconds.
// The one file here that looks at a clock and sets a timer: for a person, no request depends on it.
import type { Crawler, WaitEvent } from '@curtsy/core'
import { Pace } from './report/pace.ts'
import { statusLine, statusLines } from './report/status-lines.ts'
import type { StatusSnapshot } from './report/status-lines.ts'
import type { QueuedHost } from './report/wait-text.ts'
import { sayLine } from './surroundings.ts'
import type { Outlet } from './surroundings.ts'

export interface LiveStatusOptions {
  readonly outlet: Outlet
  readonly crawler: Pick<Crawler, 'status' | 'on'>
  /** Hosts with queued URLs, the most urgent first. */
  readonly hosts: () => Promise<readonly QueuedHost[]>
  /** Says nothing by itself; `onTick` and `note` go on. */
  readonly quiet?: boolean
  /** Called about once a second, one call at a time. */
  readonly onTick?: () => Promise<void>
}

export interface LiveStatus {
  /** A line that stays: it scrolls away above the live ones. */
  note(line: string): void
  /** Takes the live lines away and waits for the last tick. Rejects with what a tick has thrown. */
  stop(): Promise<void>
}

const TTY_EVERY_MS = 250
const PLAIN_EVERY_MS = 5_000
const TICK_EVERY_MS = 1_000

/**
 * Starts to show a crawl. The timer does not keep the process alive.
 *
 * @example
 * const live = startLiveStatus({ outlet: outletOf(process.stderr), crawler, hosts: () => store.hosts(20) })
 * const report = await crawler.run()
 * await live.stop()
 */
export function startLiveStatus({
  outlet,
  crawler,
  hosts,
  quiet = false,
  onTick,
}: LiveStatusOptions): LiveStatus {
  const startedMs = performance.now()
  const pace = new Pace()
  const everyMs = outlet.isTty && !quiet ? TTY_EVERY_MS : TICK_EVERY_MS
  let wait: WaitEvent | undefined
  let drawn = 0
  let ticking: Promise<void> | undefined
  let thrown: { readonly error: unknown } | undefined
  let saidMs = 0
  let tickedMs = 0
  let over = false

  function erase(): void {
    if (drawn > 0) outlet.write(`\u001b[${drawn}A\u001b[0J`)
    drawn = 0
  }

  async function look(): Promise<StatusSnapshot> {
    const status = await crawler.status()
    const queued = await hosts()
    const elapsedMs = performance.now() - startedMs
    return {
      status,
      hosts: queued,
      wait,
      nowMs: Date.now(),
      elapsedMs,
      perSecond: pace.perSecond(status.delivered, elapsedMs),
    }
  }

  async function show(): Promise<void> {
    if (quiet) return
    const snapshot = await look()
    if (over || (!outlet.isTty && snapshot.elapsedMs - saidMs < PLAIN_EVERY_MS)) return
    saidMs = snapshot.elapsedMs
    if (!outlet.isTty) return sayLine(outlet, statusLine(snapshot))
    const lines = statusLines(snapshot, { paint: outlet.paint, width: outlet.columns() - 1 })
    erase()
    outlet.write(lines.map((line) => `${line}\n`).join(''))
    drawn = lines.length
  }

  async function tick(): Promise<void> {
    try {
      await show()
      const elapsedMs = performance.now() - startedMs
      if (elapsedMs - tickedMs < TICK_EVERY_MS) return
      tickedMs = elapsedMs
      await onTick?.()
    } catch (error) {
      thrown ??= { error }
    }
  }

  function beat(): void {
    ticking ??= tick().finally(() => {
      ticking = undefined
    })
  }

  const unlisten = crawler.on('wait', (event) => {
    wait = event
  })
  beat()
  const timer = setInterval(beat, everyMs)
  timer.unref()

  return {
    note(line) {
      erase()
      sayLine(outlet, line)
    },
    async stop() {
      over = true
      unlisten()
      clearInterval(timer)
      await ticking
      erase()
      if (thrown) throw thrown.error
    },
  }
}
