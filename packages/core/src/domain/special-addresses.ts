import ipaddr from 'ipaddr.js'

import { CurtsyError } from '../curtsy-error.ts'

// Where a crawler must not go unless its owner says so: addresses, names and ports that belong to this machine, this
// network or another service. Pure; the gate asks before every connection (HW-NET-01 to 10).

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A range of addresses as the user allowed it. */
export interface AllowedRange {
  /** As it was written, for messages. */
  readonly text: string
  readonly base: Address
  readonly prefixLength: number
}

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

const ALLOWED: TargetVerdict = { allowed: true }

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

type Parsed<T extends Address> = Row & { readonly base: T; readonly prefixLength: number }

const IPV4_TABLE: readonly Parsed<ipaddr.IPv4>[] = IPV4_RANGES.map((row) => {
  const [base, prefixLength] = ipaddr.IPv4.parseCIDR(row.cidr)
  return { ...row, base, prefixLength }
})

const IPV6_TABLE: readonly Parsed<ipaddr.IPv6>[] = IPV6_RANGES.map((row) => {
  const [base, prefixLength] = ipaddr.IPv6.parseCIDR(row.cidr)
  return { ...row, base, prefixLength }
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
  const row = IPV4_TABLE.find(({ base, prefixLength }) => address.match(base, prefixLength))
  return row === undefined ? undefined : `${row.cidr} (${row.name})`
}

function specialIpv6(address: ipaddr.IPv6): string | undefined {
  const row = IPV6_TABLE.find(({ base, prefixLength }) => address.match(base, prefixLength))
  if (row === undefined || row.kind === 'public') return undefined
  const range = `${row.cidr} (${row.name})`
  if (row.kind === undefined) return range
  const at = row.kind === 'embeds-at-96' ? 12 : 2
  const inner = specialIpv4(new ipaddr.IPv4(address.toByteArray().slice(at, at + 4)))
  return inner === undefined ? undefined : `${range}, ${inner}`
}

/** Four decimal parts, or IPv6; the other spellings of IPv4 have been resolved by the URL parser before (HW-NET-04). */
function parseAddress(address: string): Address | undefined {
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

/**
 * The ranges of `allowAddresses`: CIDR (`10.0.0.0/8`, `fd00::/8`) or a single address.
 *
 * @throws CurtsyError CURTSY_OPTION naming the entry that is neither
 */
export function parseCidrs(allowAddresses: readonly string[]): readonly AllowedRange[] {
  return allowAddresses.map((text, index) => parseCidr(text, index))
}

function parseCidr(text: string, index: number): AllowedRange {
  // Options come from JSON files as well.
  const written = typeof text === 'string' ? text : ''
  const [address = '', length, ...rest] = written.trim().split('/')
  const base = parseAddress(address)
  const longest = base instanceof ipaddr.IPv4 ? 32 : 128
  const prefixLength = length === undefined ? longest : Number(length)
  const wellFormed = length === undefined || /^\d{1,3}$/.test(length)
  if (base === undefined || address.includes('%') || rest.length > 0 || !wellFormed)
    throw wrongCidr(text, index, '')
  if (prefixLength > longest)
    throw wrongCidr(text, index, ` Its prefix may be at most ${longest} bits long.`)
  return { text, base, prefixLength }
}

function wrongCidr(text: unknown, index: number, hint: string): CurtsyError {
  const sentence = `Expected allowAddresses[${index}] to be an address or a range such as 127.0.0.1 or 10.0.0.0/8 or fd00::/8, got ${JSON.stringify(text)}.${hint}`
  return new CurtsyError('CURTSY_OPTION', sentence, {
    option: `allowAddresses[${index}]`,
    value: text,
  })
}

/** Whether the user allowed this very address. An IPv4-mapped one (`::ffff:a.b.c.d`) is that IPv4 address. */
export function isAllowed(address: string, allow: readonly AllowedRange[]): boolean {
  const parsed = parseAddress(address)
  if (parsed === undefined) return false
  const spellings: Address[] = [parsed]
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())
    spellings.push(parsed.toIPv4Address())
  return allow.some(({ base, prefixLength }) =>
    spellings.some((one) => one.kind() === base.kind() && one.match(base, prefixLength)),
  )
}

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
    return refusal('', 'no address', 'There is no address to judge, so there is none to contact.')
  for (const address of addresses) {
    const range = isAllowed(address, allow) ? undefined : specialRange(address)
    if (range !== undefined) {
      const sentence = `The address ${address} is special: ${range}. To crawl it all the same, allow it: --allow-address ${address} (option allowAddresses).`
      return refusal(address, range, sentence)
    }
  }
  return ALLOWED
}

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
  if (range === undefined) return ALLOWED
  if (addresses.length > 0 && addresses.every((address) => isAllowed(address, allow)))
    return ALLOWED
  const which = addresses.length === 0 ? 'its addresses' : addresses.join(', ')
  const sentence = `The name ${hostname} is local: ${range}. To crawl it all the same, allow every address it has: ${which} (--allow-address, option allowAddresses).`
  return refusal(hostname, range, sentence)
}

/**
 * Ports from 1024 up that belong to services other than the web: the fetch standard's bad ports, and the databases, caches,
 * queues and administration ports that a forged link would aim at.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORTS: ReadonlyMap<number, string> = new Map([
  [1433, 'SQL Server'],
  [1521, 'Oracle'],
  [1719, 'H.323'],
  [1720, 'H.323'],
  [1723, 'PPTP'],
  [2049, 'NFS'],
  [2181, 'ZooKeeper'],
  [2375, 'Docker'],
  [2376, 'Docker'],
  [2379, 'etcd'],
  [2380, 'etcd'],
  [3306, 'MySQL'],
  [3389, 'remote desktop'],
  [3659, 'Apple SASL'],
  [4045, 'NFS lock'],
  [4190, 'ManageSieve'],
  [5060, 'SIP'],
  [5061, 'SIP'],
  [5432, 'PostgreSQL'],
  [5672, 'AMQP'],
  [5900, 'VNC'],
  [6000, 'X11'],
  [6379, 'Redis'],
  [6566, 'SANE'],
  [6665, 'IRC'],
  [6666, 'IRC'],
  [6667, 'IRC'],
  [6668, 'IRC'],
  [6669, 'IRC'],
  [6679, 'OSAUT'],
  [6697, 'IRC'],
  [9042, 'Cassandra'],
  [9092, 'Kafka'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [10080, 'Amanda'],
  [10250, 'Kubernetes'],
  [11211, 'memcached'],
  [27017, 'MongoDB'],
])

/**
 * Whether a port may be contacted (HW-NET-07): 80, 443, and those from 1024 up that belong to no other service. A port that
 * a seed names is the user's word.
 *
 * @param port as a number, the scheme's default included
 */
export function judgePort(port: number, options: { readonly namedBySeed: boolean }): TargetVerdict {
  if (options.namedBySeed || port === 80 || port === 443) return ALLOWED
  const service = BAD_PORTS.get(port)
  if (port >= 1_024 && service === undefined) return ALLOWED
  const range =
    service === undefined ? 'ports under 1024 other than 80 and 443' : `port of ${service}`
  const sentence = `The port ${port} is not one of the web (${range}). To crawl it all the same, name it in a seed.`
  return refusal(String(port), range, sentence)
}

function refusal(address: string, range: string, message: string): TargetRefusal {
  return { allowed: false, reason: 'blocked-address', address, range, message }
}
