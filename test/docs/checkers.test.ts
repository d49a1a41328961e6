import { afterEach, describe, expect, test } from 'vitest'
import { fileNameOf, sourceOf, writeBlockFiles } from './block-files.ts'
import type { BlockFiles } from './block-files.ts'
import { codeBlocksOf } from './code-block.ts'
import type { CodeBlock } from './code-block.ts'
import { expectedOutputOf, printed } from './expected-output.ts'
import { commandsOf, shellProblems, workflowCommands } from './shell.ts'
import { judgeCurtsy as judgeRealCurtsy } from './judge-curtsy.ts'
import type { CurtsyJudge } from './shell.ts'
import { typeErrorsOf } from './type-check.ts'

function block(code: string, rest: Partial<CodeBlock> = {}): CodeBlock {
  return { page: 'docs/page.md', line: 10, language: 'ts', marks: [], code, ...rest }
}

describe('finding the blocks of a page', () => {
  test.each([
    ['```ts\na\nb\n```', [['ts', [], 2, 'a\nb']]],
    [
      '# Title\n\n```ts run\na\n```\n\n~~~json\n{}\n~~~',
      [
        ['ts', ['run'], 4, 'a'],
        ['json', [], 8, '{}'],
      ],
    ],
    ['1. first\n\n   ```sh\n   a\n     b\n   ```', [['sh', [], 4, 'a\n  b']]],
    ['````md\n```ts\na\n```\n````', [['md', [], 2, '```ts\na\n```']]],
    ['```\nplain\n```', [['', [], 2, 'plain']]],
    ['```ts\r\na\r\n```\r\n', [['ts', [], 2, 'a']]],
    ['```ts\n```', [['ts', [], 2, '']]],
    ['text with ```code``` inside', []],
  ])('%j', (markdown, expected) => {
    const found = codeBlocksOf('docs/page.md', markdown)
    expect(found.map(({ language, marks, line, code }) => [language, marks, line, code])).toEqual(
      expected,
    )
  })

  test('a fence that is never closed is an error with its place', () => {
    expect(() => codeBlocksOf('docs/page.md', 'text\n```ts\na')).toThrow(
      'docs/page.md:2: this fence is never closed.',
    )
  })
})

describe('the file of a block', () => {
  test('has the code at the lines of the page', () => {
    expect(sourceOf([block('first\nsecond', { line: 4 })])).toBe('\n\n\nfirst\nsecond')
  })

  test('holds what it continues, at its lines too', () => {
    const earlier = block('a', { line: 2 })
    const other = block('x', { line: 2, page: 'docs/other.md' })
    const later = block('b', { line: 5, marks: ['continues'] })
    expect(sourceOf([earlier, other, later])).toBe('\na\n\n\nb')
  })

  test('is named after page and line', () => {
    expect(fileNameOf(block('', { line: 12 }))).toBe('docs_page.md.12.ts')
  })
})

describe('the compiler', () => {
  let files: BlockFiles | undefined
  afterEach(() => files?.remove())

  test('finds a wrong type and an unknown import at their lines, and says nothing of what is right', () => {
    files = writeBlockFiles([
      block(`const a: number = 'text'\nconsole.log(a)`, { line: 3 }),
      block(`import { nothing } from '@curtsy/robots'\nnothing()`, { line: 20 }),
      block(`const a: number = 1\nconsole.log(await Promise.resolve(a))`, { line: 30 }),
    ])
    const errors = typeErrorsOf(files)
    expect(errors.get('docs_page.md.3.ts')).toEqual([expect.stringMatching(/^3:7: error TS2322: /)])
    expect(errors.get('docs_page.md.20.ts')).toEqual([
      expect.stringMatching(/^20:\d+: error TS\d+: /),
    ])
    expect(errors.get('docs_page.md.30.ts')).toBeUndefined()
  }, 60_000)
})

describe('the output of a block', () => {
  test.each([
    ['a() // => 1', '1'],
    ['a() // => 1\nb()\n// => { c: 2,\n// =>   d: 3 }', '1 { c: 2, d: 3 }'],
    ["a('// not an arrow')", undefined],
  ])('%j is expected to print %j', (code, expected) => {
    expect(expectedOutputOf(code)).toBe(expected)
  })

  test('is what console.log would print', () => {
    expect(printed([['%s is', 'one', 1], [{ allowed: true }]])).toBe('one is 1 { allowed: true }')
  })
})

const judgeCurtsy: CurtsyJudge = (args) => `no ${args.join(' ')}`

describe('shell commands', () => {
  const context = { packageManager: 'pnpm@12.21.0', scripts: ['demo'] }

  test('are split into words without prompts, comments and continuations', () => {
    const code = `$ npx demo # runs it\n\n# a comment\ncurtsy crawl https://example.com/ \\\n  --agent 'A/1 (+https://a.example)'`
    expect(commandsOf(code)).toEqual([
      ['npx', 'demo'],
      ['curtsy', 'crawl', 'https://example.com/', '--agent', 'A/1 (+https://a.example)'],
    ])
  })

  test.each([
    ['npx --yes pnpm@12.21.0 demo', []],
    ['npx --yes pnpm@12.21.0 install --frozen-lockfile', []],
    ['npx --yes pnpm@12.20.0 demo', ['Expected npx pnpm@12.21.0, got npx pnpm@12.20.0.']],
    [
      'npx --yes pnpm@12.21.0 dmeo',
      ['Neither a script of package.json nor a command of pnpm: dmeo.'],
    ],
    ['.ci/run', []],
    ['.ci/rnu', ['There is no .ci/rnu in this repository.']],
    ['curl https://example.com/', []],
  ])('%s', (code, problems) => {
    expect(shellProblems(code, context)).toEqual(problems)
  })

  test('are found in pipelines, before redirections, and in workflows', () => {
    expect(commandsOf('cat a.txt | curtsy robots check - /x > b.txt && npx demo')).toEqual([
      ['cat', 'a.txt'],
      ['curtsy', 'robots', 'check', '-', '/x'],
      ['npx', 'demo'],
    ])
    expect(
      workflowCommands('steps:\n  - uses: a\n  - run: npx demo\n  - name: x\n    run: npx b'),
    ).toBe('npx demo\nnpx b')
  })

  test('calls of curtsy go to the judge that is handed in', () => {
    const code = 'curtsy crwal\nnpx --yes pnpm@12.21.0 curtsy robots chek'
    expect(shellProblems(code, { ...context, judgeCurtsy })).toEqual(['no crwal', 'no robots chek'])
  })
})

describe('a call of curtsy', () => {
  test.each([
    ['--help', undefined],
    ['crawl https://example.com/ --agent A/1 --depth 0', undefined],
    ['robots check robots.txt /x --token=A --compare', undefined],
    ['robots lint', 'curtsy robots lint needs 1 arguments, got 0.'],
    ['crwal https://example.com/', 'curtsy has no command crwal.'],
    ['robots chek robots.txt', 'curtsy robots has no command chek.'],
    ['robots check robots.txt /x --tokn A', 'curtsy robots check has no option --tokn.'],
  ])('%s', (words, problem) => {
    expect(judgeRealCurtsy(words.split(' '))).toBe(problem)
  })
})
