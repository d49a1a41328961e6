import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('a config file', () => {
  test.each([
    ['a.json', '{"maxPages":3}'],
    ['bom.json', '\ufeff{"maxPages":3}'],
    ['a.mjs', 'export default { maxPages: 3 }'],
    ['a.ts', 'const maxPages: number = 3\nexport default { maxPages }'],
  ])('%s gives its options', async (name, text) => {
    expect(await readConfig(written(name, text))).toEqual({ maxPages: 3 })
  })

  test.each([
    ['broken.json', '{"maxPages":', /^--config \S+broken\.json is no JSON: /],
    [
      'list.json',
      '[]',
      /^Expected --config \S+list\.json to give an object with the options of createCrawler\.$/,
    ],
    [
      'none.mjs',
      'export const maxPages = 3',
      /^--config \S+none\.mjs has no default export: write /,
    ],
    [
      'throws.mjs',
      'throw new Error("no weather today")',
      /^--config \S+throws\.mjs cannot be loaded: no weather today$/,
    ],
    [
      'a.yaml',
      'maxPages: 3',
      /^Expected --config to end in \.json, \.js, \.mjs, \.ts or \.mts, got \S+a\.yaml\.$/,
    ],
  ])('%s is refused with a sentence', async (name, text, sentence) => {
    await expect(readConfig(written(name, text))).rejects.toThrow(sentence)
  })

  test('that is not there is refused with its path', async () => {
    await expect(readConfig('/nowhere/config.json')).rejects.toThrow(
      '--config /nowhere/config.json cannot be read: there is no such file.',
    )
  })
})
