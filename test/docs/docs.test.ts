// Every code block of the pages: TypeScript is type-checked, and run where it is marked `run`; JSON is parsed; of shell commands is
// checked what can be without running them.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeBlockFiles } from './block-files.ts'
import type { CodeBlock } from './code-block.ts'
import { expectedOutputOf, printed } from './expected-output.ts'
import { allCodeBlocks, pages, ROOT } from './pages.ts'
import { judgeCurtsy } from './judge-curtsy.ts'
import { shellProblems, workflowCommands } from './shell.ts'
import { typeErrorsOf } from './type-check.ts'

const { packageManager, scripts } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as {
  readonly packageManager: string
  readonly scripts: Readonly<Record<string, string>>
}
const shellContext = { packageManager, scripts: Object.keys(scripts), judgeCurtsy }
const blocks = allCodeBlocks()
const typescript = ofLanguage('ts', 'typescript')
const files = writeBlockFiles(typescript)
let typeErrors: ReadonlyMap<string, readonly string[]>

beforeAll(() => {
  typeErrors = typeErrorsOf(files)
}, 60_000)

afterAll(files.remove)

/** Blocks of these languages, each with its place for the title of its test. */
function ofLanguage(...languages: readonly string[]): readonly CodeBlock[] {
  return blocks.filter(({ language }) => languages.includes(language))
}

function placed(chosen: readonly CodeBlock[]): readonly (readonly [string, CodeBlock])[] {
  return chosen.map((block) => [`${block.page}:${block.line}`, block])
}

test.each(placed(typescript))('%s is right for the compiler', (_, block) => {
  expect(typeErrors.get(basename(files.paths.get(block) ?? '')) ?? []).toEqual([])
})

test.each(placed(typescript.filter(({ marks }) => marks.includes('run'))))(
  '%s prints what its comments say',
  async (_, block) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import(/* @vite-ignore */ pathToFileURL(files.paths.get(block) ?? '').href)
    const output = printed(log.mock.calls)
    log.mockRestore()
    expect(output).toBe(expectedOutputOf(block.code))
  },
)

test('a block with `// =>` comments is marked run, so that they are compared', () => {
  const unmarked = typescript.filter(
    ({ code, marks }) => expectedOutputOf(code) !== undefined && !marks.includes('run'),
  )
  expect(unmarked.map(({ page, line }) => `${page}:${line}`)).toEqual([])
})

test.each(placed(ofLanguage('json')))('%s parses', (_, { code }) => {
  expect(() => void JSON.parse(code)).not.toThrow()
})

test.each(placed(ofLanguage('sh', 'bash', 'shell', 'console')))(
  '%s names what exists',
  (_, { code }) => {
    expect(shellProblems(code, shellContext)).toEqual([])
  },
)

test.each(placed(ofLanguage('yaml', 'yml')))('%s runs what exists', (_, { code }) => {
  expect(shellProblems(workflowCommands(code), shellContext)).toEqual([])
})

test('there are pages to check', () => {
  expect(pages()).toContain('CONTRIBUTING.md')
})
