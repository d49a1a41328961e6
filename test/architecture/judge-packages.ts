// Rules between packages: who may import whom, and which modules of Node.
import type { Finding } from './finding.ts'
import { EXCEPTIONS, HOUSE, LOUD_NODE_MODULES, SOCKET_MODULES } from './house.ts'
import type { PackageRule } from './house.ts'
import { nodeModuleOf, packageOf, targetOf } from './source-file.ts'
import type { SourceFile } from './source-file.ts'

/** A package.json, as far as the rules read it. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports?: unknown
  readonly imports?: unknown
}

/** Judges every import of `file` against the row of its package. */
export function judgePackageImports(file: SourceFile, manifest: Manifest): readonly Finding[] {
  const rule = HOUSE[file.packageName]
  if (rule === undefined) {
    const what = `package ${file.packageName} has no row in the house`
    const wayOut = 'Add one in test/architecture/house.ts and in docs/architecture.md.'
    return [{ file: file.path, line: 1, what, wayOut }]
  }
  return file.imports.flatMap(({ specifier, line }) => {
    const breach = breachOf(file, rule, manifest, specifier)
    return breach === undefined ? [] : [{ file: file.path, line, ...breach }]
  })
}

type Breach = Pick<Finding, 'what' | 'wayOut'>

function breachOf(
  file: SourceFile,
  rule: PackageRule,
  manifest: Manifest,
  specifier: string | undefined,
): Breach | undefined {
  if (specifier === undefined) {
    const excused = EXCEPTIONS.some(({ at, uses }) => at === file.path && uses.includes('import()'))
    return excused ? undefined : { what: 'imports a computed name', wayOut: LITERAL }
  }
  const what = `imports ${specifier}`
  const target = targetOf(file, specifier)
  if (target !== undefined) {
    return target.startsWith(`packages/${file.packageName}/src/`)
      ? undefined
      : { what, wayOut: OUTSIDE }
  }
  if (specifier.startsWith('#')) return undefined
  const nodeModule = nodeModuleOf(specifier)
  const inAdapters = file.packageName === 'core' && file.layer === 'adapters'
  if (SOCKET_MODULES.has(nodeModule ?? packageOf(specifier)) && !inAdapters)
    return { what, wayOut: SOCKETS }
  if (nodeModule === undefined) {
    if (TEST_TOOLS.has(packageOf(specifier))) return { what, wayOut: SUPPORT }
    const known = [...rule.dependencies, `@curtsy/${file.packageName}`]
    return known.includes(packageOf(specifier))
      ? undefined
      : { what, wayOut: rowOf(file.packageName) }
  }
  if (rule.node === 'none' && !nodeOnlyFiles(manifest).has(pathInPackage(file)))
    return { what, wayOut: BROWSER }
  if (rule.node === 'quiet' && LOUD_NODE_MODULES.has(nodeModule) && !inAdapters)
    return { what, wayOut: LOUD }
  return undefined
}

const TEST_TOOLS = new Set(['vitest', 'fast-check'])
const SUPPORT =
  'This file would be published: support of tests is named *.test-support.ts and left out of the build.'
const LITERAL = 'Write the module as a literal, so that tools and readers can follow it.'
const OUTSIDE = 'It lies outside the sources of this package: import another package by its name.'
const SOCKETS =
  'Sockets are opened in packages/core/src/adapters alone: use the transport or the resolver port.'
const BROWSER =
  'This package runs in a browser: move this into a file that package.json names under the condition "node".'
const LOUD = 'Files, processes and clocks belong into packages/core/src/adapters, behind a port.'

function rowOf(packageName: string): string {
  return `Do without it, or add it to the row of ${packageName} in test/architecture/house.ts and say why in the commit.`
}

/** `src/gunzip.ts` of `packages/sitemap/src/gunzip.ts`. */
function pathInPackage(file: SourceFile): string {
  return file.path.split('/').slice(2).join('/')
}

/** Judges the dependencies that a package.json declares. */
export function judgeManifest(packageName: string, manifest: Manifest): readonly Finding[] {
  const allowed = HOUSE[packageName]?.dependencies ?? []
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      file: `packages/${packageName}/package.json`,
      line: 1,
      what: `depends on ${name}`,
      wayOut: rowOf(packageName),
    }))
}

/** The sources that only Node loads: targets of a condition `node` in `exports` or `imports`, as `src/….ts`. */
export function nodeOnlyFiles({ exports, imports }: Manifest): ReadonlySet<string> {
  const found = new Set<string>()
  function walk(value: unknown, underNode: boolean): void {
    if (typeof value === 'string' && underNode) {
      found.add(
        value
          .replace(/^\.\//, '')
          .replace(/^dist\//, 'src/')
          .replace(/(\.d)?\.[jt]s$/, '.ts'),
      )
    }
    if (typeof value !== 'object' || value === null) return
    for (const [condition, inner] of Object.entries(value))
      walk(inner, underNode || condition === 'node')
  }
  walk(exports, false)
  walk(imports, false)
  return found
}
