import type { CrawlParts } from './parts.ts'

/**
 * What earlier runs left out because of a limit goes on as far as the limits of this run allow (decision 13), and what they admitted
 * counts in the budgets of this one.
 */
export async function resumeLimits({ store, candidates, settings }: CrawlParts): Promise<void> {
  const { budgets } = candidates
  const { maxDepth } = settings.limits
  const room = (origin: string): number => budgets.roomOf(origin)
  budgets.resume(await store.linkedUrls())
  for (const reason of ['budget-spent', 'depth'] as const) {
    const released = await store.release(reason, { maxDepth, room })
    if (released > 0) budgets.resume(await store.linkedUrls())
  }
}
