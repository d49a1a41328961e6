// Rows of `url` and `progress`, read and written by the store and read by the reader.
import { KINDS, QUEUED, ROBOTS, kindCode } from '@curtsy/core/store'
import type {
  EntryData,
  EntryKind,
  EntryRecord,
  FailureReason,
  QueuedUrl,
  UrlState,
} from '@curtsy/core/store'

/** Where {@link EntryRow} comes from. */
export const ENTRY_TABLES: string =
  'url u LEFT JOIN progress p ON p.id = u.id LEFT JOIN open_entry e ON e.id = u.id'

/** The columns of {@link EntryRow}. */
const ENTRY_COLUMNS: string = `u.id, u.kind, u.origin, u.depth, u.priority, u.url, u.key, u.data,
  CASE typeof(u.via) WHEN 'integer' THEN (SELECT v.url FROM url v WHERE v.id = u.via) ELSE u.via END AS via,
  coalesce(p.state, u.added) AS state, coalesce(e.attempts, p.attempts, 0) AS attempts,
  coalesce(e.taken, 0) AS taken, e.retry_ms, e.failure, p.details`

/** One entry by its id. */
export const SELECT_ENTRY: string = `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE u.id = ?`

/** Queued pages and sitemaps that nobody works on, with slot and origin: first by priority, then by age. */
export const SELECT_QUEUED: string = `SELECT ${ENTRY_COLUMNS}, o.origin AS origin_name, s.name AS slot_name
  FROM ${ENTRY_TABLES} JOIN origin o ON o.id = u.origin JOIN slot s ON s.id = o.slot
  WHERE coalesce(p.state, u.added) = ${QUEUED} AND coalesce(e.taken, 0) <> 1 AND u.kind <> ${ROBOTS}
  ORDER BY u.priority, u.id LIMIT ?`

/** A row of {@link SELECT_QUEUED}. */
export interface QueuedRow extends EntryRow {
  readonly origin_name: string
  readonly slot_name: string
}

/** An entry as the file has it. */
export interface EntryRow {
  readonly id: number
  readonly kind: number
  readonly origin: number | null
  readonly depth: number
  readonly priority: number
  readonly url: string
  readonly key: string | null
  readonly data: string | null
  readonly via: string | null
  readonly state: number
  readonly attempts: number
  /** 0: in its place; 1: in flight; 2: returned to the head. */
  readonly taken: number
  readonly retry_ms: number | null
  readonly failure: string | null
  readonly details: string | null
}

export function kindOfRow(row: EntryRow): EntryKind {
  return KINDS[row.kind] as EntryKind
}

/** The key of an entry; only unusual ones are stored. */
export function keyOfRow(row: EntryRow): string {
  return row.key ?? usualKey(kindOfRow(row), row.url)
}

/** The key that an entry of this kind has unless somebody chose another. */
export function usualKey(kind: EntryKind, url: string): string {
  return kindCode(kind) === 0 ? url : `${kind} ${url}`
}

export function dataOfRow(row: EntryRow): EntryData | undefined {
  return row.data === null ? undefined : (JSON.parse(row.data) as EntryData)
}

/** What `find` answers; `state` is the caller's, who knows what is parked. */
export function recordOfRow(row: EntryRow, state: UrlState, inFlight: boolean): EntryRecord {
  return {
    key: keyOfRow(row),
    kind: kindOfRow(row),
    url: row.url,
    depth: row.depth,
    via: row.via ?? undefined,
    attempts: row.attempts,
    state,
    inFlight,
    notBeforeMs: row.retry_ms ?? undefined,
    lastFailure: (row.failure as FailureReason | null) ?? undefined,
    details:
      row.details === null ? undefined : (JSON.parse(row.details) as Record<string, unknown>),
    data: dataOfRow(row),
  }
}

/** What `queued` answers. */
export function queuedOfRow(row: QueuedRow): QueuedUrl {
  const { url, depth, via, retry_ms: notBeforeMs } = row
  return {
    key: keyOfRow(row),
    kind: kindOfRow(row),
    url,
    slot: row.slot_name,
    origin: row.origin_name,
    depth,
    via: via ?? undefined,
    data: dataOfRow(row),
    notBeforeMs: notBeforeMs ?? undefined,
  }
}
