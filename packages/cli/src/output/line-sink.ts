import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { OutputError } from '../exit-code.ts'
import { fileProblem } from '../input/file-check.ts'

/** Above this, whoever produces lines has to wait (HW-SYS-13). */
const HIGH_WATER_BYTES = 1_048_576

/**
 * A file that takes lines as fast as they come and writes them in order, one write at a time. Nothing it does throws at once: a fault
 * of the file is told to `onFault`, once, and thrown by `flush` and `close`.
 */
export class LineSink {
  readonly #file: FileHandle
  readonly #name: string
  readonly #onFault: (error: OutputError) => void
  #waiting = ''
  #restarts = false
  #writing: Promise<void> | undefined
  #fault: OutputError | undefined

  private constructor(file: FileHandle, name: string, onFault: (error: OutputError) => void) {
    this.#file = file
    this.#name = name
    this.#onFault = onFault
  }

  /** Opens a file to go on with it, after its last whole line; a torn tail is cut off. @throws OutputError */
  static async open(
    path: string,
    name: string,
    onFault: (error: OutputError) => void,
  ): Promise<LineSink> {
    try {
      const file = await open(path, 'a+')
      // A pipe or a device has no tail to cut.
      if (!(await isSpecial(file))) await file.truncate(await endOfLastLine(file))
      return new LineSink(file, name, onFault)
    } catch (cause) {
      throw new OutputError(`${name} cannot be written: ${fileProblem(cause)}.`, { cause })
    }
  }

  /** Begins the file anew: what it holds, and what still waits, is gone. */
  restart(): void {
    this.#waiting = ''
    this.#restarts = true
  }

  write(line: string): void {
    if (this.#fault !== undefined) return
    this.#waiting += line.endsWith('\n') ? line : `${line}\n`
    this.#writing ??= this.#drain()
  }

  /** Resolves at once while little is waiting, else when it has been written. */
  async ready(): Promise<void> {
    while (this.#waiting.length > HIGH_WATER_BYTES && this.#writing !== undefined)
      await this.#writing
  }

  /** Resolves when everything has been written. @throws OutputError */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    if (this.#fault !== undefined) throw this.#fault
  }

  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      await this.#file.close()
    }
  }

  async #drain(): Promise<void> {
    // The first lines of a burst wait for each other: one write takes them all.
    await Promise.resolve()
    try {
      while (this.#waiting !== '') {
        const text = this.#waiting
        this.#waiting = ''
        if (this.#restarts && !(await isSpecial(this.#file))) await this.#file.truncate(0)
        this.#restarts = false
        await this.#file.appendFile(text)
      }
    } catch (cause) {
      this.#waiting = ''
      this.#fault = new OutputError(
        `${this.#name} cannot be written any more: ${fileProblem(cause)}. The crawl stops; once that is mended, the same command goes on.`,
        { cause },
      )
      this.#onFault(this.#fault)
    } finally {
      this.#writing = undefined
    }
  }
}

async function isSpecial(file: FileHandle): Promise<boolean> {
  return !(await file.stat()).isFile()
}

const BLOCK_BYTES = 65_536

/** Where the last whole line of a file ends: its size, or less where the end of a line was never written. */
async function endOfLastLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const block = Buffer.alloc(BLOCK_BYTES)
  for (let end = size; end > 0; end -= BLOCK_BYTES) {
    const start = Math.max(0, end - BLOCK_BYTES)
    const { bytesRead } = await file.read(block, 0, end - start, start)
    const at = block.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (at >= 0) return start + at + 1
  }
  return 0
}
