// Findings about a file that is read without complaint and still does not do what its owner means.

import type { RobotsNoteCode } from './file-notes.ts'
import { lintAi } from './lint-ai.ts'
import { lintFile } from './lint-file.ts'
import { lintGroups } from './lint-groups.ts'
import { lintPages } from './lint-pages.ts'
import { lintRules } from './lint-rules.ts'
import type { PageDirectives } from './page-directives.ts'
import type { Robots } from './robots.ts'

/** The stable codes of {@link LintFinding}: its own, and those of notes. */
export type LintCode =
  | RobotsNoteCode
  | 'ai-agent-closed'
  | 'ai-agent-may-ignore'
  | 'ai-agent-open'
  | 'ai-agents-not-named'
  | 'blank-line-does-not-end-group'
  | 'case-twins'
  | 'closes-css-or-js'
  | 'closes-everything'
  | 'contradicting-rules'
  | 'disallow-hides-noindex'
  | 'dollar-lets-query-through'
  | 'duplicate-rule'
  | 'group-drops-default-rules'
  | 'noindex-in-robots'
  | 'parameter-order'
  | 'prefix-bleed'
  | 'rule-never-wins'
  | 'rule-without-effect'
  | 'secret-path'

export interface LintFinding {
  readonly code: LintCode
  /** `error`: not read as written. `warning`: read, but hardly as meant. `info`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'info'
  /** The lines it is about, the first one to look at first. */
  readonly lines: readonly number[]
  /** Where the first of them begins. */
  readonly byteOffset: number
  /** What is the matter, in a sentence. */
  readonly message: string
  /** A way out. */
  readonly fix: string
}

/** A finding before it knows its place in the file. */
export type Finding = Omit<LintFinding, 'byteOffset'>

export interface LintOptions {
  /** Pages of the site and what they say of themselves: finds a Disallow that hides a noindex. */
  readonly pages?: readonly { readonly url: string | URL; readonly directives: PageDirectives }[]
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const

/**
 * What is wrong or risky in a file, the worst first.
 *
 * @example
 * lintRobots(parseRobots('User-agent: *\nDisallow: private'))[0]
 * // { code: 'path-without-slash', severity: 'error', lines: [2], byteOffset: 14, message: ..., fix: ... }
 */
export function lintRobots(robots: Robots, options: LintOptions = {}): readonly LintFinding[] {
  const found: readonly Finding[] = [
    ...lintFile(robots),
    ...lintGroups(robots),
    ...lintRules(robots),
    ...lintAi(robots),
    ...lintPages(robots, options.pages ?? []),
  ]
  const { lines } = robots
  const offsetOf = (line = 1): number => lines[line - 1]?.byteOffset ?? 0
  return found
    .map((finding) => Object.assign({ byteOffset: offsetOf(finding.lines[0]) }, finding))
    .toSorted(
      (a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || (a.lines[0] ?? 0) - (b.lines[0] ?? 0),
    )
}
