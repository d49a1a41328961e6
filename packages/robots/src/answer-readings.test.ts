import { expect, test } from 'vitest'
import type { RobotsAnswer } from './access.ts'
import { readingsOf } from './answer-readings.ts'

test.each<[string, RobotsAnswer, string[]]>([
  // Google, Bing, Yandex, Amazon
  ['200', { kind: 'response', status: 200 }, ['rules', 'rules', 'rules', 'rules']],
  ['301', { kind: 'response', status: 301 }, ['follow', 'undocumented', 'follow', 'last-copy']],
  ['403', { kind: 'response', status: 403 }, ['no-file', 'no-file', 'no-file', 'last-copy']],
  ['429', { kind: 'response', status: 429 }, ['wait', 'undocumented', 'no-file', 'last-copy']],
  ['503', { kind: 'response', status: 503 }, ['wait', 'undocumented', 'no-file', 'last-copy']],
  [
    'dns',
    { kind: 'failure', reason: 'dns' },
    ['wait', 'undocumented', 'undocumented', 'last-copy'],
  ],
])('%s is read by Google, Bing, Yandex and Amazon each in its way', (_name, answer, meanings) => {
  const readings = readingsOf(answer)
  expect(readings.map(({ reader }) => reader)).toEqual(['Google', 'Bing', 'Yandex', 'Amazon'])
  expect(readings.map(({ meaning }) => meaning)).toEqual(meanings)
})
