import { isAllowed } from './allowed-ranges.ts'
import type { AllowedRange } from './allowed-ranges.ts'
import { specialRange } from './special-ranges.ts'
import { TARGET_ALLOWED, targetRefusal } from './target-verdict.ts'
import type { TargetVerdict } from './target-verdict.ts'

// Where a crawler must not go unless its owner says so: addresses, names and ports that belong to this machine, this
// network or another service. Pure; the gate asks before every connection (HW-NET-01 to 10). What the gate needs is here:

export { isAllowed, parseCidrs } from './allowed-ranges.ts'
export type { AllowedRange } from './allowed-ranges.ts'
export { judgeHostName, localNameRule } from './local-names.ts'
export { specialRange } from './special-ranges.ts'
export type { TargetVerdict } from './target-verdict.ts'
export { judgePort } from './web-ports.ts'

/**
 * Whether a host may be contacted at the addresses that its name resolves to. One special address among them refuses the
 * name (HW-NET-03), unless it is in `allow`.
 *
 * @example
 * judgeAddresses(['192.0.2.7', '10.0.0.1'], parseCidrs([]))
 */
export function judgeAddresses(
  addresses: readonly string[],
  allow: readonly AllowedRange[],
): TargetVerdict {
  if (addresses.length === 0)
    return targetRefusal(
      '',
      'no address',
      'There is no address to judge, so there is none to contact.',
    )
  for (const address of addresses) {
    const range = isAllowed(address, allow) ? undefined : specialRange(address)
    if (range !== undefined) {
      const sentence = `The address ${address} is special: ${range}. To crawl it all the same, allow it: --allow-address ${address} (option allowAddresses).`
      return targetRefusal(address, range, sentence)
    }
  }
  return TARGET_ALLOWED
}
