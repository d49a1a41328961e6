import type { FailureReason } from './outcome.ts'

/** How reading a sitemap ended that the transport broke off. */
export interface BrokenOff {
  readonly reason: FailureReason
  /** URLs that were read before. */
  readonly urls: number
  /** Decoded. */
  readonly bytes: number
  readonly wireBytes: number
}

/**
 * Whether a sitemap was cut at the byte limit and counts up to there (HW-MAP-04), as where its reader stops by itself.
 *
 * One that held no URL before has failed, and so has a bomb, whatever it held at its start (HW-ENC-09).
 */
export function isCutSitemap(
  { reason, urls, bytes, wireBytes }: BrokenOff,
  maxDecodeRatio: number,
): boolean {
  return reason === 'body-too-large' && urls > 0 && bytes <= maxDecodeRatio * wireBytes
}
