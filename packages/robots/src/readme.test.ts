// The README's programs print what their comments say.
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import * as robots from './index.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const programs = Array.from(README.matchAll(/```ts\n([^]*?)```/g), (found) => found[1] ?? '')

/** Comments at the end of a `console.log` line, or alone on the lines below, are its output. */
function promised(program: string): string[] {
  return program.split('\n').flatMap((line) => {
    const comment =
      /^\/\/ (.*)$/.exec(line)?.[1] ?? /^\s*console\.log\(.*\) \/\/ (.*)$/.exec(line)?.[1]
    return comment === undefined ? [] : [comment]
  })
}

async function printed(program: string): Promise<string[]> {
  const lines: string[] = []
  const log = (...values: unknown[]): void => {
    const texts = values.map((value) =>
      typeof value === 'string' ? value : inspect(value, { breakLength: Infinity }),
    )
    lines.push(texts.join(' '))
  }
  const body = program.replace(/import (\{[^}]*\}) from '@curtsy\/robots'/, 'const $1 = library')
  // oxlint-disable-next-line typescript/no-implied-eval -- the README is ours
  const run = new Function('library', 'console', `return (async () => {${body}})()`) as (
    library: typeof robots,
    console: { log: typeof log },
  ) => Promise<void>
  await run(robots, { log })
  return lines
}

describe('README', () => {
  test('has programs', () => {
    expect(programs.length).toBeGreaterThan(4)
  })

  test.each(programs.map((program, at) => [at + 1, program] as const))(
    'program %i prints what it says',
    async (_at, program) => {
      expect(await printed(program)).toEqual(promised(program))
    },
  )
})
