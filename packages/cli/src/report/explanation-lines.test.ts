import type { Explanation } from '@curtsy/core'
import { expect, test } from 'vitest'
import { PLAIN } from '../terminal/paint.ts'
import { explanationLines } from './explanation-lines.ts'

const WAITING: Explanation = {
  asked: 'https://A.test/?token=abc',
  url: 'https://a.test/?token=abc',
  state: { kind: 'waiting', reason: 'queued' },
  depth: 1,
  via: 'https://a.test/',
  attempts: 0,
  details: undefined,
  robots: undefined,
  host: undefined,
  earliestMs: Date.UTC(2026, 10, 30, 15, 28, 31),
  earliestWhy: 'crawl-delay, robots.txt line 7',
  steps: [
    { step: 'canonicalize', passes: true, text: 'Canonical form: https://a.test/?token=abc' },
    { step: 'robots', passes: false, text: 'Disallowed by line 2,\ndisallow /x.' },
    { step: 'politeness', passes: undefined, text: 'Not reached.' },
  ],
}

test('an explanation is the URL, its state, a line a step, and the earliest time', () => {
  expect(explanationLines(WAITING, PLAIN)).toEqual([
    'https://a.test/?token=***',
    'waiting (queued)',
    '',
    '  yes  canonicalize  Canonical form: https://a.test/?token=***',
    '  no   robots        Disallowed by line 2,\\ndisallow /x.',
    '  -    politeness    Not reached.',
    '',
    'It is fetched at 2026-11-30 15:28:31 UTC at the earliest (crawl-delay, robots.txt line 7), when its turn comes.',
  ])
})

test('what became of the URL follows the steps', () => {
  const details = {
    status: 301,
    target: 'https://a.test/new',
    fetchedAtMs: Date.UTC(2026, 10, 30, 15, 28, 31),
    etag: 'left out',
  }
  expect(
    explanationLines(
      { ...WAITING, state: { kind: 'redirected' }, details, earliestMs: undefined },
      PLAIN,
    ).slice(6),
  ).toEqual([
    '',
    '  status        301',
    '  redirects to  https://a.test/new',
    '  fetched at    2026-11-30 15:28:31 UTC',
  ])
})
