#!/usr/bin/env node
// Memory and time of discovered URLs in Curtsy's stores that nobody fetches: the same URLs and the same line as queue.mjs.
//   npx --yes pnpm@12.21.0 build && node --expose-gc bench/queue-curtsy.mjs memory|sqlite [n=1000000] [step=n/10]
// (from the project's root; it reads dist/, since a loader for TypeScript would be in the RSS; without gc() the RSS is what the
// collector left). `usPerAdd` is CPU, over the last step; `usPerSeen`
// is the CPU of asking for and adding a known URL again. sqlite writes to BENCH_DB or a temporary file.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const kind = process.argv[2] ?? 'memory'
const N = Number(process.argv[3] ?? 1e6)
const STEP = Number(process.argv[4] ?? N / 10)
const BATCH = 50
const W = ['alpha', 'government', 'student', 'night', 'business', 'reason', 'world', 'education', 'product', 'review', 'category', 'article']
const slotOf = (i) => `site${i % 20}.example.com`
const urlOf = (i) => `http://${slotOf(i)}/s${i % 40}/${W[i % 12]}-${W[(i * 7 + 3) % 12]}-${W[(i * 5 + 1) % 12]}-${i}.html`
const entry = (i) => {
  const url = urlOf(i)
  return { key: url, kind: 'page', url, slot: slotOf(i), origin: `http://${slotOf(i)}`, depth: 1, via: urlOf(Math.floor(i / 50)), priority: 0, state: { kind: 'queued' } }
}
const cpuUs = (from) => { const c = process.cpuUsage(from); return c.user + c.system }
const rss = () => { globalThis.gc?.(); return process.memoryUsage().rss }

const rss0 = rss()
const path = process.env.BENCH_DB ?? join(tmpdir(), `queue-curtsy-${process.pid}.db`)
let store
if (kind === 'sqlite') {
  const { sqliteStore } = await import('../packages/sqlite/dist/index.js')
  store = sqliteStore(path)
} else {
  const { memoryStore } = await import('../packages/core/dist/adapters/memory-store/memory-store.js')
  store = memoryStore()
}
const context = { clock: { now: () => Date.now(), sleep: async () => {} }, perAddressInFlight: 2, perAddressDelayMs: 500, initialHost: { delayMs: 1000, inFlight: 1 }, fresh: true }
const rssLoaded = rss()
await store.open(context)
let mark = process.cpuUsage()
for (let i = 0; i < N; i += BATCH) {
  await store.add(Array.from({ length: BATCH }, (_, k) => entry(i + k)))
  if ((i + BATCH) % STEP === 0) {
    const us = cpuUs(mark)
    const now = rss()
    console.log(JSON.stringify({ kind, n: i + BATCH, usPerAdd: +(us / STEP).toFixed(2), rssMB: Math.round(now / 1048576), overBaseMB: Math.round((now - rss0) / 1048576), overLoadedMB: Math.round((now - rssLoaded) / 1048576), bytesPerUrl: Math.round((now - rssLoaded) / (i + BATCH)) }))
    mark = process.cpuUsage()
  }
}
// What making the entries costs by itself: subtract it.
mark = process.cpuUsage()
for (let i = 0; i < STEP; i += BATCH) Array.from({ length: BATCH }, (_, k) => entry(i + k))
const making = cpuUs(mark) / STEP
mark = process.cpuUsage()
for (let i = 0; i < STEP; i += BATCH) await store.add(Array.from({ length: BATCH }, (_, k) => entry(i + k)))
const seen = cpuUs(mark) / STEP
console.log(JSON.stringify({ kind, usMakingAnEntry: +making.toFixed(2), usPerSeen: +(seen - making).toFixed(2) }))
if (kind === 'sqlite') {
  await store.close()
  const wall = performance.now()
  await store.open({ ...context, fresh: false })
  console.log(JSON.stringify({ kind, reopenMs: Math.round(performance.now() - wall) }))
  await store.close()
  if (!process.env.BENCH_DB) for (const suffix of ['', '-wal', '-shm', '-writer']) rmSync(path + suffix, { force: true })
}
