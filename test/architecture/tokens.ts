// Splits TypeScript into tokens, just well enough to tell code from comments, strings, templates and regular expressions. The
// compiler has no JavaScript API to ask.

export interface Token {
  /** `string`: a literal without substitutions, `text` is what stands between the quotes. `other`: numbers, regexes, template parts. */
  readonly kind: 'word' | 'string' | 'punctuation' | 'other'
  readonly text: string
  /** From 1. */
  readonly line: number
}

const BLANK = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const WORD = /[#@]?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const NUMBER = /\d[\w.]*/y
const REGEX = /\/(?![*/])(?:[^[/\\\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const PUNCTUATION = /=>|\.\.\.|\?\.(?!\d)|[\s\S]/y

/** Words after which a slash begins a regular expression; after any other word it divides. */
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'instanceof',
  'await',
  'yield',
  'else',
  'do',
])

/** The tokens of `source` in order. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  const templateDepths: number[] = []
  let depth = 0
  let at = 0
  let line = 1

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0]
    if (text === undefined) return undefined
    at += text.length
    return text
  }

  /** Reads on in a template: up to its end, or up to the code of the next substitution. */
  function takeTemplatePart(continues: boolean): void {
    const startLine = line
    const text = take(TEMPLATE_PART) ?? ''
    line += linesIn(text)
    const ended = source[at] !== '$'
    at += ended ? 1 : 2
    if (!ended) templateDepths.push(depth)
    tokens.push({ kind: ended && !continues ? 'string' : 'other', text, line: startLine })
  }

  while (at < source.length) {
    const blank = take(BLANK)
    if (blank !== undefined) {
      line += linesIn(blank)
      continue
    }
    const startLine = line
    const push = (kind: Token['kind'], text: string): void =>
      void tokens.push({ kind, text, line: startLine })
    if (source[at] === '`') {
      at += 1
      takeTemplatePart(false)
      continue
    }
    if (source[at] === '}' && depth === templateDepths.at(-1)) {
      templateDepths.pop()
      at += 1
      takeTemplatePart(true)
      continue
    }
    const string = take(STRING)
    if (string !== undefined) {
      push('string', string.slice(1, -1))
      line += linesIn(string)
      continue
    }
    const word = take(WORD)
    if (word !== undefined) {
      push('word', word)
      continue
    }
    const opaque = take(NUMBER) ?? (mayBeginRegex(tokens.at(-1)) ? take(REGEX) : undefined)
    if (opaque !== undefined) {
      push('other', opaque)
      continue
    }
    const punctuation = take(PUNCTUATION) ?? ''
    if (punctuation === '{') depth += 1
    if (punctuation === '}') depth -= 1
    push('punctuation', punctuation)
  }
  return tokens
}

function mayBeginRegex(previous: Token | undefined): boolean {
  if (previous === undefined) return true
  if (previous.kind === 'word') return BEFORE_REGEX.has(previous.text)
  return previous.kind === 'punctuation' && ![')', ']', '}'].includes(previous.text)
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}
