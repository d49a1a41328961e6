import type { FetchedRobots } from '../fetch-robots.ts'
import { sayLine } from '../surroundings.ts'
import type { Outlet } from '../surroundings.ts'
import { forPeople } from '../terminal/for-people.ts'

/** Says on standard error what stands behind an answer that no file has given. */
export function sayRobotsDoubts(input: FetchedRobots, err: Outlet): void {
  if (input.kind === 'unavailable')
    sayLine(err, `note: There is no robots.txt (${forPeople(input.why)}): everything is allowed.`)
  if (input.kind === 'unreachable')
    sayLine(
      err,
      `note: robots.txt cannot be read (${forPeople(input.why)}): nothing is fetched before it can.`,
    )
}
