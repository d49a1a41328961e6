// How long an answer counts, and how long a server asks to be left alone.

import { MAX_FRESH_MS, MIN_FRESH_MS } from './access-policy.ts'

/**
 * Milliseconds for which an answer is fresh: 24 hours, or what Cache-Control says, but never under 5 minutes nor over 24 hours.
 *
 * `no-store` and `no-cache` count as the shortest time: a robots.txt that is read before every request helps nobody.
 *
 * @see RFC 9309 §2.4, RFC 9111 §5.2.2
 */
export function freshMs(cacheControl: string | null | undefined): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  if (directives.includes('no-store') || directives.some((part) => /^no-cache(?:=|$)/.test(part)))
    return MIN_FRESH_MS
  const ages = directives.flatMap((part) => {
    const seconds = /^max-age\s*=\s*"?(\d+)"?$/.exec(part)?.[1]
    return seconds === undefined ? [] : [Number(seconds) * 1000]
  })
  return Math.max(MIN_FRESH_MS, Math.min(MAX_FRESH_MS, ...ages))
}

const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
const HTTP_DATE = /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/

/**
 * The time before which a server asks not to be contacted, or undefined where it says nothing usable: unparsable, negative, zero or
 * past.
 *
 * @see RFC 9110 §10.2.3, with the three date forms of §5.6.7
 */
export function retryAfterMs(
  retryAfter: string | null | undefined,
  nowMs: number,
): number | undefined {
  const value = (retryAfter ?? '').trim()
  let untilMs = Number.NaN
  if (/^\d+$/.test(value))
    untilMs = nowMs + Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER / 2)
  else if (HTTP_DATE.test(value)) untilMs = Date.parse(value)
  else if (ASCTIME.test(value)) untilMs = Date.parse(`${value} GMT`)
  return untilMs > nowMs ? untilMs : undefined
}
