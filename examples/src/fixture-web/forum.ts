// forum.demo: an old board with every habit of old boards.
//
// A polite crawl on default options delivers the board, its threads page by page, the members, and:
//   /thread/…?sid=…           a session id makes a second address of the same page; both are fetched unless session ids are stripped
//   /calendar/2026-01 …       every month links the next, for ever: sixteen links deep the crawl stops, the next month waits (depth)
//   /help/help/help/          a wrong relative link adds one more `help/` each time; the fourth is refused (trap-suspected)
//   /statistics               takes more than a second, so the next contact waits longer than usual
// Redirects are contacts of their own, and each target passes its own gate: /go/b leads to a page of b.demo, /go/stats to a closed
// path here, /go/cart to a closed path of the shop, /go/partner off the scope. /loop/a leads to /loop/b, which leads back: redirect-limit.
// /thread/99 is not found and /thread/13 is gone. /admin/, /login and /search are closed to all.
import { delivered, disallowed, failed, redirected, refused, waiting } from './expectation.ts'
import type { Expectation } from './expectation.ts'
import { htmlPage, link, list } from './html.ts'
import type { Neighbours, Site, SiteAnswer, SiteRequest } from './site.ts'
import { redirect, textFile } from './site.ts'

const ROBOTS = `# forum.demo: one group for all, so ExampleBot falls back to it
User-agent: *
Disallow: /admin/
Disallow: /login
Disallow: /search
`

const THREADS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8]
const USERS: readonly number[] = [1, 2, 3, 4, 5, 6]
const LAST_THREAD_WITH_TWO_PAGES = 3
const FIRST_MONTH = 2026 * 12
const SLOW_MS = 1_200

/** How deep links are followed by default; the board is at 0, so the sixteenth month is the last one fetched. */
const MAX_DEPTH = 16

export function forum(web: Neighbours): Site {
  const redirects: Readonly<Record<string, SiteAnswer>> = {
    '/old/board': redirect(301, '/'),
    '/old/thread-3': redirect(301, '../thread/3'),
    '/go/b': redirect(302, `${web.origin('b.demo')}/page/3`),
    '/go/stats': redirect(302, '/admin/stats'),
    '/go/cart': redirect(307, `${web.origin('shop.demo')}/cart/`),
    '/go/partner': redirect(302, `${web.origin('partner.demo')}/landing`),
    '/loop/a': redirect(302, '/loop/b'),
    '/loop/b': redirect(302, '/loop/a'),
  }
  const others = [
    ...Object.keys(redirects).filter((path) => path !== '/loop/b'),
    `${web.origin('down.demo')}/status`,
    '/thread/99',
    '/thread/13',
    '/help/',
    '/statistics',
    '/search?q=tents',
  ]

  function respond({ path, url }: SiteRequest): SiteAnswer {
    if (path === '/robots.txt') return textFile(ROBOTS)
    if (path === '/')
      return page('Demo forum', [...THREADS.map(threadLink), ...others.map((to) => link(to, to))])
    if (path === '/members')
      return page(
        'Members',
        USERS.map((user) => link(`/user/${user}`, `User ${user}`)),
      )
    if (path === '/statistics') return { ...page('Statistics', []), pauseMs: SLOW_MS }
    if (path === '/thread/13') return { status: 410, body: 'This thread was deleted.' }
    if (url.pathname.startsWith('/help/')) return page('Help', [link('help/', 'More help')])
    const [, section, id = ''] = url.pathname.split('/')
    if (section === 'calendar') return calendarPage(id)
    const number = Number(id)
    if (section === 'user' && USERS.includes(number)) return userPage(number)
    if (section === 'thread' && THREADS.includes(number)) return threadPage(web, number, url)
    return redirects[path] ?? { status: 404, body: 'No such thread.' }
  }

  return { name: 'forum.demo', seedPath: '/', respond, expected: expectedOf() }
}

function page(title: string, links: readonly string[]): SiteAnswer {
  const nav = [
    link('/', 'Board'),
    link('/members', 'Members'),
    link(calendarPath(FIRST_MONTH), 'Calendar'),
    link('/login', 'Log in'),
  ].join(' ')
  return { status: 200, body: htmlPage({ title, main: list(links), nav }) }
}

function threadLink(thread: number): string {
  return link(`/thread/${thread}`, `Thread ${thread}`)
}

/** A session id for each member, the same at every start. */
function sessionOf(user: number): string {
  return ((user * 0x9e3779b1) >>> 0).toString(16)
}

/** Each member links two threads, with a session id in the address. */
function threadsOf(user: number): readonly string[] {
  return [user, user + 1].map((thread) => `/thread/${thread}?sid=${sessionOf(user)}`)
}

function userPage(user: number): SiteAnswer {
  return page(
    `User ${user}`,
    threadsOf(user).map((path) => link(path, path)),
  )
}

/** A thread; the links between its pages keep the session id. The second post of thread 2 carries a link of its author's. */
function threadPage(web: Neighbours, thread: number, url: URL): SiteAnswer {
  const session = url.searchParams.get('sid')
  const first = session === null ? `/thread/${thread}` : `/thread/${thread}?sid=${session}`
  const second = `${first}${session === null ? '?' : '&'}page=2`
  const isSecond = url.searchParams.get('page') === '2'
  const links = [link(`/user/${((thread - 1) % USERS.length) + 1}`, 'Author')]
  if (isSecond) links.push(link(first, 'Previous page', 'prev'))
  else if (thread <= LAST_THREAD_WITH_TWO_PAGES) links.push(link(second, 'Next page', 'next'))
  if (thread === 2) links.push(link(`${web.origin('b.demo')}/from-a-post`, 'My page', 'ugc'))
  return page(isSecond ? `Thread ${thread}, page 2` : `Thread ${thread}`, links)
}

function calendarPath(month: number): string {
  const ofYear = String((month % 12) + 1).padStart(2, '0')
  return `/calendar/${Math.floor(month / 12)}-${ofYear}`
}

/** Any month of any year, which is what makes it a trap. */
function calendarPage(id: string): SiteAnswer {
  const [year = '', ofYear = ''] = id.split('-')
  const next = calendarPath(Number(year) * 12 + Number(ofYear))
  return page(`Calendar ${id}`, [link(next, 'Next month', 'next')])
}

function expectedOf(): Record<string, Expectation> {
  const expected: Record<string, Expectation> = {
    '/': delivered('the seed', { title: 'Demo forum' }),
    '/members': delivered('linked on every page'),
    '/statistics': delivered('slow, but within every deadline', { title: 'Statistics' }),
    '/login': disallowed(ROBOTS, 'Disallow: /login'),
    '/search?q=tents': disallowed(ROBOTS, 'Disallow: /search'),
    '/admin/stats': disallowed(ROBOTS, 'Disallow: /admin/'),
    '/thread/99': failed('http-status', '404'),
    '/thread/13': failed('http-status', '410'),
    '/old/board': redirected('to the board, which is known already'),
    '/old/thread-3': redirected('to thread 3 by a relative Location'),
    '/go/b': redirected('to b.demo, which has rules and a delay of its own'),
    '/go/stats': redirected('to a path that robots.txt closes'),
    '/go/cart': redirected('to a path that the robots.txt of shop.demo closes'),
    '/go/partner': redirected('to partner.demo, which is off the scope'),
    '/loop/a': redirected('to /loop/b'),
    '/loop/b': failed('redirect-limit', 'back to /loop/a'),
    '/help/': delivered('linked on the board'),
    '/help/help/': delivered('one segment twice is no trap yet'),
    '/help/help/help/': delivered('one segment three times is the most that is fetched'),
    '/help/help/help/help/': refused('trap-suspected', 'one segment four times'),
  }
  for (const thread of THREADS)
    expected[`/thread/${thread}`] = delivered('a thread', { title: `Thread ${thread}` })
  for (const thread of THREADS.slice(0, LAST_THREAD_WITH_TWO_PAGES)) {
    expected[`/thread/${thread}?page=2`] = delivered('the second page of a thread')
  }
  for (const user of USERS) {
    expected[`/user/${user}`] = delivered('a member')
    for (const path of threadsOf(user)) expected[path] = delivered('a thread under a session id')
    for (const path of threadsOf(user).filter(
      (_, offset) => user + offset <= LAST_THREAD_WITH_TWO_PAGES,
    )) {
      expected[`${path}&page=2`] = delivered('a second page under a session id')
    }
  }
  for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
    expected[calendarPath(FIRST_MONTH + depth - 1)] = delivered(`a month, ${depth} links deep`)
  }
  expected[calendarPath(FIRST_MONTH + MAX_DEPTH)] = waiting(
    'depth',
    `one link deeper than ${MAX_DEPTH}`,
  )
  return expected
}
