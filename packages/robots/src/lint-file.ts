// Notes of the reader that are findings too: what is not read, or not as it was meant.

import type { Finding } from './lint.ts'
import { noteMeaning } from './note-meaning.ts'
import type { Robots } from './robots.ts'

export function lintFile(robots: Robots): readonly Finding[] {
  const noted = robots.notes.flatMap(({ code, line }): readonly Finding[] => {
    const { severity, message, fix } = noteMeaning(code)
    return severity === 'none' ? [] : [{ code, severity, lines: [line], message, fix }]
  })
  const noindex = robots.lines
    .filter(({ kind }) => kind === 'noindex')
    .map(({ number }): Finding => ({
      code: 'noindex-in-robots',
      severity: 'warning',
      lines: [number],
      message: 'No search engine obeys Noindex in robots.txt.',
      fix: 'Send X-Robots-Tag: noindex or a meta element with the page, and let the page be fetched.',
    }))
  return [...noted, ...noindex]
}
