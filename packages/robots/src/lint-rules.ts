// Findings about rules: those that can never decide, and those that close more or less than they seem to.

import { traitsOf } from './dialect.ts'
import type { Finding } from './lint.ts'
import type { Pattern } from './pattern.ts'
import { matches } from './pattern.ts'
import type { RobotsGroup } from './rule-book.ts'
import type { Robots } from './robots.ts'
import { compileRules, type CompiledRule } from './rule-set.ts'
import type { RobotsRule } from './verdict.ts'

/** Comparing every rule with every other is for files that people write. */
const MAX_RULES = 1000

export function lintRules(robots: Robots): readonly Finding[] {
  return robots.groups.flatMap((group) => {
    const rules = group.rules.filter(({ pattern }) => pattern !== '')
    return [
      ...(rules.length <= MAX_RULES ? lintPairs(rules) : []),
      ...rules.flatMap((rule) => lintRule(rule, group)),
    ]
  })
}

function lintPairs(rules: readonly RobotsRule[]): readonly Finding[] {
  const compiled = compileRules(rules, traitsOf('rfc9309')).filter(({ written }) =>
    /^[/*]/.test(written.pattern),
  )
  const hasAllow = rules.some(({ kind }) => kind === 'allow')
  const found: Finding[] = []
  for (const [at, rule] of compiled.entries()) {
    const winner = compiled.slice(0, at).find((other) => covers(other.pattern, rule.pattern))
    if (winner !== undefined) {
      found.push(neverWins(rule, winner))
      continue
    }
    const wider = compiled.find(
      (other) => other.pattern.octets < rule.pattern.octets && covers(other.pattern, rule.pattern),
    )
    if (wider !== undefined && !hasAllow) found.push(withoutEffect(rule, wider))
    const twin = compiled.find(({ written }) => isCaseTwin(written.pattern, rule.written.pattern))
    if (twin !== undefined && twin.written.line < rule.written.line)
      found.push(caseTwins(twin, rule))
  }
  return found
}

/** True if every path that `narrow` matches is matched by `wide`. Finds the usual cases, not all. */
function covers(wide: Pattern, narrow: Pattern): boolean {
  const anyText = '\0'
  const text = narrow.pieces.join(anyText) + (narrow.anchored ? '' : anyText)
  return matches({ ...wide, queryPieces: undefined }, text)
}

const text = ({ written: { kind, pattern } }: CompiledRule): string =>
  `${kind === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}`

function neverWins(rule: CompiledRule, winner: CompiledRule): Finding {
  const lines = [rule.written.line, winner.written.line]
  if (rule.written.pattern !== winner.written.pattern) {
    return {
      code: 'rule-never-wins',
      severity: 'warning',
      lines,
      message: `"${text(rule)}" can never decide: "${text(winner)}" matches the same paths and has precedence.`,
      fix: 'Remove the one that is not meant.',
    }
  }
  if (rule.written.kind === winner.written.kind) {
    return {
      code: 'duplicate-rule',
      severity: 'info',
      lines,
      message: `"${text(rule)}" stands there twice.`,
      fix: 'Remove one.',
    }
  }
  return {
    code: 'contradicting-rules',
    severity: 'warning',
    lines,
    message: `"${text(rule)}" contradicts "${text(winner)}": the Allow wins.`,
    fix: 'Remove the one that is not meant.',
  }
}

function withoutEffect(rule: CompiledRule, wider: CompiledRule): Finding {
  return {
    code: 'rule-without-effect',
    severity: 'info',
    lines: [rule.written.line, wider.written.line],
    message: `"${text(wider)}" closes what "${text(rule)}" closes already, and nothing is allowed in between.`,
    fix: 'Remove the longer rule, or allow what is to stay open.',
  }
}

const isCaseTwin = (a: string, b: string): boolean => a !== b && a.toLowerCase() === b.toLowerCase()

function caseTwins(first: CompiledRule, second: CompiledRule): Finding {
  return {
    code: 'case-twins',
    severity: 'info',
    lines: [first.written.line, second.written.line],
    message: `"${text(first)}" and "${text(second)}" differ in case only: paths are compared with case.`,
    fix: 'Keep both only if the server answers both.',
  }
}

const SCRIPTS =
  /\.(?:css|js|mjs)\b|\/(?:css|js|javascript|scripts?|styles?(?:heets)?|assets|static|dist|wp-includes)(?:\/|\*|$)/i
const SECRETS =
  /(?:^|[/_.-])(?:admin(?:istrator)?|backups?|db|dump|private|secrets?|passwords?|passwd|internal|intranet|\.env|\.git|\.svn|config|phpmyadmin|sql|credentials?|keys?)(?:[/_.*$-]|$)/i

function lintRule(rule: RobotsRule, group: RobotsGroup): readonly Finding[] {
  const { kind, pattern, line } = rule
  if (kind === 'allow') return []
  const finding = (
    code: Finding['code'],
    severity: Finding['severity'],
    message: string,
    fix: string,
  ): Finding => ({
    code,
    severity,
    lines: [line],
    message,
    fix,
  })
  const found: Finding[] = []
  if (SCRIPTS.test(pattern)) {
    found.push(
      finding(
        'closes-css-or-js',
        'warning',
        `"Disallow: ${pattern}" closes style sheets or scripts, without which search engines see a broken page.`,
        'Allow .css and .js files: "Allow: /*.css" and "Allow: /*.js".',
      ),
    )
  }
  const parameter = /\?([^=&*$?]+=?)/.exec(pattern)?.[1]
  const sibling =
    parameter && group.rules.some(({ pattern: other }) => other.includes(`&${parameter}`))
  if (parameter !== undefined && !sibling && /[=*]/.test(pattern)) {
    found.push(
      finding(
        'parameter-order',
        'warning',
        `"Disallow: ${pattern}" holds only where ${parameter.replace(/=$/, '')} is the first parameter.`,
        `Add "Disallow: ${pattern.slice(0, pattern.indexOf('?')).replace(/\*$/, '')}*&${parameter}".`,
      ),
    )
  }
  if (pattern.endsWith('$') && !pattern.includes('?')) {
    found.push(
      finding(
        'dollar-lets-query-through',
        'warning',
        `"Disallow: ${pattern}" does not hold once a query follows: ${pattern.replace(/\$$/, '').replace(/^\*|^\/\*/, '/x')}?a=1 is open.`,
        `Add "Disallow: ${pattern.replace(/\$$/, '?')}".`,
      ),
    )
  } else if (/^\/[^*?$]*[a-z0-9]$/i.test(pattern) && !/\.[a-z0-9]+$/i.test(pattern)) {
    found.push(
      finding(
        'prefix-bleed',
        'info',
        `"Disallow: ${pattern}" closes everything that begins so, ${pattern}-more too.`,
        `If the folder is meant, write "Disallow: ${pattern}/"; for the page alone "Disallow: ${pattern}$".`,
      ),
    )
  }
  if (SECRETS.test(pattern)) {
    found.push(
      finding(
        'secret-path',
        'warning',
        `"Disallow: ${pattern}" tells everyone where to look: robots.txt is public and keeps nobody out.`,
        'Protect the path by authentication and leave it out of the file.',
      ),
    )
  }
  return found
}
