// Reads the sources of every package from disk.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from './judge-packages.ts'
import { sourceFile } from './source-file.ts'
import type { SourceFile } from './source-file.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The folders of `packages/`. */
export function packageNames(): readonly string[] {
  return readdirSync(join(ROOT, 'packages'))
}

export function manifestOf(packageName: string): Manifest {
  return JSON.parse(
    readFileSync(join(ROOT, 'packages', packageName, 'package.json'), 'utf8'),
  ) as Manifest
}

/** The sources of a package, without its tests and their support (`*.test-support.ts`): they may import what they test with. */
export function sourcesOf(packageName: string): readonly SourceFile[] {
  const folder = join('packages', packageName, 'src')
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|test-d|test-support|d)\.ts$/.test(name))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      return sourceFile(path.replaceAll(sep, '/'), readFileSync(join(ROOT, path), 'utf8'))
    })
}
