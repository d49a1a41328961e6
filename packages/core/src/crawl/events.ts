import { CurtsyError } from '../curtsy-error.ts'
import type {
  AuditEvent,
  ParkedEvent,
  RefusedEvent,
  RevivedEvent,
  RequestEvent,
  RobotsEvent,
  SettingsEvent,
  StopEvent,
} from '../domain/audit-event.ts'
import type { FailureReason } from '../domain/outcome.ts'
import type { PageBase } from '../page/page.ts'

/** A URL failed, for good or until another attempt. */
export interface FailedEvent {
  readonly url: string
  readonly code: FailureReason
  /** One sentence with the limit and the measured value. */
  readonly message: string
  /** From 1. */
  readonly attempt: number
  readonly willRetry: boolean
}

/** Nothing may start now; the first host that may is `slot`, at `untilMs`. Told once for each host and instant. */
export interface WaitEvent {
  readonly slot: string
  readonly untilMs: number
  readonly forMs: number
  /** Which bound: `delay`, `crawl-delay`, `adaptive`, `back-off`, `retry-after`, `robots-unreachable` … */
  readonly reason: string
  /** Line of robots.txt, for `crawl-delay`. */
  readonly line: number | undefined
}

/** What can be listened to, by type. `audit` gets each audit event as well. */
export interface CrawlEvents {
  readonly settings: SettingsEvent
  readonly request: RequestEvent
  readonly refused: RefusedEvent
  readonly revived: RevivedEvent
  readonly robots: RobotsEvent
  readonly parked: ParkedEvent
  readonly stop: StopEvent
  readonly audit: AuditEvent
  /** A page is being delivered; listeners must not call `follow` or `push`. */
  readonly page: PageBase
  readonly failed: FailedEvent
  readonly wait: WaitEvent
  /** Something worth a line that is no outcome of one URL. */
  readonly note: { readonly message: string }
  /** A handler or plugin threw; the URL it was for has failed with `handler-error`. */
  readonly error: CurtsyError
}

export type CrawlEventType = keyof CrawlEvents
export type Listener<T extends CrawlEventType> = (event: CrawlEvents[T]) => void

/** Typed listeners, called in order of registration, synchronously. */
export interface Events {
  on<T extends CrawlEventType>(type: T, listener: Listener<T>): () => void
  emit<T extends CrawlEventType>(type: T, event: CrawlEvents[T]): void
  /** Emits under the event's own name and under `audit`. */
  audit(event: AuditEvent): void
  /** Whether anybody listens, so that costly events need not be built. */
  has(type: CrawlEventType): boolean
}

/** @param onBroken told when a listener throws: that is a mistake in the user's code, and the run must end with it */
export function createEvents(onBroken: (error: CurtsyError) => void): Events {
  const listeners = new Map<CrawlEventType, ((event: never) => void)[]>()
  const events: Events = {
    on(type, listener) {
      const list = listeners.get(type) ?? []
      listeners.set(type, [...list, listener])
      return () => {
        listeners.set(
          type,
          (listeners.get(type) ?? []).filter((other) => other !== listener),
        )
      }
    },
    emit(type, event) {
      for (const listener of listeners.get(type) ?? []) {
        try {
          const said: unknown = listener(event as never)
          if (said instanceof Promise) said.catch((cause: unknown) => onBroken(broken(type, cause)))
        } catch (cause) {
          onBroken(broken(type, cause))
        }
      }
    },
    audit(event) {
      events.emit(event.event, event)
      events.emit('audit', event)
    },
    has: (type) => (listeners.get(type)?.length ?? 0) > 0,
  }
  return events
}

function broken(type: CrawlEventType, cause: unknown): CurtsyError {
  return new CurtsyError('CURTSY_PLUGIN', `A listener for "${type}" threw: ${messageOf(cause)}`, {
    cause,
    type,
  })
}

/** The sentence of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
