// The robots turn: step 5 of docs/architecture.md when the rules of an origin are unknown or stale. One request of robots.txt, or of one hop
// of its redirects, as a contact of the host that is asked. What it means is decided by @curtsy/robots' state machine.
import { afterRobotsAnswer, nextRobotsStep, robotsOfFile } from '@curtsy/robots'
import type { RobotsAnswer, RobotsCopy, RobotsFetchStep, RobotsStep } from '@curtsy/robots'
import { checksumText } from '../domain/checksum.ts'
import type { Origin } from '../domain/host-slot.ts'
import type { FailureReason } from '../domain/outcome.ts'
import { BodyFailure } from '../ports/transport.ts'
import type { TransportFailure } from '../ports/transport.ts'
import type { ClaimedEntry, HostState, NewEntry, OriginState } from '../ports/store.ts'
import { contact } from './contact.ts'
import type { ContactResult } from './contact.ts'
import { auditRequest, learn } from './finish.ts'
import type { FinishedContact } from './finish.ts'
import type { CrawlParts } from './parts.ts'
import type { Access } from './robots-rules.ts'
import { putBack, refuse } from './turn.ts'

/** Before everything else of its host. */
const ROBOTS_PRIORITY = -2

/** The entry's origin has no fresh rules: this turn asks for them, and the entry goes back to the head. */
export async function robotsTurn(parts: CrawlParts, entry: ClaimedEntry, { origin, step }: Extract<Access, { kind: 'fetch' }>): Promise<void> {
  if (new URL(step.url).host !== entry.slot) return sendToOtherHost(parts, entry, origin, step)
  await ask(parts, entry, origin, step, { kind: 'return' })
}

/** A hop on another host: an entry of that host, so that it is a contact in that host's own time. */
export async function robotsHopTurn(parts: CrawlParts, entry: ClaimedEntry): Promise<void> {
  const origin = entry.data?.robotsFor ?? entry.origin
  const step = await parts.rules.step(origin)
  // Settled meanwhile, by another turn or in another run.
  if (step.do !== 'fetch' || step.url !== entry.url) return finishHop(parts, entry, [released(origin, step)])
  await ask(parts, entry, origin, step, { kind: 'done', state: { kind: 'delivered' } })
}

async function sendToOtherHost(parts: CrawlParts, entry: ClaimedEntry, origin: Origin, step: RobotsFetchStep): Promise<void> {
  await parts.settle.settle({
    lease: entry.lease, outcome: { kind: 'return' }, found: [hopEntry(origin, step, parts.clock.now())], records: [],
    origins: [{ origin, slot: new URL(origin).host, notBeforeMs: parts.clock.now(), reason: 'robots-redirect', parked: false, onHold: true }],
  })
}

function hopEntry(origin: Origin, { url, hop }: RobotsFetchStep, nowMs: number): NewEntry {
  const { host, origin: target } = new URL(url)
  return {
    key: `robots ${nowMs} ${hop} ${origin} ${url}`,
    kind: 'robots', url, slot: host, origin: target, depth: 0, priority: ROBOTS_PRIORITY, state: { kind: 'queued' },
    data: { robotsFor: origin, hop },
  }
}

type Outcome = { readonly kind: 'return' } | { readonly kind: 'done'; readonly state: { readonly kind: 'delivered' } }

async function ask(parts: CrawlParts, entry: ClaimedEntry, origin: Origin, step: RobotsFetchStep, outcome: Outcome): Promise<void> {
  const url = new URL(step.url)
  const result = await contact(parts, entry, url, 'robots')
  if (result.kind === 'not-now') return putBack(parts, entry)
  // The gate refuses the host itself: so it does for this URL (HW-NET-01). A refused hop is an answer like any other.
  if (result.kind === 'refused' && step.hop === 0) return refuse(parts, entry, result.reason, result.message)
  const read = await readAnswer(parts, url, result)
  if (read === 'stopped') return putBack(parts, entry)
  const { answer, over } = read
  const nowMs = over?.endMs ?? parts.clock.now()
  const copy = afterRobotsAnswer(origin, await parts.rules.copy(origin), step, answer, nowMs)
  const record = parts.rules.learn(copy)
  const next = nextRobotsStep(origin, copy, nowMs, parts.settings.robotsPolicy)
  if (over) auditRequest(parts, entry, over, over.failure?.reason ?? 'robots', { robotsFor: origin, hop: step.hop })
  const host: HostState | undefined = over && learn(parts, entry, over)
  tell(parts, origin, copy, next, nowMs)
  const elsewhere = next.do === 'fetch' && new URL(next.url).host !== entry.slot ? [hopEntry(origin, next, nowMs)] : []
  await parts.settle.settle({
    lease: entry.lease,
    outcome,
    found: [...elsewhere, ...sitemapsNamed(parts, origin, copy, next)],
    records: [],
    ...(over ? { contactEndMs: over.endMs } : {}),
    ...(host ? { host } : {}),
    origins: [originAfter(origin, next, nowMs, elsewhere.length > 0)],
    robots: [record],
  })
}

async function finishHop(parts: CrawlParts, entry: ClaimedEntry, origins: readonly OriginState[]): Promise<void> {
  await parts.settle.settle({ lease: entry.lease, outcome: { kind: 'done', state: { kind: 'delivered' } }, found: [], records: [], origins })
}

function originAfter(origin: Origin, next: RobotsStep, nowMs: number, onHold: boolean): OriginState {
  const slot = new URL(origin).host
  if (next.do === 'wait') return { origin, slot, notBeforeMs: next.untilMs, reason: 'robots-unreachable', parked: next.parked, onHold: false }
  return { origin, slot, notBeforeMs: nowMs, reason: onHold ? 'robots-redirect' : 'delay', parked: false, onHold }
}

function released(origin: Origin, next: RobotsStep): OriginState {
  return originAfter(origin, next, 0, false)
}

function sitemapsNamed(parts: CrawlParts, origin: Origin, copy: RobotsCopy, next: RobotsStep): readonly NewEntry[] {
  if (next.do !== 'use' || next.stale || copy.file === undefined) return []
  if (parts.settings.sitemaps === false) return []
  // The host whose robots.txt names a sitemap has proven it its own, wherever it lies.
  const { host } = new URL(origin)
  return robotsOfFile(copy.file).sitemaps.flatMap(({ url }) => parts.sitemaps.start(url, origin, `${origin}/robots.txt`, [host])?.entry ?? [])
}

interface ReadAnswer {
  readonly answer: RobotsAnswer
  /** Undefined where there was no contact. */
  readonly over: FinishedContact | undefined
}

async function readAnswer(parts: CrawlParts, url: URL, result: Exclude<ContactResult, { kind: 'not-now' }>): Promise<ReadAnswer | 'stopped'> {
  if (result.kind === 'refused') return { answer: { kind: 'failure', reason: 'refused-by-gate' }, over: undefined }
  const { demanded } = result
  const none = { status: undefined, location: undefined, retryAfter: undefined, bytes: 0, wireBytes: 0, failure: undefined }
  if (result.kind === 'failed') {
    const { failure, startMs, endMs, address } = result
    return { answer: failureAnswer(failure), over: { ...none, kind: 'robots', url, startMs, endMs, address, failure, demanded } }
  }
  const { response } = result
  const { status, headers } = response
  const body = await bodyOf(response.body, parts.settings.limits.maxBodyBytes.robots)
  const end = await response.ended
  if (parts.stop.requests.aborted) return 'stopped'
  const location = headers.get('location')
  const retryAfter = headers.get('retry-after')
  const over: FinishedContact = {
    kind: 'robots', url, demanded, status, location, retryAfter, startMs: response.startMs, endMs: end.endMs,
    address: response.address, bytes: end.bodyBytes, wireBytes: end.wireBytes, failure: body.failure,
  }
  if (body.failure) return { answer: failureAnswer(body.failure), over }
  return {
    over,
    answer: {
      kind: 'response', status, body: body.bytes, truncated: body.truncated,
      location: location ?? null, retryAfter: retryAfter ?? null,
      cacheControl: headers.get('cache-control') ?? null, contentType: headers.get('content-type') ?? null,
    },
  }
}

interface ReadBody {
  readonly bytes: Uint8Array
  readonly truncated: boolean
  readonly failure: TransportFailure | undefined
}

/** The body up to the cap. Larger is not wrong: the first 512 KiB count (HW-ROB-03). */
async function bodyOf(body: AsyncIterable<Uint8Array>, cap: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  let failure: TransportFailure | undefined
  let truncated = false
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size < cap) continue
      truncated = true
      break
    }
  } catch (thrown) {
    if (!(thrown instanceof BodyFailure)) throw thrown
    // More than the cap has been read all the same: that part counts.
    if (thrown.failure.reason === 'body-too-large') truncated = true
    else failure = thrown.failure
  }
  return { bytes: Buffer.concat(chunks), truncated, failure }
}

const FAILURES: Partial<Record<FailureReason, Extract<RobotsAnswer, { kind: 'failure' }>['reason']>> = {
  'dns-failure': 'dns', 'connect-timeout': 'timeout', 'connect-refused': 'connect', 'connection-reset': 'reset', 'tls-error': 'tls',
  'headers-timeout': 'timeout', 'body-timeout': 'timeout', 'deadline-exceeded': 'timeout', 'body-incomplete': 'body',
  'decode-error': 'body', 'encoding-refused': 'body',
}

function failureAnswer({ reason }: TransportFailure): RobotsAnswer {
  return { kind: 'failure', reason: FAILURES[reason] ?? 'other' }
}

/** What is now known of the origin, for the audit and for people. */
function tell(parts: CrawlParts, origin: Origin, copy: RobotsCopy, next: RobotsStep, atMs: number): void {
  const file = next.do === 'use' ? next.file : undefined
  const robots = file && robotsOfFile(file)
  const { tokens } = parts.settings.identity
  parts.events.audit({
    event: 'robots', atMs, origin,
    state: copy.hop ? 'redirected' : copy.state === 'unknown' ? 'unreachable' : copy.state,
    status: copy.failing ? (copy.failing.status ?? null) : (copy.answered?.status ?? null),
    readMs: file?.readAtMs ?? null,
    freshUntilMs: next.do === 'use' ? next.untilMs : null,
    hash: file ? checksumText(file.octets) : null,
    bytes: file ? file.octets.length + file.droppedBytes : 0,
    crawlDelay: robots?.crawlDelay(tokens) ?? null,
    sitemaps: robots?.sitemaps.map((sitemap) => sitemap.url) ?? [],
    nextAttemptMs: next.do === 'wait' ? next.untilMs : null,
    notes: robots ? Array.from(new Set(robots.notes.map((note) => note.code))) : [],
  })
}
