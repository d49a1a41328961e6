import { CurtsyError } from '../curtsy-error.ts'

/** Who we are, read out of the one User-Agent string that every request carries (design decision 6). */
export interface Identity {
  readonly userAgent: string
  /** The product token that robots.txt groups are matched with. */
  readonly productToken: string
  /** The chain of tokens, most specific first; the first that has a group wins. */
  readonly tokens: readonly string[]
}

const TOKEN = /^[A-Za-z_-]+/
const CONTACT = /https?:\/\/[^\s)>;,]+|[^\s()<>@,;:]+@[^\s()<>@,;:]+\.[^\s()<>@,;:]+/i
const EXAMPLE = "'ExampleBot/1.0 (+https://example.com/bot)'"

/**
 * Reads the product token and checks that the owner can be reached.
 *
 * @param userAgent such as `ExampleBot/1.0 (+https://example.com/bot)`; the token is the run of letters, `_` and `-` it begins with
 * @param chain tokens to match robots.txt groups with, most specific first; by default derived by {@link productTokenChain}
 * @throws CurtsyError CURTSY_USER_AGENT without a product token, without a URL or mail address, or with control characters
 * @see RFC 9309 §2.2.1 (product token), RFC 9110 §10.1.5 (User-Agent)
 */
export function readIdentity(userAgent: unknown, chain?: readonly string[]): Identity {
  if (typeof userAgent !== 'string' || userAgent.trim() === '') {
    throw refuse(`Expected a user agent that says who crawls, such as ${EXAMPLE}, got none.`)
  }
  if (!/^[\x20-\x7e]+$/.test(userAgent)) {
    throw refuse(
      `The user agent may hold printable ASCII only, got ${JSON.stringify(userAgent.slice(0, 200))}.`,
    )
  }
  const text = userAgent.trim()
  const token = TOKEN.exec(text)?.[0]
  if (token === undefined) {
    throw refuse(
      `The user agent must begin with a product token (letters, "_" and "-"), such as ${EXAMPLE}, got ${JSON.stringify(text)}.`,
    )
  }
  if (!CONTACT.test(text)) {
    throw refuse(
      `The user agent must say how to reach its owner: a URL or a mail address, such as ${EXAMPLE}, got ${JSON.stringify(text)}.`,
    )
  }
  return {
    userAgent: text,
    productToken: token,
    tokens: checkedChain(chain) ?? productTokenChain(token),
  }
}

/** The fallback chain of a token: `ExampleBot-Image-Fast` gives itself, `ExampleBot-Image`, `ExampleBot`. */
export function productTokenChain(token: string): readonly string[] {
  const chain = [token]
  for (let cut = token.lastIndexOf('-'); cut > 0; cut = token.lastIndexOf('-', cut - 1)) {
    const shorter = token.slice(0, cut)
    if (!shorter.endsWith('-')) chain.push(shorter)
  }
  return chain
}

function checkedChain(chain: readonly string[] | undefined): readonly string[] | undefined {
  if (chain === undefined) return undefined
  const bad = !Array.isArray(chain)
    ? chain
    : chain.find((token) => TOKEN.exec(token)?.[0] !== token)
  if (chain.length > 0 && bad === undefined) return chain
  throw refuse(
    `Expected robotsTokens to be product tokens (letters, "_" and "-"), most specific first, got ${JSON.stringify(chain)}.`,
  )
}

function refuse(message: string): CurtsyError {
  return new CurtsyError('CURTSY_USER_AGENT', message)
}
