/** Whether a target may be contacted; a no says which rule and why, in words. */
export type TargetVerdict = { readonly allowed: true } | TargetRefusal

export interface TargetRefusal {
  readonly allowed: false
  readonly reason: 'blocked-address'
  /** The address, name or port that is refused. */
  readonly address: string
  /** The range or rule that it falls under, such as `10.0.0.0/8 (private network)`. */
  readonly range: string
  /** One sentence for the user, with what to do. */
  readonly message: string
}

export const TARGET_ALLOWED: TargetVerdict = { allowed: true }

export function targetRefusal(address: string, range: string, message: string): TargetRefusal {
  return { allowed: false, reason: 'blocked-address', address, range, message }
}
