import type { CrawlReport } from '@curtsy/core'
import { expect, test } from 'vitest'
import { closingWords } from './closing-words.ts'

const NOTHING = { discovered: 0, delivered: 0, redirected: 0, failed: {}, refused: {}, waiting: {} }
const DONE: CrawlReport = {
  ...NOTHING,
  fetched: 3,
  delivered: 3,
  discovered: 3,
  hosts: 1,
  elapsedMs: 1,
  resumable: false,
  ended: 'done',
  examples: {},
  sitemaps: NOTHING,
  parked: [],
  notes: [],
}

const GO_ON = '  curtsy crawl https://a.test/'

test.each<[string, Partial<CrawlReport>, boolean, readonly string[]]>([
  ['a crawl that is done', {}, false, []],
  ['a resumed one that is done now', {}, true, []],
  [
    'one that was done before',
    { fetched: 0 },
    true,
    [
      'This crawl is finished: everything in its store was fetched before. To do it again add --fresh, or name another --store.',
    ],
  ],
  [
    'one whose depth left something',
    { waiting: { depth: 2 } },
    false,
    ['2 deeper URLs wait: raise --depth to fetch them too.'],
  ],
  [
    'a stop',
    { ended: 'stopped', waiting: { cancelled: 1_200 } },
    false,
    ['1,200 URLs wait. To go on where this run stopped:', GO_ON],
  ],
  ['a stop with nothing left', { ended: 'stopped' }, false, []],
  [
    'the limit of pages',
    { ended: 'max-pages', waiting: { 'max-pages': 1 } },
    false,
    ['1 URL waits. To go on, with --max-pages raised:', GO_ON],
  ],
  [
    'parked hosts',
    { ended: 'parked', waiting: { 'robots-unreachable': 1 } },
    false,
    ['1 URL waits for hosts that may not be contacted now. To go on later:', GO_ON],
  ],
])('the last words after %s', (_, report, resumed, words) => {
  expect(
    closingWords({ ...DONE, ...report }, { resumed, command: 'curtsy crawl https://a.test/' }),
  ).toEqual(words)
})
