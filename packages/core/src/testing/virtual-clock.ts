import { CurtsyError } from '../curtsy-error.ts'
import type { Clock } from '../ports/clock.ts'

/** A clock that stands still until everything waits, and then jumps to the next instant that somebody waits for. */
export interface VirtualClock extends Clock {
  /**
   * Runs time until `promise` settles, and gives what it gives.
   *
   * @throws CurtsyError CURTSY_STALLED when the promise waits for something that no sleeper will bring about
   */
  run<T>(promise: Promise<T>): Promise<T>
  /** Moves time on by `ms`, waking sleepers in order, and lets them act. */
  advance(ms: number): Promise<void>
  /** How many sleep now. */
  readonly sleeping: number
}

interface Sleeper {
  readonly atMs: number
  readonly order: number
  /** Woken or aborted: the heap drops it when it comes to the top. */
  gone: boolean
  wake(): void
}

/**
 * Time for tests: no real waiting, exact instants.
 *
 * @param startMs the first `now()`; 0 by default, so that instants read as offsets
 * @example
 * const clock = virtualClock()
 * await clock.run(clock.sleep(60_000))
 * clock.now() // => 60000
 */
export function virtualClock(startMs = 0): VirtualClock {
  let nowMs = startMs
  let order = 0
  const sleepers = new SleeperHeap()

  async function wakeNext(untilMs: number): Promise<boolean> {
    const next = sleepers.first()
    if (next === undefined || next.atMs > untilMs) return false
    nowMs = Math.max(nowMs, next.atMs)
    sleepers.remove(next)
    next.wake()
    await settled()
    return true
  }

  return {
    now: () => nowMs,
    get sleeping() {
      return sleepers.size
    },
    sleep(ms, signal) {
      if (signal?.aborted || !(ms > 0)) return Promise.resolve()
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          atMs: nowMs + ms,
          order: order++,
          gone: false,
          wake() {
            signal?.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        const onAbort = (): void => {
          sleepers.remove(sleeper)
          resolve()
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        sleepers.add(sleeper)
      })
    },
    async run(promise) {
      const state = { over: false }
      const end = (): void => {
        state.over = true
      }
      promise.then(end, end)
      await settled()
      while (!state.over) {
        if (!(await wakeNext(Infinity)) && !state.over)
          await patience(() => state.over || sleepers.size > 0)
      }
      return promise
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await settled()
      while (await wakeNext(untilMs));
      nowMs = untilMs
    },
  }
}

/** Somebody who never stops asking for another turn does not hold up time for ever. */
const MOST_TURNS = 100_000

/**
 * Lets everything run that can run without time passing: microtasks, work that gives way to the event loop between its slices, and
 * files that are being read. Work on other threads (decompression) is not seen.
 */
async function settled(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (!process.getActiveResourcesInfo().some(isAtWork)) return
  }
}

function isAtWork(resource: string): boolean {
  return resource === 'Immediate' || resource.startsWith('FSReq')
}

const STALL_TURNS = 2_000

/** Nobody sleeps: real work (a file, a decompressor on another thread) may still be on its way. Gives it real time, bounded. */
async function patience(changed: () => boolean): Promise<void> {
  for (let turn = 0; turn < STALL_TURNS; turn++) {
    if (changed()) return
    await (turn < 100 ? settled() : new Promise<void>((resolve) => setTimeout(resolve, 1)))
  }
  if (changed()) return
  throw new CurtsyError(
    'CURTSY_STALLED',
    'The virtual clock cannot go on: the promise is pending, and nobody sleeps. Something waits for what will never come.',
  )
}

/** Binary heap by instant, then by order of going to sleep. */
class SleeperHeap {
  readonly #items: Sleeper[] = []
  #live = 0

  get size(): number {
    return this.#live
  }

  add(sleeper: Sleeper): void {
    const items = this.#items
    this.#live++
    let at = items.push(sleeper) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(sleeper, items[parent] as Sleeper)) break
      items[at] = items[parent] as Sleeper
      at = parent
    }
    items[at] = sleeper
  }

  first(): Sleeper | undefined {
    while (this.#items[0]?.gone) this.#pop()
    return this.#items[0]
  }

  remove(sleeper: Sleeper): void {
    if (sleeper.gone) return
    sleeper.gone = true
    this.#live--
  }

  #pop(): void {
    const items = this.#items
    const last = items.pop() as Sleeper
    if (items.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (
        child + 1 < items.length &&
        isBefore(items[child + 1] as Sleeper, items[child] as Sleeper)
      )
        child++
      if (!isBefore(items[child] as Sleeper, last)) break
      items[at] = items[child] as Sleeper
      at = child
    }
    items[at] = last
  }
}

function isBefore(a: Sleeper, b: Sleeper): boolean {
  return a.atMs !== b.atMs ? a.atMs < b.atMs : a.order < b.order
}
