// One row of `entry_block`: what the schedule and the seen set must know of entries with ids in a row, 32 bytes each, little
// endian: fingerprint (16), priority (8, float), origin (4), depth (2, at most 65,535), kind (1), state when added (1).

/** Bytes of one entry. */
export const ENTRY_BYTES = 32

/** No origin: a refused entry has none. */
export const NO_ORIGIN = 0xffff_ffff

export interface BlockEntry {
  readonly priority: number
  readonly origin: number
  readonly depth: number
  readonly kind: number
  readonly added: number
}

/** Writes one entry; `print` holds the four words of its fingerprint. */
export function writeBlockEntry(
  view: DataView,
  at: number,
  print: Uint32Array,
  entry: BlockEntry,
): void {
  for (let word = 0; word < 4; word += 1) view.setUint32(at + 4 * word, print[word] as number, true)
  view.setFloat64(at + 16, entry.priority, true)
  view.setUint32(at + 24, entry.origin, true)
  view.setUint16(at + 28, Math.min(entry.depth, 0xffff), true)
  view.setUint8(at + 30, entry.kind)
  view.setUint8(at + 31, entry.added)
}
