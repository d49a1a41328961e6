import type { Outlet } from '../surroundings.ts'

/** Lines are written together up to this many characters: a write for each would cost more than the line. */
const BATCH_CHARACTERS = 65_536

/** Lines on their way to a reader who may be slower than we are: whoever adds them waits for that reader. */
export class LineBatch {
  readonly #outlet: Outlet
  #lines = ''

  constructor(outlet: Outlet) {
    this.#outlet = outlet
  }

  /** True once there is enough to `flush`. */
  add(line: string): boolean {
    this.#lines += `${line}\n`
    return this.#lines.length >= BATCH_CHARACTERS
  }

  /** Resolves when the reader has taken all of it, or has gone away. */
  async flush(): Promise<void> {
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') await this.#outlet.writeAll(lines)
  }
}
