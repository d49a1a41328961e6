import { describe, expect, test } from 'vitest'
import { isCutSitemap } from './cut-sitemap.ts'
import type { BrokenOff } from './cut-sitemap.ts'

const plain: BrokenOff = { reason: 'body-too-large', urls: 3, bytes: 1_000, wireBytes: 1_000 }

describe('HW-MAP-04, HW-ENC-09: a sitemap that the transport broke off', () => {
  test.each<[string, BrokenOff, boolean]>([
    ['at the byte limit, plain', plain, true],
    ['at the byte limit, well compressed', { ...plain, wireBytes: 10 }, true],
    ['at the byte limit, a bomb', { ...plain, wireBytes: 9 }, false],
    ['at the byte limit, without a URL before', { ...plain, urls: 0 }, false],
    ['by its connection', { ...plain, reason: 'body-incomplete' }, false],
    ['by its deadline', { ...plain, reason: 'deadline-exceeded' }, false],
  ])('%s counts up to there = %s', (_, brokenOff, counts) => {
    expect(isCutSitemap(brokenOff, 100)).toBe(counts)
  })
})
