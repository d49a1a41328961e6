import { CommanderError } from 'commander'
import { UsageError } from './usage-error.ts'

/** What the command's exit code says; docs and `--help` name the same. */
export const EXIT: {
  readonly done: 0
  readonly no: 1
  readonly usage: 2
  readonly internal: 70
  readonly storage: 74
  readonly SIGINT: 130
  readonly SIGTERM: 143
} = {
  /** Done; also `explain`, whatever it explains. */
  done: 0,
  /** A check said no, or every seed failed. */
  no: 1,
  /** A mistake in the command line, or an input that cannot be read. */
  usage: 2,
  /** A mistake in Curtsy, or in a plugin of the config file (sysexits EX_SOFTWARE). */
  internal: 70,
  /** The store or an output file cannot be used (sysexits EX_IOERR). */
  storage: 74,
  /** Stopped from outside, state kept: 128 + the signal's number. */
  SIGINT: 130,
  SIGTERM: 143,
}

/** Raised where an output file cannot be written any more: exit code 74, like a store. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

/** The one table from what was thrown to the exit code. */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage
  if (thrown instanceof UsageError) return EXIT.usage
  if (thrown instanceof OutputError) return EXIT.storage
  const code = curtsyCodeOf(thrown)
  if (code?.startsWith('CURTSY_STORE_')) return EXIT.storage
  return code !== undefined && USAGE_CODES.has(code) ? EXIT.usage : EXIT.internal
}

/** What core and robots throw for a mistake of the caller. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  'CURTSY_OPTION',
  'CURTSY_USER_AGENT',
  'CURTSY_SEED',
  'CURTSY_URL',
  'CURTSY_TOKEN',
  'CURTSY_INPUT',
])

/** By its code, not by its class: a config file may bring a core of its own, and nothing of core is loaded for `--help`. */
function curtsyCodeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined
}
