// Dates of sitemaps and feeds: the W3C datetime forms, the near-forms that sites write, and the e-mail dates of RSS.

/** A date that was understood. `standard` is false when it is not written as the W3C datetime note asks. */
export interface ReadDate {
  /** ISO 8601 in UTC with milliseconds. */
  readonly iso: string
  readonly standard: boolean
}

// Days that every month has, then those that most have. 29 February is for the calendar.
const DAY = String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`

/** The forms that nearly every file uses, a date alone or a UTC time of whole seconds, as a pattern with day and time as groups. */
export const PLAIN_DATE: string = String.raw`(${DAY})(?:T(${TIME})(?:Z|\+00:00))?`

/** What the groups of `PLAIN_DATE` mean. */
export function plainIso(day: string, time = '00:00:00'): string {
  // Joined for the same reason as in flat-copy.ts: four parts in a chain take three times the memory.
  return [day, 'T', time, '.000Z'].join('')
}

const LONGEST_DATE = 80
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

// Year first, so that no reading of day and month is possible but one.
const ISO_LIKE =
  /^(\d{4})(?:(?:(-)|[/.])(\d{1,2})(?:(?:(-)|[/.])(\d{1,2})(?:(T)|[tT ]|\s+)?(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z|[+-]\d{4})?)?$/
const MAIL =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})[\s-]([A-Za-z]{3})[a-z]*[\s-](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([A-Za-z]{1,5}|[+-]\d{2}:?\d{2}))?)?(?:\s+\([^()]*\))?$/
const PLAIN = new RegExp(`^${PLAIN_DATE}$`)
const US_ZONES: ReadonlyMap<string, number> = new Map([
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
])

/**
 * Reads a lastmod.
 *
 * Takes the six forms of the W3C note, and as near-forms: no zone (read as UTC, whatever the local zone), a blank for T, an offset
 * without colon, one-digit month and day, slashes after the year, and e-mail dates. Day before month in figures is ambiguous and
 * refused, and so are days and times that do not exist: nothing rolls over.
 *
 * @see https://www.w3.org/TR/NOTE-datetime
 */
export function readLastmod(text: string): ReadDate | undefined {
  if (text.length > LONGEST_DATE) return undefined
  const plain = PLAIN.exec(text)
  if (plain !== null) return { iso: plainIso(plain[1]!, plain[2]), standard: true }
  return readIsoLike(text) ?? readCompact(text) ?? readMailDate(text)
}

/** The date of an RSS item: RFC 822 as the format asks (§5), or any form of a lastmod. */
export function readFeedDate(text: string): ReadDate | undefined {
  const date = readLastmod(text)
  return date && { iso: date.iso, standard: true }
}

function readIsoLike(text: string): ReadDate | undefined {
  const match = ISO_LIKE.exec(text)
  if (match === null) return undefined
  const [, year, dash1, month, dash2, day, letterT, hour, minute, second, fraction, zone] = match
  if (day === undefined && dash1 === undefined && month !== undefined) return undefined
  const standard =
    (month === undefined || (dash1 !== undefined && month.length === 2)) &&
    (day === undefined || (dash2 !== undefined && day.length === 2)) &&
    (hour === undefined
      ? text.length <= 10
      : letterT !== undefined &&
        hour.length === 2 &&
        zone !== undefined &&
        /^(?:Z|[+-]\d\d:\d\d)$/.test(zone) &&
        !/[\s,]/.test(text))
  if (hour === undefined && day !== undefined && /[tT\s]$/.test(text)) return undefined
  return dateOf({ year, month, day, hour, minute, second, fraction, zone }, standard)
}

function readCompact(text: string): ReadDate | undefined {
  const match = COMPACT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, zone] = match
  return dateOf({ year, month, day, hour, minute, second, fraction: undefined, zone }, false)
}

function readMailDate(text: string): ReadDate | undefined {
  const match = MAIL.exec(text)
  if (match === null) return undefined
  const [, day, monthName = '', shortYear = '', hour, minute, second, zone] = match
  const month = MONTHS.indexOf(monthName.toLowerCase())
  if (month < 0 || month % 3 !== 0) return undefined
  // RFC 2822 §4.3: two digits below 50 are of this century.
  const century = Number(shortYear) < 50 ? '20' : '19'
  const year = shortYear.length === 2 ? century + shortYear : shortYear
  return dateOf(
    { year, month: String(month / 3 + 1), day, hour, minute, second, fraction: undefined, zone },
    false,
  )
}

interface DateParts {
  readonly year: string | undefined
  readonly month: string | undefined
  readonly day: string | undefined
  readonly hour: string | undefined
  readonly minute: string | undefined
  readonly second: string | undefined
  readonly fraction: string | undefined
  readonly zone: string | undefined
}

function dateOf(parts: DateParts, standard: boolean): ReadDate | undefined {
  const year = Number(parts.year)
  const month = Number(parts.month ?? 1)
  const day = Number(parts.day ?? 1)
  const hour = Number(parts.hour ?? 0)
  const minute = Number(parts.minute ?? 0)
  const second = Number(parts.second ?? 0)
  const offsetMinutes = zoneOffset(parts.zone)
  if (!isDay(year, month, day) || !isTime(hour, minute, second) || offsetMinutes === undefined)
    return undefined
  const milliseconds = Number((parts.fraction ?? '').padEnd(3, '0').slice(0, 3))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offsetMinutes, second, milliseconds)
  const iso = date.toISOString()
  return iso.length === 24 ? { iso, standard } : undefined
}

function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || /^(?:Z|UTC?|GMT)$/i.test(zone)) return 0
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (offset === null) return US_ZONES.get(zone.toUpperCase())
  const hours = Number(offset[2])
  const minutes = Number(offset[3] ?? 0)
  if (hours > 23 || minutes > 59) return undefined
  return (offset[1] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

function isDay(year: number, month: number, day: number): boolean {
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return false
  if (day > DAYS[month - 1]!) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59
}
