import type { SettingsEvent } from '../domain/audit-event.ts'
import type { CrawlSettings } from './parts.ts'

/** First event of the audit: all that a reader needs to work out each demanded gap by itself. */
export function settingsEvent(
  { identity, limits, seeds, politeness, exemptOrigins }: CrawlSettings,
  run: {
    readonly atMs: number
    readonly resumed: boolean
    readonly allowAddresses: readonly string[]
  },
): SettingsEvent {
  return {
    event: 'settings',
    version: 1,
    ...run,
    userAgent: identity.userAgent,
    robotsTokens: identity.tokens,
    seeds: seeds.map((seed) => seed.href),
    politeness,
    maxCrawlDelayMs: limits.maxCrawlDelayMs,
    maxRetryAfterMs: limits.maxRetryAfterMs,
    maxRetries: limits.maxRetries,
    originFailureBudget: limits.originFailureBudget,
    exemptOrigins: [...exemptOrigins],
  }
}
