import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Who asks.
 *
 * @param what stands in the sentence: what would be asked
 * @throws UsageError where nobody is named
 */
export function askingAgent(
  agent: string | undefined,
  env: Surroundings['env'],
  what: string,
): string {
  const userAgent = agent ?? env['CURTSY_USER_AGENT']
  if (userAgent !== undefined && userAgent !== '') return userAgent
  throw new UsageError(
    `To ask ${what}, say who asks: --agent 'ExampleBot/1.0 (+https://example.com/bot)', or set CURTSY_USER_AGENT.`,
  )
}
