import { isAllowed } from './allowed-ranges.ts'
import type { AllowedRange } from './allowed-ranges.ts'
import { TARGET_ALLOWED, targetRefusal } from './target-verdict.ts'
import type { TargetVerdict } from './target-verdict.ts'

/** Names that lead to this machine, this network or the inside of a data centre, whatever they resolve to. */
const LOCAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['localhost', 'this machine'],
  ['ip6-localhost', 'this machine'],
  ['ip6-loopback', 'this machine'],
  ['metadata', 'cloud metadata'],
  ['instance-data', 'cloud metadata'],
  ['metadata.azure.com', 'cloud metadata'],
  ['metadata.packet.net', 'cloud metadata'],
  ['metadata.platformequinix.com', 'cloud metadata'],
  ['metadata.tencentyun.com', 'cloud metadata'],
])

/** Ends of local names: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's reservation of internal. */
const LOCAL_SUFFIXES: readonly (readonly [suffix: string, why: string])[] = [
  ['localhost', 'this machine'],
  ['localdomain', 'this network'],
  ['local', 'this network'],
  ['internal', 'an internal network'],
  ['home.arpa', 'this network'],
]

/** Why a name is local (`*.internal (an internal network)`), or undefined. */
export function localNameRule(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const why = LOCAL_NAMES.get(name)
  if (why !== undefined) return `${name} (${why})`
  const found = LOCAL_SUFFIXES.find(([suffix]) => name === suffix || name.endsWith(`.${suffix}`))
  return found === undefined ? undefined : `*.${found[0]} (${found[1]})`
}

/**
 * Whether a host may be contacted by this name (HW-NET-09). A local name is refused, unless there are addresses and every
 * one of them is in `allow`; before resolving, call it with no addresses to learn whether resolving is worth it: with an
 * empty `allow` it never is.
 */
export function judgeHostName(
  hostname: string,
  addresses: readonly string[],
  allow: readonly AllowedRange[],
): TargetVerdict {
  const range = localNameRule(hostname)
  if (range === undefined) return TARGET_ALLOWED
  if (addresses.length > 0 && addresses.every((address) => isAllowed(address, allow)))
    return TARGET_ALLOWED
  const which = addresses.length === 0 ? 'its addresses' : addresses.join(', ')
  const sentence = `The name ${hostname} is local: ${range}. To crawl it all the same, allow every address it has: ${which} (--allow-address, option allowAddresses).`
  return targetRefusal(hostname, range, sentence)
}
