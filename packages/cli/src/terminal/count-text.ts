/** `1 page`, `2 pages`, `12,345 pages`. */
export function countText(n: number, one: string, many: string = `${one}s`): string {
  return `${groupedDigits(n)} ${n === 1 ? one : many}`
}

/** `12,345`. */
export function groupedDigits(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `http-status 2, dns-failure 1`, the most frequent first. */
export function reasonsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, n]) => n > 0)
    .toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'))
    .map(([reason, n]) => `${reason} ${groupedDigits(n)}`)
    .join(', ')
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0)
}
