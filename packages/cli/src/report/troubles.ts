import type { Crawler } from '@curtsy/core'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'

/** So many lines of one kind; then the counts of the live status must do. */
const MOST_LINES = 20

/**
 * Says at once what a person would otherwise only wonder about: why a host is not begun with, that a handler threw, what the crawl
 * itself notes. Everything else is counted in the status and in the table.
 */
export function noteTroubles(crawler: Pick<Crawler, 'on'>, say: (line: string) => void): void {
  const lastFailure = new Map<string, string>()
  const told = new Set<string>()
  let errors = 0

  crawler.on('note', ({ message }) => say(`note: ${forPeople(message)}`))

  crawler.on('request', ({ kind, robotsFor, outcome, status }) => {
    if (kind === 'robots' && robotsFor !== undefined)
      lastFailure.set(robotsFor, outcome === 'robots' ? `status ${status}` : outcome)
  })
  crawler.on('robots', ({ origin, state, atMs, nextAttemptMs }) => {
    const failure = lastFailure.get(origin)
    lastFailure.delete(origin)
    if (state !== 'unreachable' || told.has(origin) || told.size >= MOST_LINES) return
    told.add(origin)
    const again =
      nextAttemptMs === null ? '' : ` It is asked again in ${durationText(nextAttemptMs - atMs)}.`
    say(
      `robots.txt of ${forPeople(origin)} cannot be read (${failure ?? 'refused'}): nothing else is fetched there before it can.${again}`,
    )
  })

  crawler.on('error', ({ message }) => {
    errors++
    if (errors <= MOST_LINES) say(`error: ${forPeople(message)}`)
  })
}
