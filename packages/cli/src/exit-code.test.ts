import { CurtsyError } from '@curtsy/core'
import type { CurtsyErrorCode } from '@curtsy/core'
import { parseRobots } from '@curtsy/robots'
import { CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { OutputError, exitCodeOf } from './exit-code.ts'
import { sayError } from './say-error.ts'
import { PLAIN } from './terminal/paint.ts'
import { UsageError } from './usage-error.ts'

describe('the exit code of what was thrown', () => {
  test.each<[CurtsyErrorCode, number]>([
    ['CURTSY_OPTION', 2],
    ['CURTSY_USER_AGENT', 2],
    ['CURTSY_SEED', 2],
    ['CURTSY_STORE_FORMAT', 74],
    ['CURTSY_STORE_BUSY', 74],
    ['CURTSY_STORE_MISMATCH', 74],
    ['CURTSY_STORE_FULL', 74],
    ['CURTSY_STORE_LOST', 74],
    ['CURTSY_PLUGIN', 70],
    ['CURTSY_STALLED', 70],
  ])('%s gives %d', (code, exit) => {
    expect(exitCodeOf(new CurtsyError(code, 'x'))).toBe(exit)
  })

  test.each([
    [new UsageError('x'), 2],
    [new OutputError('x'), 74],
    [new CommanderError(1, 'commander.unknownOption', 'x'), 2],
    [new CommanderError(0, 'commander.helpDisplayed', 'x'), 0],
    [new TypeError('x'), 70],
    ['a text', 70],
  ])('%s gives %d', (thrown, exit) => {
    expect(exitCodeOf(thrown)).toBe(exit)
  })

  test('a mistake that robots finds is one of usage', () => {
    let thrown: unknown
    try {
      parseRobots('').check('/x', 'a b')
    } catch (error) {
      thrown = error
    }
    expect(exitCodeOf(thrown)).toBe(2)
  })
})

function said(thrown: unknown, env: Record<string, string> = {}): string {
  let text = ''
  const err = {
    write: (more: string) => void (text += more),
    writeAll: async () => undefined,
    isTty: false,
    columns: () => 80,
    paint: PLAIN,
  }
  sayError(thrown, { err, env })
  return text
}

describe('what is said of an error', () => {
  test('is one harmless line without secrets', () => {
    expect(said(new UsageError('Expected\n\u001b[2J https://a.test/?token=abc'))).toBe(
      'curtsy: Expected\\n\\x1b[2J https://a.test/?token=***\n',
    )
  })

  test('names what was not expected as such', () => {
    expect(said(new TypeError('x is undefined'))).toBe(
      'curtsy: x is undefined (unexpected; CURTSY_DEBUG=1 shows where)\n',
    )
  })

  test('has the stack with CURTSY_DEBUG=1 only', () => {
    const error = new UsageError('x', { cause: new Error('y') })
    expect(said(error)).not.toContain('    at ')
    expect(said(error, { CURTSY_DEBUG: '1' })).toMatch(/ {4}at [^]*Caused by: Error: y\n {4}at /)
  })
})
