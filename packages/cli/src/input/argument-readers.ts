import { InvalidArgumentError } from 'commander'

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * Milliseconds of `500`, `500ms`, `1.5s`, `30s`, `5m`, `2h`, `1d`. A number without a unit is milliseconds.
 *
 * @throws InvalidArgumentError, which the command line reports with the option's name
 */
export function millisecondsOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (digits === undefined || factor === undefined) {
    throw new InvalidArgumentError('Expected a time such as 500 (milliseconds), 30s, 5m, 2h or 1d.')
  }
  return Number(digits) * factor
}

/** A reader for whole numbers from `least` up, for the command line. */
export function wholeNumberFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text.trim()) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`Expected a whole number from ${least} up.`)
  }
}

/** Collects an option that may be given again and again. */
export function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text]
}

/**
 * A date of `2026`, `2026-01`, `2026-01-31` or a whole W3C time such as `2026-01-31T12:00:00Z`; without a zone it is UTC.
 *
 * @throws InvalidArgumentError
 */
export function dateOf(text: string): Date {
  const [, day, time = '', zone = 'Z'] =
    /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(
      text.trim(),
    ) ?? []
  const date = new Date(time === '' ? (day ?? '') : `${day}${time}${zone}`)
  if (!Number.isNaN(date.getTime()) && isDay(day ?? '')) return date
  throw new InvalidArgumentError(
    'Expected a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z.',
  )
}

/** 31 February is taken for a day in March otherwise. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day)
}
