// Cuts a file into lines: LF, CR and CR LF each end one (RFC 9309 §2.2), nothing else does.

/** Where the text of the first line starts: after a byte order mark, or after as many of its octets as are there. */
export function afterByteOrderMark(octets: string): number {
  const mark = '\u00EF\u00BB\u00BF'
  let at = 0
  while (at < mark.length && octets.charCodeAt(at) === mark.charCodeAt(at)) at++
  return at
}

/** Calls `visit` for each line from `from` on. `end` excludes the line's end; the last line may be empty. */
export function scanLines(
  octets: string,
  from: number,
  to: number,
  visit: (start: number, end: number) => void,
): void {
  let start = from
  for (let at = from; at < to; at++) {
    const code = octets.charCodeAt(at)
    if (code !== 0x0a && code !== 0x0d) continue
    visit(start, at)
    if (code === 0x0d && at + 1 < to && octets.charCodeAt(at + 1) === 0x0a) at++
    start = at + 1
  }
  visit(start, to)
}

/**
 * Octets that count when only the first `maxOctets` are read. A line cut there is left out whole: half of `/private` is `/`.
 */
export function readableOctets(octets: string, maxOctets: number): number {
  if (octets.length <= maxOctets) return octets.length
  const isLineEnd = (at: number): boolean => {
    const code = octets.charCodeAt(at)
    return code === 0x0a || code === 0x0d
  }
  if (isLineEnd(maxOctets)) return maxOctets
  let end = maxOctets
  while (end > 0 && !isLineEnd(end - 1)) end--
  return end
}
