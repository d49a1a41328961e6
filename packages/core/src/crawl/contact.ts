// Step 7 of docs/architecture.md: the one gate in front of every socket. Whatever is requested, for whatever purpose, comes through
// `contact`: where the URL leads, whether that address may be contacted and is free, which credentials go along, whether the newest rules
// and clocks still let it start, and whether the run still starts anything. Scope has been judged by the turn just before.
import { judgeWhere } from '../domain/admission.ts'
import { literalAddress } from '../domain/literal-address.ts'
import { judgeAddresses, judgeHostName } from '../domain/special-addresses.ts'
import type { AllowedRange } from '../domain/special-addresses.ts'
import type { Limits } from '../domain/limits.ts'
import type { ClaimedEntry, HostState } from '../ports/store.ts'
import type {
  RequestKind,
  TransportFailure,
  TransportLimits,
  TransportResult,
} from '../ports/transport.ts'
import { messageOf } from './events.ts'
import { tellParked } from './finish.ts'
import type { DemandedDelay } from './host-clocks.ts'
import type { CrawlParts } from './parts.ts'
import { throughPlugins } from './plugin-fetch.ts'
import type { Permit, SlotCrawlDelay } from './robots-rules.ts'

export type ContactResult =
  | {
      readonly kind: 'answered'
      readonly response: Response
      readonly address: string | undefined
      readonly demanded: DemandedDelay
    }
  | {
      readonly kind: 'failed'
      readonly failure: TransportFailure
      readonly startMs: number
      readonly endMs: number
      readonly address: string | undefined
      readonly demanded: DemandedDelay
    }
  /** No request was made, and none may be. */
  | { readonly kind: 'refused'; readonly reason: 'blocked-address'; readonly message: string }
  | NotNow

/** No request was made now: the address is busy, a newer rule or clock wants to judge, or the run stops. */
export interface NotNow {
  readonly kind: 'not-now'
  /** The host's clock, where it was told to wait since the claim: the store shall know, so that it does not claim again at once. */
  readonly host?: HostState
}

type Response = Extract<TransportResult, { kind: 'response' }>

const ACCEPT: Readonly<Record<RequestKind, string>> = {
  page: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  robots: 'text/plain,*/*;q=0.8',
  sitemap: 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.8',
}

/**
 * Makes one request of the claimed entry's host slot, if the gate lets it.
 *
 * @param permit the rules that let the URL pass; for robots.txt itself, that it is still to be asked for
 */
export async function contact(
  parts: CrawlParts,
  entry: ClaimedEntry,
  url: URL,
  kind: RequestKind,
  permit: Permit,
): Promise<ContactResult> {
  const demanded = parts.hosts.demanded(entry.slot)
  const startedMs = parts.clock.now()
  const found = await findAddress(parts, entry, url)
  if (found.kind === 'failed') {
    if (parts.stop.starts.aborted) return { kind: 'not-now' }
    return {
      kind: 'failed',
      failure: found.failure,
      startMs: startedMs,
      endMs: parts.clock.now(),
      address: undefined,
      demanded,
    }
  }
  if (found.kind !== 'address') return found
  const { address } = found
  const request = {
    url,
    kind,
    method: 'GET',
    headers: headersFor(parts, url, kind),
    attempt: entry.attempt,
  } as const
  const result = await throughPlugins(parts, request, async (headers) => {
    if (address !== undefined) {
      // Right before the contact, also where the claim has reserved it: its clock counts from here.
      const pin = await parts.store.pin(entry.lease, address)
      if (pin.kind === 'busy') return { kind: 'not-now' }
    }
    let no: NotNow | undefined
    let started = false
    // Names, plugins, the store and the connection have taken their time: what was true at the claim is asked again, right before
    // the request is written.
    const mayStart = async (): Promise<boolean> => {
      const crawlDelay = await parts.rules.crawlDelay(entry.slot)
      await parts.hosts.spaceStarts(entry.slot, address, parts.stop.starts)
      no = whyNotNow(parts, entry, permit, crawlDelay)
      if (no !== undefined) return false
      started = true
      parts.hosts.start(entry.slot, entry.lease)
      if (kind !== 'robots') parts.rules.used(url.origin)
      return true
    }
    const sent = await parts.transport.send({
      mayStart,
      kind,
      url,
      method: 'GET',
      headers: { ...headers, 'user-agent': parts.settings.identity.userAgent },
      ...(address === undefined ? {} : { address }),
      limits: limitsFor(parts.settings.limits, kind),
      signal: parts.stop.requests,
    })
    // Broken off by the stop before it was written: no request was made.
    if (!started && sent.kind === 'failure' && parts.stop.requests.aborted)
      return no ?? { kind: 'not-now' }
    return no ?? sent
  })
  if (result.kind === 'not-now') return result
  if (result.kind === 'response')
    return { kind: 'answered', response: result, address: result.address ?? address, demanded }
  const { failure, startMs, endMs } = result
  return { kind: 'failed', failure, startMs, endMs, address: result.address ?? address, demanded }
}

type Found =
  | { readonly kind: 'address'; readonly address: string | undefined }
  | { readonly kind: 'failed'; readonly failure: TransportFailure }
  | Extract<ContactResult, { kind: 'refused' }>

/** Resolves and judges. The address found is the only one that the socket may be connected to (HW-NET-02). */
async function findAddress(parts: CrawlParts, entry: ClaimedEntry, url: URL): Promise<Found> {
  const { rules } = parts.candidates
  // Most have been judged at admission; a redirect hop of a robots.txt has not.
  const where = judgeWhere(url, rules)
  if (where !== undefined) return { kind: 'refused', reason: 'blocked-address', message: where }
  const literal = literalAddress(url.hostname)
  if (literal !== undefined) return judged(url.hostname, [literal], rules.allow, 0)
  if (parts.resolve === undefined) return { kind: 'address', address: undefined }
  try {
    const addresses = await parts.resolve(url.hostname, parts.stop.starts)
    if (addresses.length > 0) return judged(url.hostname, addresses, rules.allow, entry.attempt)
    return {
      kind: 'failed',
      failure: { reason: 'dns-failure', message: `${url.hostname} has no address.` },
    }
  } catch (cause) {
    const message = `${url.hostname} does not resolve: ${messageOf(cause)}`
    return { kind: 'failed', failure: { reason: 'dns-failure', message, cause } }
  }
}

/** Any special address among the answers refuses the name (HW-NET-03). A later attempt takes the next address. */
function judged(
  hostname: string,
  addresses: readonly string[],
  allow: readonly AllowedRange[],
  attempt: number,
): Found {
  for (const verdict of [
    judgeHostName(hostname, addresses, allow),
    judgeAddresses(addresses, allow),
  ]) {
    if (!verdict.allowed)
      return { kind: 'refused', reason: 'blocked-address', message: verdict.message }
  }
  return { kind: 'address', address: addresses[attempt % addresses.length] }
}

/** The configured headers of the very origin and no other (HW-RED-07). */
function headersFor(
  { settings }: CrawlParts,
  url: URL,
  kind: RequestKind,
): Readonly<Record<string, string>> {
  return {
    accept: ACCEPT[kind],
    'accept-encoding': 'gzip, deflate, br',
    ...settings.headers.get(url.origin),
  }
}

/** Why the request may not start at this very instant, if it may not. */
function whyNotNow(
  parts: CrawlParts,
  { slot }: ClaimedEntry,
  permit: Permit,
  crawlDelay: SlotCrawlDelay | undefined,
): NotNow | undefined {
  if (parts.stop.starts.aborted || !permit.stillHolds()) return { kind: 'not-now' }
  const host = parts.hosts.toldToWait(slot, crawlDelay)
  if (host?.parked) tellParked(parts, slot, host)
  return host && { kind: 'not-now', host }
}

function limitsFor(limits: Limits, kind: RequestKind): TransportLimits {
  return {
    ...limits,
    deadlineMs: limits.requestDeadlineMs[kind],
    maxBodyBytes: limits.maxBodyBytes[kind],
  }
}
