// Dates of unavailable_after: RFC 822, RFC 850 and ISO 8601, and the ways people bend them. Nothing is taken as local time.

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Hours from UTC of the zone names of RFC 822. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...['z', 'utc', 'gmt', 'ut'].map((zone) => [zone, 0] as const),
  ...([
    ['est', -5],
    ['edt', -4],
    ['cst', -6],
    ['cdt', -5],
    ['mst', -7],
    ['mdt', -6],
    ['pst', -8],
    ['pdt', -7],
  ] as const),
  ...([
    ['bst', 1],
    ['cet', 1],
    ['cest', 2],
    ['msk', 3],
    ['jst', 9],
  ] as const),
])

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*([a-z]+|[+-]\d\d:?\d\d)?$/
const NAMED =
  /^(?:[a-z]+,?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?\s*([a-z]+|[+-]\d\d:?\d\d)?$/

/** Epoch milliseconds, or undefined. A date without a zone is UTC, one without a time its beginning. */
export function parseHttpLikeDate(text: string): number | undefined {
  const value = text.trim().toLowerCase()
  const iso = ISO.exec(value)
  if (iso !== null) return at(iso[1]!, Number(iso[2]) - 1, iso[3]!, iso.slice(4, 7), iso[7])
  const named = NAMED.exec(value)
  if (named === null) return undefined
  const year =
    named[3]!.length === 2 ? `${Number(named[3]) < 70 ? '20' : '19'}${named[3]}` : named[3]!
  return at(year, MONTHS.indexOf(named[2]!), named[1]!, named.slice(4, 7), named[7])
}

function at(
  year: string,
  month: number,
  day: string,
  time: readonly (string | undefined)[],
  zone: string | undefined,
): number | undefined {
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0))
  const offset = zoneMinutes(zone)
  const ms = Date.UTC(Number(year), month, Number(day), hour, minute, second)
  const real = new Date(ms)
  const exists =
    month >= 0 && month < 12 && real.getUTCMonth() === month && real.getUTCDate() === Number(day)
  if (offset === undefined || !exists || hour > 23 || minute > 59 || second > 60) return undefined
  return ms - offset * 60_000
}

function zoneMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0
  const numeric = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3])
    return numeric[1] === '-' ? -minutes : minutes
  }
  const hours = ZONES.get(zone)
  return hours === undefined ? undefined : hours * 60
}
