// Step 9 of docs/architecture.md: the page, its plugins' fields, the handler.
import { CurtsyError } from '../curtsy-error.ts'
import { openPage } from '../page/page.ts'
import type { OpenPage, PageBase } from '../page/page.ts'
import type { ClaimedEntry } from '../ports/store.ts'
import { messageOf } from './events.ts'
import { tellFailed } from './finish.ts'
import type { Found } from './found.ts'
import type { DemandedDelay } from './host-clocks.ts'
import type { CrawlParts } from './parts.ts'
import type { ReadPage } from './read-page.ts'
import { BrokenOff, withinTime } from './user-time.ts'

export type Delivery =
  | { readonly kind: 'delivered'; readonly details: Readonly<Record<string, unknown>> }
  /** The handler or a plugin threw, or took too long: its records are dropped, what it followed is kept. */
  | {
      readonly kind: 'failed'
      readonly reason: 'handler-error' | 'parse-limit'
      readonly message: string
    }
  /** The run stopped and its grace is over: nothing that the handler brought counts, the page is for the next run. */
  | { readonly kind: 'broken-off' }

/** Gives the page to plugins and handler. Links and records are in `found` afterwards. Never throws for what user code does. */
export async function deliver(
  parts: CrawlParts,
  entry: ClaimedEntry,
  read: ReadPage,
  fetchedAtMs: number,
  demanded: DemandedDelay,
  found: Found,
): Promise<Delivery> {
  const open = await pageOf(parts, entry, read, fetchedAtMs, demanded, found)
  const { page } = open
  try {
    await extendByPlugins(parts, page)
    await inTime(parts, page, parts.handle(page))
  } catch (thrown) {
    if (thrown instanceof BrokenOff) return { kind: 'broken-off' }
    found.records.length = 0
    const error =
      thrown instanceof CurtsyError &&
      (thrown.code === 'CURTSY_PLUGIN' || thrown.code === 'CURTSY_HANDLER')
        ? thrown
        : new CurtsyError(
            'CURTSY_HANDLER',
            `The handler threw for ${entry.url}: ${messageOf(thrown)}`,
            { cause: thrown, url: entry.url },
          )
    parts.events.emit('error', error)
    // A document over a limit is the page's doing, not the handler's.
    const reason =
      rootOf(thrown).details['reason'] === 'parse-limit' ? 'parse-limit' : 'handler-error'
    tellFailed(parts, entry, reason, error.message)
    return { kind: 'failed', reason, message: error.message }
  } finally {
    open.settle()
  }
  return { kind: 'delivered', details: detailsOf(page) }
}

function pageOf(
  parts: CrawlParts,
  entry: ClaimedEntry,
  read: ReadPage,
  fetchedAtMs: number,
  { delayMs, reason, line }: DemandedDelay,
  found: Found,
): Promise<OpenPage> {
  const { settings } = parts
  return openPage({
    url: read.url,
    status: read.status,
    headers: read.headers,
    document: read.document,
    directives: read.directives,
    depth: entry.depth,
    via: entry.via,
    label: entry.data?.label,
    attempt: entry.attempt,
    fetchedAtMs,
    wait: delayMs > 0 ? { reason, delayMs, ...(line === undefined ? {} : { line }) } : undefined,
    limits: settings.limits,
    turns: parts.turns,
    parser: settings.parser,
    followNofollow: settings.followNofollow,
    onFollow: (urls, options, leftOut) => found.follow(urls, options, leftOut),
    onPush: (json) => found.records.push(json),
  })
}

async function extendByPlugins(parts: CrawlParts, page: PageBase): Promise<void> {
  for (const plugin of parts.plugins) {
    if (plugin.extend === undefined) continue
    try {
      const fields: unknown = await inTime(parts, page, plugin.extend(page))
      // Descriptors, so that a plugin may give lazy fields as getters.
      if (typeof fields === 'object' && fields !== null)
        Object.defineProperties(page, Object.getOwnPropertyDescriptors(fields))
    } catch (cause) {
      if (cause instanceof BrokenOff) throw cause
      throw new CurtsyError(
        'CURTSY_PLUGIN',
        `Plugin "${plugin.name}" threw in extend for ${page.url.href}: ${messageOf(cause)}`,
        {
          cause,
          plugin: plugin.name,
          hook: 'extend',
          url: page.url.href,
        },
      )
    }
  }
}

/** User code that hangs fails its URL after `limits.handlerTimeoutMs`. */
async function inTime(parts: CrawlParts, page: PageBase, work: unknown): Promise<unknown> {
  if (!isThenable(work)) return work
  const limitMs = parts.settings.limits.handlerTimeoutMs
  return withinTime(parts, limitMs, work, () => {
    const { href: url } = page.url
    return new CurtsyError(
      'CURTSY_HANDLER',
      `The handler of ${url} took longer than limits.handlerTimeoutMs (${limitMs} ms).`,
      { url },
    )
  })
}

/** What was thrown first, where a plugin's error wraps it. */
function rootOf(thrown: unknown): { readonly details: Readonly<Record<string, unknown>> } {
  if (!(thrown instanceof CurtsyError)) return { details: {} }
  return thrown.cause instanceof CurtsyError ? thrown.cause : thrown
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** What `explain` and a recrawl want to know of a delivered page. */
function detailsOf(page: PageBase): Readonly<Record<string, unknown>> {
  const etag = page.headers.get('etag')
  const lastModified = page.headers.get('last-modified')
  return {
    contentType: page.contentType,
    ...(page.title === undefined ? {} : { title: page.title }),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(page.noindex ? { noindex: true } : {}),
    ...(page.truncated ? { truncated: true } : {}),
  }
}
