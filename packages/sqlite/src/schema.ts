// The file: tables, versions, and what a program finds that opens it without us. README.md describes it for people.
import { KINDS, STATES, stateName } from '@curtsy/core/store'
import type { Database } from './sqlite-api.ts'

/** `PRAGMA application_id` of our files: "CRTY". */
export const APPLICATION_ID = 0x43_52_54_59

/** `PRAGMA user_version` that this release writes. Older ones are migrated forward, newer ones refused. */
export const SCHEMA_VERSION = 1

/**
 * Rowid tables that grow at their end, and no index over the URLs: a page's links cost two pages of the write-ahead log, not one
 * for each link. A claim touches the one page of `open_entry`. What is known by key is found through the fingerprints in `entry_block`, 32 bytes an entry, read at opening.
 */
const VERSION_1 = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE writer (id INTEGER PRIMARY KEY CHECK (id = 1), pid INTEGER NOT NULL, since TEXT NOT NULL) STRICT;
CREATE TABLE slot (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  known INTEGER NOT NULL DEFAULT 0,
  not_before_ms REAL,
  since_ms REAL,
  contact_end_ms REAL,
  address TEXT,
  state TEXT
) STRICT;
CREATE TABLE origin (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE,
  slot INTEGER NOT NULL REFERENCES slot (id),
  not_before_ms REAL,
  since_ms REAL,
  reason TEXT,
  parked INTEGER,
  on_hold INTEGER
) STRICT;
CREATE TABLE url (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  added INTEGER NOT NULL,
  origin INTEGER,
  depth INTEGER NOT NULL,
  priority REAL NOT NULL,
  via ANY,
  url TEXT NOT NULL,
  key TEXT,
  data TEXT
) STRICT;
CREATE TABLE progress (
  id INTEGER PRIMARY KEY,
  state INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  details TEXT
) STRICT;
CREATE TABLE open_entry (
  id INTEGER PRIMARY KEY,
  taken INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  retry_ms REAL,
  since_ms REAL,
  failure TEXT
) STRICT;
CREATE TABLE entry_block (first INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
CREATE TABLE robots (origin TEXT PRIMARY KEY, copy TEXT NOT NULL) STRICT;
CREATE TABLE record (id INTEGER PRIMARY KEY, commit_no INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
CREATE INDEX record_commit ON record (commit_no);
CREATE TABLE tally (
  kind INTEGER NOT NULL, state INTEGER NOT NULL, n INTEGER NOT NULL, example INTEGER,
  PRIMARY KEY (kind, state)
) STRICT, WITHOUT ROWID;
CREATE TABLE state_name (code INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE kind_name (code INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE VIEW urls AS
  SELECT u.id, u.url, k.name AS kind, s.name AS state, coalesce(e.taken, 0) = 1 AS in_flight,
    coalesce(e.attempts, p.attempts, 0) AS attempts, e.failure, e.retry_ms, u.depth, u.priority, o.origin,
    CASE typeof(u.via) WHEN 'integer' THEN (SELECT v.url FROM url v WHERE v.id = u.via) ELSE u.via END AS via,
    u.data, p.details
  FROM url u
  LEFT JOIN progress p ON p.id = u.id
  LEFT JOIN open_entry e ON e.id = u.id
  LEFT JOIN origin o ON o.id = u.origin
  JOIN kind_name k ON k.code = u.kind
  JOIN state_name s ON s.code = coalesce(p.state, u.added);
`

/** Steps from each version to the next; step n makes version n + 1. */
const MIGRATIONS: readonly string[] = [VERSION_1]

/** Brings an empty file or one of an older version to {@link SCHEMA_VERSION}, in one transaction. */
export function migrate(db: Database, fromVersion: number): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const step of MIGRATIONS.slice(fromVersion)) db.exec(step)
    nameCodes(db)
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.exec('COMMIT')
  } catch (cause) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw cause
  }
}

/** For people who open the file with `sqlite3`: what the numbers mean. */
function nameCodes(db: Database): void {
  const state = db.prepare('INSERT OR REPLACE INTO state_name VALUES (?, ?)')
  for (const [code, value] of STATES.entries()) state.run(code, stateName(value))
  const kind = db.prepare('INSERT OR REPLACE INTO kind_name VALUES (?, ?)')
  for (const [code, name] of KINDS.entries()) kind.run(code, name)
}
