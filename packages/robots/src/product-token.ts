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
  const chain = typeof productToken === 'string' ? [productToken] : productToken
  if (!Array.isArray(chain) || chain.length === 0) {
    throw new RobotsError(
      'CURTSY_TOKEN',
      `Expected a product token or a chain of them, got ${show(productToken)}.`,
    )
  }
  return chain.map((token: unknown) => {
    if (typeof token === 'string' && TOKEN.test(token)) return token.toLowerCase()
    throw new RobotsError(
      'CURTSY_TOKEN',
      `Expected a product token of letters, "_" and "-" such as ExampleBot, without version, got ${show(token)}.`,
    )
  })
}

/** The token that a User-agent line names: its letters up to the first other character, `*`, or nothing. */
export function namedToken(value: string): string {
  if (value.charCodeAt(0) === 0x2a) {
    const next = value.charCodeAt(1)
    const isStar = value.length === 1 || next === 0x20 || (next >= 0x09 && next <= 0x0d)
    return isStar ? '*' : ''
  }
  let end = 0
  while (end < value.length) {
    const code = value.charCodeAt(end)
    const letter = code | 0x20
    if (!(letter >= 0x61 && letter <= 0x7a) && code !== 0x2d && code !== 0x5f) break
    end++
  }
  return value.slice(0, end)
}
