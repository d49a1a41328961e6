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

/** A value as it reads in an error message: quoted, on one line, cut at 80 characters. */
export function show(value: unknown): string {
  if (typeof value !== 'string') {
    if (Array.isArray(value)) return `an array of ${value.length}`
    return value === null || typeof value !== 'object' ? String(value) : 'an object'
  }
  const line = JSON.stringify(value)
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
