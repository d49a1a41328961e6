export { virtualClock } from './virtual-clock.ts'
export type { VirtualClock } from './virtual-clock.ts'
export { fakeSite } from './fake-site.ts'
export type { FakeAnswer, FakeInit, FakeLogEntry, FakePage, FakeRequest, FakeResponse, FakeSite } from './fake-site.ts'
