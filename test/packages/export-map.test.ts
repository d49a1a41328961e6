import { expect, test } from 'vitest'
import { publishedForm, sourceTargetsOf } from './export-map.ts'

const MAP = {
  '.': {
    '@curtsy/source': './src/index.ts',
    types: './dist/index.d.ts',
    default: './dist/index.js',
  },
  '#gunzip': {
    '@curtsy/source': { node: './src/gunzip-node.ts', default: './src/gunzip-web.ts' },
    default: './dist/gunzip-web.js',
  },
  './package.json': './package.json',
}

test('the sources of a map are found under their condition, however it is nested', () => {
  expect(sourceTargetsOf(MAP)).toEqual([
    './src/index.ts',
    './src/gunzip-node.ts',
    './src/gunzip-web.ts',
  ])
})

test('the published form has everything but the sources', () => {
  expect(publishedForm(MAP)).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    '#gunzip': { default: './dist/gunzip-web.js' },
    './package.json': './package.json',
  })
})
