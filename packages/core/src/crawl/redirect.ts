// A redirect is not followed: its target becomes a candidate that passes the whole walk as a request of its own origin (invariant 6).
import { judgeWhere } from '../domain/admission.ts'
import type { Disposition } from '../domain/dispose.ts'
import type { ClaimedEntry, EntryData } from '../ports/store.ts'
import type { Candidate } from './candidates.ts'
import type { FinishedContact } from './finished-contact.ts'
import type { CrawlParts } from './parts.ts'
import { widenScope } from './seeds.ts'

export type RedirectResult =
  | {
      readonly kind: 'followed'
      /** Canonical; a short stand-in where it is no URL that can be fetched. */
      readonly target: string
      /** What goes along with the target. */
      readonly data: EntryData
    }
  | Extract<Disposition, { kind: 'drop' }>

/**
 * Where `location` leads from a page or sitemap, if it may lead anywhere.
 *
 * `redirect-limit` for a loop, or more hops than `limits.maxRedirects`; `redirect-invalid` for https to http (unless `allowDowngrade`) and for what
 * is no URL. A target that is refused (scheme, scope, address) is a refusal of the target: this URL has been redirected all the same.
 */
export async function redirect(
  parts: CrawlParts,
  entry: ClaimedEntry,
  { url, startMs, endMs }: FinishedContact,
  location: string,
): Promise<RedirectResult> {
  const { candidates, settings } = parts
  const { limits } = settings
  const canonical = candidates.canonical(location, url)
  if (canonical.kind === 'refused' && canonical.reason === 'url-invalid') {
    return drop(
      'redirect-invalid',
      `The Location is not a URL: ${JSON.stringify(location.slice(0, 200))}.`,
    )
  }
  const path = [...(entry.data?.redirectPath ?? []), entry.url]
  if (path.includes(canonical.key))
    return drop(
      'redirect-limit',
      `The redirects lead back to ${canonical.key} after ${hops(path.length)}.`,
    )
  if (path.length > limits.maxRedirects)
    return drop(
      'redirect-limit',
      `${hops(path.length)}; limits.maxRedirects allows ${limits.maxRedirects}.`,
    )
  const chainSpentMs = (entry.data?.chainSpentMs ?? 0) + endMs - startMs
  if (chainSpentMs > limits.chainDeadlineMs) {
    return drop(
      'redirect-limit',
      `The chain of redirects took ${chainSpentMs} ms; limits.chainDeadlineMs allows ${limits.chainDeadlineMs}.`,
    )
  }
  if (canonical.kind === 'url') {
    if (
      url.protocol === 'https:' &&
      canonical.url.protocol === 'http:' &&
      !settings.allowDowngrade
    ) {
      return drop(
        'redirect-invalid',
        `From https to http (${canonical.key}); allowDowngrade lifts it.`,
      )
    }
    const { rules } = candidates
    // What the gate refuses anyway does not join the scope.
    const mayJoin = entry.data?.seed && judgeWhere(canonical.url, rules) === undefined
    if (mayJoin && !rules.scope(canonical.url, rules.scopeContext)) {
      await widenScope(
        parts,
        canonical.url,
        `The seed ${url.href} redirects to ${canonical.key}, which joins the scope.`,
      )
    }
  }
  return {
    kind: 'followed',
    target: canonical.key,
    data: { ...entry.data, redirectPath: path, chainSpentMs },
  }
}

/** The target of a page's redirect; undefined where it is known already. */
export function redirectedPage(
  parts: CrawlParts,
  entry: ClaimedEntry,
  url: URL,
  location: string,
  data: EntryData,
): Candidate | undefined {
  return parts.candidates.judge(location, url, {
    source: 'redirect',
    depth: entry.depth,
    via: url.href,
    priority: entry.priority,
    data,
  })
}

function hops(n: number): string {
  return n === 1 ? '1 redirect' : `${n} redirects`
}

function drop(reason: 'redirect-limit' | 'redirect-invalid', message: string): RedirectResult {
  return { kind: 'drop', reason, message }
}
