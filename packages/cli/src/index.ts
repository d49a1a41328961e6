// What the command shows, for programs of your own: the live status of a crawl, and the table it ends with.
export { startLiveStatus } from './live-status.ts'
export type { LiveStatus, LiveStatusOptions } from './live-status.ts'
export { reportTable } from './report/report-table.ts'
export { processSurroundings } from './process-surroundings.ts'
export type { Outlet, Surroundings } from './surroundings.ts'
