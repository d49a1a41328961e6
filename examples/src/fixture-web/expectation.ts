// What a polite crawl on default options must make of one URL, in the words of the crawl's own report.

/** `delivered`, `redirected`, or state and reason joined by a colon: `refused:disallow-rule`. */
type ExpectedOutcome =
  | 'delivered'
  | 'redirected'
  | `failed:${string}`
  | `refused:${string}`
  | `waiting:${string}`

export interface Expectation {
  readonly outcome: ExpectedOutcome
  /** Why, in one line for people. */
  readonly why: string
  /** How many requests the server sees; 1 where a request is made at all. */
  readonly requests?: number
  /** Found only by reading the sitemaps. */
  readonly sitemapOnly?: true
  /** Delivered with the mark `noindex: true`. */
  readonly noindex?: true
  /** The title of a delivered page, decoded. */
  readonly title?: string
  /** The line of robots.txt that refuses it. */
  readonly robotsLine?: number
}

type Details = Omit<Expectation, 'outcome' | 'why'>

/** The page reaches the handler. */
export function delivered(why: string, details: Details = {}): Expectation {
  return { outcome: 'delivered', why, ...details }
}

/** The answer was a redirect; its target is a URL of its own. */
export function redirected(why: string, details: Details = {}): Expectation {
  return { outcome: 'redirected', why, ...details }
}

/** A request was made, and no page came of it. */
export function failed(reason: string, why: string, details: Details = {}): Expectation {
  return { outcome: `failed:${reason}`, why, ...details }
}

/** No request is ever made for it. */
export function refused(reason: string, why: string, details: Details = {}): Expectation {
  return { outcome: `refused:${reason}`, why, ...details, requests: 0 }
}

/** No request in this run; the next run goes on with it. */
export function waiting(reason: string, why: string, details: Details = {}): Expectation {
  return { outcome: `waiting:${reason}`, why, ...details, requests: 0 }
}

/** Refused by the rule that stands in `robots` as `rule`; the line is looked up, so that both cannot drift apart. */
export function disallowed(robots: string, rule: string, details: Details = {}): Expectation {
  const line = robots.split('\n').indexOf(rule) + 1
  if (line === 0) throw new Error(`Expected a line "${rule}" in this robots.txt, got:\n${robots}`)
  const why = `robots.txt line ${line}: ${rule}`
  return refused('disallow-rule', why, { ...details, robotsLine: line })
}
