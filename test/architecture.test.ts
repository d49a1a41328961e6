// Holds the table of docs/architecture.md against the sources of all packages. The rules are in architecture/house.ts and in the
// judges beside it, their own tests in architecture/*.test.ts.
import { describe, expect, test } from 'vitest'
import { sentenceOf } from './architecture/finding.ts'
import { manifestOf, packageNames, sourcesOf } from './architecture/house-sources.ts'
import { judgeAmbient } from './architecture/judge-ambient.ts'
import { judgeLayers } from './architecture/judge-layers.ts'
import { judgeManifest, judgePackageImports } from './architecture/judge-packages.ts'

describe.each(packageNames())('packages/%s', (packageName) => {
  const manifest = manifestOf(packageName)
  const sources = sourcesOf(packageName)

  test('has sources to judge', () => {
    expect(sources).not.toEqual([])
  })

  test('imports only what its row of the house allows', () => {
    const findings = sources.flatMap((file) => judgePackageImports(file, manifest))
    expect(findings.map(sentenceOf)).toEqual([])
  })

  test('declares no dependency that its row does not have', () => {
    expect(judgeManifest(packageName, manifest).map(sentenceOf)).toEqual([])
  })

  test('keeps domain, ports, application and adapters apart', () => {
    expect(sources.flatMap(judgeLayers).map(sentenceOf)).toEqual([])
  })

  test('takes clock, timers, chance and network from ports', () => {
    expect(sources.flatMap(judgeAmbient).map(sentenceOf)).toEqual([])
  })
})
