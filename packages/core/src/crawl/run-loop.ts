// Step 4 of docs/architecture.md: the loop. p-queue counts the workers, the store orders, politeness has timed what it answers.
// There is no polling and no timer a URL: the loop sleeps until the instant that the store names, or until a turn has settled.
import PQueue from 'p-queue'
import type { RunEnd } from '../domain/report.ts'
import type { ClaimedEntry } from '../ports/store.ts'
import type { CrawlParts } from './parts.ts'
import { takeTurn } from './turn.ts'
import type { Wake } from './wake.ts'

/** A lease outlives the longest request; a worker that died gives its entries back after this. */
const LEASE_MARGIN_MS = 60_000

/**
 * Runs turns until nothing can start any more, and waits for those under way.
 *
 * Invariant: at most `concurrency` turns at once; `claim` is asked only with a free worker in hand; after `stop.starts` aborts no
 * claim is made.
 *
 * @throws what a turn threw: the store failed, or a mistake of ours; everything else is an outcome of a URL
 */
export async function runLoop(parts: CrawlParts, wake: Wake): Promise<RunEnd> {
  const { settings, store, clock, tally, stop } = parts
  const queue = new PQueue({ concurrency: settings.concurrency })
  const leaseMs =
    settings.limits.requestDeadlineMs.sitemap + settings.limits.handlerTimeoutMs + LEASE_MARGIN_MS
  let broken: { readonly error: unknown } | undefined

  const underWay = (): number => queue.size + queue.pending
  const begin = (entry: ClaimedEntry): void => {
    const turn = queue.add(() => takeTurn(parts, entry))
    turn.then(
      () => wake.ring(),
      (error: unknown) => {
        broken ??= { error }
        wake.ring()
      },
    )
  }

  const waits = new ToldWaits()
  let end: RunEnd | undefined
  while (end === undefined) {
    if (broken || stop.starts.aborted) {
      end = 'stopped'
      break
    }
    const free = settings.concurrency - underWay()
    const pagesLeft = settings.maxPages - tally.delivered - underWay()
    if (free <= 0 || pagesLeft <= 0) {
      if (underWay() === 0) end = (await isAnythingLeft(parts)) ? 'max-pages' : 'done'
      else await wake.wait()
      continue
    }
    const claim = await store.claim({ max: Math.min(free, pagesLeft), leaseMs })
    switch (claim.kind) {
      case 'entries':
        claim.entries.forEach(begin)
        break
      case 'wait': {
        const forMs = claim.untilMs - claim.nowMs
        const { slot, reason, line, untilMs } = claim
        if (waits.isNew(slot, untilMs))
          parts.events.emit('wait', { slot, reason, line, forMs, untilMs: clock.now() + forMs })
        await sleepOrWake(parts, wake, forMs)
        break
      }
      case 'busy':
        await sleepOrWake(parts, wake, claim.untilMs - claim.nowMs)
        break
      case 'empty':
        // Seeds may have been added while the store was looking.
        if (underWay() > 0 || tally.adding > 0) await wake.wait()
        else if (!wake.hasRung()) end = claim.parked > 0 ? 'parked' : 'done'
    }
  }
  await queue.onIdle()
  if (broken) throw broken.error
  return end
}

/** Whether the limit left anything out, or the site was at its end just then. */
async function isAnythingLeft({ store }: CrawlParts): Promise<boolean> {
  for (const kind of ['page', 'sitemap'] as const) {
    const { depth: _depth, 'budget-spent': _budget, ...queued } = (await store.counts(kind)).waiting
    if (Object.values(queued).some((n) => n > 0)) return true
  }
  return false
}

/** Which waits have been told: a loop that wakes for other reasons finds the same one again and again. */
class ToldWaits {
  readonly #untilMs = new Map<string, number>()

  isNew(slot: string, untilMs: number): boolean {
    if (this.#untilMs.get(slot) === untilMs) return false
    if (this.#untilMs.size >= MOST_TOLD) this.#untilMs.clear()
    this.#untilMs.set(slot, untilMs)
    return true
  }
}

const MOST_TOLD = 1_000

async function sleepOrWake({ clock, stop }: CrawlParts, wake: Wake, ms: number): Promise<void> {
  const over = new AbortController()
  const onStop = (): void => over.abort()
  stop.starts.addEventListener('abort', onStop, { once: true })
  await Promise.race([clock.sleep(ms, over.signal), wake.wait(over.signal)])
  stop.starts.removeEventListener('abort', onStop)
  over.abort()
}
