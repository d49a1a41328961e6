import { CurtsyError } from '../curtsy-error.ts'
import type { PageBase } from '../page/page.ts'
import { urlPattern } from '../domain/url-pattern.ts'
import type { CrawlerOptions } from './options.ts'

/**
 * One handler out of the routes and `onPage`: the route with the page's label, else the first that fits its URL, else `onPage`. Without any of
 * them, all links are followed.
 *
 * @throws CurtsyError CURTSY_OPTION for a route without a handler, or with neither `match` nor `label`
 */
export function createHandler({
  routes = [],
  onPage,
}: Pick<CrawlerOptions, 'routes' | 'onPage'>): (page: PageBase) => unknown {
  const compiled = routes.map(({ match, label, onPage: handler }, at) => {
    if (typeof handler !== 'function')
      throw new CurtsyError(
        'CURTSY_OPTION',
        `Expected routes[${at}].onPage to be a function, got ${typeof handler}.`,
      )
    if (match === undefined && label === undefined)
      throw new CurtsyError(
        'CURTSY_OPTION',
        `Expected routes[${at}] to have a match or a label, got neither.`,
      )
    return { label, fits: match === undefined ? undefined : urlPattern(match), handler }
  })
  if (onPage !== undefined && typeof onPage !== 'function')
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected onPage to be a function, got ${typeof onPage}.`,
    )
  const fallback =
    onPage ?? (compiled.length === 0 ? (page: PageBase): unknown => page.follow() : undefined)
  return (page) => {
    const labelled =
      page.label === undefined ? undefined : compiled.find((route) => route.label === page.label)
    const route =
      labelled ??
      compiled.find((candidate) => candidate.label === undefined && candidate.fits?.(page.url))
    return (route?.handler ?? fallback)?.(page)
  }
}
