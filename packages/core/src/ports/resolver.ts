/**
 * Name resolution as a port (design: one gate, one resolver), so that addresses are known, pinned and testable.
 *
 * Answers every address of `hostname`, in order of preference, as text (`192.0.2.1`, `2001:db8::1`). Rejects, or answers an
 * empty list, when the name does not resolve: the request then fails as `dns-failure`. Called with names only; a literal
 * address never reaches it.
 */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<readonly string[]>
