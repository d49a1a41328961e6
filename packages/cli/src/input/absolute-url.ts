import { UsageError } from '../usage-error.ts'

/**
 * The URL that a person means: an absolute one as it is, a path as one of `origin`. Rules of robots.txt see path and query alone, so
 * without an origin any will do.
 *
 * @throws UsageError for anything else
 */
export function absoluteUrl(text: string, origin: string = 'http://localhost'): string {
  if (text.startsWith('/')) return origin + text
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  throw new UsageError(
    `Expected an absolute URL or a path such as /private, got ${JSON.stringify(text)}.`,
  )
}
