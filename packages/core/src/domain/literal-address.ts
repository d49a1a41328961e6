/** The address a host is written as (`192.0.2.1`, `2001:db8::1` without brackets), or undefined for a name. Wants a WHATWG hostname. */
export function literalAddress(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  // WHATWG parsing has turned every numeric spelling into four decimal parts (HW-NET-04).
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : undefined
}
