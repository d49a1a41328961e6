// What a store is made of. Adapters that keep their entries elsewhere (memory, SQLite) share the schedule and the fingerprints.
export { CurtsyError } from '../curtsy-error.ts'
export type { HostSlot, Origin } from '../domain/host-slot.ts'
export type { FailureReason, RefusalReason, UrlState, WaitingReason } from '../domain/outcome.ts'
export type { Clock } from '../ports/clock.ts'
export type {
  AddResult,
  Claim,
  ClaimRequest,
  ClaimedEntry,
  EntryData,
  EntryKind,
  EntryRecord,
  HostState,
  NewEntry,
  OriginState,
  PinAnswer,
  QueuedUrl,
  RobotsRecord,
  Settlement,
  StateCounts,
  Store,
  StoreContext,
} from '../ports/store.ts'
export { Column } from './column.ts'
export { FifoBacklog } from './fifo-backlog.ts'
export { fingerprint } from './fingerprint.ts'
export type { FingerprintSeed } from './fingerprint.ts'
export { FingerprintSet } from './fingerprint-set.ts'
export { Rooms, isHeld, isLifted } from './held-state.ts'
export { Heap } from './heap.ts'
export type { HeapItem } from './heap.ts'
export type { Backlog, QueuedEntry } from './lane-queue.ts'
export { boundedWait } from './lane-queue.ts'
export { Schedule, forNextRun } from './schedule.ts'
export type { ContactEnd, Destination, Lease, ScheduleBackend, ScheduleBounds } from './schedule.ts'
export { AddressGroup, Lane, Slot } from './slot.ts'
export {
  KINDS,
  QUEUED,
  ROBOTS,
  STATES,
  kindCode,
  stateCode,
  stateName,
  stateOf,
} from './state-code.ts'
export { Tally } from './tally.ts'
export type { ParkedCounts } from './tally.ts'
