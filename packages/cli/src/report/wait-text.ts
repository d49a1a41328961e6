import type { Store, WaitEvent } from '@curtsy/core'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'

/** A host with queued URLs, as the store tells it. */
export type QueuedHost = Awaited<ReturnType<Store['hosts']>>[number]

/** `next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3`. Undefined where the wait is over. */
export function waitText(
  { slot, untilMs, reason, line }: Pick<WaitEvent, 'slot' | 'untilMs' | 'reason' | 'line'>,
  nowMs: number,
): string | undefined {
  if (untilMs <= nowMs) return undefined
  return `next contact with ${forPeople(slot)} in ${durationText(untilMs - nowMs)}: ${because(reason, line)}`
}

/** The same for a host of the store, which may be parked. */
export function hostWaitText({ slot, state }: QueuedHost, nowMs: number): string | undefined {
  if (state === undefined) return undefined
  const { parked, line } = state
  const reason =
    parked === undefined || parked.reason === state.reason
      ? state.reason
      : `${parked.reason} (${state.reason})`
  if (parked?.restOfRun)
    return `no more contact with ${forPeople(slot)} in this run: ${because(reason, line)}`
  return waitText({ slot, untilMs: state.notBeforeMs, reason, line }, nowMs)
}

function because(reason: string, line: number | undefined): string {
  return line === undefined ? reason : `${reason}, robots.txt line ${line}`
}
