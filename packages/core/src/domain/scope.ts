import { getDomain } from 'tldts'
import { CurtsyError } from '../curtsy-error.ts'

/** What a scope is judged against: the seeds, and what seeds redirected to (decision 15). */
export interface ScopeContext {
  readonly seeds: readonly URL[]
}

/** Whether a URL belongs to the crawl. With several seeds a scope is the union over the seeds. */
export type Scope = (url: URL, context: ScopeContext) => boolean

/** A scope that may be given as it is (`scope: sameHost`) or called (`scope: sameHost()`). */
export interface PlainScope {
  (url: URL, context: ScopeContext): boolean
  (): Scope
}

function plainScope(name: string, matches: (url: URL, seed: URL) => boolean): PlainScope {
  const scope: Scope = (url, context) => context.seeds.some((seed) => matches(url, seed))
  const both = (...args: [] | [URL, ScopeContext]): Scope | boolean =>
    args.length === 0 ? scope : scope(...args)
  for (const f of [scope, both]) Object.defineProperty(f, 'name', { value: name })
  return both as PlainScope
}

/** The scheme, host and port of a seed. */
export const sameOrigin: PlainScope = plainScope(
  'sameOrigin',
  (url, seed) => url.origin === seed.origin,
)

/** The host and port of a seed, over http or https. The default. */
export const sameHost: PlainScope = plainScope('sameHost', (url, seed) => url.host === seed.host)

/**
 * The registrable domain of a seed (public suffix list): `shop.example.co.uk` and `www.example.co.uk` belong together.
 * Addresses and names without a registrable domain count as themselves.
 */
export const sameDomain: PlainScope = plainScope(
  'sameDomain',
  (url, seed) => registrableDomain(url.hostname) === registrableDomain(seed.hostname),
)

/** The registrable domain of a host, private suffixes counted; the host itself where there is none. */
export function registrableDomain(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

/**
 * URLs that begin with `prefix`: an absolute URL (`https://a.test/docs/`), or a path (`/docs/`) on the host of a seed.
 *
 * A prefix ends at a path boundary or where its own text ends in `/`, `?`, `=` or `&`: `/docs` covers `/docs` and `/docs/a`,
 * not `/docs-old`.
 *
 * @throws CurtsyError CURTSY_OPTION for anything else
 */
export function within(prefix: string | URL): Scope {
  const text = String(prefix)
  if (text.startsWith('/') && !text.startsWith('//')) {
    return named(
      `within(${text})`,
      (url, { seeds }) =>
        seeds.some((seed) => seed.host === url.host) && covers(text, url.pathname + url.search),
    )
  }
  let base: URL
  try {
    base = new URL(text)
  } catch {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected within(…) to get a path such as "/docs/" or an absolute URL, got ${JSON.stringify(text)}.`,
    )
  }
  const path = base.pathname + base.search
  return named(
    `within(${base.href})`,
    (url) => url.origin === base.origin && covers(path, url.pathname + url.search),
  )
}

function covers(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false
  if (path.length === prefix.length || /[/?=&]$/.test(prefix)) return true
  const next = path.charAt(prefix.length)
  return next === '/' || next === '?'
}

/** In scope when every one of `scopes` says so. */
export function allOf(...scopes: readonly Scope[]): Scope {
  return named(`allOf(${names(scopes)})`, (url, context) =>
    scopes.every((scope) => scope(url, context)),
  )
}

/** In scope when at least one of `scopes` says so. */
export function anyOf(...scopes: readonly Scope[]): Scope {
  return named(`anyOf(${names(scopes)})`, (url, context) =>
    scopes.some((scope) => scope(url, context)),
  )
}

/** The name of a scope, for messages and for telling whether a store belongs to this crawl. */
export function scopeName(scope: Scope): string {
  return scope.name === '' ? 'custom scope' : scope.name
}

function names(scopes: readonly Scope[]): string {
  return scopes.map(scopeName).join(', ')
}

function named(name: string, scope: Scope): Scope {
  return Object.defineProperty(scope, 'name', { value: name })
}
