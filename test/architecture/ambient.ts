// Finds what a pure file must not reach for by itself: the clock, timers, chance and the network, where they come from the
// surroundings and not from a port.
import type { Token } from './tokens.ts'

/** One use of the surroundings. `what` is how it reads in the source, such as `Date.now` or `setTimeout`. */
export interface AmbientUse {
  readonly what: string
  readonly line: number
}

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Date: ['now'],
  performance: ['now', 'timeOrigin'],
  process: ['hrtime', 'uptime'],
  AbortSignal: ['timeout'],
  Math: ['random'],
  crypto: ['randomUUID', 'getRandomValues'],
}
const GLOBALS = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
])
const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global'])
const DECLARING = new Set(['const', 'let', 'var', 'function', 'class'])
const BEFORE_MEMBER = new Set(['{', ';', ',', '}', '*', 'async', 'override', 'public', 'static'])
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

/** Every use of a forbidden global in the tokens of a file. A name that the file binds itself is taken as its own throughout. */
export function ambientUses(tokens: readonly Token[]): readonly AmbientUse[] {
  const own = new Set(
    [...GLOBALS].filter((name) => tokens.some((_, index) => binds(tokens, index, name))),
  )
  return tokens.flatMap(({ kind, text, line }, index) => {
    if (kind !== 'word' || isMemberOfAnother(tokens, index)) return []
    const what = memberUse(tokens, index) ?? dateUse(tokens, index)
    if (what !== undefined) return [{ what, line }]
    if (!GLOBALS.has(text)) return []
    const direct = textAt(tokens, index - 1) !== '.'
    return direct && (own.has(text) || isDeclaration(tokens, index)) ? [] : [{ what: text, line }]
  })
}

/** `Date.now`, `Math['random']`, and `const { now } = performance`. */
function memberUse(tokens: readonly Token[], index: number): string | undefined {
  const object = tokens[index]?.text ?? ''
  const members = Object.hasOwn(MEMBERS, object) ? MEMBERS[object] : undefined
  if (members === undefined) return undefined
  const dotted =
    ['.', '?.'].includes(textAt(tokens, index + 1) ?? '') || textAt(tokens, index + 1) === '['
  const member = tokens[index + 2]?.text ?? ''
  if (dotted && members.includes(member)) return `${object}.${member}`
  const destructured = textAt(tokens, index - 1) === '=' && textAt(tokens, index - 2) === '}'
  return destructured ? `{ … } = ${object}` : undefined
}

/** `new Date()` and `Date()` read the clock; `new Date(value)` does not. */
function dateUse(tokens: readonly Token[], index: number): string | undefined {
  if (tokens[index]?.text !== 'Date') return undefined
  const called = textAt(tokens, index + 1) === '('
  if (!isAfterNew(tokens, index)) return called ? 'Date()' : undefined
  return !called || textAt(tokens, index + 2) === ')' ? 'new Date()' : undefined
}

function isAfterNew(tokens: readonly Token[], index: number): boolean {
  const before = textAt(tokens, index - 1) === '.' ? index - 3 : index - 1
  return textAt(tokens, before) === 'new'
}

/** `options.fetch`, but not `globalThis.fetch`. */
function isMemberOfAnother(tokens: readonly Token[], index: number): boolean {
  if (!['.', '?.'].includes(textAt(tokens, index - 1) ?? '')) return false
  return (
    !GLOBAL_OBJECTS.has(textAt(tokens, index - 2) ?? '') ||
    ['.', '?.'].includes(textAt(tokens, index - 3) ?? '')
  )
}

/** A property key, a method's name or a type query: names the word without using what it stands for. */
function isDeclaration(tokens: readonly Token[], index: number): boolean {
  const before = textAt(tokens, index - 1)
  if (before === 'typeof') return true
  if (before === '?' || textAt(tokens, openerOf(tokens, index)) !== '{') return false
  const optional = textAt(tokens, index + 1) === '?'
  const after = optional ? index + 2 : index + 1
  if (textAt(tokens, after) === ':') return true
  return ['(', '<'].includes(textAt(tokens, after) ?? '') && isMethodHead(tokens, index, after)
}

/** Whether the name at `index` begins a member, and its parameters are followed by a type or a body. */
function isMethodHead(tokens: readonly Token[], index: number, after: number): boolean {
  const before = textAt(tokens, index - 1) ?? ''
  const begins = tokens[index - 1]?.line !== tokens[index]?.line || BEFORE_MEMBER.has(before)
  const opening = tokens.findIndex((_, at) => at >= after && textAt(tokens, at) === '(')
  const next = textAt(tokens, closerOf(tokens, opening) + 1)
  return begins && (next === ':' || next === '{')
}

/** Whether the token at `index` gives `name` a meaning of the file's own: a declaration, an import, a parameter, a destructuring. */
function binds(tokens: readonly Token[], index: number, name: string): boolean {
  if (tokens[index]?.kind !== 'word' || tokens[index].text !== name) return false
  const before = textAt(tokens, index - 1) ?? ''
  if (DECLARING.has(before)) return true
  const opener = openerOf(tokens, index)
  const after = textAt(tokens, index + 1) ?? ''
  if (textAt(tokens, opener) === '(') {
    const typed = after === ':' || (after === '?' && textAt(tokens, index + 2) === ':')
    return ['(', ','].includes(before) && typed
  }
  if (textAt(tokens, opener) !== '{' || !['{', ',', ':', 'as'].includes(before)) return false
  if (![',', '}', '='].includes(after)) return false
  const closer = closerOf(tokens, opener)
  const following = textAt(tokens, closer + 1) ?? ''
  if (following === ')') return textAt(tokens, closer + 2) === '=>'
  return following === '=' || following === ':' || following === 'from'
}

/** Index of the bracket that encloses the token at `index`; -1 at the top. */
function openerOf(tokens: readonly Token[], index: number): number {
  let open = 0
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = textAt(tokens, at) ?? ''
    if (text in CLOSING && open === 0) return at
    if (text in CLOSING) open -= 1
    else if (Object.values(CLOSING).includes(text)) open += 1
  }
  return -1
}

/** Index of the bracket that closes the one at `opener`. */
function closerOf(tokens: readonly Token[], opener: number): number {
  let open = 0
  for (let at = opener; at < tokens.length; at += 1) {
    const text = textAt(tokens, at) ?? ''
    if (text in CLOSING) open += 1
    else if (Object.values(CLOSING).includes(text)) open -= 1
    if (open === 0) return at
  }
  return tokens.length
}

function textAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index]
  return token === undefined || token.kind === 'string' || token.kind === 'other'
    ? undefined
    : token.text
}
