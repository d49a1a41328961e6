// The checks that options share. Every mistake is one sentence: the option, what was expected, what it got.
import { CurtsyError } from '../curtsy-error.ts'

/** A number from `least` up; with `whole` an integer or Infinity. */
export function readNumber(
  name: string,
  value: unknown,
  { least, whole = false }: { least: number; whole?: boolean },
): number {
  const fits =
    typeof value === 'number' &&
    value >= least &&
    (!whole || value === Infinity || Number.isInteger(value))
  if (fits) return value
  throw wrong(name, `to be a ${whole ? 'whole ' : ''}number from ${least} up`, value)
}

/** True or false; `usual` where nothing is given. */
export function readFlag(name: string, value: unknown, usual = false): boolean {
  if (value === undefined) return usual
  if (typeof value === 'boolean') return value
  throw wrong(name, 'to be true or false', value)
}

/** One of a few words; the first where nothing is given. */
export function readChoice<Word extends string>(
  name: string,
  value: unknown,
  words: readonly [Word, ...Word[]] | readonly Word[],
): Word {
  const chosen = value === undefined ? words[0] : words.find((word) => word === value)
  if (chosen !== undefined) return chosen
  throw wrong(name, `to be one of ${words.map((word) => `"${word}"`).join(', ')}`, value)
}

/** A list of texts, such as patterns or ranges; empty where nothing is given. */
export function readList<T>(
  name: string,
  value: readonly T[] | undefined,
  example: string,
): readonly T[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw wrong(name, `to be a list such as ${example}`, value)
}

/** The sentence for an option that is not what it should be. */
export function wrong(name: string, expected: string, got: unknown): CurtsyError {
  return new CurtsyError('CURTSY_OPTION', `Expected ${name} ${expected}, got ${show(got)}.`)
}

/** A value as it may stand in a sentence. */
export function show(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value)
  return (JSON.stringify(value) ?? typeof value).slice(0, 200)
}

/** " Did you mean …?" for a name that is nearly one of ours. */
export function closest(name: string, names: Iterable<string>): string {
  const near = [...names].find(
    (known) => known.toLowerCase() === name.toLowerCase() || editDistance(known, name) <= 2,
  )
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
