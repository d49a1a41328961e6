// The readiness of an origin within its slot, as robots.txt leaves it.
import type { RobotsStep } from '@curtsy/robots'
import { hostSlotOf } from '../domain/host-slot.ts'
import type { Origin } from '../domain/host-slot.ts'
import type { OriginState } from '../ports/store.ts'

/** Nothing of the origin before `notBeforeMs`; neither parked nor on hold unless `more` says so. */
export function originState(
  origin: Origin,
  notBeforeMs: number,
  reason: string,
  more: Partial<Pick<OriginState, 'parked' | 'onHold'>> = {},
): OriginState {
  const slot = hostSlotOf(new URL(origin))
  return { origin, slot, notBeforeMs, reason, parked: false, onHold: false, ...more }
}

/** What the next step about robots.txt means for the origin. `onHold`: that step is a hop on another host. */
export function originAfter(
  origin: Origin,
  next: RobotsStep,
  nowMs: number,
  onHold: boolean,
): OriginState {
  if (next.do === 'wait')
    return originState(origin, next.untilMs, 'robots-unreachable', { parked: next.parked })
  return originState(origin, nowMs, onHold ? 'robots-redirect' : 'delay', { onHold })
}
