import type { CrawlReport } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { COLOURED } from '../terminal/paint.ts'
import { reportTable } from './report-table.ts'

const NOTHING = { discovered: 0, delivered: 0, redirected: 0, failed: {}, refused: {}, waiting: {} }

const REPORT: CrawlReport = {
  fetched: 62,
  delivered: 1_057,
  redirected: 3,
  discovered: 1_079,
  hosts: 4,
  elapsedMs: 14_200,
  resumable: true,
  ended: 'max-pages',
  failed: { 'dns-failure': 1, 'http-status': 2 },
  refused: { 'disallow-rule': 10, 'off-scope': 4 },
  waiting: { 'max-pages': 2 },
  examples: {
    delivered: 'https://a.test/',
    redirected: 'https://a.test/old',
    'failed:http-status': 'https://a.test/gone?token=abc',
    'failed:dns-failure': 'https://\u202ea.test/',
    'refused:disallow-rule': 'https://a.test/private/1',
    'waiting:queued': 'https://a.test/later',
  },
  sitemaps: NOTHING,
  parked: [],
  notes: [],
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

describe('the table of a report', () => {
  test('names each state, and each reason with its count and an example', () => {
    expect(reportTable(REPORT)).toEqual([
      'Stopped at the limit of pages in 15 s: 62 answers in this run, 4 hosts met.',
      '',
      'delivered        1,057  https://a.test/',
      'redirected           3  https://a.test/old',
      'failed               3',
      '  http-status        2  https://a.test/gone?token=***',
      '  dns-failure        1  https://\\u202ea.test/',
      'refused             14',
      '  disallow-rule     10  https://a.test/private/1',
      '  off-scope          4',
      'waiting              2',
      '  max-pages          2  https://a.test/later',
      'discovered       1,079',
    ])
  })

  test('adds sitemaps, parked hosts and notes where there are any', () => {
    const lines = reportTable({
      ...REPORT,
      ended: 'parked',
      sitemaps: { ...NOTHING, discovered: 3, delivered: 2, failed: { 'xml-limit': 1 } },
      parked: [
        {
          slot: 'a.test',
          reason: 'robots-unreachable',
          queued: 1,
          untilMs: Date.UTC(2026, 10, 30, 15, 28, 31),
        },
        { slot: 'b.test:8080', reason: 'origin-gave-up', queued: 12, untilMs: null },
      ],
      notes: ['Line\none'],
    })
    expect(lines.slice(-8)).toEqual([
      '',
      'sitemap files: 2 of 3 read (1 xml-limit)',
      '',
      'parked hosts',
      '  a.test       robots-unreachable  1 URL waits   not before 2026-11-30 15:28:31 UTC',
      '  b.test:8080  origin-gave-up      12 URLs wait',
      '',
      'note: Line\\none',
    ])
  })

  test('lines up in colour as it does without', () => {
    // oxlint-disable-next-line no-control-regex -- the colours are what is taken out
    const plain = reportTable(REPORT, { paint: COLOURED }).map((line) =>
      line.replaceAll(COLOUR, ''),
    )
    expect(plain).toEqual(reportTable(REPORT))
  })
})
