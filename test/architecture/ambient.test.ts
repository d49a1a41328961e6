import { describe, expect, test } from 'vitest'
import { ambientUses } from './ambient.ts'
import { tokensOf } from './tokens.ts'

function usesOf(source: string): readonly string[] {
  return ambientUses(tokensOf(source)).map(({ what }) => what)
}

describe('what comes from the surroundings is found', () => {
  test.each([
    ['const t = Date.now()', 'Date.now'],
    ['const read = Date.now', 'Date.now'],
    ['globalThis.Date.now()', 'Date.now'],
    ['const t = new Date()', 'new Date()'],
    ['const t = new Date', 'new Date()'],
    ['const t = Date()', 'Date()'],
    ['performance.now()', 'performance.now'],
    ['globalThis.performance?.now()', 'performance.now'],
    ["performance['now']()", 'performance.now'],
    ['const { now } = performance', '{ … } = performance'],
    ['process.hrtime.bigint()', 'process.hrtime'],
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout'],
    ['Math.random()', 'Math.random'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['setTimeout(run, 5)', 'setTimeout'],
    ['globalThis.setTimeout(run, 5)', 'setTimeout'],
    ['const later = setInterval', 'setInterval'],
    ['await new Promise((resolve) => setImmediate(resolve))', 'setImmediate'],
    ['const page = await fetch(url)', 'fetch'],
    ['cached ? fetch(url) : undefined', 'fetch'],
    ['if (ready) { fetch(url) }', 'fetch'],
    ['createRobotsCache({ fetch, clock })', 'fetch'],
    ['const load = options.fetch ?? fetch', 'fetch'],
    ['globalThis.fetch(url)', 'fetch'],
    ['`${Date.now()}`', 'Date.now'],
    ['new WebSocket(url)', 'WebSocket'],
  ])('%s', (source, what) => {
    expect(usesOf(source)).toEqual([what])
  })
})

describe('what comes from a port, or names without using, is not', () => {
  test.each([
    'clock.now()',
    'new Date(nowMs)',
    'Date.parse(text)',
    'Math.max(a, b)',
    'crypto.subtle.digest(a, b)',
    'process.pid',
    'options.fetch(url)',
    'this.options?.fetch(url)',
    'interface Options { readonly fetch: Load }',
    'interface Options { fetch?: Load }',
    'interface Transport { fetch(url: string): Promise<Response> }',
    'interface Plugin { name: string; fetch?(url: string): Promise<Response> }',
    'interface Transport { fetch<T>(url: T): Promise<T> }',
    'interface Transport {\n  name: string\n  fetch(url: string): Promise<Response>\n}',
    'const site = { async fetch(url) { return load(url) } }',
    'const site = { fetch: load }',
    'type Load = typeof fetch',
    'const { fetch } = options\nfetch(url)',
    'const { load: fetch, clock } = options\nfetch(url)',
    'function cache({ fetch, clock }: Options) { return fetch(url) }',
    'const cache = ({ fetch }) => fetch(url)',
    'function cache(fetch: Load) { return fetch(url) }',
    'function cache(clock: Clock, fetch?: Load) { return fetch?.(url) }',
    "import { fetch } from './gate.ts'\nfetch(url)",
    'function fetch(url: string) {}\nfetch(url)',
    'async function fetch(url: string) {}\nreturn { fetch }',
    '// Date.now()',
    "'setTimeout(run, 5)'",
    'clock.setTimeout(run, 5)',
  ])('%s', (source) => {
    expect(usesOf(source)).toEqual([])
  })
})

test('a name of its own does not excuse the global object', () => {
  expect(usesOf('const { fetch } = options\nglobalThis.fetch(url)')).toEqual(['fetch'])
})
