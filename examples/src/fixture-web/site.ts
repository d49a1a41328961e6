// What every site of the fixture web is: a name, an answer for each request, and a promise of what a polite crawl makes of it.
import type { Expectation } from './expectation.ts'

/** One request as a site sees it. `path` is path and query as they were sent; `url` is the same, absolute. */
export interface SiteRequest {
  readonly path: string
  readonly url: URL
}

/**
 * What a site answers. A body given as text is sent as UTF-8 HTML unless `headers` name another `content-type`.
 * With `pauseMs` the first half of the body goes out at once and the rest after so many milliseconds.
 */
export interface SiteAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly pauseMs?: number
}

/** Where the other sites live; the port is only known once the server listens. */
export interface Neighbours {
  /** `origin('b.demo')` gives `http://b.demo:41234`. */
  readonly origin: (name: string) => string
}

export interface Site {
  /** The host name, such as `shop.demo`. */
  readonly name: string
  /** Where a crawl of this site starts; undefined for a site that no seed names. */
  readonly seedPath: string | undefined
  /** Answers a GET. Undefined: the name does not resolve, so nobody can ask. */
  readonly respond: ((request: SiteRequest) => SiteAnswer) | undefined
  /**
   * Every URL of this site that a crawl of all seeds on default options discovers, and what becomes of it. Keys are paths with
   * their query, or absolute URLs where the scheme is not http. Written for the product token `ExampleBot`.
   */
  readonly expected: Readonly<Record<string, Expectation>>
}

/** A permanent or temporary redirect. */
export function redirect(status: 301 | 302 | 307 | 308, location: string): SiteAnswer {
  return { status, headers: { location }, body: '' }
}

/** A plain text file, such as robots.txt. */
export function textFile(body: string): SiteAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}
