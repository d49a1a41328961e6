// The pages whose code is checked.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeBlocksOf } from './code-block.ts'
import type { CodeBlock } from './code-block.ts'

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url))

/** README.md and CONTRIBUTING.md of the root, everything below docs/, and the README of each package; from the root, with slashes. */
export function pages(): readonly string[] {
  const candidates = [
    'README.md',
    'CONTRIBUTING.md',
    ...markdownBelow('docs'),
    ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`),
  ]
  return candidates.filter((page) => existsSync(join(ROOT, page)))
}

/** The code blocks of all pages. */
export function allCodeBlocks(): readonly CodeBlock[] {
  return pages().flatMap((page) => codeBlocksOf(page, readFileSync(join(ROOT, page), 'utf8')))
}

function markdownBelow(folder: string): readonly string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name).replaceAll(sep, '/'))
    .toSorted()
}
