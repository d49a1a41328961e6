// What `page.follow` may be given, and the links it means.
import type { CheerioAPI } from 'cheerio'
import { CurtsyError } from '../curtsy-error.ts'
import type { RawLink } from './resolve-links.ts'

/** A selector, a URL (absolute or relative to the page), or a list of URLs. */
export type FollowTarget = string | URL | Iterable<string | URL>

/**
 * Gives the links that `target` names. `document` is asked only for a selector.
 *
 * @throws CurtsyError CURTSY_OPTION for a selector that is none, or for an element of a list that is neither string nor URL
 */
export function linksOfTarget(
  target: FollowTarget,
  document: () => CheerioAPI,
  url: string,
): readonly RawLink[] {
  if (typeof target === 'string') {
    return isUrl(target) ? [given(target, url)] : linksOfSelector(target, document(), url)
  }
  if (target instanceof URL) return [given(target, url)]
  return Array.from(target, (item) => given(item, url))
}

/** No selector begins like that, so there is no doubt. */
function isUrl(text: string): boolean {
  return /^\s*(?:https?:|\/|\.{1,2}\/|\?)/i.test(text)
}

function given(item: string | URL, url: string): RawLink {
  if (typeof item !== 'string' && !(item instanceof URL)) {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected page.follow to get strings and URLs, got ${item === null ? 'null' : typeof item} (on ${url}).`,
      { url },
    )
  }
  return { href: String(item), rel: undefined }
}

function linksOfSelector(selector: string, $: CheerioAPI, url: string): readonly RawLink[] {
  const links: RawLink[] = []
  try {
    const matched = $(selector)
    const inside = matched.not('[href]').find('a[href], area[href]')
    // In the order of the document, each once, however the two sets overlap.
    matched
      .filter('[href]')
      .add(inside)
      .each((_at, element) => {
        const { href, rel } = $(element).attr() ?? {}
        if (href !== undefined) links.push({ href, rel })
      })
  } catch (cause) {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected page.follow to get a selector, got ${JSON.stringify(selector)} (on ${url}).`,
      { cause, url },
    )
  }
  return links
}
