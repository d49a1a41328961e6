import { describe, expect, test } from 'vitest'
import { SitemapOptionError } from './option-checks.ts'
import { walkSitemaps } from './walk-sitemaps.ts'
import type { LoadedSitemap, WalkSitemapsOptions, WalkSummary } from './walk-sitemaps.ts'

const origin = 'https://www.example.com'
const at = (path: string): string => new URL(path, origin).href
const urlset = (...pages: string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map((page) => `<url>${page}</url>`).join('')}</urlset>`
const index = (...children: string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${children.map((child) => `<sitemap>${child}</sitemap>`).join('')}</sitemapindex>`
const loc = (path: string): string => `<loc>${at(path)}</loc>`

type Site = Record<string, string | Partial<LoadedSitemap> | Error>

async function walk(
  site: Site,
  options: Partial<WalkSitemapsOptions> = {},
): Promise<{ pages: string[]; fetched: string[]; problems: string[]; summary: WalkSummary }> {
  const fetched: string[] = []
  const problems: string[] = []
  const pages: string[] = []
  const walking = walkSitemaps({
    start: [at('/index.xml')],
    load: (url) => {
      fetched.push(url.replace(origin, ''))
      const answer = site[url.replace(origin, '')] ?? { status: 404 }
      if (answer instanceof Error) return Promise.reject(answer)
      const response = typeof answer === 'string' ? { body: answer } : answer
      return Promise.resolve({ url, status: 200, body: null, ...response })
    },
    onProblem: ({ code, sitemap }) => problems.push(`${sitemap.replace(origin, '')} ${code}`),
    ...options,
  })
  // oxlint-disable no-await-in-loop -- the generator's return value is wanted too
  let step = await walking.next()
  for (; !step.done; step = await walking.next()) pages.push(step.value.loc.replace(origin, ''))
  // oxlint-enable no-await-in-loop
  return { pages, fetched, problems, summary: step.value }
}

const load = (): never => {
  throw new Error('Nothing is asked for.')
}

describe('a walk', () => {
  test('yields the pages of all files, in the order in which the files are listed', async () => {
    const site = {
      '/index.xml': index(loc('/a.xml'), loc('/inner.xml'), loc('/b.xml')),
      '/inner.xml': index(loc('/c.xml')),
      '/a.xml': urlset(loc('/a')),
      '/b.xml': urlset(loc('/b')),
      '/c.xml': urlset(loc('/c')),
    }
    expect(await walk(site)).toEqual({
      pages: ['/a', '/b', '/c'],
      fetched: ['/index.xml', '/a.xml', '/inner.xml', '/b.xml', '/c.xml'],
      problems: ['/inner.xml index-nested'],
      summary: { sitemaps: 5, entries: 3, problems: { 'index-nested': 1 } },
    })
  })

  test('goes on after files that cannot be had', async () => {
    const site = {
      '/index.xml': index(loc('/gone.xml'), loc('/broken.xml'), loc('/empty.xml'), loc('/a.xml')),
      '/broken.xml': new Error('no route to host'),
      '/empty.xml': { body: null },
      '/a.xml': urlset(loc('/a')),
    }
    const { pages, problems } = await walk(site)
    expect(pages).toEqual(['/a'])
    expect(problems).toEqual([
      '/gone.xml fetch-failed',
      '/broken.xml fetch-failed',
      '/empty.xml empty',
    ])
  })

  test('reports an index without children as nested', async () => {
    const site = { '/index.xml': index(loc('/inner.xml')), '/inner.xml': index() }
    expect((await walk(site)).problems).toEqual(['/inner.xml index-nested'])
  })

  test('does not follow an index below the last level', async () => {
    const site = {
      '/index.xml': index(loc('/inner.xml')),
      '/inner.xml': index(loc('/a.xml')),
      '/a.xml': urlset(loc('/a')),
    }
    const { pages, fetched, problems } = await walk(site, { maxDepth: 0 })
    expect(pages).toEqual([])
    expect(fetched).toEqual(['/index.xml', '/inner.xml'])
    expect(problems).toEqual(['/inner.xml too-deep'])
  })

  test('HW-MAP-03: reads no more files of an origin than allowed', async () => {
    const site = {
      '/index.xml': index(...Array.from({ length: 50_000 }, (_, number) => loc(`/${number}.xml`))),
    }
    const { fetched, summary } = await walk(site)
    expect(fetched).toHaveLength(500)
    expect(summary.problems).toEqual({ 'fetch-failed': 499, 'too-many-sitemaps': 49_501 })
  })

  test('names a start once, however it is spelled', async () => {
    const start = [at('/index.xml'), 'https://WWW.example.com/x/../index.xml']
    expect((await walk({ '/index.xml': urlset(loc('/a')) }, { start })).fetched).toEqual([
      '/index.xml',
    ])
  })

  test.each([
    [{ start: ['index.xml'] }, 'Expected start to hold absolute URLs, got "index.xml".'],
    [{ start: at('/index.xml') }, /^Expected start to be a list of URLs, got "https:/],
    [{ load: undefined }, 'Expected load to be a function, got undefined.'],
    [{ since: new Date('soon') }, 'Expected since to be a valid Date, got Date.'],
    [{ since: '2024-01-01' }, 'Expected since to be a valid Date, got "2024-01-01".'],
    [{ maxDepth: -1 }, 'Expected maxDepth to be a number from 0 up, got -1.'],
    [{ maxSitemaps: '5' }, 'Expected maxSitemaps to be a number from 0 up, got "5".'],
    [{ maxXmlDepth: -1 }, 'Expected maxXmlDepth to be a number from 0 to 1000, got -1.'],
  ])('refuses %j at once, with a code', (options, message) => {
    const mistake = { start: [], load, ...options } as unknown as WalkSitemapsOptions
    expect(() => walkSitemaps(mistake)).toThrow(message)
    expect(() => walkSitemaps(mistake)).toThrow(SitemapOptionError)
  })

  test('hands the limits of an entry on', async () => {
    const pages = { '/index.xml': urlset(`<x><y/></x>${loc('/a')}`, loc('/b')) }
    expect((await walk(pages, { maxXmlDepth: 1 })).pages).toEqual(['/b'])
    expect((await walk(pages, { maxXmlEntryBytes: 55 })).pages).toEqual(['/b'])
    expect((await walk(pages)).pages).toEqual(['/a', '/b'])
  })
})

const dated = (path: string, lastmod: string): string => `${loc(path)}<lastmod>${lastmod}</lastmod>`

describe('since', () => {
  test('leaves out pages and whole files that did not change, and keeps those that do not say', async () => {
    const site = {
      '/index.xml': index(
        dated('/old.xml', '2024-01-01'),
        dated('/new.xml', '2024-06-01'),
        loc('/undated.xml'),
      ),
      '/new.xml': urlset(dated('/a', '2024-05-31'), dated('/b', '2024-06-01'), loc('/c')),
      '/undated.xml': urlset(dated('/d', '2023-01-01')),
    }
    const { pages, fetched, problems } = await walk(site, {
      since: new Date('2024-06-01T00:00:00Z'),
    })
    expect(pages).toEqual(['/b', '/c'])
    expect(fetched).toEqual(['/index.xml', '/new.xml', '/undated.xml'])
    expect(problems).toEqual([])
  })
})

describe('hosts', () => {
  const cdn = 'https://cdn.example.net'

  test('an index vouches for its children on a proven host, and their entries on its own', async () => {
    const site = {
      '/index.xml': index(`<loc>${cdn}/s.xml</loc>`),
      [`${cdn}/s.xml`]: urlset(loc('/a'), `<loc>${cdn}/b</loc>`),
    }
    const { pages, problems } = await walk(site, { crossSubmitHosts: ['cdn.example.net'] })
    expect(pages).toEqual(['/a', `${cdn}/b`])
    expect(problems).toEqual([])
  })

  test('a start may lead to another host', async () => {
    const site = { '/index.xml': { url: `${cdn}/index.xml`, body: urlset(`<loc>${cdn}/a</loc>`) } }
    expect((await walk(site)).pages).toEqual([`${cdn}/a`])
  })

  test('a child may not, unless that host is proven', async () => {
    const site = {
      '/index.xml': index(loc('/s.xml')),
      '/s.xml': { url: `${cdn}/s.xml`, body: urlset(`<loc>${cdn}/a</loc>`) },
    }
    expect(await walk(site)).toMatchObject({ pages: [], problems: ['/s.xml cross-host'] })
    expect((await walk(site, { crossSubmitHosts: ['cdn.example.net'] })).pages).toEqual([
      `${cdn}/a`,
    ])
  })

  test('a child that leads to a file already read is not read again', async () => {
    const site = {
      '/index.xml': index(loc('/a.xml'), loc('/b.xml'), loc('/c.xml')),
      '/a.xml': urlset(loc('/a')),
      '/b.xml': { url: at('/a.xml'), body: urlset(loc('/a')) },
      '/c.xml': { url: at('/index.xml'), body: index(loc('/a.xml')) },
    }
    const { pages, problems } = await walk(site)
    expect(pages).toEqual(['/a'])
    expect(problems).toEqual(['/b.xml duplicate-sitemap', '/c.xml index-cycle'])
  })
})

describe('load', () => {
  test.each([
    ['contentType', { contentType: 'text/xml; charset=ISO-8859-1' }],
    ['Headers', { headers: new Headers({ 'Content-Type': 'text/xml; charset=ISO-8859-1' }) }],
    ['a plain object', { headers: { 'Content-Type': ['text/xml; charset=ISO-8859-1'] } }],
  ])('may tell the type by %s', async (_, told) => {
    const body = new Uint8Array(
      Buffer.from(urlset(loc('/caf\u00e9')).replace('caf%C3%A9', 'caf\u00e9'), 'latin1'),
    )
    const { pages, problems } = await walk({ '/index.xml': { ...told, body } })
    expect({ pages, problems }).toEqual({
      pages: ['/caf%C3%A9'],
      problems: ['/index.xml not-utf8'],
    })
  })

  test('has its bodies closed: of a failure, and when the loop is left', async () => {
    const closed: string[] = []
    const bodyOf = (name: string, text: string): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: false, value: new TextEncoder().encode(text) }),
        return: () => {
          closed.push(name)
          return Promise.resolve({ done: true, value: undefined })
        },
      }),
    })
    const walking = walkSitemaps({
      start: [at('/failing.xml'), at('/endless.xml')],
      load: (url) =>
        Promise.resolve({
          url,
          status: url.includes('failing') ? 503 : 200,
          body: bodyOf(url.replace(`${origin}/`, ''), `https://www.example.com/a\n`),
        }),
    })
    for await (const page of walking) if (page.loc) break
    expect(closed).toEqual(['failing.xml', 'endless.xml'])
  })
})
