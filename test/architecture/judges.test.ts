import { describe, expect, test } from 'vitest'
import { sentenceOf } from './finding.ts'
import { judgeAmbient } from './judge-ambient.ts'
import { judgeLayers } from './judge-layers.ts'
import { judgeManifest, judgePackageImports, nodeOnlyFiles } from './judge-packages.ts'
import { sourceFile } from './source-file.ts'

const SITEMAP = {
  imports: {
    '#gunzip': {
      '@curtsy/source': { node: './src/gunzip-node.ts', default: './src/gunzip-web.ts' },
    },
  },
}

describe('between packages', () => {
  test.each([
    ['packages/robots/src/a.ts', `import '@curtsy/core'`],
    ['packages/robots/src/a.ts', `import 'tldts'`],
    ['packages/robots/src/a.ts', `import 'node:buffer'`],
    ['packages/sitemap/src/a.ts', `import type { Robots } from '@curtsy/robots'`],
    ['packages/sitemap/src/a.ts', `import { createGunzip } from 'node:zlib'`],
    ['packages/core/src/crawl/a.ts', `import '@curtsy/sqlite'`],
    ['packages/core/src/crawl/a.ts', `import '../../../sqlite/src/index.ts'`],
    ['packages/core/src/crawl/a.ts', `import { request } from 'undici'`],
    ['packages/core/src/crawl/a.ts', `import { connect } from 'node:net'`],
    ['packages/core/src/crawl/a.ts', `import { lookup } from 'node:dns/promises'`],
    ['packages/core/src/crawl/a.ts', `import { readFile } from 'node:fs/promises'`],
    ['packages/core/src/crawl/a.ts', `import { setTimeout } from 'node:timers/promises'`],
    ['packages/core/src/crawl/a.ts', 'await import(name)'],
    ['packages/core/src/testing/a.ts', `import { test } from 'vitest'`],
    ['packages/sqlite/src/a.ts', `import '@curtsy/robots'`],
    ['packages/cli/src/a.ts', `import { createServer } from 'node:http'`],
    ['packages/attic/src/a.ts', ''],
  ])('%s may not have: %s', (path, source) => {
    expect(judgePackageImports(sourceFile(path, source), {})).toHaveLength(1)
  })

  test.each([
    ['packages/robots/src/a.ts', `import { b } from './b.ts'`],
    ['packages/sitemap/src/gunzip-node.ts', `import { createGunzip } from 'node:zlib'`],
    ['packages/sitemap/src/a.ts', `import { gunzip } from '#gunzip'`],
    [
      'packages/core/src/adapters/exchange/a.ts',
      `import { Client } from 'undici'\nimport 'node:net'`,
    ],
    ['packages/core/src/page/a.ts', `import { isAscii } from 'node:buffer'`],
    ['packages/sqlite/src/a.ts', `import 'node:fs'\nimport '@curtsy/core/testing'`],
    ['packages/cli/src/a.ts', `import 'node:readline'\nimport '@curtsy/sqlite'`],
  ])('%s may have: %s', (path, source) => {
    expect(judgePackageImports(sourceFile(path, source), SITEMAP)).toEqual([])
  })

  test('a package.json may not depend on what its row does not have', () => {
    const findings = judgeManifest('robots', { dependencies: { tldts: '^7.0.0' } })
    expect(findings.map(({ what }) => what)).toEqual(['depends on tldts'])
  })

  test('built files under the condition node are traced to their sources', () => {
    const exports = {
      './gunzip': {
        node: { types: './dist/n.d.ts', default: './dist/n.js' },
        default: './dist/w.js',
      },
    }
    expect([...nodeOnlyFiles({ exports })]).toEqual(['src/n.ts'])
  })
})

describe('between the folders of core', () => {
  test.each([
    ['domain/a.ts', `import '../crawl/b.ts'`],
    ['domain/a.ts', `import '../adapters/b.ts'`],
    ['domain/a.ts', `import { BodyFailure } from '../ports/transport.ts'`],
    ['domain/a.ts', `import PQueue from 'p-queue'`],
    ['domain/a.ts', `import { createHash } from 'node:crypto'`],
    ['ports/a.ts', `import { decide } from '../domain/b.ts'`],
    ['ports/a.ts', `import type { Crawl } from '../crawl/b.ts'`],
    ['ports/a.ts', `import type { Agent } from 'undici'`],
    ['crawl/a.ts', `import '../adapters/real-clock.ts'`],
    ['crawl/a.ts', `import type { RealClock } from '../adapters/real-clock.ts'`],
    ['page/a.ts', `import { createCrawler } from '../create-crawler.ts'`],
    ['adapters/memory-store/a.ts', `import '../../crawl/b.ts'`],
    ['adapters/a.ts', `import '../create-crawler.ts'`],
  ])('%s may not have: %s', (path, source) => {
    expect(judgeLayers(sourceFile(`packages/core/src/${path}`, source))).toHaveLength(1)
  })

  test.each([
    ['domain/a.ts', `import './b.ts'\nimport '../curtsy-error.ts'\nimport { parse } from 'tldts'`],
    ['domain/a.ts', `import type { HostState } from '../ports/store.ts'`],
    [
      'ports/a.ts',
      `import type { Outcome } from '../domain/outcome.ts'\nexport type { Clock } from './clock.ts'`,
    ],
    ['crawl/a.ts', `import '../domain/b.ts'\nimport '../ports/b.ts'\nimport 'p-queue'`],
    ['adapters/a.ts', `import '../ports/b.ts'\nimport '../domain/b.ts'\nimport 'undici'`],
    ['create-crawler.ts', `import './crawl/a.ts'\nimport './adapters/b.ts'`],
    ['index.ts', `export { memoryStore } from './adapters/memory-store/memory-store.ts'`],
  ])('%s may have: %s', (path, source) => {
    expect(judgeLayers(sourceFile(`packages/core/src/${path}`, source))).toEqual([])
  })
})

describe('clock, timers, chance and network', () => {
  test.each([
    ['packages/core/src/domain/a.ts', 1],
    ['packages/core/src/create-crawler.ts', 1],
    ['packages/robots/src/a.ts', 1],
    ['packages/sqlite/src/a.ts', 1],
    ['packages/cli/src/crawl.ts', 1],
    ['packages/cli/src/live-status.ts', 0],
    ['packages/core/src/adapters/real-clock.ts', 0],
  ])('Date.now in %s: %i findings', (path, count) => {
    expect(judgeAmbient(sourceFile(path, 'Date.now()'))).toHaveLength(count)
  })
})

test('a finding names file, line, what stands there and the way out', () => {
  const file = sourceFile(
    'packages/core/src/crawl/turn.ts',
    `// step 4\nimport { request } from 'undici'\n`,
  )
  expect(judgePackageImports(file, {}).map(sentenceOf)).toEqual([
    'packages/core/src/crawl/turn.ts:2: imports undici. Sockets are opened in packages/core/src/adapters alone: use the transport or the resolver port.',
  ])
})
