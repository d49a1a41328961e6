// Cookies of one crawl, on tough-cookie, which knows RFC 6265bis and the public suffix list. What is added here are the caps, the
// rules it leaves open, and time: every instant comes from the caller.
import { createRequire } from 'node:module'
import type { Cookie, CookieJar as ToughJar } from 'tough-cookie'
import { CurtsyError } from '../curtsy-error.ts'

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

/**
 * Makes an empty jar. tough-cookie is loaded here, not with the crawler.
 *
 * @example
 * const jar = createCookieJar({ now: () => clock.now() })
 * jar.store('https://example.com/', ['id=1; Path=/; Secure'])
 * jar.headerFor('https://example.com/page') // 'id=1'
 */
export function createCookieJar(options: CookieJarOptions): CookieJar {
  const tough = createRequire(import.meta.url)('tough-cookie') as typeof import('tough-cookie')
  return new CappedJar(tough, options.now)
}

class CappedJar implements CookieJar {
  readonly #tough: typeof import('tough-cookie')
  readonly #now: () => number
  #jar: ToughJar
  /** Cookies by site, oldest first. */
  readonly #sites = new Map<string, Cookie[]>()

  constructor(tough: typeof import('tough-cookie'), now: () => number) {
    this.#tough = tough
    this.#now = now
    this.#jar = this.#emptyJar()
  }

  headerFor(url: string | URL): string | undefined {
    const nowMs = this.#now()
    // tough-cookie would expire by the machine's clock.
    const live = this.#jar
      .getCookiesSync(String(url), { expire: false })
      .filter((cookie) => !hasExpired(cookie, nowMs))
    const kept = newestWithin(live, MAX_COOKIE_HEADER_BYTES)
    const header = live.filter((cookie) => kept.has(cookie)).map((cookie) => cookie.cookieString())
    return header.length === 0 ? undefined : header.join('; ')
  }

  store(url: string | URL, setCookieValues: readonly string[]): void {
    for (const line of setCookieValues) {
      const cookie = this.#parse(line)
      if (cookie !== undefined) this.#put(cookie, String(url))
    }
  }

  toJSON(): string {
    const cookies = [...this.#sites.values()].flat().map((cookie) => cookie.toJSON())
    return JSON.stringify({ version: 1, cookies })
  }

  fromJSON(json: string): void {
    const cookies = this.#readAll(json)
    this.#jar = this.#emptyJar()
    this.#sites.clear()
    for (const cookie of cookies) {
      void this.#jar.store.putCookie(cookie)
      this.#remember(cookie)
    }
  }

  #emptyJar(): ToughJar {
    return new this.#tough.CookieJar(undefined, {
      rejectPublicSuffixes: true,
      allowSecureOnLocal: false,
      prefixSecurity: 'silent',
    })
  }

  /** Reads one Set-Cookie line; undefined where a rule of ours drops it. */
  #parse(line: string): Cookie | undefined {
    if (CONTROLS.test(line)) return undefined
    const cookie = this.#tough.Cookie.parse(line)
    if (cookie === undefined || UNWELCOME_NAMES.has(cookie.key)) return undefined
    const { key, value, domain, path } = cookie
    if (Buffer.byteLength(key) + Buffer.byteLength(value) > MAX_COOKIE_BYTES) return undefined
    const attributes = [domain ?? '', path ?? '']
    if (attributes.some((text) => Buffer.byteLength(text) > MAX_COOKIE_ATTRIBUTE_BYTES))
      return undefined
    if (domain !== null && IP_ADDRESS.test(domain)) return undefined
    return keepsPrefixes(cookie) ? cookie : undefined
  }

  #put(cookie: Cookie, url: string): void {
    const nowMs = this.#now()
    // Max-Age wins over Expires (RFC 6265 §5.3). Kept as an instant, it does not move when the cookie is read.
    if (cookie.maxAge !== null) {
      const seconds = Number(cookie.maxAge)
      const untilMs = seconds > 0 ? Math.min(nowMs + seconds * 1_000, 8.64e15) : 0
      cookie.expires = new Date(untilMs)
      cookie.maxAge = null
    }
    const now = new Date(nowMs)
    const stored = this.#jar.setCookieSync(cookie, url, { now, ignoreError: true })
    if (stored === undefined) return
    this.#forget(stored)
    if (hasExpired(stored, nowMs)) this.#remove(stored)
    else this.#remember(stored)
  }

  #remember(cookie: Cookie): void {
    const site = this.#siteOf(cookie)
    const cookies = this.#sites.get(site) ?? []
    cookies.push(cookie)
    // Setting a cookie anew makes it young, and the one that was there first is the one to go.
    const oldest = cookies.length > MAX_COOKIES_PER_SITE ? cookies.shift() : undefined
    if (oldest !== undefined) this.#remove(oldest)
    this.#sites.set(site, cookies)
  }

  #forget(cookie: Cookie): void {
    const cookies = this.#sites.get(this.#siteOf(cookie)) ?? []
    const at = cookies.findIndex(
      ({ key, domain, path }) =>
        key === cookie.key && domain === cookie.domain && path === cookie.path,
    )
    if (at >= 0) cookies.splice(at, 1)
  }

  #remove({ domain, path, key }: Cookie): void {
    void this.#jar.store.removeCookie(domain, path, key)
  }

  #siteOf(cookie: Cookie): string {
    const host = cookie.domain ?? ''
    if (IP_ADDRESS.test(host)) return host
    return this.#tough.getPublicSuffix(host, { ignoreError: true }) ?? host
  }

  #readAll(json: string): readonly Cookie[] {
    try {
      const { version, cookies } = JSON.parse(json) as { version: number; cookies: unknown[] }
      if (version !== 1) throw new Error(`version ${version}`)
      return cookies.map((item) => {
        const cookie = this.#tough.Cookie.fromJSON(item)
        if (cookie === undefined || cookie.domain === null)
          throw new Error('a cookie without domain')
        return cookie
      })
    } catch (cause) {
      throw new CurtsyError('CURTSY_STORE_FORMAT', 'The stored cookies cannot be read.', { cause })
    }
  }
}

function hasExpired(cookie: Cookie, nowMs: number): boolean {
  return cookie.expires instanceof Date && cookie.expires.getTime() <= nowMs
}

/** RFC 6265bis §5.7: prefixes are compared without case, and SameSite=None needs Secure. */
function keepsPrefixes({ key, secure, path, domain, sameSite }: Cookie): boolean {
  if (!secure && (sameSite === 'none' || /^__(?:secure|host)-/i.test(key))) return false
  return !/^__host-/i.test(key) || (path === '/' && domain === null)
}

/** The newest cookies whose `name=value` pairs, joined by `; `, fit into `maxBytes`. */
function newestWithin(cookies: readonly Cookie[], maxBytes: number): ReadonlySet<Cookie> {
  const newestFirst = cookies.toSorted(
    (a, b) => createdMs(b) - createdMs(a) || (b.creationIndex ?? 0) - (a.creationIndex ?? 0),
  )
  const kept = new Set<Cookie>()
  let room = maxBytes + 2
  for (const cookie of newestFirst) {
    room -= Buffer.byteLength(cookie.cookieString()) + 2
    if (room < 0) break
    kept.add(cookie)
  }
  return kept
}

function createdMs({ creation }: Cookie): number {
  return creation instanceof Date ? creation.getTime() : 0
}
