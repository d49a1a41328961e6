// The rules of a walk, one decision at a time: what a crawler relies on that drives them with its own frontier.
import { describe, expect, test } from 'vitest'
import {
  admitChildSitemap,
  judgeSitemapKind,
  knownSitemaps,
  startSitemap,
  vouchingHosts,
} from './index-walk.ts'
import type { SitemapFile } from './index-walk.ts'

const at = (name: string): string => `https://www.example.com/${name}.xml`
const fileAt = (name: string, ...path: string[]): SitemapFile => ({
  url: at(name),
  path: path.map(at),
})

function known(...names: string[]): ReturnType<typeof knownSitemaps> {
  const all = knownSitemaps()
  for (const name of names) all.add(fileAt(name))
  return all
}

describe('a sitemap listed in an index', () => {
  test('is read, one level below', () => {
    expect(admitChildSitemap(known('index'), fileAt('index'), at('a'))).toEqual({
      admitted: true,
      file: { url: at('a'), path: [at('index')] },
    })
  })

  test.each([
    ['the index itself', fileAt('index'), at('index'), 'index-cycle'],
    ['an index above it', fileAt('inner', 'index'), at('index'), 'index-cycle'],
    ['itself with a fragment', fileAt('index'), `${at('index')}#x`, 'index-cycle'],
    ['a file known from elsewhere', fileAt('index'), at('seen'), 'duplicate-sitemap'],
    ['below the children of the last level', fileAt('e', 'a', 'b', 'c', 'd'), at('x'), 'too-deep'],
    [
      'the next link of a chain at the last level',
      fileAt('d3', 'd0', 'd1', 'd2'),
      at('d4'),
      'too-deep',
    ],
  ])('is refused: %s', (_, parent, loc, reason) => {
    const url = loc.replace(/#.*/, '')
    expect(admitChildSitemap(known('seen'), parent, loc)).toEqual({ admitted: false, reason, url })
  })

  test('is still read at the last level, for it may be a plain sitemap', () => {
    expect(admitChildSitemap(known(), fileAt('d3', 'd0', 'd1', 'd2'), at('pages-4'))).toMatchObject(
      { admitted: true },
    )
  })

  test('is refused when its origin has had its share, whatever other origins had', () => {
    const all = known('index', 'a', 'b')
    const limits = { maxDepth: 3, maxSitemaps: 3 }
    expect(admitChildSitemap(all, fileAt('index'), at('c'), limits)).toMatchObject({
      reason: 'too-many-sitemaps',
    })
    expect(
      admitChildSitemap(all, fileAt('index'), 'https://cdn.example.net/c.xml', limits),
    ).toMatchObject({ admitted: true })
  })

  test('keeps its place when it is stored and read again', () => {
    const stored = JSON.parse(JSON.stringify(fileAt('inner', 'index'))) as SitemapFile
    expect(admitChildSitemap(known(), stored, at('index'))).toMatchObject({ reason: 'index-cycle' })
  })
})

describe('a file whose kind is known', () => {
  test.each([
    ['a start that is an index', fileAt('index'), 'sitemapindex', { follow: true }],
    [
      'an index in an index',
      fileAt('b', 'a'),
      'sitemapindex',
      { follow: true, problem: 'index-nested' },
    ],
    [
      'an index of the last level',
      fileAt('d', 'a', 'b', 'c'),
      'sitemapindex',
      { follow: true, problem: 'index-nested' },
    ],
    [
      'an index below it',
      fileAt('e', 'a', 'b', 'c', 'd'),
      'sitemapindex',
      { follow: false, problem: 'too-deep' },
    ],
    ['a sitemap at any level', fileAt('e', 'a', 'b', 'c', 'd'), 'urlset', { follow: true }],
  ] as const)('%s', (_, file, kind, judgement) => {
    expect(judgeSitemapKind(file, kind)).toEqual(judgement)
  })
})

test('an index vouches for the entries of what it lists', () => {
  const file = { url: 'https://cdn.example.net/s.xml', path: [at('index'), at('inner')] }
  expect(vouchingHosts(file, ['shop.example.org'])).toEqual(['shop.example.org', 'www.example.com'])
})

test('a start is known by its normalised URL without fragment', () => {
  expect(startSitemap('HTTPS://www.Example.com:443/a/../index.xml#top')).toEqual(fileAt('index'))
})
