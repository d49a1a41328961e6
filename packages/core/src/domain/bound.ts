/** An instant before which something may not start, and what says so. */
export interface Bound {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** `delay`, `crawl-delay`, `adaptive`, `back-off`, `retry-after`, `robots-unreachable`, `retry` … */
  readonly reason: string
  /** Line of robots.txt, where the reason is `crawl-delay`. */
  readonly line?: number | undefined
}

/** The bound that holds longest; of equal ones the first. */
export function latestBound(first: Bound, ...others: readonly (Bound | undefined)[]): Bound {
  let latest = first
  for (const bound of others) if (bound !== undefined && bound.atMs > latest.atMs) latest = bound
  return latest
}

/** `crawl-delay, robots.txt line 7`: what makes wait, and where it stands. */
export function sourceText({ reason, line }: Pick<Bound, 'reason' | 'line'>): string {
  return line === undefined ? reason : `${reason}, robots.txt line ${line}`
}
