// down.demo: a site whose robots.txt cannot be read.
//
// robots.txt answers 503 each time. Unknown is not yes: a polite crawl asks for robots.txt a few times, well spaced, and for nothing
// else, though every other path would answer 200. The seed, and the page that forum.demo links, wait as robots-unreachable.
import { waiting } from './expectation.ts'
import { htmlPage } from './html.ts'
import type { Site, SiteAnswer, SiteRequest } from './site.ts'

const WHY = 'robots.txt answers 503'

function respond({ path }: SiteRequest): SiteAnswer {
  if (path === '/robots.txt') return { status: 503, body: 'Maintenance.' }
  return { status: 200, body: htmlPage({ title: 'Nobody should read this', main: '' }) }
}

export function down(): Site {
  return {
    name: 'down.demo',
    seedPath: '/',
    respond,
    expected: {
      '/': waiting('robots-unreachable', WHY),
      '/status': waiting('robots-unreachable', WHY),
    },
  }
}
