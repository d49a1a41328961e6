// Step 7 of docs/architecture.md: the one gate in front of every socket. Whatever is requested, for whatever purpose, comes through
// `contact`: where the name leads, whether that address may be contacted and is free, which credentials go along, whether the run
// still starts anything. Scope and robots.txt have been judged by the turn just before.
import { literalAddress } from '../domain/literal-address.ts'
import { CurtsyError } from '../curtsy-error.ts'
import { judgeAddresses, judgeHostName } from '../domain/special-addresses.ts'
import type { AllowedRange } from '../domain/special-addresses.ts'
import type { Limits } from '../domain/limits.ts'
import type { ClaimedEntry } from '../ports/store.ts'
import type { RequestKind, TransportFailure, TransportLimits, TransportResult } from '../ports/transport.ts'
import { messageOf } from './events.ts'
import type { CrawlParts } from './parts.ts'
import type { NextFetch, Plugin, PluginRequest } from './plugin.ts'

export type ContactResult =
  | { readonly kind: 'answered'; readonly response: Response; readonly demanded: Demanded }
  | { readonly kind: 'failed'; readonly failure: TransportFailure; readonly startMs: number; readonly endMs: number; readonly address: string | undefined; readonly demanded: Demanded }
  /** No request was made, and none may be. */
  | { readonly kind: 'refused'; readonly reason: 'blocked-address'; readonly message: string }
  /** No request was made now: the address is busy, or the run stops. */
  | { readonly kind: 'not-now' }

type Response = Extract<TransportResult, { kind: 'response' }>
type Demanded = ReturnType<CrawlParts['hosts']['demanded']>

const ACCEPT: Readonly<Record<RequestKind, string>> = {
  page: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  robots: 'text/plain,*/*;q=0.8',
  sitemap: 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.8',
}

/** Makes one request of the claimed entry's host slot, if the gate lets it. */
export async function contact(parts: CrawlParts, entry: ClaimedEntry, url: URL, kind: RequestKind): Promise<ContactResult> {
  const demanded = parts.hosts.demanded(entry.slot)
  const startedMs = parts.clock.now()
  const found = await findAddress(parts, entry, url)
  if (found.kind === 'failed') {
    return { kind: 'failed', failure: found.failure, startMs: startedMs, endMs: parts.clock.now(), address: undefined, demanded }
  }
  if (found.kind !== 'address') return found
  if (found.address !== undefined) {
    // Right before the contact, also where the claim has reserved it: its clock counts from here.
    const pin = await parts.store.pin(entry.lease, found.address)
    if (pin.kind === 'busy') return { kind: 'not-now' }
  }
  const request: PluginRequest = { url, kind, method: 'GET', headers: headersFor(parts, url, kind), attempt: entry.attempt }
  const result = await throughPlugins(parts, request, (last) => send(parts, entry, request, last.headers, found.address))
  if (result === 'stopped') return { kind: 'not-now' }
  if (result.kind === 'response') return { kind: 'answered', response: result, demanded }
  const { failure, startMs, endMs, address } = result
  if (parts.stop.requests.aborted) return { kind: 'not-now' }
  return { kind: 'failed', failure, startMs, endMs, address, demanded }
}

type Found =
  | { readonly kind: 'address'; readonly address: string | undefined }
  | { readonly kind: 'failed'; readonly failure: TransportFailure }
  | Extract<ContactResult, { kind: 'refused' }>

/** Resolves and judges. The address found is the only one that the socket may be connected to (HW-NET-02). */
async function findAddress(parts: CrawlParts, entry: ClaimedEntry, url: URL): Promise<Found> {
  const { allow } = parts.candidates.rules
  const literal = literalAddress(url.hostname)
  if (literal !== undefined) return judged(url.hostname, [literal], allow, 0)
  if (parts.resolve === undefined) return { kind: 'address', address: undefined }
  try {
    const addresses = await parts.resolve(url.hostname, parts.stop.requests)
    if (addresses.length > 0) return judged(url.hostname, addresses, allow, entry.attempt)
    return { kind: 'failed', failure: { reason: 'dns-failure', message: `${url.hostname} has no address.` } }
  } catch (cause) {
    const message = `${url.hostname} does not resolve: ${messageOf(cause)}`
    return { kind: 'failed', failure: { reason: 'dns-failure', message, cause } }
  }
}

/** Any special address among the answers refuses the name (HW-NET-03). A later attempt takes the next address. */
function judged(hostname: string, addresses: readonly string[], allow: readonly AllowedRange[], attempt: number): Found {
  for (const verdict of [judgeHostName(hostname, addresses, allow), judgeAddresses(addresses, allow)]) {
    if (!verdict.allowed) return { kind: 'refused', reason: 'blocked-address', message: verdict.message }
  }
  return { kind: 'address', address: addresses[attempt % addresses.length] }
}

/** The configured headers of the very origin and no other (HW-RED-07); one identity on every request. */
function headersFor({ settings }: CrawlParts, url: URL, kind: RequestKind): Readonly<Record<string, string>> {
  return {
    accept: ACCEPT[kind],
    'accept-encoding': 'gzip, deflate, br',
    ...settings.headers.get(url.origin),
    'user-agent': settings.identity.userAgent,
  }
}

async function throughPlugins(
  parts: CrawlParts,
  request: PluginRequest,
  last: (request: PluginRequest) => Promise<TransportResult | 'stopped'>,
): Promise<TransportResult | 'stopped'> {
  let stopped = false
  const innermost: NextFetch = async (final) => {
    const result = await last(final)
    if (result !== 'stopped') return result
    stopped = true
    const nowMs = parts.clock.now()
    return { kind: 'failure', failure: { reason: 'deadline-exceeded', message: 'The run stops.' }, address: undefined, startMs: nowMs, endMs: nowMs }
  }
  const chain = parts.plugins.reduceRight<NextFetch>(
    (next, plugin) => (plugin.fetch ? (current) => fetchHook(plugin, current, next) : next),
    innermost,
  )
  const result = await chain(request)
  return stopped ? 'stopped' : result
}

async function fetchHook(plugin: Plugin, request: PluginRequest, next: NextFetch): Promise<TransportResult> {
  try {
    return await plugin.fetch!(request, next)
  } catch (cause) {
    throw new CurtsyError('CURTSY_PLUGIN', `Plugin "${plugin.name}" threw in fetch for ${request.url.href}: ${messageOf(cause)}`, {
      cause, plugin: plugin.name, hook: 'fetch', url: request.url.href,
    })
  }
}

/** Only the headers may have changed on the way through the plugins: everything else has been judged as it was. */
async function send(
  parts: CrawlParts,
  entry: ClaimedEntry,
  { url, kind, method }: PluginRequest,
  headers: PluginRequest['headers'],
  address: string | undefined,
): Promise<TransportResult | 'stopped'> {
  await parts.hosts.spaceStarts(entry.slot, parts.stop.starts)
  if (parts.stop.starts.aborted) return 'stopped'
  return parts.transport.send({
    kind,
    url,
    method,
    headers: { ...headers, 'user-agent': parts.settings.identity.userAgent },
    ...(address === undefined ? {} : { address }),
    limits: limitsFor(parts.settings.limits, kind),
    signal: parts.stop.requests,
  })
}

function limitsFor(limits: Limits, kind: RequestKind): TransportLimits {
  return { ...limits, deadlineMs: limits.requestDeadlineMs[kind], maxBodyBytes: limits.maxBodyBytes[kind] }
}
