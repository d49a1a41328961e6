/**
 * Every code a {@link CurtsyError} can carry. What the web does is never an error of this kind: it is an outcome
 * (`domain/outcome.ts`). These are mistakes of the caller, of a plugin, or of the machine's storage.
 */
export type CurtsyErrorCode =
  | 'CURTSY_OPTION' // an option has a wrong type or value
  | 'CURTSY_USER_AGENT' // the user agent names no product token or no way to reach its owner
  | 'CURTSY_SEED' // a seed is not an absolute http(s) URL
  | 'CURTSY_PLUGIN' // a plugin threw; `cause` has what it threw
  | 'CURTSY_HANDLER' // a page handler threw or took too long
  | 'CURTSY_PAGE' // a page was asked for what it cannot give (`page.$` of a picture)
  | 'CURTSY_STATE' // a method was called at a time when it cannot work
  | 'CURTSY_STALLED' // a run can never go on: something waits for what no one will do
  | 'CURTSY_STORE_FORMAT' // the file is not a store, is corrupt, or is from a newer version
  | 'CURTSY_STORE_BUSY' // another process writes to this store
  | 'CURTSY_STORE_MISMATCH' // the store belongs to another crawl (seeds, scope or agent differ)
  | 'CURTSY_STORE_FULL' // no space, read-only, or a quota
  | 'CURTSY_STORE_LOST' // the store does not answer any more

/** An error with a stable code. `details` holds what the sentence names (value, limit, plugin, hook, url). */
export class CurtsyError extends Error {
  override readonly name = 'CurtsyError'
  readonly code: CurtsyErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: CurtsyErrorCode,
    message: string,
    details: { readonly cause?: unknown; readonly [name: string]: unknown } = {},
  ) {
    const { cause, ...rest } = details
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = rest
  }
}
