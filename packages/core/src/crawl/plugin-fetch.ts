// The `fetch` hooks of plugins, around the gate. A plugin may look at a request, change its headers and read its answer. Where it goes and
// what for was judged before it and stays: no plugin leads a request past the gate.
import { CurtsyError } from '../curtsy-error.ts'
import { headerProblem } from '../domain/request-headers.ts'
import type { TransportResult } from '../ports/transport.ts'
import type { NotNow } from './contact.ts'
import { messageOf } from './events.ts'
import type { CrawlParts } from './parts.ts'
import type { NextFetch, Plugin, PluginRequest } from './plugin.ts'
import { BrokenOff, withinTime } from './user-time.ts'

type Response = Extract<TransportResult, { kind: 'response' }>

/**
 * Passes a request through the plugins to `last`, which makes it. What a plugin throws is emitted and fails the request as `handler-error`,
 * and so does one that takes longer than `limits.handlerTimeoutMs`, not counted the request itself. A request that is under way then is ended.
 */
export async function throughPlugins(
  parts: CrawlParts,
  request: PluginRequest,
  last: (headers: PluginRequest['headers']) => Promise<TransportResult | NotNow>,
): Promise<TransportResult | NotNow> {
  const hooks = parts.plugins.filter((plugin) => plugin.fetch !== undefined)
  if (hooks.length === 0) return last(request.headers)
  const way = new WayThrough(parts, request, last)
  const chain = hooks.reduceRight<NextFetch>(
    (next, plugin) => (current) => callHook(plugin, current, next),
    (final) => way.make(final),
  )
  try {
    const result = await way.inTime(chain({ ...request, url: new URL(request.url) }))
    return way.notNow ?? (await way.endUnless(result))
  } catch (thrown) {
    if (way.notNow !== undefined) return way.notNow
    if (thrown instanceof BrokenOff && way.made === undefined) return { kind: 'not-now' }
    if (thrown instanceof CurtsyError) parts.events.emit('error', thrown)
    return {
      kind: 'failure',
      failure: { reason: 'handler-error', message: messageOf(thrown), cause: thrown },
      ...(await way.end()),
    }
  }
}

/** One request on its way through the hooks. */
class WayThrough {
  notNow: NotNow | undefined
  made: TransportResult | undefined
  readonly #parts: CrawlParts
  readonly #asked: PluginRequest
  readonly #last: (headers: PluginRequest['headers']) => Promise<TransportResult | NotNow>
  #calls = 0
  #over = false
  /** Resolves when the request is over, so that the hooks' own time can be measured on both sides of it. */
  #making: Promise<unknown> | undefined

  constructor(
    parts: CrawlParts,
    asked: PluginRequest,
    last: (headers: PluginRequest['headers']) => Promise<TransportResult | NotNow>,
  ) {
    this.#parts = parts
    this.#asked = asked
    this.#last = last
  }

  /** The innermost `next`: the gate. */
  async make(final: PluginRequest): Promise<TransportResult> {
    if (this.#over) throw new Error('It called next too late.')
    if (++this.#calls > 1) throw new Error('It called next twice; one request is one contact.')
    mustBeSame(this.#asked, final)
    const making = this.#last(checkedHeaders(final.headers))
    this.#making = making
    const result = await making
    this.#making = undefined
    if (result.kind !== 'not-now') {
      this.made = result
      return result
    }
    this.notNow = result
    const nowMs = this.#parts.clock.now()
    return {
      kind: 'failure',
      failure: { reason: 'deadline-exceeded', message: 'Not now: the gate is closed.' },
      address: undefined,
      startMs: nowMs,
      endMs: nowMs,
    }
  }

  /** What the hooks give, unless they hang. */
  async inTime(work: Promise<TransportResult>): Promise<TransportResult> {
    const limitMs = this.#parts.settings.limits.handlerTimeoutMs
    try {
      for (;;) {
        let late: CurtsyError | undefined
        try {
          return await withinTime(
            this.#parts,
            limitMs,
            work,
            () => (late = tookTooLong(this.#asked.url.href, limitMs)),
          )
        } catch (thrown) {
          if (thrown !== late || this.#making === undefined) throw thrown
          // It is the request that takes its time, and that has deadlines of its own.
          await this.#making
        }
      }
    } finally {
      this.#over = true
    }
  }

  /** Ends the request that was made, unless `result` still brings its body. */
  async endUnless(result: TransportResult): Promise<TransportResult> {
    const { made } = this
    if (made?.kind === 'response' && !(result.kind === 'response' && result.body === made.body))
      await letGo(made)
    return result
  }

  /** Ends the request that was made, and says when it was; now, where there was none. */
  async end(): Promise<
    Pick<Extract<TransportResult, { kind: 'failure' }>, 'startMs' | 'endMs' | 'address'>
  > {
    const { made } = this
    const nowMs = this.#parts.clock.now()
    if (made === undefined) return { startMs: nowMs, endMs: nowMs, address: undefined }
    const { startMs, address } = made
    return { startMs, address, endMs: made.kind === 'response' ? await letGo(made) : made.endMs }
  }
}

function tookTooLong(url: string, limitMs: number): CurtsyError {
  return new CurtsyError(
    'CURTSY_PLUGIN',
    `The fetch hooks of the plugins took longer than limits.handlerTimeoutMs (${limitMs} ms) for ${url}.`,
    { hook: 'fetch', url },
  )
}

async function callHook(
  plugin: Plugin,
  request: PluginRequest,
  next: NextFetch,
): Promise<TransportResult> {
  try {
    const result = await plugin.fetch!(request, next)
    mustBeResult(result)
    return result
  } catch (cause) {
    if (cause instanceof CurtsyError && cause.code === 'CURTSY_PLUGIN') throw cause
    throw new CurtsyError(
      'CURTSY_PLUGIN',
      `Plugin "${plugin.name}" threw in fetch for ${request.url.href}: ${messageOf(cause)}`,
      {
        cause,
        plugin: plugin.name,
        hook: 'fetch',
        url: request.url.href,
      },
    )
  }
}

function mustBeSame(asked: PluginRequest, { url, kind, method }: PluginRequest): void {
  if (url.href === asked.url.href && kind === asked.kind && method === asked.method) return
  throw new Error(
    `It changed the request to ${method} ${url.href} (${kind}); only headers may be changed.`,
  )
}

/** What a plugin makes of the headers, names in lower case. Its `user-agent` does not count: there is one identity. */
function checkedHeaders(headers: PluginRequest['headers']): PluginRequest['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (name.toLowerCase() === 'user-agent') return []
      const problem = headerProblem(name, value)
      if (problem !== undefined) throw new Error(`It may not send this header: ${problem}`)
      return [[name.toLowerCase(), value]]
    }),
  )
}

/** A hook that gives something else than a result of \`next\` would end the run with a riddle. */
function mustBeResult(result: unknown): void {
  const kind =
    typeof result === 'object' && result !== null && 'kind' in result ? result.kind : undefined
  if (kind === 'failure') return
  const body =
    typeof result === 'object' && result !== null && 'body' in result ? result.body : undefined
  if (
    kind === 'response' &&
    typeof body === 'object' &&
    body !== null &&
    Symbol.asyncIterator in body
  )
    return
  throw new Error('It must give what next gave, or a result of that form.')
}

async function letGo({ body, ended }: Response): Promise<number> {
  body.discard()
  return (await ended).endMs
}
