import { assert, jsonValue, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonLine, safeJson, visible, visibleLines } from './visible.ts'

describe('HW-OUT-01 what a terminal could act on is shown as an escape', () => {
  test.each([
    ['a colour', 'a\u001b[31mred', 'a\\x1b[31mred'],
    ['a window title', '\u001b]0;gone\u0007', '\\x1b]0;gone\\x07'],
    ['C1 CSI', '\u009b2J', '\\x9b2J'],
    ['line breaks', 'a\r\nb\nc', 'a\\r\\nb\\nc'],
    ['tab, NUL, DEL', 'a\tb\u0000c\u007f', 'a\\tb\\x00c\\x7f'],
    ['right-to-left override', 'evil\u202etxt.exe', 'evil\\u202etxt.exe'],
    ['isolates and marks', '\u2066x\u2069\u200f\u061c', '\\u2066x\\u2069\\u200f\\u061c'],
    ['zero width', 'pay\u200bpal\ufeff\u00ad', 'pay\\u200bpal\\ufeff\\xad'],
    ['separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\x85d'],
    ['tag characters', 'x\u{e0041}', 'x\\u{e0041}'],
    ['half a surrogate', 'x\ud800y', 'x\\ud800y'],
  ])('%s', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('letters of every script and emoji stay as they are', () => {
    const text = 'Ünïcödé 日本語 עברית 🦉 👩\u200d🚀 C:\\dir'
    expect(visible(text)).toBe(text)
  })
})

test('in a file that quotes line breaks and tabs they stay', () => {
  expect(visibleLines('a\r\nb\tc\u001b[2J\u202e')).toBe('a\r\nb\tc\\x1b[2J\\u202e')
})

test('JSON of any value is one printable line and parses to the same value', () => {
  assert(
    property(jsonValue({ stringUnit: 'binary' }), (value) => {
      const line = jsonLine(value)
      expect(line).toBe(visible(line))
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the escapes that JSON text has already stay as they are', () => {
  expect(safeJson('{"a":"\\u001b \\n \u009b"}')).toBe('{"a":"\\u001b \\n \\u009b"}')
})
