// Writes TypeScript blocks into a folder where they can be checked and run like files of the repository.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeBlock } from './code-block.ts'
import { ROOT } from './pages.ts'

export interface BlockFiles {
  /** Absolute path of the folder; git ignores it. */
  readonly folder: string
  /** Absolute path of the file of each block. */
  readonly paths: ReadonlyMap<CodeBlock, string>
  /** Deletes the folder. */
  readonly remove: () => void
}

/** @param blocks TypeScript blocks; one marked `continues` goes on where the one before it on the same page ended */
export function writeBlockFiles(blocks: readonly CodeBlock[]): BlockFiles {
  mkdirSync(join(ROOT, 'tmp'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'tmp', 'docs-'))
  // What the test package depends on is what a page may import.
  symlinkSync(join(ROOT, 'test', 'node_modules'), join(folder, 'node_modules'), 'junction')
  const paths = new Map<CodeBlock, string>()
  for (const [index, block] of blocks.entries()) {
    const path = join(folder, fileNameOf(block))
    writeFileSync(path, sourceOf(blocks.slice(0, index + 1)))
    paths.set(block, path)
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfigFor([...paths.values()])))
  return { folder, paths, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** `packages/core/README.md` at line 12 gives `packages_core_README.md.12.ts`. */
export function fileNameOf({ page, line }: CodeBlock): string {
  return `${page.replaceAll('/', '_')}.${line}.ts`
}

/** The last block at the lines that it has on its page, so that the compiler speaks of the page; before it what it continues. */
export function sourceOf(blocks: readonly CodeBlock[]): string {
  const last = blocks.at(-1)
  if (last === undefined) return ''
  const earlier = last.marks.includes('continues')
    ? sourceOf(blocks.slice(0, -1).filter(({ page }) => page === last.page))
    : ''
  const used = earlier.split('\n').length
  return earlier + '\n'.repeat(Math.max(0, last.line - used)) + last.code
}

function tsconfigFor(files: readonly string[]): object {
  return {
    extends: '../../tsconfig.check.json',
    compilerOptions: { moduleDetection: 'force' },
    include: [],
    files,
  }
}
