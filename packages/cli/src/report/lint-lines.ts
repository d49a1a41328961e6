// Findings about a robots.txt, as lines. Pure.
import type { LintFinding, RobotsLine } from '@curtsy/robots'
import { cut } from '../terminal/columns.ts'
import { countText } from '../terminal/count-text.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'

/** A pattern may be 16 kilobytes long: more of a line says no more to a person. */
const LONGEST_QUOTE = 120
const MOST_LINES = 6

/** A block a finding: severity, place and code, the line itself, a sentence, a way out; then the sum. */
export function lintLines(
  findings: readonly LintFinding[],
  lines: readonly RobotsLine[],
  paint: Paint,
): readonly string[] {
  const blocks = findings.flatMap((finding) => [
    `${severityOf(finding, paint)}  ${placeOf(finding)}  ${finding.code}`,
    ...quoted(lines[(finding.lines[0] ?? 0) - 1], paint),
    `  ${visible(finding.message)}`,
    `  ${paint.dim('way out:')} ${visible(finding.fix)}`,
    '',
  ])
  return [...blocks, sumOf(findings)]
}

function severityOf({ severity }: LintFinding, paint: Paint): string {
  const colour = { error: paint.red, warning: paint.yellow, info: paint.cyan }[severity]
  return colour(severity)
}

/** `line 2, byte 14`, `lines 1, 4, byte 0`, `the file`. */
function placeOf({ lines, byteOffset }: LintFinding): string {
  if (lines.length === 0) return 'the file'
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : ''
  const numbers = lines.slice(0, MOST_LINES).join(', ')
  return `line${lines.length === 1 ? '' : 's'} ${numbers}${more}, byte ${byteOffset}`
}

function quoted(line: RobotsLine | undefined, paint: Paint): readonly string[] {
  if (line === undefined || line.text.trim() === '') return []
  return [`  ${paint.dim('|')} ${cut(visible(line.text), LONGEST_QUOTE)}`]
}

function sumOf(findings: readonly LintFinding[]): string {
  if (findings.length === 0) return 'Nothing found.'
  const n = (wanted: LintFinding['severity']): number =>
    findings.filter(({ severity }) => severity === wanted).length
  return `${countText(n('error'), 'error')}, ${countText(n('warning'), 'warning')}, ${countText(n('info'), 'hint')}`
}
