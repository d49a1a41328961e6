/**
 * The unit of politeness: host and port, where port 80 of http and port 443 of https are one.
 *
 * `http://a.test/` and `https://a.test/` give `a.test`; `http://a.test:8080/` gives `a.test:8080`.
 */
export type HostSlot = string

/** The unit of robots rules: scheme, host and port, as the WHATWG URL serialises an origin. */
export type Origin = string

/** Gives the host slot of `url`. `URL.host` leaves out the default port of the scheme, which is just the rule. */
export function hostSlotOf(url: URL): HostSlot {
  return url.host
}
