import type { Clock } from '../ports/clock.ts'
import type { Resolve } from '../ports/resolver.ts'

export interface CachingResolverOptions {
  readonly clock: Clock
  /** How long one lookup may take, in milliseconds. Default 5,000. */
  readonly dnsTimeoutMs?: number
  /** How long addresses are remembered, in milliseconds. Default, and at most, 60,000. */
  readonly ttlMs?: number
  /** How long it is remembered that a name does not resolve, in milliseconds. Default 10,000. */
  readonly failureTtlMs?: number
  /** How many names are remembered; the one asked for least recently goes first. Default 10,000. */
  readonly maxEntries?: number
}

type Answer =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'failure'; readonly error: Error }

interface Remembered {
  readonly answer: Answer
  readonly untilMs: number
}

const LONGEST_TTL_MS = 60_000

/**
 * Wraps a resolver: answers are remembered for a while, a name asked for by many at once is looked up once, and a lookup
 * that takes longer than `dnsTimeoutMs` rejects.
 *
 * An empty answer counts as a failure and is remembered as one, but stays an empty answer. A caller that aborts stops
 * waiting; the lookup goes on for the others.
 *
 * @example
 * const resolve = cachingResolver(systemResolver(), { clock: realClock() })
 * const addresses = await resolve('example.com')
 */
export function cachingResolver(resolve: Resolve, options: CachingResolverOptions): Resolve {
  const { clock, dnsTimeoutMs = 5_000, failureTtlMs = 10_000, maxEntries = 10_000 } = options
  const ttlMs = Math.min(options.ttlMs ?? LONGEST_TTL_MS, LONGEST_TTL_MS)
  // A Map keeps its order, so the first key is the one asked for least recently.
  const remembered = new Map<string, Remembered>()
  const running = new Map<string, Promise<Answer>>()

  const remember = (hostname: string, answer: Answer): void => {
    const good = answer.kind === 'addresses' && answer.addresses.length > 0
    remembered.delete(hostname)
    remembered.set(hostname, { answer, untilMs: clock.now() + (good ? ttlMs : failureTtlMs) })
    if (remembered.size <= maxEntries) return
    const [eldest] = remembered.keys()
    if (eldest !== undefined) remembered.delete(eldest)
  }

  const recall = (hostname: string): Answer | undefined => {
    const entry = remembered.get(hostname)
    if (entry === undefined) return undefined
    remembered.delete(hostname)
    if (clock.now() >= entry.untilMs) return undefined
    remembered.set(hostname, entry)
    return entry.answer
  }

  const lookUp = async (hostname: string): Promise<Answer> => {
    const answer = await lookUpInTime(resolve, hostname, clock, dnsTimeoutMs)
    remember(hostname, answer)
    running.delete(hostname)
    return answer
  }

  return async (hostname, signal) => {
    signal?.throwIfAborted()
    let answer = recall(hostname)
    if (answer === undefined) {
      let flight = running.get(hostname)
      if (flight === undefined) {
        flight = lookUp(hostname)
        running.set(hostname, flight)
      }
      answer = await unlessAborted(flight, signal)
    }
    if (answer.kind === 'failure') throw answer.error
    return answer.addresses
  }
}

/** One lookup as a value, never a rejection; the loser of the race against the clock is told to stop. */
async function lookUpInTime(
  resolve: Resolve,
  hostname: string,
  clock: Clock,
  timeoutMs: number,
): Promise<Answer> {
  const over = new AbortController()
  const late = clock.sleep(timeoutMs, over.signal).then((): Answer => {
    const sentence = `No answer for the name "${hostname}" within ${timeoutMs} ms (dnsTimeoutMs).`
    return { kind: 'failure', error: Object.assign(new Error(sentence), { code: 'ETIMEOUT' }) }
  })
  const found = Promise.resolve()
    .then(() => resolve(hostname, over.signal))
    .then(
      (addresses): Answer => ({ kind: 'addresses', addresses }),
      (error: unknown): Answer => ({
        kind: 'failure',
        error: error instanceof Error ? error : new Error(String(error)),
      }),
    )
  const answer = await Promise.race([found, late])
  over.abort()
  return answer
}

/** The flight's answer, or the signal's reason as a rejection, whichever comes first. */
function unlessAborted<T>(flight: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return flight
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    void flight.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
