// The part of the node:sqlite API that is used here, so that another implementation can take the place of @photostructure/sqlite.

/** What a column holds. */
export type Value = string | number | bigint | Uint8Array | null

export type Row = Record<string, Value>

export interface Statement {
  run(...values: readonly Value[]): unknown
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): Row[]
  iterate(...values: readonly Value[]): Iterable<Row>
}

export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
  readonly isTransaction: boolean
}

export interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
    options?: { readonly readOnly?: boolean; readonly timeout?: number },
  ) => Database
}

/** Loaded with the first file that is opened: the native code is not needed before. */
export async function loadSqlite(): Promise<SqliteModule> {
  return import('@photostructure/sqlite')
}
