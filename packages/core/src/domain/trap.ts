import type { Limits } from './limits.ts'

/** What looks like a never-ending site in the URL alone; undefined where nothing does. The sentence names limit and value. */
export function suspectTrap(
  url: URL,
  limits: Pick<Limits, 'maxPathSegments' | 'maxQueryPairs' | 'maxRepeatedSegments'>,
): string | undefined {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.length > limits.maxPathSegments) {
    return `${segments.length} path segments; limits.maxPathSegments allows ${limits.maxPathSegments}.`
  }
  const pairs = url.search === '' ? 0 : url.search.split('&').length
  if (pairs > limits.maxQueryPairs)
    return `${pairs} query pairs; limits.maxQueryPairs allows ${limits.maxQueryPairs}.`
  const repeated = mostRepeated(segments)
  return repeated !== undefined && repeated.times > limits.maxRepeatedSegments
    ? `"${repeated.segment}" stands ${repeated.times} times in the path; limits.maxRepeatedSegments allows ${limits.maxRepeatedSegments}.`
    : undefined
}

function mostRepeated(
  segments: readonly string[],
): { readonly segment: string; readonly times: number } | undefined {
  if (segments.length < 3) return undefined
  const times = new Map<string, number>()
  let most: { segment: string; times: number } | undefined
  for (const segment of segments) {
    const n = (times.get(segment) ?? 0) + 1
    times.set(segment, n)
    if (most === undefined || n > most.times) most = { segment, times: n }
  }
  return most
}
