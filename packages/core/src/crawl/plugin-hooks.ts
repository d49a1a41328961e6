// The hooks of plugins that belong to a whole run: set up, admission, close. What they throw is wrapped with plugin and hook.
import { CurtsyError } from '../curtsy-error.ts'
import { messageOf } from './events.ts'
import type { CrawlParts } from './parts.ts'
import { pluginMemory } from './plugin.ts'
import type { Plugin, PluginCandidate } from './plugin.ts'

/** Why a plugin refuses a candidate; undefined where it does not. */
export type AdmitHook = (candidate: PluginCandidate) => string | undefined

/** The `admit` hooks in the order of the plugins. */
export function admitHooks(plugins: readonly Plugin[]): readonly AdmitHook[] {
  return plugins
    .filter((plugin) => plugin.admit !== undefined)
    .map((plugin) => (candidate) => admission(plugin, candidate))
}

function admission(plugin: Plugin, candidate: PluginCandidate): string | undefined {
  let said: unknown
  try {
    said = plugin.admit?.(candidate)
    // A promise would count as a yes.
    if (typeof said === 'object' && said !== null)
      throw new TypeError('It must answer at once: true, false or a sentence.')
  } catch (cause) {
    throw pluginError(plugin, 'admit', cause, candidate.url.href)
  }
  if (said === false) return `Refused by plugin "${plugin.name}".`
  return typeof said === 'string' ? `Refused by plugin "${plugin.name}": ${said}` : undefined
}

/** @throws CurtsyError CURTSY_PLUGIN: a crawl whose plugin is not ready does not begin */
export async function setUpPlugins({ plugins, settings, clock, store }: CrawlParts): Promise<void> {
  const { identity, seeds } = settings
  for (const plugin of plugins) {
    try {
      await plugin.setup?.({
        userAgent: identity.userAgent,
        productToken: identity.productToken,
        seeds: seeds.map((seed) => seed.href),
        now: () => clock.now(),
        memory: pluginMemory(store, plugin.name),
      })
    } catch (cause) {
      throw pluginError(plugin, 'setup', cause)
    }
  }
}

/** Closes every plugin, whatever the others throw; gives the first error. */
export async function closePlugins(plugins: readonly Plugin[]): Promise<CurtsyError | undefined> {
  let first: CurtsyError | undefined
  for (const plugin of plugins) {
    try {
      await plugin.close?.()
    } catch (cause) {
      first ??= pluginError(plugin, 'close', cause)
    }
  }
  return first
}

function pluginError({ name }: Plugin, hook: string, cause: unknown, url?: string): CurtsyError {
  const where = url === undefined ? '' : ` for ${url}`
  return new CurtsyError(
    'CURTSY_PLUGIN',
    `Plugin "${name}" threw in ${hook}${where}: ${messageOf(cause)}`,
    { cause, plugin: name, hook, ...(url === undefined ? {} : { url }) },
  )
}
