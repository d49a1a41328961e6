/** A rule as it stands in the file. */
export interface RobotsRule {
  readonly kind: 'allow' | 'disallow'
  /** As written, decoded as UTF-8. */
  readonly pattern: string
  /** From 1. */
  readonly line: number
}

/**
 * Why a URL may or may not be fetched. The last two say that there are no rules to ask: the server answered that there is no file
 * (`unavailable`, allowed), or did not answer usably (`unreachable`, not allowed). They come from the cache, never from a file.
 */
export type RobotsReason =
  | 'allow-rule'
  | 'disallow-rule'
  | 'no-matching-rule'
  | 'no-matching-group'
  | 'robots-txt'
  | 'unavailable'
  | 'unreachable'

/** The answer for one URL and crawler. `rule` is there where one decided; under `google` it may be a rule without a pattern. */
export interface RobotsVerdict {
  readonly allowed: boolean
  readonly reason: RobotsReason
  readonly rule?: RobotsRule
}
