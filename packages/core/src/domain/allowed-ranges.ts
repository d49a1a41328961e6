import ipaddr from 'ipaddr.js'

import { CurtsyError } from '../curtsy-error.ts'
import { parseAddress } from './special-ranges.ts'
import type { Address } from './special-ranges.ts'

/** A range of addresses as the user allowed it. */
export interface AllowedRange {
  /** As it was written, for messages. */
  readonly text: string
  readonly base: Address
  readonly prefixLength: number
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
