// Files that a person names, looked at before anything starts: each mistake gets a sentence that says what is there instead.
import { access, constants, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from '../usage-error.ts'

/**
 * Reads a file that a person names.
 *
 * @throws UsageError if it is not there, is a folder, or may not be read
 */
export async function readNamedFile(what: string, path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new UsageError(`${what} ${path} cannot be read: ${fileProblem(cause)}.`, { cause })
  }
}

/**
 * Sees to it that a file can be written at `path`: what is there must be a file, or nothing in a folder that is there.
 *
 * @param what names the option, such as `--out`
 * @throws UsageError
 */
export async function checkWritableFile(what: string, path: string): Promise<void> {
  try {
    const found = await stat(path)
    if (found.isDirectory())
      throw new UsageError(`Expected ${what} to name a file, but ${path} is a folder.`)
    await access(path, constants.W_OK)
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    if (codeOf(cause) !== 'ENOENT')
      throw new UsageError(`${what} ${path} cannot be written: ${fileProblem(cause)}.`, { cause })
    await checkFolder(what, dirname(path))
  }
}

async function checkFolder(what: string, folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK)
  } catch (cause) {
    const problem =
      codeOf(cause) === 'ENOENT'
        ? `there is no folder ${folder}; make it first`
        : `nothing may be written in ${folder}`
    throw new UsageError(`${what} cannot be written: ${problem}.`, { cause })
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota is used up',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many files are open',
}

/** What the system said about a file, in plain words. */
export function fileProblem(thrown: unknown): string {
  return (
    PROBLEMS[codeOf(thrown) ?? ''] ?? (thrown instanceof Error ? thrown.message : String(thrown))
  )
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined
}
