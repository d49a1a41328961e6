// Time that user code takes: handlers and plugins may be slow, but neither hang a run nor hold up its end.
import type { CrawlParts } from './parts.ts'

/** The run has stopped and its grace is over: what user code would still bring does not count. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'

  constructor() {
    super('The run has stopped.')
  }
}

/**
 * What `work` gives, if it comes within `limitMs` and before the grace of a stopped run is over (HW-DOC-12, HW-SYS-01).
 *
 * @throws what `work` throws, what `tooLate` makes, or {@link BrokenOff}
 */
export async function withinTime<T>(
  parts: Pick<CrawlParts, 'clock' | 'stop'>,
  limitMs: number,
  work: PromiseLike<T>,
  tooLate: () => Error,
): Promise<T> {
  if (!parts.stop.requests.aborted) {
    const outcome = await headStart(work)
    if (outcome !== undefined) return outcome.value
  }
  return watched(parts, limitMs, work, tooLate)
}

/** Microtasks that work gets before a timer is set for it: most handlers wait for nothing, and a timer costs more than they do. */
const HEAD_START = 4

async function headStart<T>(work: PromiseLike<T>): Promise<{ readonly value: T } | undefined> {
  const outcome = work.then((value) => ({ value }))
  let soon: Promise<undefined> = Promise.resolve(undefined)
  for (let turn = 0; turn < HEAD_START; turn += 1) soon = soon.then(() => undefined)
  return Promise.race([outcome, soon])
}

/** Any reason will do; without one each abort makes an error with a stack. */
const OVER = 'over'

async function watched<T>(
  { clock, stop }: Pick<CrawlParts, 'clock' | 'stop'>,
  limitMs: number,
  work: PromiseLike<T>,
  tooLate: () => Error,
): Promise<T> {
  const over = new AbortController()
  const late = async (): Promise<never> => {
    await clock.sleep(limitMs, over.signal)
    if (over.signal.aborted) return undefined as never // the race is over
    throw tooLate()
  }
  let onStop: (() => void) | undefined
  const stopped = new Promise<never>((_, reject) => {
    onStop = () => {
      reject(new BrokenOff())
    }
    if (stop.requests.aborted) onStop()
    else stop.requests.addEventListener('abort', onStop, { once: true })
  })
  try {
    return await Promise.race([work, late(), stopped])
  } finally {
    over.abort(OVER)
    if (onStop) stop.requests.removeEventListener('abort', onStop)
  }
}
