import { extname } from 'node:path'
import type { OutputOptions } from '../crawl-outputs.ts'
import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { checkWritableFile } from './file-check.ts'
import { personPath } from './person-path.ts'

/** The options that say where results go. */
export interface OutputFlags {
  readonly out?: string
  readonly csvRaw?: true
  readonly audit?: string
  readonly json?: true
  readonly quiet?: true
}

const FORMATS: Readonly<Record<string, 'jsonl' | 'csv'>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '': 'jsonl',
}

/**
 * Reads where results go, and sees to it that they can go there.
 *
 * @throws UsageError for a folder, a folder that is not there, a format that there is not, or two results on standard output
 */
export async function outputOptions(
  flags: OutputFlags,
  mayPush: boolean,
  surroundings: Pick<Surroundings, 'env' | 'cwd'>,
): Promise<OutputOptions> {
  const audit = flags.audit === undefined ? undefined : personPath(flags.audit, surroundings)
  if (audit !== undefined) await checkWritableFile('--audit', audit)
  if (flags.out === undefined) return { out: undefined, audit }
  if (flags.out === '-' && flags.json)
    throw new UsageError('--json and --out - both want standard output: give --out a file.')
  const path = flags.out === '-' ? '-' : personPath(flags.out, surroundings)
  const format = FORMATS[path === '-' ? '' : extname(path).toLowerCase()]
  if (format === undefined)
    throw new UsageError(
      `Expected --out to end in .jsonl or .csv, got ${JSON.stringify(flags.out)}.`,
    )
  if (path !== '-') await checkWritableFile('--out', path)
  if (path === audit)
    throw new UsageError('--out and --audit name the same file: give each its own.')
  return { out: { path, format, mayPush, csvRaw: flags.csvRaw ?? false }, audit }
}

/**
 * Sees to it that no file is asked to be two things: what writes one would destroy the other.
 *
 * @throws UsageError naming both options and the path
 */
export function distinctFiles(named: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>()
  for (const [option, path] of Object.entries(named)) {
    if (path === undefined || path === '-') continue
    const other = seen.get(path)
    if (other !== undefined)
      throw new UsageError(`${other} and ${option} name the same file, ${path}: give each its own.`)
    seen.set(path, option)
  }
}
