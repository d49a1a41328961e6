// When the queued URLs of one host may be fetched at the earliest: a walk through its clock in which every answer takes no time.
import type { Bound } from './bound.ts'

/** The wait between two contacts of a host that is asked for now, and by what. */
export interface Gap {
  readonly ms: number
  readonly reason: string
  readonly line?: number | undefined
}

/**
 * The earliest instant of each of a host's URLs, in the order in which they would be taken: one after the other, `gap` apart. One that
 * waits for a retry takes its turn once that time has come, and holds up no other.
 *
 * @param first when the host may be contacted next, and why
 * @param urls in the order of the queue, each with the instant before which it may not be tried again
 */
export function timetable<Url extends { readonly notBeforeMs: number | undefined }>(
  first: Bound,
  gap: Gap,
  urls: readonly Url[],
): readonly (readonly [Url, Bound])[] {
  const ready = urls.filter((url) => !isLater(url, first.atMs))
  const later = urls
    .filter((url) => isLater(url, first.atMs))
    .toSorted((a, b) => (a.notBeforeMs ?? 0) - (b.notBeforeMs ?? 0))
  const table: (readonly [Url, Bound])[] = []
  let free = first
  let [nextReady, nextLater] = [0, 0]
  while (table.length < urls.length) {
    const retry = later[nextLater]
    const retryMs = retry?.notBeforeMs ?? Infinity
    const isDue = retryMs <= free.atMs
    const url = isDue || nextReady === ready.length ? retry! : ready[nextReady]!
    if (url === retry) nextLater++
    else nextReady++
    const bound = url === retry && !isDue ? { atMs: retryMs, reason: 'retry' } : free
    table.push([url, bound])
    free = { atMs: bound.atMs + gap.ms, reason: gap.reason, line: gap.line }
  }
  return table
}

function isLater(
  { notBeforeMs }: { readonly notBeforeMs: number | undefined },
  ms: number,
): boolean {
  return notBeforeMs !== undefined && notBeforeMs > ms
}
