// Fingerprints of keys: what "seen?" compares. The mixing is HalfSipHash-1-3 (Aumasson, Bernstein: "SipHash: a fast short-input
// PRF", 2012, in its 32-bit form) over UTF-16 code units, two at a time, squeezed to 128 bits by a second finalisation.
// All four words of the state are keyed, so whoever does not know the seed cannot make two URLs collide.

/** The secret of a fingerprint: four random 32-bit words, drawn once for a process or once for a file. */
export type FingerprintSeed = readonly [number, number, number, number]

/**
 * Writes the 128-bit fingerprint of `text` into `out[0..3]`; sets use the first two words, files all four.
 *
 * @returns the bitwise or of all code units: up to 0x7f the text is ASCII, up to 0xff it is Latin-1
 */
export function fingerprint(text: string, seed: FingerprintSeed, out: Uint32Array): number {
  let a = seed[0] | 0
  let b = seed[1] | 0
  let c = seed[2] ^ 0x6c796765
  let d = seed[3] ^ 0x74656462
  let units = 0
  const length = text.length
  const even = length & ~1
  for (let i = 0; i <= even; i += 2) {
    let word: number
    if (i < even) {
      const first = text.charCodeAt(i)
      const second = text.charCodeAt(i + 1)
      units |= first | second
      word = first | (second << 16)
    } else {
      // The last word carries the odd code unit, if there is one, and the length.
      const last = even < length ? text.charCodeAt(even) : 0
      units |= last
      word = last | (length << 16)
    }
    d ^= word
    a = (a + b) | 0
    b = ((b << 5) | (b >>> 27)) ^ a
    a = (a << 16) | (a >>> 16)
    c = (c + d) | 0
    d = ((d << 8) | (d >>> 24)) ^ c
    a = (a + d) | 0
    d = ((d << 7) | (d >>> 25)) ^ a
    c = (c + b) | 0
    b = ((b << 13) | (b >>> 19)) ^ c
    c = (c << 16) | (c >>> 16)
    a ^= word
  }
  c ^= 0xee
  for (let round = 0; round < 6; round += 1) {
    if (round === 3) {
      out[0] = b ^ d
      out[1] = a ^ c
      b ^= 0xdd
    }
    a = (a + b) | 0
    b = ((b << 5) | (b >>> 27)) ^ a
    a = (a << 16) | (a >>> 16)
    c = (c + d) | 0
    d = ((d << 8) | (d >>> 24)) ^ c
    a = (a + d) | 0
    d = ((d << 7) | (d >>> 25)) ^ a
    c = (c + b) | 0
    b = ((b << 13) | (b >>> 19)) ^ c
    c = (c << 16) | (c >>> 16)
  }
  out[2] = b ^ d
  out[3] = a ^ c
  return units
}
