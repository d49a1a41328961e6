// What an unreachable robots.txt means over time. Data, so that the policies can be compared and printed.

import { RobotsError, show } from './robots-error.ts'

/**
 * How long to keep away while robots.txt cannot be read.
 *
 * | policy | a copy younger than 24 h | up to 12 h | 12 h to 30 days | after 30 days |
 * | --- | --- | --- | --- | --- |
 * | `careful` | counts | nothing | last good copy; none: nothing | as if no file, if the server answers HTTP |
 * | `google` | counts | nothing | last good copy; none: as if no file | as if no file, if the server answers HTTP |
 * | `amazon` | counts | a copy read within 30 days; none: as if no file | the same | the same |
 * | `last-good` | counts | last good copy; none: nothing | the same | nothing |
 * | `disallow` | does not count | nothing | nothing | nothing |
 *
 * The periods run from the first failure of the series; the age of a copy from when it was read.
 */
export type RobotsPolicy = 'careful' | 'google' | 'amazon' | 'last-good' | 'disallow'

/** All policies, the default first. */
export const ROBOTS_POLICIES: readonly RobotsPolicy[] = [
  'careful',
  'google',
  'amazon',
  'last-good',
  'disallow',
]

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Unreachable for less: nothing is fetched (Google's robots.txt page). */
export const SILENCE_MS: number = 12 * HOUR
/** RFC 9309 §2.3.1.4: after about this time the file may be taken as not there. */
export const GIVE_UP_MS: number = 30 * DAY
/** RFC 9309 §2.4: a copy is not used for longer, unless the file is unreachable. */
export const MAX_FRESH_MS: number = DAY
export const MIN_FRESH_MS: number = 5 * MINUTE
/** RFC 9309 §2.3.1.2: at least five redirects are followed. Here five and no more. */
export const MAX_HOPS = 5

/** Waits before the next attempt, by the number of failures so far: 5 s, 10 s, then 60 s doubling to an hour. */
export function retryDelayMs(failures: number): number {
  if (failures <= 1) return 5 * SECOND
  if (failures === 2) return 10 * SECOND
  return Math.min(HOUR, MINUTE * 2 ** Math.min(failures - 3, 10))
}

/** Failures after which no ordinary retry is left: the origin is worth a visit now and then, not a run that waits for it. */
export const ORDINARY_ATTEMPTS = 3

/** A wait longer than this parks the origin too, whoever asked for it. */
export const PARK_MS: number = HOUR

export function assertPolicy(policy: RobotsPolicy): void {
  if (ROBOTS_POLICIES.includes(policy)) return
  throw new RobotsError(
    'CURTSY_OPTION',
    `Expected policy to be one of ${ROBOTS_POLICIES.join(', ')}, got ${show(policy)}.`,
  )
}
