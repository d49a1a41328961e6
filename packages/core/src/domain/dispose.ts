// Step 8 of docs/architecture.md: what an answer means for the URL. Pure: deliver, redirect, retry or drop.
import type { FailureReason } from './outcome.ts'
import type { ContactHealth } from './politeness.ts'

/** What came back, as far as the decision needs it. */
export type Answer =
  | { readonly kind: 'response'; readonly status: number; readonly location: string | undefined }
  | { readonly kind: 'failure'; readonly reason: FailureReason; readonly message: string }

export type Disposition =
  | { readonly kind: 'deliver' }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'retry'; readonly reason: FailureReason; readonly message: string }
  | { readonly kind: 'drop'; readonly reason: FailureReason; readonly message: string }

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308])
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
const RETRIED_FAILURES: ReadonlySet<FailureReason> = new Set([
  'dns-failure',
  'connect-timeout',
  'connect-refused',
  'connection-reset',
  'headers-timeout',
  'body-timeout',
  'body-incomplete',
])
const TIMEOUTS: ReadonlySet<FailureReason> = new Set([
  'connect-timeout',
  'headers-timeout',
  'body-timeout',
  'deadline-exceeded',
])
/** The body was not to our taste, but the host answered in order. */
const HEALTHY_FAILURES: ReadonlySet<FailureReason> = new Set([
  'headers-too-large',
  'body-too-large',
  'decode-error',
  'encoding-refused',
  'content-type-refused',
  'parse-limit',
  'xml-limit',
])

/**
 * Judges an answer to a page or sitemap request.
 *
 * 2xx is delivered, but 206 (a part nobody asked for); a 3xx with a Location is a redirect; 408, 425, 429, 500, 502, 503, 504 and
 * broken connections are tried again until `retriesLeft` is 0; the rest is dropped with its reason.
 */
export function dispose(answer: Answer, retriesLeft: number): Disposition {
  if (answer.kind === 'failure')
    return again(RETRIED_FAILURES.has(answer.reason), retriesLeft, answer)
  const { status, location } = answer
  if (status === 206)
    return drop('protocol-error', 'Status 206: a part of a page that nobody asked for.')
  if (bringsPage(status)) return { kind: 'deliver' }
  if (status === 304)
    return drop('protocol-error', 'Status 304 to a request that was not conditional.')
  if (status >= 300 && status < 400) {
    if (REDIRECTS.has(status) && location !== undefined && location !== '')
      return { kind: 'redirect', location }
    return drop('redirect-invalid', `Status ${status} without a usable Location.`)
  }
  if (status === 429)
    return again(true, retriesLeft, {
      reason: 'rate-limited',
      message: 'Status 429: the site asks for fewer requests.',
    })
  return again(RETRIED_STATUS.has(status), retriesLeft, {
    reason: 'http-status',
    message: `Status ${status}.`,
  })
}

/** Whether the answer of this status has a body worth reading: 2xx, but not a part that nobody asked for. */
export function bringsPage(status: number): boolean {
  return status >= 200 && status < 300 && status !== 206
}

function again(
  retried: boolean,
  retriesLeft: number,
  { reason, message }: { readonly reason: FailureReason; readonly message: string },
): Disposition {
  return retried && retriesLeft > 0 ? { kind: 'retry', reason, message } : drop(reason, message)
}

function drop(reason: FailureReason, message: string): Disposition {
  return { kind: 'drop', reason, message }
}

/** What the answer says about the host itself; see `nextContact`. */
export function contactHealth(answer: Answer): ContactHealth {
  if (answer.kind === 'response') {
    if (answer.status === 429 || answer.status === 503) return 'slow-down'
    return answer.status >= 500 ? 'failing' : 'healthy'
  }
  if (TIMEOUTS.has(answer.reason)) return 'slow-down'
  // A plugin of the user's failed, not the host.
  if (answer.reason === 'handler-error') return 'unknown'
  return HEALTHY_FAILURES.has(answer.reason) ? 'healthy' : 'failing'
}
