import { UsageError } from '../usage-error.ts'
import { absoluteUrl } from './absolute-url.ts'

/**
 * The URLs that a person asks about, absolute, in their order.
 *
 * @param origin whose rules are asked; undefined for a file, which could be anybody's
 * @throws UsageError for what is no URL, and for one that the rules of this origin say nothing of
 */
export function urlsOfOrigin(
  origin: string | undefined,
  urls: readonly string[],
): readonly string[] {
  return urls.map((url) => {
    const absolute = absoluteUrl(url, origin)
    if (origin === undefined || new URL(absolute).origin === origin) return absolute
    throw new UsageError(
      `The rules of ${origin} say nothing of ${JSON.stringify(url)}, which is of another origin.`,
    )
  })
}
