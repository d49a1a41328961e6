// Crawl-delay is not in RFC 9309; its meaning here is Bing's: positive seconds, the largest of several values.

/** Seconds asked for on one line. */
export interface CrawlDelay {
  readonly seconds: number
  readonly line: number
  /** Whose value it is: the group's own, or that of `*`, which holds beside a group without a valid one. */
  readonly from: 'group' | 'default'
}

const DECIMAL = /^\d*\.?\d+\.?(?:e[+-]?\d+)?$/i

/**
 * Seconds as written, or undefined where that is no positive decimal number. A fraction is kept: dropping it would be faster than
 * asked. A number beyond all measure stays a number, the largest safe integer.
 */
export function crawlDelaySeconds(value: string): number | undefined {
  if (!DECIMAL.test(value)) return undefined
  const seconds = Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  return seconds > 0 ? seconds : undefined
}

/** True for what Bing takes: whole seconds from 1 to 30. */
export function isBingDelay(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 30
}
