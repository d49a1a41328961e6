// One run of the compiler over all blocks.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { BlockFiles } from './block-files.ts'
import { ROOT } from './pages.ts'

const ERROR = /^(?<path>.+?)\((?<line>\d+),(?<column>\d+)\): (?<message>error TS\d+: .*)$/

/** The errors of each file by its base name, each as `line:column: error TS…`; those of no block under the name of their file. */
export function typeErrorsOf({
  folder,
  paths,
}: BlockFiles): ReadonlyMap<string, readonly string[]> {
  const errors = new Map<string, string[]>()
  if (paths.size === 0) return errors
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [compiler(), '-p', join(folder, 'tsconfig.json'), '--pretty', 'false'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  for (const text of stdout.split('\n')) {
    const { path, line, column, message } = ERROR.exec(text)?.groups ?? {}
    if (path === undefined) continue
    const name = basename(path)
    errors.set(name, [...(errors.get(name) ?? []), `${line}:${column}: ${message}`])
  }
  if (status !== 0 && errors.size === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`)
  return errors
}

function compiler(): string {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  return join(manifest, '..', 'bin', 'tsc')
}
