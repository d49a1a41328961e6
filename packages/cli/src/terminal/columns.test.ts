import { expect, test } from 'vitest'
import { columns, cut } from './columns.ts'
import { COLOURED, PLAIN, paintFor } from './paint.ts'

test('columns line up, counts flush right, no blanks at the end', () => {
  expect(columns([['a', '1', 'x'], ['bcd', '20', ''], ['e']], { right: [1] })).toEqual([
    'a     1  x',
    'bcd  20',
    'e',
  ])
})

test('colours do not count as width', () => {
  const cell = { text: 'ab', painted: COLOURED.red('ab') }
  expect(
    columns([
      [cell, 'x'],
      ['abcd', 'y'],
    ]),
  ).toEqual(['\u001b[31mab\u001b[39m    x', 'abcd  y'])
})

test('what is too wide is cut with an ellipsis', () => {
  expect(cut('abcdef', 4)).toBe('abc…')
  expect(cut('abcd', 4)).toBe('abcd')
})

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, {}, false],
])('a stream %j with %j is coloured = %s', (stream, env, coloured) => {
  expect(paintFor(stream, env)).toBe(coloured ? COLOURED : PLAIN)
})
