// What a block says that it prints: its comments of the form `// => text`, in order.
import { format } from 'node:util'

/** One text of all `// =>` comments; undefined where there is none. A long output goes over several of them. */
export function expectedOutputOf(code: string): string | undefined {
  const comments = Array.from(code.matchAll(/\/\/ => ?(.*)$/gm), ([, text = '']) => text)
  return comments.length === 0 ? undefined : flowed(comments.join('\n'))
}

/** What `console.log` prints for each of the calls, as one text in which every run of blanks is one space. */
export function printed(calls: readonly (readonly unknown[])[]): string {
  return flowed(calls.map((args) => format(...args)).join('\n'))
}

/** Where a line breaks is the width of the page, not the meaning. */
function flowed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
