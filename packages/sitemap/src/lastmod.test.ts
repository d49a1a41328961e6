import { describe, expect, test } from 'vitest'
import { readFeedDate, readLastmod } from './lastmod.ts'

const standard = (iso: string): object => ({ iso, standard: true })
const near = (iso: string): object => ({ iso, standard: false })

describe('W3C datetime', () => {
  test.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-05-06T07:08Z', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06T07:08+02:00', '2024-05-06T05:08:00.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09+00:00', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T23:08:09-05:30', '2024-05-07T04:38:09.000Z'],
    ['2024-05-06T07:08:09.1Z', '2024-05-06T07:08:09.100Z'],
    ['2024-05-06T07:08:09.123456789+14:00', '2024-05-05T17:08:09.123Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(readLastmod(text)).toEqual(standard(iso))
  })
})

describe('near-forms, understood and noted', () => {
  test.each([
    ['no zone is UTC', '2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
    ['no zone, no seconds', '2024-05-06T07:08', '2024-05-06T07:08:00.000Z'],
    ['a blank for T', '2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['a blank before the offset', '2024-05-06 07:08:09 +02:00', '2024-05-06T05:08:09.000Z'],
    ['an offset without colon', '2024-05-06T07:08:09+0200', '2024-05-06T05:08:09.000Z'],
    ['an offset of hours', '2024-05-06T07:08:09+02', '2024-05-06T05:08:09.000Z'],
    ['small letters', '2024-05-06t07:08:09z', '2024-05-06T07:08:09.000Z'],
    ['a named zone', '2024-05-06 07:08:09 UTC', '2024-05-06T07:08:09.000Z'],
    ['one digit', '2017-1-3', '2017-01-03T00:00:00.000Z'],
    ['one digit for the hour', '2024-05-06T7:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['a comma before the fraction', '2024-05-06T07:08:09,5Z', '2024-05-06T07:08:09.500Z'],
    ['slashes after the year', '2024/05/06', '2024-05-06T00:00:00.000Z'],
    ['no separators', '20240506', '2024-05-06T00:00:00.000Z'],
    ['no separators, with a time', '20240506T070809Z', '2024-05-06T07:08:09.000Z'],
    ['an e-mail date', 'Mon, 06 May 2024 07:08:09 GMT', '2024-05-06T07:08:09.000Z'],
    ['an e-mail date of two digits', '6 May 24 07:08 EDT', '2024-05-06T11:08:00.000Z'],
    ['a day with its month by name', '6 May 2024', '2024-05-06T00:00:00.000Z'],
    ['a day, a month, dashes', '06-May-2024', '2024-05-06T00:00:00.000Z'],
  ])('%s: %s is %s', (_, text, iso) => {
    expect(readLastmod(text)).toEqual(near(iso))
  })
})

describe('what is no date, or no single one', () => {
  test.each([
    ['a zero date', '0000-00-00'],
    ['a month that does not exist', '2024-13-01'],
    ['a day that does not exist', '2024-02-30'],
    ['29 February of no leap year', '2023-02-29'],
    ['29 February of a full century', '1900-02-29'],
    ['an hour that does not exist', '2024-05-06T24:00:00Z'],
    ['a minute that does not exist', '2024-05-06T07:60:00Z'],
    ['a leap second', '2024-06-30T23:59:60Z'],
    ['an offset that does not exist', '2024-05-06T07:08:09+25:00'],
    ['day before month', '06/05/2024'],
    ['day before month, dots', '06.05.2024'],
    ['epoch seconds', '1714979289'],
    ['epoch milliseconds', '1714979289000'],
    ['a year and a month without separator', '202405'],
    ['a year and a month with a slash', '2024/05'],
    ['a T without a time', '2024-05-06T'],
    ['two dates', '2024-05-06 2024-05-07'],
    ['words', 'yesterday'],
    ['a month that is no name', '06 Foo 2024'],
    ['an unknown zone', 'Mon, 06 May 2024 07:08:09 XYZ'],
    ['a negative year', '-2024-05-06'],
    ['five digits of year', '12024-05-06'],
    ['before the first year by its offset', '0000-01-01T00:00:00+01:00'],
    ['nothing but blanks', '   '],
    ['a very long text', `2024-05-06${' '.repeat(100)}`],
  ])('%s: "%s"', (_, text) => {
    expect(readLastmod(text)).toBeUndefined()
  })
})

test('in a feed an e-mail date is the standard', () => {
  expect(readFeedDate('Mon, 06 May 2024 07:08:09 +0200')).toEqual(
    standard('2024-05-06T05:08:09.000Z'),
  )
  expect(readFeedDate('2024-05-06T07:08:09Z')).toEqual(standard('2024-05-06T07:08:09.000Z'))
  expect(readFeedDate('soon')).toBeUndefined()
})
