import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { tokensOf } from './tokens.ts'

/** Specifiers in short: `type x` for a type-only import, `?` for a computed one. */
function shortOf(source: string): readonly string[] {
  return importsOf(tokensOf(source)).map(({ specifier = '?', typeOnly }) =>
    typeOnly ? `type ${specifier}` : specifier,
  )
}

test.each([
  [`import 'x'`, ['x']],
  [`import a from 'x'`, ['x']],
  [`import a, { b as c } from 'x'`, ['x']],
  [`import * as a from 'x'`, ['x']],
  [`import {\n  a,\n  b,\n} from 'x'`, ['x']],
  [`import type { A } from 'x'`, ['type x']],
  [`import type A from 'x'`, ['type x']],
  [`import type from 'x'`, ['x']],
  [`import { type A } from 'x'`, ['x']],
  [`import a from 'x' with { type: 'json' }`, ['x']],
  [`export { a } from 'x'`, ['x']],
  [`export * from 'x'`, ['x']],
  [`export * as a from 'x'`, ['x']],
  [`export type { A } from 'x'`, ['type x']],
  [`const a = await import('x')`, ['x']],
  [`type A = import('x').A`, ['x']],
  [`import a = require('x')`, ['x']],
  [`const a = require("x")`, ['x']],
  ['await import(`x`)', ['x']],
  ['await import(`x/${name}`)', ['?']],
  [`await import('x' + name)`, ['?']],
  [`await import(name)`, ['?']],
])('%s names %j', (source, expected) => {
  expect(shortOf(source)).toEqual(expected)
})

test.each([
  `// import 'x'`,
  `/* export * from 'x' */`,
  `const a = "import 'x'"`,
  `import.meta.url`,
  `export const from = 'x'`,
  `export function a() {}\nconst from = 'x'`,
  `export { a }\nconst b = { from: 'x' }`,
  `loader.import('x')`,
  `loader.require('x')`,
])('%s names nothing', (source) => {
  expect(shortOf(source)).toEqual([])
})

test('each import has its line', () => {
  const lines = importsOf(tokensOf(`import 'a'\n\nimport {\n  b,\n} from 'b'\n`)).map(
    ({ line }) => line,
  )
  expect(lines).toEqual([1, 3])
})
