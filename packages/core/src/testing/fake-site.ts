import type { Clock } from '../ports/clock.ts'

/** What a fake page answers. Strings are HTML bodies with status 200. */
export type FakeAnswer =
  | string
  | Uint8Array
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | readonly string[]>>
      readonly body?: string | Uint8Array
      /** Time from the start to the headers; Infinity for a server that never answers. */
      readonly latencyMs?: number
      /** Time from the headers to the end of the body. */
      readonly bodyMs?: number
      /** The connection fails with this code (`ECONNRESET`, `ECONNREFUSED`, `ENOTFOUND` …) instead of answering. */
      readonly error?: string
    }

/** A page: one answer for ever, a list (the last one stays), or a function of the request. */
export type FakePage =
  | FakeAnswer
  | readonly FakeAnswer[]
  | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>)

export interface FakeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** How often this URL was asked for before. */
  readonly count: number
  readonly atMs: number
}

/** One request as the fake site saw it. */
export interface FakeLogEntry {
  readonly url: string
  readonly startMs: number
  /** NaN while it is under way. */
  endMs: number
  status: number
}

export interface FakeSite {
  /** For `createCrawler({ fetch })`. */
  readonly fetch: (url: string | URL, init?: FakeInit) => Promise<FakeResponse>
  readonly log: readonly FakeLogEntry[]
  /** The URLs asked for, in order. */
  readonly urls: readonly string[]
}

export interface FakeInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface FakeResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string | readonly string[]>
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * A web without sockets, in the time of `clock`.
 *
 * Keys of `pages` are absolute URLs, or paths (with query) that hold on every host; an absolute key wins. What is not there answers 404,
 * so a host without a `/robots.txt` has no rules.
 *
 * @example
 * const clock = virtualClock()
 * const site = fakeSite({ 'https://a.test/': '<a href="/b">b</a>', 'https://a.test/b': { status: 503, latencyMs: 200 } }, clock)
 * const crawler = createCrawler({ userAgent, seeds: ['https://a.test/'], clock, fetch: site.fetch })
 * await clock.run(crawler.run())
 */
export function fakeSite(pages: Readonly<Record<string, FakePage>>, clock: Clock): FakeSite {
  const log: FakeLogEntry[] = []
  const counts = new Map<string, number>()
  const found = new Map(
    Object.entries(pages).map(([key, page]) => [
      key.startsWith('/') ? key : new URL(key).href,
      page,
    ]),
  )

  async function answerFor(url: URL, request: FakeRequest): Promise<Answer> {
    const page = found.get(url.href) ?? found.get(url.pathname + url.search)
    if (page === undefined) return complete({ status: 404, body: 'not here' })
    if (typeof page === 'function') return complete(await page(request))
    if (isList(page))
      return complete(page[Math.min(request.count, page.length - 1)] ?? { status: 404 })
    return complete(page)
  }

  async function fetch(target: string | URL, init: FakeInit = {}): Promise<FakeResponse> {
    const url = new URL(target)
    const entry: FakeLogEntry = {
      url: url.href,
      startMs: clock.now(),
      endMs: Number.NaN,
      status: 0,
    }
    log.push(entry)
    const count = counts.get(url.href) ?? 0
    counts.set(url.href, count + 1)
    const answer = await answerFor(url, {
      url: url.href,
      method: init.method ?? 'GET',
      headers: init.headers ?? {},
      count,
      atMs: entry.startMs,
    })
    const finish = (): void => {
      if (Number.isNaN(entry.endMs)) entry.endMs = clock.now()
    }
    // Also when nobody reads the body: a client that wants no more of it aborts.
    init.signal?.addEventListener('abort', finish, { once: true })
    await clock.sleep(answer.latencyMs, init.signal)
    if (init.signal?.aborted) {
      finish()
      throw init.signal.reason
    }
    if (answer.error !== undefined) {
      finish()
      throw Object.assign(new Error(`fake ${answer.error}`), { code: answer.error })
    }
    entry.status = answer.status
    return {
      status: answer.status,
      headers: answer.headers,
      body: bodyOf(answer, clock, init.signal, finish),
    }
  }

  return {
    fetch,
    log,
    get urls() {
      return log.map((entry) => entry.url)
    },
  }
}

interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string | readonly string[]>
  readonly body: Uint8Array
  readonly latencyMs: number
  readonly bodyMs: number
  readonly error: string | undefined
}

function complete(answer: FakeAnswer): Answer {
  const {
    status = 200,
    headers = {},
    body = '',
    latencyMs = 0,
    bodyMs = 0,
    error,
  } = typeof answer === 'string' || answer instanceof Uint8Array ? { body: answer } : answer
  const fields = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  if (!fields.has('content-type')) fields.set('content-type', 'text/html; charset=utf-8')
  return {
    status,
    headers: fields,
    latencyMs,
    bodyMs,
    error,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  }
}

async function* bodyOf(
  answer: Answer,
  clock: Clock,
  signal: AbortSignal | undefined,
  finish: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    await clock.sleep(answer.bodyMs, signal)
    if (signal?.aborted) throw signal.reason
    finish() // stamped before the last byte goes out, as a real test server does
    if (answer.body.length > 0) yield answer.body
  } finally {
    finish()
  }
}

function isList(page: FakePage): page is readonly FakeAnswer[] {
  return Array.isArray(page)
}
