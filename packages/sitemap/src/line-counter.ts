/** Counts line feeds, each once: only up to where a line number is asked for, and over what is forgotten. */
export class LineCounter {
  #line: number
  #counted = 0

  constructor(firstLine: number) {
    this.#line = firstLine
  }

  lineAt(buffer: string, index: number): number {
    if (index < this.#counted) return this.#line - count(buffer, index, this.#counted)
    this.#line += count(buffer, this.#counted, index)
    this.#counted = index
    return this.#line
  }

  forget(buffer: string, length: number): void {
    this.lineAt(buffer, Math.max(length, this.#counted))
    this.#counted -= length
  }
}

function count(buffer: string, from: number, to: number): number {
  let lines = 0
  for (let at = buffer.indexOf('\n', from); at >= 0 && at < to; at = buffer.indexOf('\n', at + 1))
    lines++
  return lines
}
