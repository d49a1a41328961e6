import type { CandidateSource } from '../domain/admission.ts'
import type { EntryRecord } from '../ports/store.ts'
import { NOFOLLOW } from './candidates.ts'
import type { CrawlParts } from './parts.ts'

/** How an entry came into the frontier, as far as what is stored of it tells. */
function sourceOf({ kind, via, depth, data }: EntryRecord): CandidateSource {
  if (kind === 'sitemap') return 'sitemap-file'
  if (data?.seed || via === undefined) return 'seed'
  if (data?.redirectPath) return 'redirect'
  return depth > 0 ? 'link' : 'sitemap-entry'
}

/** The sentence for a URL that was refused: as it was said then, or else as the rules of now say it. */
export function whyRefused({ candidates }: CrawlParts, record: EntryRecord): string {
  const { state, details, data, via, depth, kind } = record
  const told = details?.['message'] ?? data?.why
  if (typeof told === 'string') return told
  const reason = 'reason' in state ? state.reason : undefined
  if (reason === 'nofollow') return NOFOLLOW
  const canonical = candidates.canonical(record.url, undefined)
  if (canonical.kind === 'refused') return canonical.message
  const verdict = candidates.admission(
    canonical.url,
    kind,
    { source: sourceOf(record), depth, via },
    data?.shapeChain ?? 0,
  )
  return verdict.kind === 'refused' && verdict.reason === reason
    ? verdict.message
    : 'It was refused when it was found; by the rules of now it would not be.'
}
