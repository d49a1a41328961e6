// What a page says about the use of its content (HW-DOC-11). Recorded with the result; never taken as a permission.
import type { ResponseHeaders } from '../ports/transport.ts'
import type { ScannedMeta } from './page-scan.ts'

/** One wish about use, as written. */
export interface UsagePreference {
  readonly source: 'header' | 'meta'
  /** `content-usage`, `content-signal`, `tdm-reservation` or `tdm-policy`. */
  readonly name: string
  readonly value: string
}

const NAMES = ['content-usage', 'content-signal', 'tdm-reservation', 'tdm-policy']

/** Gives the wishes in headers and metas, in this order. */
export function usagePreferences(
  headers: ResponseHeaders,
  metas: readonly ScannedMeta[],
): readonly UsagePreference[] {
  const inHeaders = NAMES.flatMap((name) =>
    headers.all(name).map((value) => ({ source: 'header' as const, name, value })),
  )
  const inMetas = metas
    .filter((meta) => NAMES.includes(meta.name))
    .map(({ name, content }) => ({ source: 'meta' as const, name, value: content }))
  return [...inHeaders, ...inMetas]
}
