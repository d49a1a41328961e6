import { parseRobots } from './robots.ts'

/**
 * Is this text meant as a robots.txt? At least one line is a directive that is known, and so are four of five lines that are neither
 * blank nor comments. Tells an uploaded or pasted file from a web page, a log or a README.
 *
 * @throws RobotsError CURTSY_INPUT
 * @example
 * looksLikeRobots('User-agent: *\nDisallow:') // true
 * looksLikeRobots('<!doctype html><title>Not found</title>') // false
 */
export function looksLikeRobots(input: string | Uint8Array): boolean {
  let directives = 0
  let others = 0
  for (const { kind } of parseRobots(input).lines) {
    if (kind === 'malformed' || kind === 'unknown') others++
    else if (kind !== 'blank' && kind !== 'comment' && kind !== 'beyond-limit') directives++
  }
  return directives > 0 && directives >= 4 * others
}
