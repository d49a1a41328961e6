// What a command gets from outside, in one value: so that commands can be tested without a process.
import type { Paint } from './terminal/paint.ts'

/** A stream for people or for data. */
export interface Outlet {
  readonly write: (text: string) => void
  /** Resolves when the reader has taken the text, or has gone away. */
  readonly writeAll: (text: string) => Promise<void>
  readonly isTty: boolean
  /** Width of the terminal in characters; 80 where there is none. */
  readonly columns: () => number
  readonly paint: Paint
}

/** The process as a command sees it. */
export interface Surroundings {
  /** Results. */
  readonly out: Outlet
  /** Status, notes and errors. */
  readonly err: Outlet
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The words of the command line after the name of the command. */
  readonly words: readonly string[]
  /** Calls at the first SIGINT or SIGTERM; the second ends the process at once. Gives a function that stops listening. */
  readonly onSignal: (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => () => void
  /** Calls when the reader of the results has gone away (EPIPE). Gives a function that stops listening. */
  readonly onReaderGone: (listener: () => void) => () => void
}

/** Prints one line. */
export function sayLine(outlet: Outlet, line: string): void {
  outlet.write(`${line}\n`)
}
