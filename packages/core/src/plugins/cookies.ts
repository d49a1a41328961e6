// Opt-in cookies: one jar a crawl, never over sites, kept in the crawl's store. Requests get the Cookie field before the gate; each answer's
// Set-Cookie fields go into the jar, also those of redirects, which are requests of their own.
import { definePlugin } from '../crawl/plugin.ts'
import type { Plugin } from '../crawl/plugin.ts'
import { createCookieJar } from './cookie-jar.ts'
import type { CookieJar } from './cookie-jar.ts'

<<<<<<< HEAD
/** How often, at most, the jar is written to the store while it changes; it is always written at the end. */
const KEEP_EVERY_ANSWERS = 100
=======
/** Bytes of name and value of one cookie. */
export const MAX_COOKIE_BYTES = 4_096
/** Bytes of a Domain or Path attribute (RFC 6265bis §5.6). */
const MAX_COOKIE_ATTRIBUTE_BYTES = 1_024
/** Cookies of one site, which is a registrable domain; the oldest goes. */
export const MAX_COOKIES_PER_SITE = 50
/** Bytes of one Cookie field; the oldest are left out. */
export const MAX_COOKIE_HEADER_BYTES = 8_192

/** The cookies of one crawl. A jar is never shared between crawls. */
export interface CookieJar {
  /** Value of the Cookie field for a request to `url`, or undefined where there is nothing to send. */
  headerFor(url: string | URL): string | undefined
  /** Takes the Set-Cookie values of a response from `url`. What breaks a rule is dropped without a word. */
  store(url: string | URL, setCookieValues: readonly string[]): void
  /** The jar as text, session cookies included: they last as long as the crawl. */
  toJSON(): string
  /** Replaces all cookies by those of a text from {@link toJSON}. @throws CurtsyError CURTSY_STORE_FORMAT if it is none */
  fromJSON(json: string): void
}

/** Options of {@link createCookieJar}. */
export interface CookieJarOptions {
  /** Epoch milliseconds of the crawl's clock; what has expired by it is not sent. */
  readonly now: () => number
}

/** What neither a name nor a value may hold, nor anything else in a Set-Cookie line (RFC 6265bis §5.6). */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/
const UNWELCOME_NAMES = new Set(['', '__proto__', 'constructor', 'prototype'])
const IP_ADDRESS = /^(?:\[|\d+(?:\.\d+){3}$)|:/
>>>>>>> page

/**
 * A plugin that keeps cookies as a browser would, within caps (4,096 bytes each, 50 a site, 8 KiB a request). Off unless you list it.
 *
 * @example
 * createCrawler({ userAgent, seeds, plugins: [cookies()] })
 */
export function cookies(): Plugin {
  let jar: CookieJar | undefined
  let keep = async (): Promise<void> => {}
  let changes = 0
  return definePlugin({
    name: 'cookies',
    async setup({ memory, now }) {
      const opened = createCookieJar({ now })
      const stored = await memory.get()
      if (stored !== undefined) opened.fromJSON(stored)
      keep = () => memory.set(opened.toJSON())
      jar = opened
    },
    async fetch(request, next) {
      // robots.txt is asked for as a stranger: its rules are for everybody.
      if (jar === undefined || request.kind === 'robots') return next(request)
      const cookie = jar.headerFor(request.url)
      const result = await next(cookie === undefined ? request : { ...request, headers: { ...request.headers, cookie } })
      if (result.kind !== 'response') return result
      const set = result.headers.all('set-cookie')
      if (set.length === 0) return result
      jar.store(request.url, set)
      if (++changes % KEEP_EVERY_ANSWERS === 0) await keep()
      return result
    },
    close: () => keep(),
  })
}
