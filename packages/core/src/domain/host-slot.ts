/**
 * The unit of politeness: host and port, where port 80 of http and port 443 of https are one.
 *
 * `http://a.test/` and `https://a.test/` give `a.test`; `http://a.test:8080/` gives `a.test:8080`.
 */
export type HostSlot = string

/** The unit of robots rules: scheme, host and port, as the WHATWG URL serialises an origin. */
export type Origin = string

/** Gives the host slot of `url`: the two ports of the web are one, whichever scheme they are asked by. */
export function hostSlotOf(url: URL): HostSlot {
  return url.port === '80' || url.port === '443' ? url.hostname : url.host
}

/** The origins that share a slot. */
export function originsOf(slot: HostSlot): readonly Origin[] {
  const usual = [`http://${slot}`, `https://${slot}`]
  return /:\d+$/.test(slot) ? usual : [...usual, `http://${slot}:443`, `https://${slot}:80`]
}
