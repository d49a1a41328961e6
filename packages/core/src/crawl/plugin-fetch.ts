// The `fetch` hooks of plugins, around the gate. A plugin may look at a request, change its headers and read its answer. Where it goes and
// what for was judged before it and stays: no plugin leads a request past the gate.
import { CurtsyError } from '../curtsy-error.ts'
import type { TransportResult } from '../ports/transport.ts'
import type { NotNow } from './contact.ts'
import { messageOf } from './events.ts'
import type { CrawlParts } from './parts.ts'
import type { NextFetch, Plugin, PluginRequest } from './plugin.ts'

type Response = Extract<TransportResult, { kind: 'response' }>

/**
 * Passes a request through the plugins to `last`, which makes it. What a plugin throws is emitted, and fails the request as
 * `handler-error`; a request that was under way then is ended.
 */
export async function throughPlugins(
  parts: CrawlParts,
  request: PluginRequest,
  last: (headers: PluginRequest['headers']) => Promise<TransportResult | NotNow>,
): Promise<TransportResult | NotNow> {
  const hooks = parts.plugins.filter((plugin) => plugin.fetch !== undefined)
  if (hooks.length === 0) return last(request.headers)
  let notNow: NotNow | undefined
  let calls = 0
  let made: TransportResult | undefined
  const innermost: NextFetch = async (final) => {
    calls++
    if (calls > 1) throw new Error('It called next twice; one request is one contact.')
    mustBeSame(request, final)
    const result = await last(final.headers)
    if (result.kind !== 'not-now') {
      made = result
      return result
    }
    notNow = result
    const nowMs = parts.clock.now()
    return { kind: 'failure', failure: { reason: 'deadline-exceeded', message: 'Not now: the gate is closed.' }, address: undefined, startMs: nowMs, endMs: nowMs }
  }
  const chain = hooks.reduceRight<NextFetch>((next, plugin) => (current) => callHook(plugin, current, next), innermost)
  try {
    const result = await chain({ ...request, url: new URL(request.url) })
    if (notNow !== undefined) return notNow
    if (made?.kind === 'response' && !(result.kind === 'response' && result.body === made.body)) await letGo(made)
    return result
  } catch (thrown) {
    if (notNow !== undefined) return notNow
    const error = thrown as CurtsyError
    parts.events.emit('error', error)
    return { kind: 'failure', failure: { reason: 'handler-error', message: error.message, cause: error }, ...(await timesOf(parts, made)) }
  }
}

async function callHook(plugin: Plugin, request: PluginRequest, next: NextFetch): Promise<TransportResult> {
  try {
    return await plugin.fetch!(request, next)
  } catch (cause) {
    if (cause instanceof CurtsyError && cause.code === 'CURTSY_PLUGIN') throw cause
    throw new CurtsyError('CURTSY_PLUGIN', `Plugin "${plugin.name}" threw in fetch for ${request.url.href}: ${messageOf(cause)}`, {
      cause, plugin: plugin.name, hook: 'fetch', url: request.url.href,
    })
  }
}

function mustBeSame(asked: PluginRequest, { url, kind, method }: PluginRequest): void {
  if (url.href === asked.url.href && kind === asked.kind && method === asked.method) return
  throw new Error(`It changed the request to ${method} ${url.href} (${kind}); only headers may be changed.`)
}

type Times = Pick<Extract<TransportResult, { kind: 'failure' }>, 'startMs' | 'endMs' | 'address'>

/** When the contact was that a plugin did not bring to its end; now, where there was none. */
async function timesOf({ clock }: CrawlParts, made: TransportResult | undefined): Promise<Times> {
  if (made === undefined) return { startMs: clock.now(), endMs: clock.now(), address: undefined }
  const { startMs, address } = made
  return { startMs, address, endMs: made.kind === 'response' ? await letGo(made) : made.endMs }
}

async function letGo({ body, ended }: Response): Promise<number> {
  body.discard()
  return (await ended).endMs
}
