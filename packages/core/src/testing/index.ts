export { describeStore } from './describe-store.ts'
export type { StoreHarness, TestRunner } from './describe-store.ts'
export { lateStore } from './late-store.ts'
export type { LateStoreOptions } from './late-store.ts'
