// From a list of audit events to runs, each with its requests in the order of their starts.
import type {
  AuditEvent,
  RefusedEvent,
  RequestEvent,
  RevivedEvent,
  RobotsEvent,
  SettingsEvent,
  StopEvent,
} from '../../domain/audit-event.ts'

/** The invariants that a list of events shows. */
export type Invariant =
  | 'in-flight'
  | 'gap'
  | 'window'
  | 'robots-first'
  | 'retry'
  | 'retry-after'
  | 'back-off'
  | 'failure-budget'
  | 'parked'
  | 'unreachable-silence'
  | 'robots-retry'
  | 'rules-age'
  | 'address'
  | 'get-only'
  | 'once'
  | 'refused'
  | 'stop'
  | 'trace'

/** One breach: which rule, by which request, and a sentence with what was demanded and what was done. */
export interface Violation {
  readonly invariant: Invariant
  /** Start of the request, or the time of the event. */
  readonly atMs: number
  readonly url: string
  readonly message: string
}

/** A request with its place in the trace: of two things at one instant the one written first came first. */
export interface Traced {
  readonly event: RequestEvent
  readonly index: number
  /** Host and port, worked out from the URL: the unit of politeness. */
  readonly slot: string
}

export interface TracedEvent<Event> {
  readonly event: Event
  readonly index: number
}

/** One run: from its settings to its stop. */
export interface Run {
  readonly settings: SettingsEvent
  /** By start; what started at one instant in the order of ends. */
  readonly requests: readonly Traced[]
  readonly robots: readonly TracedEvent<RobotsEvent>[]
  readonly refused: readonly TracedEvent<RefusedEvent>[]
  readonly revived: readonly TracedEvent<RevivedEvent>[]
  readonly stop: StopEvent | undefined
  /** Whether what went before is in the trace too, or nothing did. */
  readonly complete: boolean
}

interface OpenRun {
  settings: SettingsEvent
  requests: Traced[]
  robots: TracedEvent<RobotsEvent>[]
  refused: TracedEvent<RefusedEvent>[]
  revived: TracedEvent<RevivedEvent>[]
  stop: StopEvent | undefined
  complete: boolean
}

/** Cuts the trace into runs, and names what makes it no trace at all. */
export function readTrace(events: Iterable<AuditEvent>): {
  readonly runs: readonly Run[]
  readonly problems: readonly Violation[]
} {
  const runs: OpenRun[] = []
  const problems: Violation[] = []
  let index = 0
  for (const event of events) {
    const run = runs.at(-1)
    index++
    if (event.event === 'settings') {
      runs.push({
        settings: event,
        requests: [],
        robots: [],
        refused: [],
        revived: [],
        stop: undefined,
        complete: runs.length > 0 || !event.resumed,
      })
      continue
    }
    if (run === undefined) {
      const url = 'url' in event ? event.url : ''
      problems.push({
        invariant: 'trace',
        atMs: timeOf(event),
        url,
        message: `A run begins with a settings event, not with ${event.event}.`,
      })
      return { runs: [], problems }
    }
    if (run.stop !== undefined) {
      problems.push({
        invariant: 'stop',
        atMs: timeOf(event),
        url: 'url' in event ? event.url : '',
        message: `A ${event.event} event after the stop.`,
      })
    }
    if (event.event === 'request')
      run.requests.push({ event, index, slot: new URL(event.url).host })
    else if (event.event === 'robots') run.robots.push({ event, index })
    else if (event.event === 'refused') run.refused.push({ event, index })
    else if (event.event === 'revived') run.revived.push({ event, index })
    else if (event.event === 'stop') run.stop = event
  }
  for (const run of runs)
    run.requests.sort((a, b) => a.event.startMs - b.event.startMs || a.index - b.index)
  return { runs, problems }
}

function timeOf(event: AuditEvent): number {
  return event.event === 'request' ? event.startMs : event.atMs
}

export function violation(invariant: Invariant, { event }: Traced, message: string): Violation {
  return { invariant, atMs: event.startMs, url: event.url, message }
}
