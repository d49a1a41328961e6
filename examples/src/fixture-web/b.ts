// b.demo: five pages behind a crawl-delay.
//
// Line 3 of its robots.txt asks for two seconds between contacts, so a polite crawl delivers the five pages in ten seconds or more,
// however fast it goes elsewhere: never is more than one request in flight, and no two start within two seconds. /page/3 is reached
// from forum.demo by a redirect too, and fetched once. /drafts/ is disallowed. /from-a-post is linked with rel=ugc only, in a post of
// forum.demo: refused as nofollow.
import { delivered, disallowed, refused } from './expectation.ts'
import { htmlPage, link, list } from './html.ts'
import type { Site, SiteAnswer, SiteRequest } from './site.ts'
import { textFile } from './site.ts'

const ROBOTS = `# b.demo: a small machine
User-agent: *
Crawl-delay: 2
Disallow: /drafts/
`

const PAGES: Readonly<Record<string, string>> = {
  '/': 'B',
  '/page/1': 'Page 1',
  '/page/2': 'Page 2',
  '/page/3': 'Page 3',
  '/page/4': 'Page 4',
}

export function b(): Site {
  function respond({ path }: SiteRequest): SiteAnswer {
    if (path === '/robots.txt') return textFile(ROBOTS)
    const title = PAGES[path]
    if (title === undefined) return { status: 404, body: 'No such page.' }
    const links = [...Object.entries(PAGES), ['/drafts/next', 'Next month'] as const]
    return {
      status: 200,
      body: htmlPage({ title, main: list(links.map(([to, text]) => link(to, text))) }),
    }
  }

  const pages = Object.entries(PAGES).map(
    ([path, title]) => [path, delivered('a page', { title })] as const,
  )
  return {
    name: 'b.demo',
    seedPath: '/',
    respond,
    expected: {
      ...Object.fromEntries(pages),
      '/drafts/next': disallowed(ROBOTS, 'Disallow: /drafts/'),
      '/from-a-post': refused('nofollow', 'linked with rel=ugc only'),
    },
  }
}
