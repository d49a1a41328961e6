// A page that must not be fetched cannot say that it must not be indexed.

import type { Finding } from './lint.ts'
import type { PageDirectives } from './page-directives.ts'
import type { Robots } from './robots.ts'

export function lintPages(
  robots: Robots,
  pages: readonly { readonly url: string | URL; readonly directives: PageDirectives }[],
): readonly Finding[] {
  return pages.flatMap(({ url, directives }): readonly Finding[] => {
    if (!directives.noindex) return []
    const { allowed, rule } = robots.check(url, '*')
    if (allowed || rule === undefined) return []
    return [
      {
        code: 'disallow-hides-noindex',
        severity: 'warning',
        lines: [rule.line],
        message: `"Disallow: ${rule.pattern}" keeps crawlers from seeing the noindex of ${String(url)}: its address may be indexed.`,
        fix: 'Let the page be fetched until it is out of the index.',
      },
    ]
  })
}
