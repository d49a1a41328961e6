// What every package must have so that it can be published: files, package.json, references of the compiler.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { publishedForm, sourceTargetsOf } from './export-map.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface PackageJson {
  readonly name: string
  readonly license: string
  readonly type: string
  readonly sideEffects: boolean
  readonly files: readonly string[]
  readonly engines: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly imports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly publishConfig: {
    readonly exports?: Readonly<Record<string, unknown>>
    readonly imports?: Readonly<Record<string, unknown>>
  }
}

interface TsConfig {
  readonly exclude?: readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

function read(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))
}

const { engines } = read('package.json') as PackageJson
const workspace = read('tsconfig.json') as TsConfig

describe.each(readdirSync(join(ROOT, 'packages')))('packages/%s', (folder) => {
  const manifest = read('packages', folder, 'package.json') as PackageJson
  const { references = [], exclude = [] } = read('packages', folder, 'tsconfig.json') as TsConfig
  const has = (path: string): boolean => existsSync(join(ROOT, 'packages', folder, path))

  test('has a README and the licence', () => {
    expect(['README.md', 'LICENSE'].filter((path) => !has(path))).toEqual([])
  })

  test('is an ESM package under Apache-2.0 for the Node versions of the workspace', () => {
    expect(manifest).toMatchObject({
      name: `@curtsy/${folder}`,
      license: 'Apache-2.0',
      type: 'module',
      sideEffects: false,
      engines,
    })
  })

  test('publishes what it builds and the sources, but no tests and no support of tests', () => {
    const patterns = ['test', 'test-support'].map((kind) => `src/**/*.${kind}.ts`)
    expect(manifest.files).toEqual(['dist', 'src', ...patterns.map((pattern) => `!${pattern}`)])
    expect(exclude).toEqual(patterns)
  })

  test('exports sources that exist, and its package.json', () => {
    const targets = [
      ...sourceTargetsOf(manifest.exports),
      ...sourceTargetsOf(manifest.imports ?? {}),
    ]
    expect(targets.filter((path) => !has(path))).toEqual([])
    expect(manifest.exports['./package.json']).toBe('./package.json')
  })

  test('publishes the same maps without the sources', () => {
    const { exports = manifest.exports, imports = manifest.imports } = manifest.publishConfig
    expect(exports).toEqual(publishedForm(manifest.exports))
    expect(imports ?? {}).toEqual(publishedForm(manifest.imports ?? {}))
  })

  test('builds each of its commands from a source', () => {
    const sources = Object.values(manifest.bin ?? {}).map((path) =>
      path.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
    )
    expect(sources.filter((path) => !has(path))).toEqual([])
  })

  test('takes siblings from the workspace and everything else from the catalog', () => {
    const wrong = Object.entries(manifest.dependencies ?? {}).filter(
      ([name, range]) => range !== (name.startsWith('@curtsy/') ? 'workspace:^' : 'catalog:'),
    )
    expect(wrong).toEqual([])
  })

  test('refers the compiler to the siblings that it depends on', () => {
    const siblings = Object.keys(manifest.dependencies ?? {}).filter((name) =>
      name.startsWith('@curtsy/'),
    )
    expect(references.map(({ path }) => path.replace('../', '@curtsy/')).toSorted()).toEqual(
      siblings.toSorted(),
    )
  })

  test('is built with all the others', () => {
    expect(workspace.references).toContainEqual({ path: `packages/${folder}` })
  })
})
