import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import type { LoopTurns } from './scan-document.ts'
import { scanDocument, SLICE_BYTES, TURN_MS } from './scan-document.ts'
import { hrefsOf, STILL } from './page.test-support.ts'
import { loadTextDecoding, UTF8 } from './text-decoding.ts'

/** A clock on which every look at it costs `stepMs`, and a count of the turns given to others. */
function slowTurns(stepMs: number): LoopTurns & { turns: number } {
  let now = 0
  return {
    turns: 0,
    cpuNow: () => (now += stepMs),
    yieldToLoop() {
      this.turns += 1
      return Promise.resolve()
    },
  }
}

async function* late(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk comes in a later turn
    await Promise.resolve()
    yield chunk
  }
}

const options = { decoding: UTF8, limits: DEFAULT_LIMITS, turns: STILL }
const body = (slices: number): Uint8Array =>
  Buffer.from('<a href=/x>'.padEnd(SLICE_BYTES).repeat(slices))

describe('slices', () => {
  test.each([
    // slices  ms each         turns given
    [1, TURN_MS / 2, 0],
    [2, TURN_MS / 2, 1],
    [10, TURN_MS / 2, 5],
    [10, TURN_MS, 10],
    [10, 1, 1],
    [10, 0, 0],
  ])('%i slices of %d ms give the loop %i turns', async (slices, ms, turns) => {
    const loop = slowTurns(ms)
    const scan = await scanDocument(body(slices), { ...options, turns: loop })
    expect(loop.turns).toBe(turns)
    expect(scan.links).toHaveLength(slices)
  })

  test('HW-DOC-02 maxParseMs ends the pass and keeps what was found', async () => {
    const turns = slowTurns(100)
    const limits = { ...DEFAULT_LIMITS, maxParseMs: 250 }
    const scan = await scanDocument(body(10), { ...options, limits, turns })
    expect(scan.links).toHaveLength(3)
    expect(scan.cuts).toEqual(['time'])
  })

  test('nothing is scanned once the scanner has stopped', async () => {
    const limits = { ...DEFAULT_LIMITS, maxDomNodes: 2 }
    const turns = slowTurns(TURN_MS)
    const scan = await scanDocument(body(10), { ...options, limits, turns })
    expect(scan.cuts).toEqual(['nodes'])
    expect(turns.turns).toBe(2)
  })
})

describe('chunks', () => {
  const html = Buffer.from('<title>é</title><a href="/ä?😀=1">x</a>')

  test.each([1, 2, 3, 7, 1_000])('characters cut by chunks of %i bytes are whole', async (size) => {
    const chunks = []
    for (let at = 0; at < html.length; at += size) chunks.push(html.subarray(at, at + size))
    const scan = await scanDocument(chunks, options)
    expect(scan.title).toBe('é')
    expect(hrefsOf(scan)).toEqual(['/ä?😀=1'])
  })

  test('chunks may come late', async () => {
    const scan = await scanDocument(late(html.subarray(0, 20), html.subarray(20)), options)
    expect(hrefsOf(scan)).toEqual(['/ä?😀=1'])
  })

  test('the encoding is that of the document', async () => {
    const decoding = (await loadTextDecoding('windows-1252')) ?? UTF8
    const scan = await scanDocument(Buffer.from('<a href=/\x80\xe9>', 'latin1'), {
      ...options,
      decoding,
    })
    expect(hrefsOf(scan)).toEqual(['/€é'])
  })
})
