// States as small numbers, shared by the stores' columns and files. A file keeps these numbers: append only, never reorder.
import type { FailureReason, RefusalReason, UrlState, WaitingReason } from '../domain/outcome.ts'
import type { EntryKind } from '../ports/store.ts'

const waiting = (reason: WaitingReason): UrlState => ({ kind: 'waiting', reason })
const failed = (reason: FailureReason): UrlState => ({ kind: 'failed', reason })
const refused = (reason: RefusalReason): UrlState => ({ kind: 'refused', reason })

/** Every state; its place is its code. Code 0 is `queued`. */
export const STATES: readonly UrlState[] = [
  waiting('queued'),
  { kind: 'delivered' },
  { kind: 'redirected' },
  waiting('max-pages'),
  waiting('depth'),
  waiting('budget-spent'),
  waiting('origin-gave-up'),
  waiting('robots-unreachable'),
  waiting('rate-limited'),
  waiting('cancelled'),
  refused('disallow-rule'),
  refused('off-scope'),
  refused('blocked-scheme'),
  refused('blocked-address'),
  refused('blocked-credentials'),
  refused('trap-suspected'),
  refused('url-too-long'),
  refused('url-invalid'),
  refused('nofollow'),
  refused('duplicate'),
  failed('dns-failure'),
  failed('connect-timeout'),
  failed('connect-refused'),
  failed('connection-reset'),
  failed('tls-error'),
  failed('headers-timeout'),
  failed('headers-too-large'),
  failed('protocol-error'),
  failed('body-timeout'),
  failed('deadline-exceeded'),
  failed('body-too-large'),
  failed('body-incomplete'),
  failed('decode-error'),
  failed('encoding-refused'),
  failed('content-type-refused'),
  failed('http-status'),
  failed('rate-limited'),
  failed('redirect-limit'),
  failed('redirect-invalid'),
  failed('parse-limit'),
  failed('xml-limit'),
  failed('handler-error'),
]

/** The code of `queued`. */
export const QUEUED = 0

const CODES: ReadonlyMap<string, number> = new Map(
  STATES.map((state, code) => [stateName(state), code]),
)

/** `delivered`, or `kind:reason` such as `refused:disallow-rule`. */
export function stateName(state: UrlState): string {
  return 'reason' in state ? `${state.kind}:${state.reason}` : state.kind
}

/** The code of a state. @throws RangeError if the closed list of outcomes does not hold it */
export function stateCode(state: UrlState): number {
  const code = CODES.get(stateName(state))
  if (code === undefined) throw new RangeError(`No code for the state ${stateName(state)}.`)
  return code
}

/** The state of a code. @throws RangeError for a code that no state has */
export function stateOf(code: number): UrlState {
  const state = STATES[code]
  if (state === undefined) throw new RangeError(`No state has the code ${code}.`)
  return state
}

/** Entry kinds; the place of each is its code. */
export const KINDS: readonly EntryKind[] = ['page', 'sitemap', 'robots']

/** The code of `robots` entries, which may be claimed while their origin is on hold. */
export const ROBOTS = 2

/** The code of a kind: 0 page, 1 sitemap, 2 robots. */
export function kindCode(kind: EntryKind): number {
  return kind === 'page' ? 0 : kind === 'sitemap' ? 1 : ROBOTS
}
