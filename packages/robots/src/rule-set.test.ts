import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traitsOf } from './dialect.ts'
import type { WrittenRule } from './groups.ts'
import { matches } from './pattern.ts'
import { compileRules, ruleSet } from './rule-set.ts'

const RFC = traitsOf('rfc9309')

describe('RFC 9309 §2.2.2 the longest match among many rules', () => {
  const piece = fc.constantFrom('a', 'b', '/', '*', '$', '?', '%3A', ':', 'ab')
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`)
  const rules = fc
    .array(fc.tuple(fc.constantFrom<'allow' | 'disallow'>('allow', 'disallow'), text), {
      maxLength: 60,
    })
    .map((list) =>
      list.map(([kind, pattern], at): WrittenRule => ({ kind, pattern, line: at + 1 })),
    )

  test('the shelves find the rule that trying all of them finds', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(rules, text, (written, path) => {
        const compiled = compileRules(written, RFC)
        const tried = compiled.find(({ pattern }) => matches(pattern, path))
        expect(ruleSet(compiled)(path)?.written).toBe(tried?.written)
      }),
      { numRuns: 1500 },
    )
  })

  test('rules with the same hash do not hide each other', () => {
    // 31 * 'A' + 'b' is 31 * 'B' + 'C'
    const written = ['/Ab', '/BC'].map((pattern, at): WrittenRule => ({
      kind: 'disallow',
      pattern,
      line: at + 1,
    }))
    const find = ruleSet(compileRules(written, RFC))
    expect([find('/Ab')?.written.line, find('/BC')?.written.line]).toEqual([1, 2])
  })
})
