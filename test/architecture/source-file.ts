// A source file as the rules see it: where it stands in the house, and what it imports.
import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import type { Import } from './imports.ts'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

export interface SourceFile {
  /** Path from the root of the repository: `packages/core/src/domain/scope.ts`. */
  readonly path: string
  /** The folder below `packages/`: `core`. */
  readonly packageName: string
  /** The first folder below `src/`: `domain`; the file itself where there is none: `create-crawler.ts`. */
  readonly layer: string
  readonly tokens: readonly Token[]
  readonly imports: readonly Import[]
}

/** @param path from the root, with slashes, below `packages/<name>/src/` */
export function sourceFile(path: string, text: string): SourceFile {
  const [, packageName = '', , layer = ''] = path.split('/')
  const tokens = tokensOf(text)
  return { path, packageName, layer, tokens, imports: importsOf(tokens) }
}

/** Where a relative import leads, from the root of the repository; undefined for a package or a module of Node. */
export function targetOf(file: SourceFile, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : undefined
}

/** The package that a bare specifier names: `@curtsy/core/testing` gives `@curtsy/core`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** `dns/promises` of `node:dns/promises` gives `dns`; undefined for anything but a module of Node. */
export function nodeModuleOf(specifier: string): string | undefined {
  return specifier.startsWith('node:') ? specifier.slice('node:'.length).split('/')[0] : undefined
}
