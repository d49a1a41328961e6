// Clean-param is Yandex's: parameters that do not change a page, so that its URLs can be taken as one.
// Source: yandex.com/support/webmaster, "The Clean-param directive".

import type { RobotsLine } from './file-lines.ts'

/** One Clean-param line. It belongs to no group and counts wherever it stands. */
export interface CleanParam {
  /** Names of the parameters; they are compared with case. */
  readonly params: readonly string[]
  /** Beginning of the paths it holds for; `*` stands for any text, the empty path for all. */
  readonly path: string
  readonly line: number
}

/** Longest line that Yandex reads. */
const MAX_CHARACTERS = 500

/** The well-formed ones, in file order. */
export function readCleanParams(lines: readonly RobotsLine[]): readonly CleanParam[] {
  return lines.flatMap(({ kind, value, number }) => {
    const parsed = kind === 'clean-param' ? parseCleanParam(value ?? '') : undefined
    return parsed === undefined ? [] : [{ ...parsed, line: number }]
  })
}

/** Names joined by `&`, then a path after a blank; undefined where no name stands there or the line is too long. */
export function parseCleanParam(value: string): Omit<CleanParam, 'line'> | undefined {
  if (value.length > MAX_CHARACTERS) return undefined
  const [names = '', path = ''] = value.split(/[ \t]+/)
  const params = names.split('&').filter((name) => name !== '')
  return params.length === 0 ? undefined : { params, path }
}
