/**
 * A length of time as a person says it: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 4 min`, `3 d 2 h`. Never rounded down to less than is
 * left, so that "in 1.4 s" is not too early.
 *
 * @param ms milliseconds; less than 0 counts as 0
 */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return 'for ever'
  const tenths = Math.ceil(Math.max(0, ms) / 100)
  if (tenths < 100) return `${(tenths / 10).toFixed(1)} s`
  const seconds = Math.ceil(tenths / 10)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return two(seconds, 60, 'min', 's')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 1_440) return two(minutes, 60, 'h', 'min')
  return two(Math.ceil(minutes / 60), 24, 'd', 'h')
}

function two(n: number, of: number, big: string, small: string): string {
  const rest = n % of
  return `${Math.floor(n / of)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`
}
