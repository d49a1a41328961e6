/** A fenced code block of a Markdown page. */
export interface CodeBlock {
  /** Path of the page from the root of the repository. */
  readonly page: string
  /** Line of the first line of code, from 1. */
  readonly line: number
  /** The first word of the info string, in lower case; empty where there is none. */
  readonly language: string
  /** The words after it, such as `run`. */
  readonly marks: readonly string[]
  /** The code, with the indentation of its fence taken off and without the last line break. */
  readonly code: string
}

const FENCE = /^(?<indent> *)(?<fence>`{3,}|~{3,}) *(?<info>[^`]*)$/

/**
 * Every fenced block of a page in order.
 *
 * @throws Error naming page and line when a fence is never closed: the rest of the page would be code
 */
export function codeBlocksOf(page: string, markdown: string): readonly CodeBlock[] {
  const lines = markdown.split(/\r?\n/)
  const blocks: CodeBlock[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const { indent = '', fence, info = '' } = FENCE.exec(lines[at] ?? '')?.groups ?? {}
    if (fence === undefined) continue
    const end = lines.findIndex((line, index) => index > at && closes(line, fence))
    if (end === -1) throw new Error(`${page}:${at + 1}: this fence is never closed.`)
    const [language = '', ...marks] = info.trim().split(/\s+/)
    const code = lines.slice(at + 1, end).map((line) => unindented(line, indent.length))
    blocks.push({
      page,
      line: at + 2,
      language: language.toLowerCase(),
      marks,
      code: code.join('\n'),
    })
    at = end
  }
  return blocks
}

/** A fence is closed by the same character, at least as often, and nothing else. */
function closes(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
}

function unindented(line: string, width: number): string {
  const blanks = line.length - line.trimStart().length
  return line.slice(Math.min(width, blanks))
}
