import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostState, NewEntry, Store } from '@curtsy/core/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteReader } from './sqlite-reader.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import { sqliteStore } from './sqlite-store.ts'

const NOW = 1_700_000_000_000
let folder = ''
let path = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-sqlite-'))
  path = join(folder, 'crawl.db')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a reader', () => {
  test('answers beside a writer what the store itself answers', async () => {
    const store = await crawledStore()
    const reader = await openSqliteReader(path)
    expect(await answers(reader)).toEqual(await answers(store))
    await store.close()
    await reader.close()
  })

  test('answers the same after the run, and sees what a later run adds', async () => {
    const store = await crawledStore()
    const before = await answers(store)
    await store.close()
    const reader = await openSqliteReader(path)
    expect(await answers(reader)).toEqual(before)
    expect(await reader.writer()).toBeUndefined()
    const again = sqliteStore(path)
    await open(again)
    await again.add([entry('http://new.test/')])
    expect((await reader.find('http://new.test/'))?.state).toEqual({
      kind: 'waiting',
      reason: 'queued',
    })
    expect(await reader.writer()).toMatchObject({ pid: process.pid })
    await again.close()
    await reader.close()
  })

  test('is refused where there is nothing to read', async () => {
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'CURTSY_STORE_FORMAT' })
    await expect(openSqliteReader(folder)).rejects.toMatchObject({ code: 'CURTSY_OPTION' })
  })
})

/** Everything a store and a reader have in common. */
async function answers(from: Store | SqliteReader): Promise<unknown> {
  const records = []
  for await (const record of from.records(1)) records.push(record)
  const keys = [
    'http://a.test/1',
    'http://a.test/2',
    'http://b.test/1',
    'http://b.test/2',
    'http://c.test/1',
    'sitemap http://a.test/s.xml',
    'x',
  ]
  return {
    found: await Promise.all(keys.map((key) => from.find(key))),
    counts: [await from.counts('page'), await from.counts('sitemap'), await from.counts('robots')],
    examples: [await from.examples('page'), await from.examples('sitemap')],
    hosts: await from.hosts(10),
    hostCount: await from.hostCount(),
    host: [await from.host('a.test'), await from.host('c.test'), await from.host('x.test')],
    origin: [await from.originState('http://c.test'), await from.originState('http://a.test')],
    robots: [await from.robots('http://a.test'), await from.robots('http://b.test')],
    meta: [await from.getMeta('settings'), await from.getMeta('x')],
    records,
  }
}

/** Delivered, failed, retried, refused, held, parked, on hold and in flight: one of each. */
async function crawledStore(): Promise<Store> {
  const store = sqliteStore(path)
  await open(store)
  await store.setMeta('settings', '{}')
  await store.add([
    entry('http://a.test/1'),
    entry('http://b.test/1'),
    entry('http://c.test/1'),
    entry('http://d.test/1'),
    entry('http://a.test/2', { via: 'http://a.test/1', depth: 1 }),
    entry('http://b.test/2'),
    entry('http://a.test/3', { state: { kind: 'refused', reason: 'disallow-rule' } }),
    entry('http://a.test/4', { state: { kind: 'held', reason: 'depth' } }),
    entry('http://a.test/s.xml', { kind: 'sitemap', key: 'sitemap http://a.test/s.xml' }),
  ])
  const claim = await store.claim({ max: 4, leaseMs: 60_000 })
  if (claim.kind !== 'entries') throw new Error('expected entries')
  const [a, b, c] = claim.entries.map(({ lease }) => lease) as [string, string, string]
  const none = { found: [], records: [] }
  await store.settle([
    {
      ...none,
      lease: a,
      outcome: { kind: 'done', state: { kind: 'delivered' }, details: { status: 200 } },
      records: ['1'],
      contactEndMs: NOW,
      host: host(1_000),
      robots: [{ origin: 'http://a.test', copy: 'copy' }],
    },
    {
      ...none,
      lease: b,
      outcome: { kind: 'retry', notBeforeMs: NOW + 5_000, reason: 'connection-reset' },
      records: ['2', '3'],
      contactEndMs: NOW,
      host: { ...host(9_000), parked: { reason: 'rate-limited', restOfRun: true } },
    },
    {
      ...none,
      lease: c,
      outcome: { kind: 'return' },
      origins: [
        {
          origin: 'http://c.test',
          slot: 'c.test',
          notBeforeMs: NOW + 60_000,
          reason: 'r',
          parked: true,
          onHold: false,
        },
      ],
    },
  ])
  return store
}

function host(delayMs: number): HostState {
  return { notBeforeMs: NOW + delayMs, sinceMs: NOW, reason: 'delay', delayMs, inFlight: 1 }
}

function open(store: Store): Promise<void> {
  return store.open({
    clock: { now: () => NOW, sleep: async () => {} },
    perAddressInFlight: 2,
    perAddressDelayMs: 0,
    initialHost: { delayMs: 0, inFlight: 1 },
  })
}

function entry(url: string, parts: Partial<NewEntry> = {}): NewEntry {
  return {
    key: url,
    kind: 'page',
    url,
    slot: new URL(url).host,
    origin: new URL(url).origin,
    depth: 0,
    priority: 0,
    state: { kind: 'queued' },
    ...parts,
  }
}
