/** What a caller did wrong: the closed list of codes that this package throws. */
export type RobotsErrorCode = 'CURTSY_URL' | 'CURTSY_TOKEN' | 'CURTSY_INPUT' | 'CURTSY_OPTION'

/**
 * Thrown at once, synchronously, for a mistake of the caller. What a file or a server does is never thrown: it is a verdict or a note.
 *
 * @example
 * try { robots.check('/relative', 'ExampleBot') } catch (error) { console.log(error.code) } // CURTSY_URL
 */
export class RobotsError extends Error {
  readonly code: RobotsErrorCode

  constructor(code: RobotsErrorCode, message: string) {
    super(message)
    this.name = 'RobotsError'
    this.code = code
  }
}

/** A value as it reads in an error message: a string quoted, on one line, cut at 80 characters, else what kind of value it is. */
export function show(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 80))
    : `a value of type ${typeof value}`
}
