// oxlint-disable no-control-regex -- control bytes are what is looked for here
// What the first bytes say against text: file formats that begin with fixed bytes, and bytes that text does not hold.

/** How the file begins, as latin1 text, and what it is. */
const SIGNATURES: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^\x1f\x8b/, 'gzip'],
  [/^\x1f\x9d/, 'compress'],
  [/^PK(?:\x03\x04|\x05\x06)/, 'zip'],
  [/^BZh[1-9]1AY&SY/, 'bzip2'],
  [/^\xfd7zXZ\0/, 'xz'],
  [/^7z\xbc\xaf\x27\x1c/, '7z'],
  [/^\x28\xb5\x2f\xfd/, 'zstd'],
  [/^Rar!\x1a\x07/, 'rar'],
  [/^.{257}ustar/s, 'tar'],
  [/^%PDF-/, 'pdf'],
  [/^%!PS-Adobe-/, 'postscript'],
  [/^\x89PNG\r\n\x1a\n/, 'png'],
  [/^GIF8[79]a/, 'gif'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^\0\0\x01\0/, 'icon'],
  [/^RIFF.{4}(?:WEBP|WAVE|AVI )/s, 'riff media'],
  [/^\0.{3}ftyp/s, 'mp4'],
  [/^\x1aE\xdf\xa3/, 'matroska'],
  [/^OggS\0/, 'ogg'],
  [/^ID3[\x02-\x04]/, 'mp3'],
  [/^fLaC\0/, 'flac'],
  [/^wOF[F2]\0\x01/, 'woff'],
  [/^\0\x01\0\0/, 'truetype'],
  [/^\0asm/, 'wasm'],
  [/^\x7fELF/, 'elf'],
  [/^\xca\xfe\xba\xbe/, 'java class'],
  [/^\xd0\xcf\x11\xe0/, 'ole document'],
  [/^SQLite format 3\0/, 'sqlite'],
]

/** Gives the name of the binary format that `sample` (latin1 text of the first bytes) begins like, or undefined. */
export function binarySignature(sample: string): string | undefined {
  return SIGNATURES.find(([begins]) => begins.test(sample))?.[1]
}

/**
 * Counts bytes that text in an ASCII-compatible encoding does not hold: controls other than tab, line ends, form feed and the
 * escape of ISO-2022-JP.
 *
 * @see https://mimesniff.spec.whatwg.org/#binary-data-byte
 */
export function countBinaryBytes(sample: string): number {
  return sample.match(/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
}
