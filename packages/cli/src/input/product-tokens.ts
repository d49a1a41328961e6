import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'

export interface TokenFlags {
  readonly token?: readonly string[]
  readonly agent?: string
}

/**
 * Whose rules count: those of `--token`, else the token that the agent begins with.
 *
 * @throws UsageError where neither is given
 */
export function productTokens(
  { token, agent }: TokenFlags,
  env: Surroundings['env'],
): readonly string[] {
  if (token !== undefined) return token
  const userAgent = agent ?? env['CURTSY_USER_AGENT']
  const own = /^[A-Za-z_-]+/.exec(userAgent ?? '')?.[0]
  if (own !== undefined) return [own]
  throw new UsageError(
    userAgent === undefined
      ? 'Say whose rules count: --token ExampleBot, the product token that robots.txt groups are matched with.'
      : `Expected --agent to begin with a product token (letters, "_" and "-"), got ${JSON.stringify(userAgent)}.`,
  )
}
