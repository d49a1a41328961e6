// What holds for each URL and for every request: GET, once, retried with growing waits, never after a refusal, nothing after the stop
// (invariants 7, 18, 19, 22).
import type { RequestEvent, SettingsEvent } from '../../domain/audit-event.ts'
import { violation } from './trace.ts'
import type { Run, Traced, Violation } from './trace.ts'

const FIRST_RETRY_MS = 5_000

interface Attempts {
  failed: number
  last: RequestEvent
}

export class UrlWatch {
  /** By kind and URL. */
  readonly #attempts = new Map<string, Attempts>()
  /** Where in the trace a page was refused. */
  readonly #refused = new Map<string, number>()
  /** Where in the trace the user named it all the same. */
  readonly #revived = new Map<string, number>()
  #settings: SettingsEvent | undefined
  #stopMs = Infinity

  beginRun({ settings, refused, revived, stop }: Run): void {
    this.#settings = settings
    // What a run fetched and could not commit before it ended is fetched again by the next one, once.
    for (const [key, { last }] of this.#attempts) if (!last.retry) this.#attempts.delete(key)
    this.#stopMs = stop?.atMs ?? Infinity
    for (const { event, index } of refused) {
      if (!this.#refused.has(event.url)) this.#refused.set(event.url, index)
    }
    for (const { event, index } of revived) this.#revived.set(event.url, index)
  }

  judge(request: Traced): Violation[] {
    const { event, index } = request
    const found: Violation[] = []
    if (event.method !== 'GET')
      found.push(violation('get-only', request, `The method is ${event.method}.`))
    if (event.startMs > this.#stopMs)
      found.push(violation('stop', request, `The run had stopped at ${this.#stopMs}.`))
    if (event.kind === 'robots') return found
    const refusedAt = this.#refused.get(event.url) ?? Infinity
    const revivedAt = this.#revived.get(event.url) ?? Infinity
    if (event.kind === 'page' && index > refusedAt && index < revivedAt) {
      found.push(violation('refused', request, 'This URL had been refused.'))
    }
    found.push(...this.#judgeAttempt(request))
    return found
  }

  #judgeAttempt(request: Traced): Violation[] {
    const { event } = request
    const key = `${event.kind} ${event.url}`
    const before = this.#attempts.get(key)
    // What was broken off by a stop was no attempt.
    const counts = event.outcome !== 'cancelled'
    this.#attempts.set(key, {
      failed: (before?.failed ?? 0) + (counts && event.retry ? 1 : 0),
      last: counts || before === undefined ? event : before.last,
    })
    if (before === undefined) return []
    const { failed, last } = before
    if (last.outcome !== 'cancelled' && !last.retry)
      return [
        violation(
          'once',
          request,
          `It was asked for at ${last.startMs} and came to ${last.outcome}.`,
        ),
      ]
    const most = this.#settings!.maxRetries
    if (failed > most)
      return [
        violation('retry', request, `${failed} attempts have failed; ${most} retries allowed.`),
      ]
    const waitMs = failed === 0 ? 0 : FIRST_RETRY_MS * 2 ** (failed - 1)
    const waitedMs = event.startMs - last.endMs
    return waitedMs < waitMs
      ? [violation('retry', request, `Tried again after ${waitedMs} ms; ${waitMs} ms demanded.`)]
      : []
  }
}
