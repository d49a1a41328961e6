// What the fixture web saw of each request, for tests that compare it with what the crawl says of itself.

/**
 * One request. Times are epoch milliseconds of a clock that never goes back, with fractions.
 *
 * `startMs` is taken when the head of the request has been read, `endMs` just before the last byte of the answer is written. A gap
 * between the two is therefore never smaller than the client's own, and a check of it needs no tolerance.
 */
export interface RequestRecord {
  readonly host: string
  /** Path and query as sent. */
  readonly path: string
  readonly method: string
  /** The loopback address the client connected to. */
  readonly address: string
  readonly userAgent: string
  readonly startMs: number
  /** Undefined while the answer is on its way. */
  readonly endMs: number | undefined
  /** Undefined while the answer is on its way, or where the client left before the head of it. */
  readonly status: number | undefined
  /** The client left before the last byte. */
  readonly aborted: boolean
}

/** A record that is still being written. */
export type OpenRecord = { -readonly [Name in keyof RequestRecord]: RequestRecord[Name] }

/** The time of the log. */
export function logTime(): number {
  return performance.timeOrigin + performance.now()
}
