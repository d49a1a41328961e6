/** A 32-bit checksum of a text (FNV-1a over UTF-16 units): to tell texts apart, not to protect them. */
export function checksum(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The same over 64 bits, as 16 hex digits. */
export function checksumText(text: string): string {
  const other = checksum(text, 0x9e3779b9)
  return checksum(text).toString(16).padStart(8, '0') + other.toString(16).padStart(8, '0')
}
