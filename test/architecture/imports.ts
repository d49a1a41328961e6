import type { Token } from './tokens.ts'

/** One import, export-from, dynamic import or require of a module. */
export interface Import {
  /** As written; undefined where it is computed and cannot be read from the text. */
  readonly specifier: string | undefined
  readonly line: number
  /** `import type` and `export type`: gone after compiling. */
  readonly typeOnly: boolean
}

/** Every module that the tokens of a file name. */
export function importsOf(tokens: readonly Token[]): readonly Import[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || isMember(tokens, index)) return []
    if (token.text === 'import') return importAt(tokens, index)
    if (token.text === 'export') return exportAt(tokens, index)
    if (token.text === 'require' && textAt(tokens, index + 1) === '(')
      return [calledAt(tokens, index)]
    return []
  })
}

function importAt(tokens: readonly Token[], index: number): readonly Import[] {
  const next = tokens[index + 1]
  const line = tokens[index]?.line ?? 0
  if (next?.kind === 'string') return [{ specifier: next.text, line, typeOnly: false }]
  if (next?.text === '(') return [calledAt(tokens, index)]
  if (next?.text === '.') return []
  const typeOnly =
    next?.text === 'type' && !['from', ',', '='].includes(textAt(tokens, index + 2) ?? '')
  return fromClause(tokens, index, typeOnly)
}

function exportAt(tokens: readonly Token[], index: number): readonly Import[] {
  const typeOnly = textAt(tokens, index + 1) === 'type'
  const first = textAt(tokens, index + (typeOnly ? 2 : 1))
  return first === '{' || first === '*' ? fromClause(tokens, index, typeOnly) : []
}

/** The first `from '…'` of the statement; an `export { a }` without one names no module. */
function fromClause(tokens: readonly Token[], index: number, typeOnly: boolean): readonly Import[] {
  const line = tokens[index]?.line ?? 0
  for (let at = index + 1; at < tokens.length; at += 1) {
    const next = tokens[at + 1]
    if (textAt(tokens, at) === 'from' && next?.kind === 'string')
      return [{ specifier: next.text, line, typeOnly }]
    if (textAt(tokens, at) === '}' && next?.text !== 'from') return []
    if (textAt(tokens, at) === ';') return []
  }
  return []
}

/** `import('x')` or `require('x')`. */
function calledAt(tokens: readonly Token[], index: number): Import {
  const argument = tokens[index + 2]
  const end = textAt(tokens, index + 3)
  const literal = argument?.kind === 'string' && (end === ')' || end === ',')
  return {
    specifier: literal ? argument.text : undefined,
    line: tokens[index]?.line ?? 0,
    typeOnly: false,
  }
}

function isMember(tokens: readonly Token[], index: number): boolean {
  return ['.', '?.'].includes(textAt(tokens, index - 1) ?? '')
}

function textAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index]
  return token === undefined || token.kind === 'string' ? undefined : token.text
}
