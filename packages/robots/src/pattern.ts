// A rule's pattern, taken apart once so that a match only searches text (RFC 9309 §2.2.3). No regular expression is built from
// input: the steps of a match are bounded by pattern length times path length, and a run of stars costs what one star costs.

import { googleForm, rfcForm } from './percent.ts'

export interface Pattern {
  /** The literal pieces between the stars; the first is anchored at the start of the path. */
  readonly pieces: readonly string[]
  /** True if the pattern ends with `$`. */
  readonly anchored: boolean
  /** Octets of the pattern: what "longest match" compares. Each star and the `$` count as one. */
  readonly octets: number
  /** The pieces as they read inside the query, where that differs (`%3A` is `:` there). */
  readonly queryPieces: readonly string[] | undefined
}

export type PercentForm = 'rfc' | 'google'

/** @param written the pattern as octets, as it stands in the file */
export function compilePattern(written: string, form: PercentForm): Pattern {
  let stars = false
  let encoded = false
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at)
    if (code === 0x2a) stars = true
    else if (code === 0x25 || code > 0x7f) encoded = true
  }
  const anchored = written.endsWith('$')
  const literal = anchored ? written.slice(0, -1) : written
  if (encoded && form === 'rfc') return compileRfc(literal, anchored)
  const normal = encoded ? googleForm(literal) : literal
  return {
    pieces: stars ? mergeStars(normal.split('*')) : [normal],
    anchored,
    octets: normal.length + (anchored ? 1 : 0),
    queryPieces: undefined,
  }
}

function compileRfc(literal: string, anchored: boolean): Pattern {
  const written = literal.split('*')
  const inQueryFrom = written.findIndex((piece) => piece.includes('?'))
  const pieces = written.map((piece, at) =>
    rfcForm(piece, inQueryFrom >= 0 && at > inQueryFrom ? 'query' : 'path'),
  )
  // Before a `?` but after a star, a piece may meet the path or the query.
  const queryPieces = written.map((piece, at) => (at === 0 ? pieces[0]! : rfcForm(piece, 'query')))
  // `%2A` and `%24` keep their three octets: in the RFC's table they stay encoded.
  const special = literal.match(/%2a|%24/gi)?.length ?? 0
  const octets = pieces.join('*').length + 2 * special + (anchored ? 1 : 0)
  const differs = queryPieces.some((piece, at) => piece !== pieces[at])
  return {
    pieces: mergeStars(pieces),
    anchored,
    octets,
    queryPieces: differs ? mergeStars(queryPieces) : undefined,
  }
}

/** `a**b` matches what `a*b` does: empty pieces in the middle are dropped. */
function mergeStars(pieces: readonly string[]): readonly string[] {
  if (pieces.length < 3) return pieces
  return pieces.filter((piece, at) => piece !== '' || at === 0 || at === pieces.length - 1)
}

/**
 * True if the pattern matches `path` from its start. The leftmost place of each piece is taken, which loses nothing: what a star
 * swallows is free.
 */
export function matches(pattern: Pattern, path: string): boolean {
  if (pattern.queryPieces !== undefined) return matchesInParts(pattern, pattern.queryPieces, path)
  const { pieces, anchored } = pattern
  const first = pieces[0]!
  const last = pieces.length - 1
  if (last === 0) return anchored ? path === first : path.startsWith(first)
  if (!path.startsWith(first)) return false
  const tail = pieces[last]!
  if (anchored && !path.endsWith(tail)) return false
  let at = first.length
  for (let i = 1; i < last; i++) {
    const piece = pieces[i]!
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return anchored ? path.length - tail.length >= at : path.indexOf(tail, at) >= 0
}

/** The same for a pattern whose pieces read otherwise once the match has come to the query. */
function matchesInParts(
  { pieces, anchored }: Pattern,
  queryPieces: readonly string[],
  path: string,
): boolean {
  const mark = path.indexOf('?')
  const queryAt = mark < 0 ? path.length + 1 : mark
  if (!path.startsWith(pieces[0]!)) return false
  let at = pieces[0]!.length
  const last = pieces.length - 1
  for (let i = 1; i <= last; i++) {
    const inPath = pieces[i]!
    const inQuery = queryPieces[i]!
    if (i === last && anchored) {
      const pathStart = path.length - inPath.length
      const queryStart = path.length - inQuery.length
      return (
        (path.endsWith(inPath) && pathStart >= at && pathStart < queryAt) ||
        (path.endsWith(inQuery) && queryStart >= Math.max(at, queryAt))
      )
    }
    let found = path.indexOf(inPath, at)
    if (found >= 0 && found < queryAt) {
      at = found + inPath.length
      continue
    }
    found = path.indexOf(inQuery, Math.max(at, queryAt))
    if (found < 0) return false
    at = found + inQuery.length
  }
  return true
}
