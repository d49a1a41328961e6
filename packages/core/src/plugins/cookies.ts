// Opt-in cookies: one jar a crawl, never over sites, kept in the crawl's store. Requests get the Cookie field before the gate; each answer's
// Set-Cookie fields go into the jar, also those of redirects, which are requests of their own.
import { definePlugin } from '../crawl/plugin.ts'
import type { Plugin } from '../crawl/plugin.ts'
import { createCookieJar } from './cookie-jar.ts'
import type { CookieJar } from './cookie-jar.ts'

/** How often, at most, the jar is written to the store while it changes; it is always written at the end. */
const KEEP_EVERY_ANSWERS = 100

/**
 * A plugin that keeps cookies as a browser would, within caps (4,096 bytes each, 50 a site, 8 KiB a request). Off unless you list it.
 *
 * @example
 * createCrawler({ userAgent, seeds, plugins: [cookies()] })
 */
export function cookies(): Plugin {
  let jar: CookieJar | undefined
  let keep: (() => Promise<void>) | undefined
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
      const result = await next(
        cookie === undefined ? request : { ...request, headers: { ...request.headers, cookie } },
      )
      if (result.kind !== 'response') return result
      const set = result.headers.all('set-cookie')
      if (set.length === 0) return result
      jar.store(request.url, set)
      if (++changes % KEEP_EVERY_ANSWERS === 0) await keep?.()
      return result
    },
    close: () => keep?.(),
  })
}
