/** How many pages a second, over the last {@link WINDOW_MS}: short enough to show a change, long enough to stand still. */
export class Pace {
  readonly #seen: { readonly atMs: number; readonly count: number }[] = []

  /** Takes in a count that only grows, and says how fast it has grown lately. */
  perSecond(count: number, nowMs: number): number {
    this.#seen.push({ atMs: nowMs, count })
    while (this.#seen.length > 2 && this.#seen[1]!.atMs <= nowMs - WINDOW_MS) this.#seen.shift()
    const first = this.#seen[0]!
    return nowMs > first.atMs ? ((count - first.count) * 1_000) / (nowMs - first.atMs) : 0
  }
}

const WINDOW_MS = 10_000
