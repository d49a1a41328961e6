// The closed list of reasons: what the report, the audit log, `explain` and the events may say of a URL that was not delivered.

/** No request was made, and none will be, for this URL. */
export type RefusalReason =
  | 'disallow-rule'
  | 'off-scope'
  | 'blocked-scheme'
  | 'blocked-address'
  | 'blocked-credentials'
  | 'trap-suspected'
  | 'url-too-long'
  | 'url-invalid'
  | 'nofollow'
  | 'duplicate'

/** A request was made (or could not be completed) and no further attempt follows. */
export type FailureReason =
  | 'dns-failure'
  | 'connect-timeout'
  | 'connect-refused'
  | 'connection-reset'
  | 'tls-error'
  | 'headers-timeout'
  | 'headers-too-large'
  | 'protocol-error'
  | 'body-timeout'
  | 'deadline-exceeded'
  | 'body-too-large'
  | 'body-incomplete'
  | 'decode-error'
  | 'encoding-refused'
  | 'content-type-refused'
  | 'http-status'
  | 'rate-limited'
  | 'redirect-limit'
  | 'redirect-invalid'
  | 'parse-limit'
  | 'xml-limit'
  | 'handler-error'

/** Still queued: a limit of the run, patience, or a stop left it for the next run. */
export type WaitingReason =
  | 'queued'
  | 'max-pages'
  | 'depth'
  | 'budget-spent'
  | 'origin-gave-up'
  | 'robots-unreachable'
  | 'rate-limited'
  | 'cancelled'

/** The two that end a run. */
type StorageReason = 'storage-full' | 'state-corrupt'

/** Any reason that can stand beside a URL. */
export type Reason = RefusalReason | FailureReason | WaitingReason | StorageReason

/** The state of a discovered URL. Each is in exactly one; the five add up to `discovered`. */
export type UrlState =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'redirected' }
  | { readonly kind: 'failed'; readonly reason: FailureReason }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'waiting'; readonly reason: WaitingReason }
