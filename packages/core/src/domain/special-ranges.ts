import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Every range that is special, the first that fits counts. `public` ends the search: an exception within a wider range.
 * `embeds` says that the last 32 bits, or those after the first 16, are an IPv4 address which is what counts.
 *
 * @see IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890)
 */
interface Row {
  readonly cidr: string
  readonly name: string
  readonly kind?: 'public' | 'embeds-at-96' | 'embeds-at-16'
}

const IPV4_RANGES: readonly Row[] = [
  { cidr: '0.0.0.0/8', name: 'this network' },
  { cidr: '10.0.0.0/8', name: 'private network' },
  { cidr: '100.64.0.0/10', name: 'shared address space of providers' },
  { cidr: '127.0.0.0/8', name: 'loopback' },
  { cidr: '168.63.129.16/32', name: 'cloud metadata' },
  { cidr: '169.254.0.0/16', name: 'link-local and cloud metadata' },
  { cidr: '172.16.0.0/12', name: 'private network' },
  { cidr: '192.0.0.0/24', name: 'IETF protocol assignments' },
  { cidr: '192.0.2.0/24', name: 'documentation' },
  { cidr: '192.88.99.0/24', name: '6to4 relays' },
  { cidr: '192.168.0.0/16', name: 'private network' },
  { cidr: '198.18.0.0/15', name: 'benchmarking' },
  { cidr: '198.51.100.0/24', name: 'documentation' },
  { cidr: '203.0.113.0/24', name: 'documentation' },
  { cidr: '224.0.0.0/4', name: 'multicast' },
  { cidr: '255.255.255.255/32', name: 'broadcast' },
  { cidr: '240.0.0.0/4', name: 'reserved' },
]

const IPV6_RANGES: readonly Row[] = [
  { cidr: '::/128', name: 'unspecified' },
  { cidr: '::1/128', name: 'loopback' },
  { cidr: '::ffff:0:0/96', name: 'IPv4 in IPv6', kind: 'embeds-at-96' },
  { cidr: '::/96', name: 'IPv4 in IPv6 (old form)', kind: 'embeds-at-96' },
  { cidr: '64:ff9b::/96', name: 'IPv4 behind NAT64', kind: 'embeds-at-96' },
  { cidr: '64:ff9b:1::/48', name: 'local NAT64' },
  { cidr: '100::/64', name: 'discard' },
  { cidr: '2001::/23', name: 'IETF protocol assignments' },
  { cidr: '2001:db8::/32', name: 'documentation' },
  { cidr: '2002::/16', name: 'IPv4 by 6to4', kind: 'embeds-at-16' },
  { cidr: '3fff::/20', name: 'documentation' },
  { cidr: 'fc00::/7', name: 'unique local network' },
  { cidr: 'fe80::/10', name: 'link-local' },
  { cidr: 'fec0::/10', name: 'site-local' },
  { cidr: 'ff00::/8', name: 'multicast' },
  { cidr: '2000::/3', name: 'global unicast', kind: 'public' },
  // All global unicast addresses are in 2000::/3; the rest is not given out, or for purposes other than hosts.
  { cidr: '::/0', name: 'not global unicast' },
]

interface Range<T extends Address> {
  readonly row: Row
  readonly base: T
  readonly prefixLength: number
}

const IPV4_TABLE: readonly Range<ipaddr.IPv4>[] = IPV4_RANGES.map((row) => {
  const [base, prefixLength] = ipaddr.IPv4.parseCIDR(row.cidr)
  return { row, base, prefixLength }
})

const IPV6_TABLE: readonly Range<ipaddr.IPv6>[] = IPV6_RANGES.map((row) => {
  const [base, prefixLength] = ipaddr.IPv6.parseCIDR(row.cidr)
  return { row, base, prefixLength }
})

/**
 * The special range that an address is in, such as `127.0.0.0/8 (loopback)`, or undefined for an ordinary public address.
 *
 * An IPv4 address inside an IPv6 one is unwrapped and judged. What is no address in plain form (`127.1`, `0x7f.0.0.1`, a
 * name) is special as well: an address that we cannot read is not one we go to.
 *
 * @example
 * specialRange('::ffff:10.0.0.1') // '::ffff:0:0/96 (IPv4 in IPv6), 10.0.0.0/8 (private network)'
 */
export function specialRange(address: string): string | undefined {
  const parsed = parseAddress(address)
  if (parsed === undefined) return 'no IP address in plain form'
  if (parsed instanceof ipaddr.IPv4) return specialIpv4(parsed)
  if (parsed.zoneId !== undefined) return 'an address with a zone, which is of this machine only'
  return specialIpv6(parsed)
}

function specialIpv4(address: ipaddr.IPv4): string | undefined {
  const found = IPV4_TABLE.find(({ base, prefixLength }) => address.match(base, prefixLength))
  const row = found?.row
  return row === undefined ? undefined : `${row.cidr} (${row.name})`
}

function specialIpv6(address: ipaddr.IPv6): string | undefined {
  const found = IPV6_TABLE.find(({ base, prefixLength }) => address.match(base, prefixLength))
  const row = found?.row
  if (row === undefined || row.kind === 'public') return undefined
  const range = `${row.cidr} (${row.name})`
  if (row.kind === undefined) return range
  const at = row.kind === 'embeds-at-96' ? 12 : 2
  const inner = specialIpv4(new ipaddr.IPv4(address.toByteArray().slice(at, at + 4)))
  return inner === undefined ? undefined : `${range}, ${inner}`
}

/** Four decimal parts, or IPv6; the other spellings of IPv4 have been resolved by the URL parser before (HW-NET-04). */
export function parseAddress(address: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  if (address.includes(':') && ipaddr.IPv6.isValid(address))
    return ipaddr.IPv6.parse(address.replace(DOTTED_TAIL, inHex))
  return undefined
}

/** ipaddr.js reads `::a.b.c.d` as `::ffff:a.b.c.d`; in hexadecimal they are told apart. */
const DOTTED_TAIL = /(\d+)\.(\d+)\.(\d+)\.(\d+)(?=$|%)/

function inHex(_tail: string, ...parts: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
