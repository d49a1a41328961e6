/** Colours for people. Each function gives its text back unchanged where there is no colour. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const

/** Text as it is, for files, pipes and tests. */
export const PLAIN: Paint = paintWith((text) => text)

/** ANSI colours. */
export const COLOURED: Paint = paintWith((text, [on, off]) => `\u001b[${on}m${text}\u001b[${off}m`)

/**
 * Colours for a stream: on a terminal, unless `NO_COLOR` is set or the terminal is `dumb`.
 *
 * @see https://no-color.org
 * @example const paint = paintFor(process.stdout, process.env)
 */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const coloured = stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  return coloured ? COLOURED : PLAIN
}

function paintWith(paint: (text: string, code: readonly [number, number]) => string): Paint {
  const of = (code: readonly [number, number]) => (text: string) => paint(text, code)
  return {
    bold: of(CODES.bold),
    dim: of(CODES.dim),
    red: of(CODES.red),
    green: of(CODES.green),
    yellow: of(CODES.yellow),
    cyan: of(CODES.cyan),
  }
}
