// partner.demo: a site that no seed names.
//
// shop.demo links it on every page and forum.demo redirects to it. It answers everything, but a polite crawl never asks, not even
// for robots.txt: both URLs are refused as off-scope.
import { refused } from './expectation.ts'
import { htmlPage } from './html.ts'
import type { Site } from './site.ts'

export function partner(): Site {
  return {
    name: 'partner.demo',
    seedPath: undefined,
    respond: () => ({ status: 200, body: htmlPage({ title: 'Partner', main: '' }) }),
    expected: {
      '/': refused('off-scope', 'linked by shop.demo; no seed names this host'),
      '/landing': refused('off-scope', 'a redirect of forum.demo; it is not a seed that redirects'),
    },
  }
}
