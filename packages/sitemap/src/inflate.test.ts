// Both unpackers, the one on zlib and the one for browsers, against zlib's own compressor.
import { deflateRawSync, constants, crc32 as zlibCrc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InflateStep } from './gunzip.ts'
import * as onZlib from './inflate.node.ts'
import * as inBrowser from './inflate.web.ts'

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 9_000 }))
    .map(([unit, times]) => {
      const bytes = new Uint8Array(unit.length * times)
      for (let at = 0; at < bytes.length; at += unit.length) bytes.set(unit, at)
      return bytes
    }),
)
const settings = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FIXED,
    constants.Z_HUFFMAN_ONLY,
  ),
  windowBits: fc.integer({ min: 9, max: 15 }),
})

interface Unpacked {
  readonly bytes: Uint8Array
  /** Bytes that did not belong to the compressed data. */
  readonly left: number
  readonly state: InflateStep['state']
}

async function unpack(
  make: () => { push(input: Uint8Array): Promise<InflateStep>; close(): void },
  input: Uint8Array,
  sliceBytes: number,
): Promise<Unpacked> {
  const inflater = make()
  const output: Uint8Array[] = []
  let at = 0
  let state: InflateStep['state'] = 'more'
  while (at < input.length && state === 'more') {
    // oxlint-disable-next-line no-await-in-loop -- slices follow each other
    const step = await inflater.push(input.subarray(at, at + sliceBytes))
    state = step.state
    at += step.consumed
    output.push(...step.output)
  }
  inflater.close()
  return { bytes: new Uint8Array(Buffer.concat(output)), left: input.length - at, state }
}

describe.each([
  ['zlib', onZlib],
  ['browser', inBrowser],
])('inflate: %s', (_, { Inflater, crc32 }) => {
  test('gives back what was compressed and leaves what follows', async () => {
    await fc.assert(
      fc.asyncProperty(
        payload,
        settings,
        fc.uint8Array({ minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 5_000 }),
        async (bytes, how, tail, sliceBytes) => {
          const packed = new Uint8Array(Buffer.concat([deflateRawSync(bytes, how), tail]))
          // Not a slice for each of a million bytes.
          const slice = Math.max(sliceBytes, Math.ceil(packed.length / 100))
          const { bytes: unpacked, left, state } = await unpack(() => new Inflater(), packed, slice)
          expect({ left, state }).toEqual({ left: tail.length, state: 'done' })
          expect(Buffer.compare(unpacked, bytes)).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a cut stream gives what came before the cut and asks for more', async () => {
    const bytes = Buffer.from('a sitemap of many lines\n'.repeat(500))
    const packed = deflateRawSync(bytes, { level: 1 })
    const { bytes: start, state } = await unpack(() => new Inflater(), packed.subarray(0, -8), 16)
    expect(state).toBe('more')
    expect(Buffer.from(start).equals(bytes.subarray(0, start.length))).toBe(true)
    expect(start.length).toBeGreaterThan(0)
  })

  test.each([
    ['a block type that does not exist', [0x07]],
    ['a stored block whose lengths differ', [0x01, 0x05, 0x00, 0x00, 0x00, 0x61]],
    ['a match before the start', [0x03, 0x02, 0x00, 0x00, 0x00]],
    ['no codes at all', [0x05, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('%s is broken', async (_what, bytes) => {
    const { state } = await unpack(() => new Inflater(), new Uint8Array(bytes), 4)
    expect(state).toBe('broken')
  })

  test('any bytes end without a throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 300 }),
        async (bytes, slice) => {
          const { state } = await unpack(() => new Inflater(), bytes, slice)
          expect(['more', 'done', 'broken']).toContain(state)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('crc32 goes on where it stopped', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
        expect(crc32(other, crc32(one, 0))).toBe(zlibCrc32(Buffer.concat([one, other])))
      }),
    )
  })
})
