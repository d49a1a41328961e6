// Everything that is wrong with sitemaps: each kind counted, and as many kept as a person or a program will look at.
import type { ProblemCode, WalkProblem } from '@curtsy/sitemap'
import type { Robots } from '@curtsy/robots'
import { verdictReason } from './report/verdict-lines.ts'

/** A problem, with its sitemap by the name that the person knows. */
export interface CheckedProblem {
  readonly code: ProblemCode | 'closed-by-robots'
  readonly message: string
  readonly sitemap?: string
  readonly line?: number
  readonly loc?: string
}

const MOST_KEPT_OF_A_CODE = 1_000

export class SitemapProblems {
  readonly counts: Partial<Record<CheckedProblem['code'], number>> = {}
  readonly kept: CheckedProblem[] = []

  add({ code, message, sitemap, line, loc }: WalkProblem, nameOf: (url: string) => string): void {
    this.#keep({
      code,
      message,
      sitemap: nameOf(sitemap),
      ...(line === undefined ? {} : { line }),
      ...(loc === undefined ? {} : { loc }),
    })
  }

  /** Adds an entry that the rules close to these tokens. */
  judge(loc: string, robots: Robots, tokens: readonly string[]): void {
    const verdict = robots.check(new URL(loc), tokens)
    if (verdict.allowed) return
    const message = `robots.txt closes it to ${tokens.join(', ')} (${verdictReason(verdict)})`
    this.#keep({ code: 'closed-by-robots', message, loc })
  }

  #keep(problem: CheckedProblem): void {
    const n = (this.counts[problem.code] ?? 0) + 1
    this.counts[problem.code] = n
    if (n <= MOST_KEPT_OF_A_CODE) this.kept.push(problem)
  }
}
