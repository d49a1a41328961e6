// Reads an audit and says what was impolite. It works out every demanded gap by itself, from the settings, the copies of robots.txt, the
// answers and the attempts in the events; it takes no `delayMs` as truth and shares no code with the crawler that it judges.
import type { AuditEvent } from '../domain/audit-event.ts'
import { AddressWatch } from './oracle/address-watch.ts'
import { HostWatch } from './oracle/host-watch.ts'
import { RobotsWatch } from './oracle/robots-watch.ts'
import { readTrace } from './oracle/trace.ts'
import type { Violation } from './oracle/trace.ts'
import { UrlWatch } from './oracle/url-watch.ts'

/**
 * Gives every breach of politeness in a list of audit events, in the order of the requests; an empty list for a polite crawl.
 *
 * Wants the events in the order in which they were written. Several runs of one crawl may be joined, first one first: waits, parks
 * and what was fetched then hold from one run to the next. Of a resumed run alone it judges only what it can see.
 *
 * What events do not show is not judged: which paths a robots.txt closes (invariant 5), the headers sent (17), the scope (20) and
 * bytes before a cut (21). Starts and ends are taken as written; hold them against a server's own log to know that they are true.
 *
 * @example
 * const audit: AuditEvent[] = []
 * crawler.on('audit', (event) => audit.push(event))
 * await clock.run(crawler.run())
 * expect(politenessOracle(audit)).toEqual([])
 */
export function politenessOracle(events: Iterable<AuditEvent>): Violation[] {
  const violations: Violation[] = []
  const { runs, problems } = readTrace(events)
  violations.push(...problems)
  const hosts = new HostWatch()
  const addresses = new AddressWatch()
  const robots = new RobotsWatch()
  const urls = new UrlWatch()
  for (const run of runs) {
    for (const watch of [hosts, addresses, robots, urls]) watch.beginRun(run)
    for (const request of run.requests) {
      for (const watch of [hosts, addresses, robots, urls]) violations.push(...watch.judge(request))
    }
  }
  return violations
}

export type { Invariant, Violation } from './oracle/trace.ts'
