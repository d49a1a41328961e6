import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { OutputError } from '../exit-code.ts'
import { fileProblem } from '../input/file-check.ts'
import type { Outlet } from '../surroundings.ts'

/** Where exported records go. Each write is awaited, so that a slow reader slows its writer and nothing else. */
export interface RecordFile {
  /**
   * Goes back to `bytes`, the length that was known to be good; false if the file is not what it was, and is empty now.
   * A stream cannot go back: it is taken as good.
   */
  resume(bytes: number): Promise<boolean>
  append(text: string): Promise<void>
  close(): Promise<void>
}

/** @throws OutputError from each method, if the file cannot be written */
export async function openRecordFile(path: string): Promise<RecordFile> {
  const said = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new OutputError(
        `--out ${path} cannot be written: ${fileProblem(cause)}. Once that is mended, the same command goes on.`,
        { cause },
      )
    })
  const file = await said(open(path, 'a+'))
  return {
    resume: (bytes) => said(resume(file, bytes)),
    append: (text) => said(file.appendFile(text)),
    close: () => said(file.close()),
  }
}

async function resume(file: FileHandle, bytes: number): Promise<boolean> {
  const stats = await file.stat()
  if (!stats.isFile()) return true
  const good = bytes === 0 || (stats.size >= bytes && (await byteAt(file, bytes - 1)) === 0x0a)
  await file.truncate(good ? bytes : 0)
  return good
}

async function byteAt(file: FileHandle, position: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  return buffer[0]
}

/** Records on standard output. */
export function recordsOnOutlet(outlet: Outlet): RecordFile {
  return {
    resume: () => Promise.resolve(true),
    append: (text) => outlet.writeAll(text),
    close: () => Promise.resolve(),
  }
}
