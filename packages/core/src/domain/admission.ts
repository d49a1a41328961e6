// Step 2 of docs/architecture.md: may this canonical URL join the frontier? Pure; every no has a name and a sentence.
// Rules of robots.txt are not judged here but at dispatch, by the newest copy (invariant 5).
import { CurtsyError } from '../curtsy-error.ts'
import type { Limits } from './limits.ts'
import type { RefusalReason, WaitingReason } from './outcome.ts'
import type { Scope, ScopeContext } from './scope.ts'
import { literalAddress } from './literal-address.ts'
import { judgeAddresses, judgeHostName, judgePort } from './special-addresses.ts'
import type { AllowedRange, TargetVerdict } from './special-addresses.ts'
import { suspectTrap } from './trap.ts'
import type { UrlMatcher } from './url-pattern.ts'

/** Where a candidate comes from. Seeds are the user's word: exempt from scope, depth and traps; sitemap entries from depth. */
export type CandidateSource = 'seed' | 'link' | 'redirect' | 'sitemap-entry' | 'sitemap-file'

export interface AdmissionRules {
  readonly limits: Limits
  readonly scope: Scope
  readonly scopeContext: ScopeContext
  /** Where there are any, one of them must fit. */
  readonly include: readonly UrlMatcher[]
  /** None of them may fit. */
  readonly exclude: readonly UrlMatcher[]
  readonly allow: readonly AllowedRange[]
  /** Hosts with port that seeds name: their ports are the user's choice. */
  readonly seedHosts: ReadonlySet<string>
}

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'held'; readonly reason: WaitingReason; readonly message: string }

const ADMITTED: Admission = { kind: 'admitted' }

/** Judges a candidate: address, port, scope, patterns, traps, depth, in this order. */
export function admit(
  url: URL,
  source: CandidateSource,
  { depth, shapeChain }: { readonly depth: number; readonly shapeChain: number },
  rules: AdmissionRules,
): Admission {
  const { limits } = rules
  const address = judgeWhere(url, rules)
  if (address !== undefined) return { kind: 'refused', reason: 'blocked-address', message: address }
  if (source === 'seed' || source === 'sitemap-file') return ADMITTED
  const scope = judgeScope(url, rules)
  if (scope !== undefined) return { kind: 'refused', reason: 'off-scope', message: scope }
  if (source === 'sitemap-entry') return ADMITTED
  const trap = suspectTrap(url, limits) ?? judgeShapeChain(shapeChain, limits)
  if (trap !== undefined) return { kind: 'refused', reason: 'trap-suspected', message: trap }
  if (source === 'link' && depth > limits.maxDepth) {
    return {
      kind: 'held',
      reason: 'depth',
      message: `Depth ${depth}; limits.maxDepth allows ${limits.maxDepth}.`,
    }
  }
  return ADMITTED
}

/** Why the URL is out of scope; undefined where it is in. Also asked at dispatch, since scope belongs to the gate. */
export function judgeScope(
  url: URL,
  {
    scope,
    scopeContext,
    include,
    exclude,
  }: Pick<AdmissionRules, 'scope' | 'scopeContext' | 'include' | 'exclude'>,
): string | undefined {
  const inside: unknown = scope(url, scopeContext)
  // A promise would count as a yes.
  if (typeof inside !== 'boolean') {
    throw new CurtsyError('CURTSY_OPTION', 'Expected scope to answer true or false at once.', {
      url: url.href,
    })
  }
  if (!inside) return 'Outside the scope of the crawl.'
  if (include.length > 0 && !include.some((fits) => fits(url)))
    return 'Fits none of the include patterns.'
  return exclude.some((fits) => fits(url)) ? 'Fits an exclude pattern.' : undefined
}

/** Why the host or port may not be contacted, as far as the URL alone tells; names are judged again once they are resolved. */
export function judgeWhere(
  url: URL,
  { allow, seedHosts }: Pick<AdmissionRules, 'allow' | 'seedHosts'>,
): string | undefined {
  const port = judgePort(url.port === '' ? DEFAULT_PORT : Number(url.port), {
    namedBySeed: seedHosts.has(url.host),
  })
  if (!port.allowed) return port.message
  const literal = literalAddress(url.hostname)
  if (literal !== undefined) return messageOf(judgeAddresses([literal], allow))
  // Where nothing special is allowed, a local name needs no resolving to be refused.
  return allow.length === 0 ? messageOf(judgeHostName(url.hostname, [], allow)) : undefined
}

/** Either scheme's own port may always be contacted. */
const DEFAULT_PORT = 80

function messageOf(verdict: TargetVerdict): string | undefined {
  return verdict.allowed ? undefined : verdict.message
}

function judgeShapeChain(shapeChain: number, limits: Limits): string | undefined {
  return shapeChain > limits.maxShapeChain
    ? `${shapeChain} pages of one shape led here one after the other; limits.maxShapeChain allows ${limits.maxShapeChain}.`
    : undefined
}
