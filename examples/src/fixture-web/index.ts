export { startFixtureWeb } from './start-fixture-web.ts'
export type { FixtureWeb } from './start-fixture-web.ts'
