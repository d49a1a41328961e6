import { CurtsyError } from '../curtsy-error.ts'

/** Tells whether a canonical URL fits a pattern of `--include`, `--exclude` or a route. */
export type UrlMatcher = (url: URL) => boolean

/**
 * Reads a URL pattern: `*` stands for any run of characters; a pattern that begins with `/` is matched against path and query,
 * any other against the whole URL. A RegExp is matched against the whole URL. The match is of the whole text.
 *
 * `/docs/*` fits `https://a.test/docs/x?y=1`; `*.pdf` fits every URL that ends so.
 *
 * @throws CurtsyError CURTSY_OPTION for an empty pattern or another type
 */
export function urlPattern(pattern: string | RegExp): UrlMatcher {
  if (pattern instanceof RegExp) {
    const test = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
    return (url) => test.test(url.href)
  }
  if (typeof pattern !== 'string' || pattern === '') {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected a URL pattern such as "/docs/*" or a RegExp, got ${JSON.stringify(pattern)}.`,
    )
  }
  const parts = pattern.split('*')
  return pattern.startsWith('/')
    ? (url) => matchesParts(parts, url.pathname + url.search)
    : (url) => matchesParts(parts, url.href)
}

/** Wildcard match in one pass: the first part anchors at the start, the last at the end, the rest leftmost in between. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  let at = first.length
  const end = text.length - last.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
