import { describe, expect, test } from 'vitest'
import { CsvColumns, MAX_COLUMNS, csvRow } from './csv.ts'

describe('RFC 4180 §2', () => {
  test.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', ''], '"a,b",\r\n'],
    [['say "x"'], '"say ""x"""\r\n'],
    [['two\r\nlines'], '"two\r\nlines"\r\n'],
    [[null, undefined, true, 1.5], ',,true,1.5\r\n'],
    [[{ a: 1 }, [1, 'x']], '"{""a"":1}","[1,""x""]"\r\n'],
  ])('%j', (values, row) => {
    expect(csvRow(values, { raw: false })).toBe(row)
  })
})

describe('HW-OUT-03 a cell that looks like a formula gets an apostrophe', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\uff1d1', "'\uff1d1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('%j', (text, cell) => {
    expect(csvRow([text], { raw: false })).toBe(`${cell}\r\n`)
  })

  test('a number below zero stays a number', () => {
    expect(csvRow([-1], { raw: false })).toBe('-1\r\n')
  })

  test('not with raw', () => {
    expect(csvRow(['=1+1'], { raw: true })).toBe('=1+1\r\n')
  })
})

test('HW-OUT-01 a cell cannot act on a terminal, unless raw', () => {
  expect(csvRow(['a\u001b[2J'], { raw: false })).toBe('a\\x1b[2J\r\n')
  expect(csvRow(['a\u001b[2J'], { raw: true })).toBe('a\u001b[2J\r\n')
})

describe('the columns of records', () => {
  test('are all their keys, in the order in which they are met', () => {
    const columns = new CsvColumns()
    const records = [{ a: 1, b: 2 }, { c: 3, a: 4 }, 'text']
    for (const record of records) columns.add(record)
    expect(columns.names).toEqual(['a', 'b', 'c', 'value'])
    expect(records.map((record) => columns.cells(record))).toEqual([
      [1, 2, undefined, undefined],
      [4, undefined, 3, undefined],
      [undefined, undefined, undefined, 'text'],
    ])
  })

  test('HW-OUT-06 may be called __proto__ or constructor', () => {
    const columns = new CsvColumns()
    columns.add(JSON.parse('{"__proto__":"x"}'))
    columns.add({ constructor: 'y' })
    expect(columns.names).toEqual(['__proto__', 'constructor'])
    expect(columns.cells({})).toEqual([undefined, undefined])
    expect(columns.cells(JSON.parse('{"__proto__":"x"}'))).toEqual(['x', undefined])
  })

  test('are bounded, and what is left out is counted', () => {
    const columns = new CsvColumns()
    for (let at = 0; at < MAX_COLUMNS + 3; at += 1) columns.add({ [`key ${at}`]: at })
    expect([columns.names.length, columns.leftOut]).toEqual([MAX_COLUMNS, 3])
  })
})
