import type { Store } from '@curtsy/core'
import type { SqliteReader } from '@curtsy/sqlite'

function refuse(): Promise<never> {
  return Promise.reject(new Error('This store is open for reading only.'))
}

/** A store that is only read, as core's `explain` wants one. Whatever would write rejects. */
export function readingStore(reader: SqliteReader): Store {
  return {
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    seen: () => undefined,
    add: refuse,
    claim: refuse,
    pin: refuse,
    settle: refuse,
    renew: refuse,
    release: refuse,
    setMeta: refuse,
    robots: (origin) => reader.robots(origin),
    host: (slot) => reader.host(slot),
    originState: (origin) => reader.originState(origin),
    find: (key) => reader.find(key),
    counts: (kind) => reader.counts(kind),
    examples: (kind) => reader.examples(kind),
    hosts: (limit) => reader.hosts(limit),
    queued: refuse,
    linkedUrls: refuse,
    hostCount: () => reader.hostCount(),
    records: (afterCommit) => reader.records(afterCommit),
    getMeta: (name) => reader.getMeta(name),
  }
}
