/**
 * Until when an answer asks not to be contacted (RFC 9110 §10.2.3): 429, 503 and 3xx with a Retry-After in seconds or as a date. Undefined
 * where it asks for nothing that can be read, or for what has passed.
 */
export function askedToWaitUntilMs(answer: {
  readonly status: number | null
  readonly retryAfter: string | null
  readonly endMs: number
}): number | undefined {
  const { status, retryAfter, endMs } = answer
  const asks =
    status === 429 || status === 503 || (status !== null && status >= 300 && status < 400)
  if (!asks || retryAfter === null) return undefined
  const text = retryAfter.trim()
  const untilMs = /^[0-9]+$/.test(text) ? endMs + 1_000 * Number(text) : dateMs(text)
  return untilMs > endMs ? untilMs : undefined
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const FIXDATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/
const RFC_850 = /^[A-Z][a-z]+, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/

/** The three forms of RFC 9110 §5.6.7; NaN for anything else. */
function dateMs(text: string): number {
  const usual = FIXDATE.exec(text) ?? RFC_850.exec(text)
  if (usual !== null) {
    const [, day = '', month = '', year = '', ...time] = usual
    // Two digits: this century, as far as a Retry-After of today can mean.
    return instant(Number(year) + (year.length === 2 ? 2_000 : 0), month, Number(day), time)
  }
  const old = ASCTIME.exec(text)
  if (old === null) return Number.NaN
  const [, month = '', day = '', hour = '', minute = '', second = '', year = ''] = old
  return instant(Number(year), month, Number(day), [hour, minute, second])
}

function instant(
  year: number,
  month: string,
  day: number,
  [hour, minute, second]: readonly string[],
): number {
  const at = MONTHS.indexOf(month)
  return at < 0 ? Number.NaN : Date.UTC(year, at, day, Number(hour), Number(minute), Number(second))
}
