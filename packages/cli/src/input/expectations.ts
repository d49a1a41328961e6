import { UsageError } from '../usage-error.ts'
import { absoluteUrl } from './absolute-url.ts'

/** One line of a file of expectations. */
export interface Expectation {
  readonly line: number
  readonly expect: 'allow' | 'block'
  /** As written. */
  readonly url: string
  readonly token: string | undefined
}

const FORM = 'Expected "allow" or "block", a URL or a path, and a product token if any'

/**
 * The expectations in a text, in order: `allow|block <url or path> [token]` a line. A `#` at the start of a line or after white space
 * begins a comment.
 *
 * @param name stands in the sentences
 * @throws UsageError for a line that is none, and for a text without any
 */
export function readExpectations(text: string, name: string): readonly Expectation[] {
  const found = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .flatMap((written, at) => {
      const words = written
        .replace(/(?:^|\s)#.*$/, '')
        .trim()
        .split(/\s+/)
      return words[0] === '' ? [] : [expectationOf(words, at + 1, name)]
    })
  if (found.length > 0) return found
  throw new UsageError(`${name} holds no expectation; write lines such as "block /private".`)
}

function expectationOf(words: readonly string[], line: number, name: string): Expectation {
  const [expect = '', url = '', token, ...rest] = words
  const where = `Line ${line} of ${name}`
  if ((expect !== 'allow' && expect !== 'block') || url === '' || rest.length > 0)
    throw new UsageError(`${where}: ${FORM}, got ${JSON.stringify(words.join(' ').slice(0, 200))}.`)
  if (token !== undefined && !/^(?:[A-Za-z_-]+|\*)$/.test(token))
    throw new UsageError(
      `${where}: Expected a product token (letters, "_" and "-") or *, got ${JSON.stringify(token)}.`,
    )
  try {
    absoluteUrl(url)
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    throw new UsageError(`${where}: ${cause.message}`, { cause })
  }
  return { line, expect, url, token }
}
