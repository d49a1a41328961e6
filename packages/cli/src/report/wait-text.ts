import type { Store } from '@curtsy/core'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'

/** A host with queued URLs, as the store tells it. */
export type QueuedHost = Awaited<ReturnType<Store['hosts']>>[number]

/**
 * When a host is contacted next and why not now: `next contact with b.demo in 1.4 s: crawl-delay, robots.txt line 3`. Undefined for
 * a host that may be contacted now.
 */
export function waitText({ slot, state }: QueuedHost, nowMs: number): string | undefined {
  if (state === undefined) return undefined
  const leftMs = state.notBeforeMs - nowMs
  const host = forPeople(slot)
  if (state.parked?.restOfRun) return `no more contact with ${host} in this run: ${state.parked.reason}${becauseOf(state, state.parked.reason)}`
  if (leftMs <= 0) return undefined
  const reason = state.parked?.reason ?? state.reason
  return `next contact with ${host} in ${durationText(leftMs)}: ${reason}${becauseOf(state, reason)}`
}

/** What stands behind the reason, where that is something else; and the line of robots.txt, where one asks for the wait. */
function becauseOf({ reason, line }: NonNullable<QueuedHost['state']>, shown: string): string {
  const other = reason === shown ? '' : ` (${reason})`
  return line === undefined ? other : `${other}, robots.txt line ${line}`
}
