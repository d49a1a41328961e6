import { describe, expect, test } from 'vitest'
import { CurtsyError } from '../curtsy-error.ts'
import { recordText } from './json-record.ts'

const URL_OF_PAGE = 'https://a.test/'

describe('what JSON can hold is pushed as JSON', () => {
  test.each([
    [{ a: 1, b: [null, true, 'x'], c: { d: {} } }, '{"a":1,"b":[null,true,"x"],"c":{"d":{}}}'],
    ['text', '"text"'],
    [null, 'null'],
    [[], '[]'],
    [{ missing: undefined }, '{}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ url: new URL('https://a.test') }, '{"url":"https://a.test/"}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
  ])('%j', (record, json) => {
    expect(recordText(record, URL_OF_PAGE)).toBe(json)
  })

  test('the same object twice is no cycle', () => {
    const shared = { a: 1 }
    expect(recordText([shared, shared], URL_OF_PAGE)).toBe('[{"a":1},{"a":1}]')
  })
})

describe('what JSON would drop or change in silence is an error that names its place', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  let deep: unknown = 1
  for (let level = 0; level < 5_000; level += 1) deep = [deep]

  test.each([
    [undefined, 'record is undefined'],
    [{ items: [{ price: Number.NaN }] }, 'record.items[0].price is NaN'],
    [{ 'a b': -Infinity }, 'record["a b"] is -Infinity'],
    [[1, undefined], 'record[1] is undefined'],
    [{ f: () => 1 }, 'record.f is a function'],
    [{ s: Symbol('x') }, 'record.s is a symbol'],
    [{ n: 1n }, 'record.n is a bigint'],
    [{ m: new Map() }, 'record.m is an instance of Map'],
    [{ d: new Date(Number.NaN) }, 'record.d is an invalid Date'],
    [{ r: /x/ }, 'record.r is an instance of RegExp'],
    [cycle, 'record.self is a cycle'],
    [{ toJSON: () => ({ x: 1n }) }, 'record.x is a bigint'],
  ])('%#: %s', (record, sentence) => {
    expect(() => recordText(record, URL_OF_PAGE)).toThrow(
      `Expected page.push to get what JSON can hold, but ${sentence} (on ${URL_OF_PAGE}).`,
    )
  })

  test('nesting is bounded', () => {
    expect(() => recordText(deep, URL_OF_PAGE)).toThrow('is nested deeper than 100 levels')
  })

  test('the error has a code and the path', () => {
    const failure = (): string => recordText({ a: [1n] }, URL_OF_PAGE)
    expect(failure).toThrow(CurtsyError)
    expect(failure).toThrow(
      expect.objectContaining({
        code: 'CURTSY_OPTION',
        details: { path: 'record.a[0]', url: URL_OF_PAGE },
      }),
    )
  })
})
