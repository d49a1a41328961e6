import { sameDomain, sameHost, sameOrigin, within } from '@curtsy/core'
import type { Scope } from '@curtsy/core'
import { UsageError } from '../usage-error.ts'

const NAMED: Readonly<Record<string, Scope>> = {
  host: sameHost,
  origin: sameOrigin,
  domain: sameDomain,
}

/**
 * The scope that `--scope` names: `host`, `origin`, `domain`, or a prefix, which is a path or an absolute URL.
 *
 * @throws UsageError for anything else
 */
export function scopeOf(text: string): Scope {
  if (Object.hasOwn(NAMED, text)) return NAMED[text]!
  if (text.startsWith('/') || /^https?:\/\//i.test(text)) return within(text)
  throw new UsageError(
    `Expected --scope to be host, origin, domain or a prefix such as /docs/ or https://example.com/docs/, got ${JSON.stringify(text)}.`,
  )
}

/** The scope that a store remembers by its name; undefined where the name does not tell how it judges. */
export function scopeOfName(name: string): Scope | undefined {
  const named = Object.values(NAMED).find((scope) => scope.name === name)
  const prefix = /^within\((.*)\)$/s.exec(name)?.[1]
  return named ?? (prefix === undefined ? undefined : within(prefix))
}
