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
  const encoded = /[%\u0080-\u00FF]/.test(written)
  const anchored = written.endsWith('$')
  const literal = anchored ? written.slice(0, -1) : written
  if (encoded && form === 'rfc') return compileRfc(literal, anchored)
  const normal = encoded ? googleForm(literal) : literal
  return {
    pieces: normal.includes('*') ? mergeStars(normal.split('*')) : [normal],
    anchored,
    octets: normal.length + (anchored ? 1 : 0),
    queryPieces: undefined,
  }
}

function compileRfc(literal: string, anchored: boolean): Pattern {
  const written = literal.split('*')
  const queryFrom = written.findIndex((piece) => piece.includes('?'))
  const pieces = written.map((piece, at) =>
    rfcForm(piece, queryFrom >= 0 && at > queryFrom ? 'query' : 'path'),
  )
  // Before a `?` but after a star, a piece may meet the path or the query.
  const queryPieces = written.map((piece, at) => (at > 0 ? rfcForm(piece, 'query') : pieces[0]!))
  // `%2A` and `%24` keep their three octets: in the RFC's table they stay encoded.
  const special = literal.match(/%2a|%24/gi)?.length ?? 0
  return {
    pieces: mergeStars(pieces),
    anchored,
    octets: pieces.join('*').length + 2 * special + (anchored ? 1 : 0),
    queryPieces: pieces.join('*') === queryPieces.join('*') ? undefined : mergeStars(queryPieces),
  }
}

/** `a**b` matches what `a*b` does: empty pieces in the middle are dropped. */
function mergeStars(pieces: readonly string[]): readonly string[] {
  return pieces.filter((piece, at) => piece !== '' || at === 0 || at === pieces.length - 1)
}

/**
 * True if the pattern matches `path` from its start. The leftmost place of each piece is taken, which loses nothing: what a star
 * swallows is free.
 */
export function matches({ pieces, anchored, queryPieces }: Pattern, path: string): boolean {
  const first = pieces[0]!
  const last = pieces.length - 1
  if (!path.startsWith(first)) return false
  if (last === 0) return !anchored || path.length === first.length
  // Where the pieces begin to read as in the query; past the end where they never do.
  let queryAt = queryPieces === undefined ? -1 : path.indexOf('?')
  if (queryAt < 0) queryAt = path.length + 1
  let at = first.length
  for (let i = 1; i <= last; i++) {
    let piece = pieces[i]!
    let found = find(piece, path, at, anchored && i === last)
    if (queryPieces !== undefined && (found < 0 || found >= queryAt)) {
      // The mark itself is never meant by an escape.
      const from = Math.max(at, piece.startsWith('?') ? queryAt : queryAt + 1)
      piece = queryPieces[i]!
      found = find(piece, path, from, anchored && i === last)
    }
    if (found < 0) return false
    at = found + piece.length
  }
  return true
}

/** Where a piece stands at `from` or later; the one at the end of an anchored pattern must stand at the end of the path. */
function find(piece: string, path: string, from: number, atEnd: boolean): number {
  if (!atEnd) return path.indexOf(piece, from)
  const start = path.length - piece.length
  return start >= from && path.endsWith(piece) ? start : -1
}
