// A product token is letters, `_` and `-` (RFC 9309 §2.2.1). It is compared whole and without case, in ASCII.

import { RobotsError, show } from './robots-error.ts'

/** One token, or the ordered chain of one crawler from the most specific: `['ExampleBot-Image', 'ExampleBot']`. */
export type ProductToken = string | readonly string[]

const TOKEN = /^(?:[A-Za-z_-]+|\*)$/

/**
 * The tokens to look for, in lower case. `*` asks for the rules of a crawler that no group names.
 *
 * @throws RobotsError CURTSY_TOKEN if one is empty or holds other characters
 */
export function tokenChain(productToken: ProductToken): readonly string[] {
  const chain: readonly unknown[] = Array.isArray(productToken) ? productToken : [productToken]
  const tokens = chain.map((token) => {
    if (typeof token === 'string' && TOKEN.test(token)) return token.toLowerCase()
    throw notAToken(show(token))
  })
  if (tokens.length === 0) throw notAToken('an empty chain')
  return tokens
}

function notAToken(got: string): RobotsError {
  return new RobotsError(
    'CURTSY_TOKEN',
    `Expected a product token of letters, "_" and "-" such as ExampleBot, got ${got}.`,
  )
}

/** The token that a User-agent line names: its letters up to the first other character, `*`, or nothing. */
export function namedToken(value: string): string {
  return /^(?:\*(?=$|[\t-\r ])|[A-Za-z_-]*)/.exec(value)?.[0] ?? ''
}
