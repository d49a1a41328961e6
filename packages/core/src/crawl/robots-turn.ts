// The robots turn: step 5 of docs/architecture.md when the rules of an origin are unknown or stale. One request of robots.txt, or of one hop
// of its redirects, as a contact of the host that is asked. What it means is decided by @curtsy/robots' state machine.
import { hostSlotOf } from '../domain/host-slot.ts'
import { afterRobotsAnswer, nextRobotsStep, robotsOfFile } from '@curtsy/robots'
import type { RobotsAnswer, RobotsCopy, RobotsFetchStep, RobotsStep } from '@curtsy/robots'
import { checksumText } from '../domain/checksum.ts'
import type { Origin } from '../domain/host-slot.ts'
import type { FailureReason } from '../domain/outcome.ts'
import { BodyFailure } from '../ports/transport.ts'
import type { TransportFailure } from '../ports/transport.ts'
import type { ClaimedEntry, NewEntry, OriginState, Settlement } from '../ports/store.ts'
import type { Candidate } from './candidates.ts'
import { contact } from './contact.ts'
import type { ContactResult } from './contact.ts'
import { auditRequest, isCancelled, learn } from './finish.ts'
import { answeredContact, failedContact } from './finished-contact.ts'
import type { FinishedContact } from './finished-contact.ts'
import type { CrawlParts } from './parts.ts'
import { originAfter, originState } from './origin-state.ts'
import { auditRefusals, refusal, tellRefusal } from './refusals.ts'
import type { Access } from './robots-rules.ts'
import { sitemapsOfOrigin } from './sitemap-naming.ts'

/** Before everything else of its host. */
const ROBOTS_PRIORITY = -2

/** The entry's origin has no fresh rules: this turn asks for them, and the entry goes back to the head. */
export async function robotsTurn(
  parts: CrawlParts,
  entry: ClaimedEntry,
  { origin, step }: Extract<Access, { kind: 'fetch' }>,
): Promise<void> {
  if (hostSlotOf(new URL(step.url)) !== entry.slot)
    return sendToOtherHost(parts, entry, origin, step)
  if (parts.rules.asking.has(origin)) return waitForTheOther(parts, entry, origin)
  await askOnce(parts, entry, origin, step)
}

/** A hop on another host: an entry of that host, so that it is a contact in that host's own time. */
export async function robotsHopTurn(parts: CrawlParts, entry: ClaimedEntry): Promise<void> {
  const origin = entry.data?.robotsFor ?? entry.origin
  // One answer is enough, whoever brings it.
  if (parts.rules.asking.has(origin)) return finishHop(parts, entry, [])
  const step = await parts.rules.step(origin)
  // Settled meanwhile, by another turn or in another run.
  if (step.do !== 'fetch' || step.url !== entry.url)
    return finishHop(parts, entry, [released(origin, step)])
  await askOnce(parts, entry, origin, step)
}

async function sendToOtherHost(
  parts: CrawlParts,
  entry: ClaimedEntry,
  origin: Origin,
  step: RobotsFetchStep,
): Promise<void> {
  await parts.settle.settle({
    lease: entry.lease,
    outcome: { kind: 'return' },
    found: [hopEntry(origin, step, parts.clock.now())],
    records: [],
    origins: [originAfter(origin, step, parts.clock.now(), true)],
  })
}

/** Another turn of this origin, under way at the same time, asks already. Its settlement comes after this one and lets the origin go on. */
async function waitForTheOther(
  parts: CrawlParts,
  entry: ClaimedEntry,
  origin: Origin,
): Promise<void> {
  const { dnsTimeoutMs, requestDeadlineMs } = parts.settings.limits
  const untilMs = parts.clock.now() + dnsTimeoutMs + requestDeadlineMs.robots
  await parts.settle.settle({
    lease: entry.lease,
    outcome: { kind: 'return' },
    found: [],
    records: [],
    origins: [originState(origin, untilMs, 'robots')],
  })
}

export function hopEntry(origin: Origin, { url, hop }: RobotsFetchStep, nowMs: number): NewEntry {
  const target = new URL(url)
  return {
    key: `robots ${nowMs} ${hop} ${origin} ${url}`,
    kind: 'robots',
    url,
    slot: hostSlotOf(target),
    origin: target.origin,
    depth: 0,
    priority: ROBOTS_PRIORITY,
    state: { kind: 'queued' },
    data: { robotsFor: origin, hop },
  }
}

/** Single flight: with several requests of a host in flight, one of them asks for robots.txt. */
async function askOnce(
  parts: CrawlParts,
  entry: ClaimedEntry,
  origin: Origin,
  step: RobotsFetchStep,
): Promise<void> {
  const { asking } = parts.rules
  asking.add(origin)
  try {
    const settlement = await ask(parts, entry, origin, step)
    // Before the settlement, in one go with it: whoever waits for this answer has settled before it.
    asking.delete(origin)
    const { refused = [], blocked, host, ...settled } = settlement
    const newest = host && parts.hosts.newest(entry.slot, host)
    await parts.settle.settle({
      lease: entry.lease,
      records: [],
      found: [],
      ...settled,
      ...(newest ? { host: newest } : {}),
    })
    auditRefusals(parts, refused)
    if (blocked !== undefined) tellRefusal(parts, entry, 'blocked-address', blocked)
  } finally {
    asking.delete(origin)
  }
}

/** A settlement in the making, and what is to be told once it is made. */
interface Asked
  extends Pick<Settlement, 'outcome'>, Partial<Omit<Settlement, 'lease' | 'outcome'>> {
  readonly refused?: readonly Candidate[]
  /** Why the entry's own host may not be contacted. */
  readonly blocked?: string
}

async function ask(
  parts: CrawlParts,
  entry: ClaimedEntry,
  origin: Origin,
  step: RobotsFetchStep,
): Promise<Asked> {
  const url = new URL(step.url)
  const stillHolds = parts.rules.unchanged(origin)
  const now = await parts.rules.step(origin)
  // Another turn has brought the answer since this one was judged.
  if (now.do !== 'fetch' || now.url !== step.url || now.hop !== step.hop) {
    const leadsElsewhere = now.do === 'fetch' && hostSlotOf(new URL(now.url)) !== entry.slot
    const origins =
      entry.kind === 'robots' ? [] : [originAfter(origin, now, parts.clock.now(), leadsElsewhere)]
    return { outcome: { kind: 'return' }, origins }
  }
  const result = await contact(parts, entry, url, 'robots', { stillHolds })
  if (result.kind === 'not-now')
    return { ...backToTheHead(parts, entry, origin), ...(result.host ? { host: result.host } : {}) }
  // The host itself may not be contacted: that is said of its URLs, and there are no rules to wait for.
  if (result.kind === 'refused' && step.hop === 0) {
    return {
      ...backToTheHead(parts, entry, origin),
      outcome: refusal(result.reason, result.message),
      blocked: result.message,
    }
  }
  const { answer, over } = await readAnswer(parts, url, result)
  if (over && isCancelled(parts, over)) {
    const host = await learn(parts, entry, over, 'unknown')
    auditRequest(parts, entry, over, 'cancelled', { robotsFor: origin, hop: step.hop })
    return { ...backToTheHead(parts, entry, origin), contactEndMs: over.endMs, host }
  }
  const nowMs = over?.endMs ?? parts.clock.now()
  const copy = afterRobotsAnswer(origin, await parts.rules.copy(origin), step, answer, nowMs)
  const record = parts.rules.learn(copy)
  const next = nextRobotsStep(origin, copy, nowMs, parts.settings.robotsPolicy)
  if (over)
    auditRequest(parts, entry, over, over.failure?.reason ?? 'robots', {
      robotsFor: origin,
      hop: step.hop,
    })
  tell(parts, origin, copy, next, nowMs)
  const host = over && (await learn(parts, entry, over))
  const elsewhere =
    next.do === 'fetch' && hostSlotOf(new URL(next.url)) !== entry.slot
      ? [hopEntry(origin, next, nowMs)]
      : []
  const sitemaps = sitemapsOfOrigin(parts, origin, copy, next)
  return {
    outcome:
      entry.kind === 'robots' ? { kind: 'done', state: { kind: 'delivered' } } : { kind: 'return' },
    found: [...elsewhere, ...sitemaps.map((sitemap) => sitemap.entry)],
    refused: sitemaps,
    ...(over ? { contactEndMs: over.endMs } : {}),
    ...(host ? { host } : {}),
    origins: [originAfter(origin, next, nowMs, elsewhere.length > 0)],
    robots: [record],
  }
}

/** No answer came now. An origin whose own turn this was is free for another; one that waits for a hop goes on waiting for it. */
function backToTheHead({ clock }: CrawlParts, entry: ClaimedEntry, origin: Origin): Asked {
  return {
    outcome: { kind: 'return' },
    origins: entry.kind === 'robots' ? [] : [originState(origin, clock.now(), 'robots')],
  }
}

async function finishHop(
  parts: CrawlParts,
  entry: ClaimedEntry,
  origins: readonly OriginState[],
): Promise<void> {
  await parts.settle.settle({
    lease: entry.lease,
    outcome: { kind: 'done', state: { kind: 'delivered' } },
    found: [],
    records: [],
    origins,
  })
}

function released(origin: Origin, next: RobotsStep): OriginState {
  return originAfter(origin, next, 0, false)
}

interface ReadAnswer {
  readonly answer: RobotsAnswer
  /** Undefined where there was no contact. */
  readonly over: FinishedContact | undefined
}

async function readAnswer(
  parts: CrawlParts,
  url: URL,
  result: Exclude<ContactResult, { kind: 'not-now' }>,
): Promise<ReadAnswer> {
  if (result.kind === 'refused')
    return { answer: { kind: 'failure', reason: 'refused-by-gate' }, over: undefined }
  const request = { kind: 'robots', url } as const
  if (result.kind === 'failed')
    return { answer: failureAnswer(result.failure), over: failedContact(request, result) }
  const { response } = result
  const { status, headers } = response
  const body = await bodyOf(response.body, parts.settings.limits.maxBodyBytes.robots)
  const over = answeredContact(request, result, await response.ended, body.failure)
  if (body.failure) return { answer: failureAnswer(body.failure), over }
  return {
    over,
    answer: {
      kind: 'response',
      status,
      body: body.bytes,
      truncated: body.truncated,
      location: over.location ?? null,
      retryAfter: over.retryAfter ?? null,
      cacheControl: headers.get('cache-control') ?? null,
      contentType: headers.get('content-type') ?? null,
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

const FAILURES: Partial<
  Record<FailureReason, Extract<RobotsAnswer, { kind: 'failure' }>['reason']>
> = {
  'dns-failure': 'dns',
  'connect-timeout': 'timeout',
  'connect-refused': 'connect',
  'connection-reset': 'reset',
  'tls-error': 'tls',
  'headers-timeout': 'timeout',
  'body-timeout': 'timeout',
  'deadline-exceeded': 'timeout',
  'body-incomplete': 'body',
  'decode-error': 'body',
  'encoding-refused': 'body',
}

function failureAnswer({ reason }: TransportFailure): RobotsAnswer {
  return { kind: 'failure', reason: FAILURES[reason] ?? 'other' }
}

/** What is now known of the origin, for the audit and for people. */
function tell(
  parts: CrawlParts,
  origin: Origin,
  copy: RobotsCopy,
  next: RobotsStep,
  atMs: number,
): void {
  const file = next.do === 'use' ? next.file : undefined
  const robots = file && robotsOfFile(file)
  const { tokens } = parts.settings.identity
  parts.events.audit({
    event: 'robots',
    atMs,
    origin,
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
