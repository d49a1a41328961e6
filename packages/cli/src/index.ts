// For programs that want to show a crawl as `curtsy` does.
export { startLiveStatus } from './live-status.ts'
export type { LiveStatus, LiveStatusOptions } from './live-status.ts'
export { reportTable } from './report/report-table.ts'
export { outletOf, processSurroundings } from './process-surroundings.ts'
export type { Outlet, Surroundings } from './surroundings.ts'
export { paintFor } from './terminal/paint.ts'
export type { Paint } from './terminal/paint.ts'

// For tools that check or complete command lines.
export { describeCommands } from './describe-commands.ts'
export type { CommandDescription, OptionDescription } from './describe-commands.ts'
