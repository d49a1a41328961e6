// Framing of gzip files: members, headers, what follows, what breaks.
import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gunzip } from './gunzip.ts'

const pack = (text: string): Uint8Array => new Uint8Array(gzipSync(text))
const bytes = (...parts: (Uint8Array | number[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))))

async function unpack(
  input: Uint8Array,
  pieceBytes = input.length,
): Promise<{ text: string; faults: string[] }> {
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    for (let at = 0; at < input.length; at += pieceBytes) yield input.subarray(at, at + pieceBytes)
  }
  const faults: string[] = []
  const output: Uint8Array[] = []
  for await (const part of gunzip(pieces(), (fault) => faults.push(fault))) output.push(part)
  return { text: Buffer.concat(output).toString(), faults }
}

/** A member with every optional field of the header. RFC 1952 §2.3. */
function withAllFields(member: Uint8Array): Uint8Array {
  const extra = [3, 0, 1, 2, 3]
  const name = [...Buffer.from('sitemap.xml\0')]
  const comment = [...Buffer.from('made by hand\0')]
  return bytes(
    [0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3],
    extra,
    name,
    comment,
    [0xab, 0xcd],
    member.subarray(10),
  )
}

describe.each([
  ['whole', undefined],
  ['byte by byte', 1],
])('a gzip file, %s', (_, pieceBytes) => {
  test.each([
    ['one member', pack('one'), 'one', []],
    ['several members', bytes(pack('one'), pack(''), pack(' two')), 'one two', []],
    ['every field of the header', withAllFields(pack('one')), 'one', []],
    ['padding behind it', bytes(pack('one'), [0, 0, 0x0a, 0x20, 0]), 'one', []],
    ['a member behind padding', bytes(pack('one'), [0, 0], pack(' two')), 'one two', []],
    [
      'text behind it',
      bytes(pack('one'), Buffer.from('<!-- served by X -->')),
      'one',
      ['trailing-content'],
    ],
    ['a half header behind it', bytes(pack('one'), [0x1f, 0x8b]), 'one', ['trailing-content']],
    [
      'another format behind it',
      bytes(pack('one'), [0x1f, 0x8b, 0x00, 1]),
      'one',
      ['trailing-content'],
    ],
    ['a cut trailer', pack('one').subarray(0, -3), 'one', ['truncated']],
    ['no trailer', pack('one').subarray(0, -8), 'one', ['truncated']],
    ['a cut second header', bytes(pack('one'), pack('two').subarray(0, 6)), 'one', ['truncated']],
    ['a header and nothing else', pack('one').subarray(0, 10), '', ['truncated']],
    ['a cut name in the header', withAllFields(pack('one')).subarray(0, 20), '', ['truncated']],
  ] as [string, Uint8Array, string, string[]][])('with %s', async (_what, input, text, faults) => {
    expect(await unpack(input, pieceBytes)).toEqual({ text, faults })
  })

  test.each([
    ['checksum', -8],
    ['length', -4],
  ])('with a wrong %s gives its content and is corrupt', async (_what, from) => {
    const input = pack('one')
    input.set([input.at(from) === 0 ? 1 : 0], input.length + from)
    expect(await unpack(input, pieceBytes)).toEqual({ text: 'one', faults: ['gzip-corrupt'] })
  })
})

test('broken data gives what came before the slice that it is in', async () => {
  const text = Array.from(
    { length: 20_000 },
    (_, number) => `line ${number} ${(number * 7_919) % 10_007}\n`,
  ).join('')
  const whole = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
  // A block of a type that does not exist, right behind the last good one.
  const input = bytes(pack('').subarray(0, 10), whole, [0x07])
  const { text: start, faults } = await unpack(input)
  expect(faults).toEqual(['gzip-corrupt'])
  expect(text.startsWith(start)).toBe(true)
  expect(start.length).toBeGreaterThan(text.length - 60_000)
})

test('a bomb is unpacked a little at a time', async () => {
  const bomb = pack(' '.repeat(50_000_000))
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    yield bomb
  }
  for await (const part of gunzip(pieces(), () => {})) {
    expect(part.length).toBeLessThanOrEqual(65_536)
    break
  }
})
