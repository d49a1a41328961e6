import { CommanderError } from 'commander'
import { EXIT, exitCodeOf } from './exit-code.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { forPeople } from './terminal/for-people.ts'

/** Says what went wrong in one sentence and gives the exit code. The stack is shown only with CURTSY_DEBUG=1. */
export function sayError(thrown: unknown, { err, env }: Pick<Surroundings, 'err' | 'env'>): number {
  const code = exitCodeOf(thrown)
  // What the command line's own reader found has been said by it.
  if (!(thrown instanceof CommanderError))
    sayLine(err, `${err.paint.red('curtsy:')} ${forPeople(sentenceOf(thrown, code))}`)
  if (env['CURTSY_DEBUG'] === '1')
    for (const line of stackOf(thrown).split('\n')) sayLine(err, forPeople(line))
  return code
}

function sentenceOf(thrown: unknown, code: number): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return code === EXIT.internal ? `${message} (unexpected; CURTSY_DEBUG=1 shows where)` : message
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${stackOf(thrown.cause)}`
  return `${thrown.stack ?? thrown.message}${cause}`
}
