// The errand of opening a sitemap file: it walks as an entry of the frontier does, and its body is handed out in place of being read here.
import type { FailureReason, RefusalReason } from '../domain/outcome.ts'
import type { ErrandResult } from './errands.ts'
import type { CrawlParts, OpenedFile } from './parts.ts'

/** What became of asking for a sitemap. */
export type OpenedSitemap =
  | ({ readonly kind: 'open' } & OpenedFile)
  /** No request was made: robots.txt, the address, or a URL that is none. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  /** `parked`: not now, the site asks for patience. `known`: these errands have asked for it already. */
  | {
      readonly kind: 'failed'
      readonly reason: FailureReason | 'parked' | 'known'
      readonly message: string
    }

type Unopened = Exclude<OpenedSitemap, { readonly kind: 'open' }>

/** Where the turn of a sitemap file meets the errand that waits for it. */
export class SitemapDesk {
  #waiting: ((file: OpenedFile) => void) | undefined

  /** The next file that comes. */
  next(): Promise<OpenedSitemap> {
    return new Promise((resolve) => {
      this.#waiting = (file) => resolve({ kind: 'open', ...file })
    })
  }

  /** Hands a file out, and resolves when its body is over. */
  hand(file: OpenedFile): Promise<void> {
    return new Promise((over) => {
      this.#waiting?.({ ...file, body: tellingEnd(file.body, over) })
    })
  }
}

export async function sitemapErrand(
  parts: CrawlParts,
  url: URL,
  desk: SitemapDesk,
  run: () => Promise<void>,
): Promise<ErrandResult<OpenedSitemap>> {
  const { sitemaps, store } = parts
  const candidate = sitemaps.start(url.href, undefined, undefined, [url.host])
  if (candidate === undefined)
    return {
      result: { kind: 'failed', reason: 'known', message: `${url.href} was asked for already.` },
    }
  const { state } = candidate.entry
  if (state.kind === 'refused')
    return { result: { kind: 'refused', reason: state.reason, message: candidate.message } }
  await store.add([candidate.entry])
  const opened = desk.next()
  const unopened = whyUnopened(parts, url, run)
  return { result: await Promise.race([opened, unopened]), over: unopened }
}

/** Runs, and says why nothing was handed out, where nothing was. */
async function whyUnopened(
  { events, rules }: CrawlParts,
  { origin, href }: URL,
  run: () => Promise<void>,
): Promise<Unopened> {
  let why: Unopened | undefined
  const unlisten = [
    events.on('refused', ({ reason, message }) => {
      why = { kind: 'refused', reason, message }
    }),
    events.on('failed', ({ code, message }) => {
      why = { kind: 'failed', reason: code, message }
    }),
    events.on('parked', ({ slot, reason }) => {
      why ??= {
        kind: 'failed',
        reason: 'parked',
        message: `${slot} is left alone for now: ${reason}.`,
      }
    }),
  ]
  try {
    await run()
  } finally {
    for (const end of unlisten) end()
  }
  if (why !== undefined) return why
  const step = await rules.step(origin)
  return step.do === 'wait'
    ? {
        kind: 'failed',
        reason: 'parked',
        message: `robots.txt of ${origin} cannot be read, and nothing is fetched before it can.`,
      }
    : { kind: 'failed', reason: 'known', message: `${href} leads to what was asked for already.` }
}

/** The same body, telling when nobody reads it any more. */
function tellingEnd(body: OpenedFile['body'], over: () => void): OpenedFile['body'] {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]()
      return {
        async next() {
          try {
            const next = await chunks.next()
            if (next.done) over()
            return next
          } catch (error) {
            over()
            throw error
          }
        },
        async return() {
          await chunks.return?.()
          over()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
