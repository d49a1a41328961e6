export { virtualClock } from './virtual-clock.ts'
export type { VirtualClock } from './virtual-clock.ts'
export { fakeSite } from './fake-site.ts'
export type {
  FakeAnswer,
  FakeInit,
  FakeLogEntry,
  FakePage,
  FakeRequest,
  FakeResponse,
  FakeSite,
} from './fake-site.ts'
export { describeStore } from './describe-store.ts'
export type { StoreHarness, TestRunner } from './describe-store.ts'
export { politenessOracle } from './politeness-oracle.ts'
export type { Invariant, Violation } from './politeness-oracle.ts'
export { lateStore } from './late-store.ts'
export type { LateStoreOptions } from './late-store.ts'
