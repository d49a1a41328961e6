// Handlers, routes, records and plugins: what user code may do, and what becomes of a URL when it fails (HW-DOC-12).
import { definePlugin } from '@curtsy/core'
import type { Plugin } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { links, onEachStore, robotsTxt, scenario } from './scenario.ts'
import type { Walk } from './scenario.ts'

const SITE = { '/': links('/1', '/2'), '/1': links('/3'), '/2': '', '/3': '' }

/** The records that a crawl has committed. */
async function records(walk: Walk): Promise<readonly unknown[]> {
  await walk.store.open({
    clock: walk.clock,
    perAddressInFlight: 2,
    perAddressDelayMs: 0,
    initialHost: { delayMs: 0, inFlight: 1 },
  })
  const found: unknown[] = []
  for await (const { json } of walk.store.records()) found.push(JSON.parse(json))
  await walk.store.close()
  return found
}

onEachStore((makeStore) => {
  describe('a handler', () => {
    test('that throws fails its URL; what it followed is kept, what it pushed is not', async () => {
      const walk = scenario(SITE, {
        store: makeStore(),
        onPage: (page) => {
          page.push({ path: page.url.pathname })
          page.follow()
          if (page.url.pathname === '/1') throw new Error('no price on this page')
        },
      })
      expect(await walk.run()).toMatchObject({
        delivered: 3,
        failed: { 'handler-error': 1 },
        discovered: 4,
        ended: 'done',
      })
      expect(walk.errors).toEqual(['The handler threw for https://a.test/1: no price on this page'])
      expect(walk.failures).toEqual([
        {
          url: 'https://a.test/1',
          code: 'handler-error',
          message: walk.errors[0],
          attempt: 1,
          willRetry: false,
        },
      ])
      expect(await records(walk)).toEqual([{ path: '/' }, { path: '/2' }, { path: '/3' }])
    })

    test('that hangs fails its URL after a minute, and the crawl goes on', async () => {
      const walk = scenario(SITE, {
        store: makeStore(),
        onPage: (page) => {
          page.follow()
          return page.url.pathname === '/1' ? new Promise(() => undefined) : undefined
        },
      })
      expect(await walk.run()).toMatchObject({
        delivered: 3,
        failed: { 'handler-error': 1 },
        elapsedMs: 63_000,
      })
      expect(walk.errors).toEqual([
        'The handler of https://a.test/1 took longer than limits.handlerTimeoutMs (60000 ms).',
      ])
      expect(walk.starts.slice(2)).toEqual([
        ['https://a.test/1', 2_000],
        ['https://a.test/2', 62_000],
        ['https://a.test/3', 63_000],
      ])
    })

    test('may take its time: the host is not contacted meanwhile, others are', async () => {
      const walk = scenario(SITE, {
        store: makeStore(),
        seeds: ['https://a.test/', 'https://b.test/2'],
        onPage: async (page) => {
          page.follow()
          if (page.url.pathname === '/') await walk.clock.sleep(7_000)
        },
      })
      await walk.run()
      expect(walk.starts).toEqual([
        ['https://a.test/robots.txt', 0],
        ['https://b.test/robots.txt', 0],
        ['https://a.test/', 1_000],
        ['https://b.test/2', 1_000],
        ['https://a.test/1', 8_000],
        ['https://a.test/2', 9_000],
        ['https://a.test/3', 10_000],
      ])
    })

    test('that comes too late with follow or push is told so', async () => {
      const late: unknown[] = []
      const walk = scenario(SITE, {
        store: makeStore(),
        onPage: (page) => {
          const afterwards = async (): Promise<void> => {
            await walk.clock.sleep(500)
            for (const act of [() => page.follow(), () => page.push(1)]) {
              try {
                act()
              } catch (error) {
                late.push((error as { code: string }).code)
              }
            }
          }
          void afterwards()
        },
      })
      await walk.run()
      await walk.clock.advance(1_000)
      expect(late).toEqual(['CURTSY_STATE', 'CURTSY_STATE'])
    })

    test('takes a page by its label, then by its URL, then by onPage', async () => {
      const taken: string[] = []
      const take =
        (name: string) =>
        (page: { url: URL; follow(target?: unknown, options?: object): number }) => {
          taken.push(`${name} ${page.url.pathname}`)
          page.follow(undefined, page.url.pathname === '/' ? { label: 'item' } : {})
        }
      const walk = scenario(
        {
          '/': links('/items/1', '/list'),
          '/items/1': links('/items/2'),
          '/list': '',
          '/items/2': links('/else'),
          '/else': '',
        },
        {
          store: makeStore(),
          routes: [
            { match: '/items/*', onPage: take('items') },
            { label: 'item', onPage: take('label') },
            { match: /\/list$/, onPage: take('list') },
          ],
          onPage: take('rest'),
        },
      )
      await walk.run()
      expect(taken).toEqual([
        'rest /',
        'label /items/1',
        'label /list',
        'items /items/2',
        'rest /else',
      ])
    })

    test('may give links a priority within their host', async () => {
      const walk = scenario(
        { '/': links('/late', '/soon', '/usual') },
        {
          store: makeStore(),
          onPage: (page) => {
            page.follow('https://a.test/late', { priority: 50 })
            page.follow('https://a.test/usual')
            page.follow('https://a.test/soon', { priority: 1 })
          },
        },
      )
      await walk.run()
      expect(walk.starts.slice(2).map(([url]) => new URL(url).pathname)).toEqual([
        '/soon',
        '/usual',
        '/late',
      ])
    })
  })

  test("records are committed with their page, in order, and what is no JSON is the handler's mistake", async () => {
    const walk = scenario(SITE, {
      store: makeStore(),
      onPage: (page) => {
        page.push({ url: page.url.href, n: 1 })
        page.push(['two', { deep: null }])
        page.follow()
        if (page.url.pathname === '/2') page.push({ when: () => 'never' })
      },
    })
    expect(await walk.run()).toMatchObject({ delivered: 3, failed: { 'handler-error': 1 } })
    expect(await records(walk)).toEqual(
      ['/', '/1', '/3'].flatMap((path) => [
        { url: `https://a.test${path}`, n: 1 },
        ['two', { deep: null }],
      ]),
    )
  })

  test('seeds added while the run goes on are walked too, also on a host of their own', async () => {
    const added: number[] = []
    const walk = scenario(
      {
        'https://a.test/': '',
        'https://b.test/': links('/x', 'https://a.test/y'),
        '/x': '',
        '/y': '',
      },
      {
        store: makeStore(),
        onPage: (page) => {
          if (page.url.host === 'a.test' && page.url.pathname === '/')
            void walk.crawler.add(['https://b.test/', 'https://a.test/']).then((n) => added.push(n))
          page.follow()
        },
      },
    )
    expect(await walk.run()).toMatchObject({
      delivered: 4,
      discovered: 4,
      refused: {},
      notes: ['https://b.test/ was added as a seed.'],
      ended: 'done',
    })
    expect(added).toEqual([1])
    expect(walk.starts).toEqual([
      ['https://a.test/robots.txt', 0],
      ['https://a.test/', 1_000],
      ['https://b.test/robots.txt', 1_000],
      ['https://a.test/y', 2_000],
      ['https://b.test/', 2_000],
      ['https://b.test/x', 3_000],
    ])
  })
})

test('follow says how many of the links are new', async () => {
  const told: (readonly [string, number])[] = []
  const walk = scenario(
    {
      '/': links('/1', '/1', '/2', '/', 'https://off.test/', '#top'),
      '/1': links('/1', '/', '/3'),
      '/2': links('/3'),
      '/3': '',
    },
    { onPage: (page) => void told.push([page.url.pathname, page.follow()]) },
  )
  await walk.run()
  expect(told).toEqual([
    ['/', 2],
    ['/1', 1],
    ['/2', 0],
    ['/3', 0],
  ])
})

describe('a plugin', () => {
  test('hooks in from setup to close, in the order of the list', async () => {
    const calls: string[] = []
    const noisy = (name: string): Plugin => ({
      name,
      setup: ({ userAgent, productToken, seeds, now }) =>
        void calls.push(
          `${name} setup ${userAgent.slice(0, 10)} ${productToken} ${seeds.join()} ${now()}`,
        ),
      admit: ({ url, depth, via, kind }) =>
        void calls.push(`${name} admit ${url.pathname} ${depth} ${via ?? '-'} ${kind}`),
      fetch: async (request, next) => {
        calls.push(`${name} fetch ${request.kind} ${request.url.pathname}`)
        const result = await next(request)
        calls.push(
          `${name} fetched ${result.kind === 'response' ? result.status : result.failure.reason}`,
        )
        return result
      },
      extend: (page) => void calls.push(`${name} extend ${page.url.pathname}`) as never,
      on: { request: ({ url }) => void calls.push(`${name} heard ${new URL(url).pathname}`) },
      close: () => void calls.push(`${name} close`),
    })
    const walk = scenario(
      { '/': '' },
      { plugins: [noisy('A'), noisy('B')], onPage: () => void calls.push('handler') },
    )
    await walk.run()
    expect(calls).toEqual([
      'A setup ExampleBot ExampleBot https://a.test/ 0',
      'B setup ExampleBot ExampleBot https://a.test/ 0',
      'A admit / 0 - page',
      'B admit / 0 - page',
      'A fetch robots /robots.txt',
      'B fetch robots /robots.txt',
      'B fetched 404',
      'A fetched 404',
      'A heard /robots.txt',
      'B heard /robots.txt',
      'A fetch page /',
      'B fetch page /',
      'B fetched 200',
      'A fetched 200',
      'A heard /',
      'B heard /',
      'A extend /',
      'B extend /',
      'handler',
      'A close',
      'B close',
    ])
  })

  test('may refuse what core admits, with a sentence', async () => {
    const walk = scenario(SITE, {
      plugins: [
        {
          name: 'picky',
          admit: ({ url }) => (url.pathname === '/1' ? 'odd numbers' : url.pathname !== '/2'),
        },
      ],
    })
    expect(await walk.run()).toMatchObject({ delivered: 1, refused: { 'off-scope': 2 } })
    expect(
      walk.audit.flatMap((event) => (event.event === 'refused' ? [event.message] : [])),
    ).toEqual(['Refused by plugin "picky": odd numbers', 'Refused by plugin "picky".'])
  })

  test('is not asked for what core refuses', async () => {
    const asked: string[] = []
    await scenario(
      { '/': links('https://off.test/', 'mailto:x@y.test') },
      { plugins: [{ name: 'any', admit: ({ url }) => asked.push(url.href) > 0 }] },
    ).run()
    expect(asked).toEqual(['https://a.test/'])
  })

  test('may add headers, and gives pages fields; nobody changes who we are', async () => {
    const seen: (readonly [string, string | undefined, string | undefined])[] = []
    const pages: unknown[] = []
    const language = definePlugin({
      name: 'language',
      fetch: (request, next) =>
        next({
          ...request,
          headers: { ...request.headers, 'accept-language': 'de', 'user-agent': 'Mozilla/5.0' },
        }),
      extend: (page) => ({
        words: page.text().length,
        get lazy() {
          return page.url.pathname
        },
      }),
    })
    const walk = scenario(
      {
        '/robots.txt': ({ headers, url }) => (
          seen.push([url, headers['accept-language'], headers['user-agent']]),
          { status: 404 }
        ),
        '/': ({ headers, url }) => (
          seen.push([url, headers['accept-language'], headers['user-agent']]),
          'four'
        ),
      },
      {
        plugins: [language],
        onPage: (page) =>
          void pages.push([
            (page as never as { words: number }).words,
            (page as never as { lazy: string }).lazy,
          ]),
      },
    )
    await walk.run()
    expect(seen).toEqual(
      ['robots.txt', ''].map((path) => [
        `https://a.test/${path}`,
        'de',
        'ExampleBot/1.0 (+https://example.com/bot)',
      ]),
    )
    expect(pages).toEqual([[4, '/']])
  })

  test('keeps small values over the runs of one store', async () => {
    const counts: string[] = []
    const plugin: Plugin = {
      name: 'count',
      async setup({ memory }) {
        const n = Number((await memory.get()) ?? 0) + 1
        counts.push(String(n))
        await memory.set(String(n))
      },
    }
    const walk = scenario(SITE, { plugins: [plugin] })
    await walk.run()
    await walk.again().run()
    expect(counts).toEqual(['1', '2'])
  })

  const sneaky: readonly [string, NonNullable<Plugin['fetch']>, RegExp][] = [
    [
      'throws before the request',
      () => {
        throw new Error('broken')
      },
      /^Plugin "sneaky" threw in fetch for https:\/\/a\.test\/1: broken$/,
    ],
    [
      'throws after the answer',
      async (request, next) => {
        await next(request)
        throw new Error('broken')
      },
      /broken$/,
    ],
    [
      'leads the request elsewhere',
      (request, next) => next({ ...request, url: new URL('https://b.test/') }),
      /only headers may be changed/,
    ],
    [
      'bends the URL in place',
      (request, next) => {
        ;(request.url as URL).host = 'b.test'
        return next(request)
      },
      /only headers may be changed/,
    ],
    [
      'makes a POST of it',
      (request, next) => next({ ...request, method: 'POST' }),
      /only headers may be changed/,
    ],
    [
      'asks twice',
      async (request, next) => {
        await next(request)
        return next(request)
      },
      /called next twice/,
    ],
    [
      'hangs',
      () => new Promise(() => undefined),
      /took longer than limits\.handlerTimeoutMs \(60000 ms\)/,
    ],
    [
      'hangs after the answer',
      async (request, next) => {
        await next(request)
        return new Promise(() => undefined)
      },
      /took longer than limits\.handlerTimeoutMs/,
    ],
  ]
  test.each(sneaky)('whose fetch hook %s fails that URL and no other', async (_, hook, message) => {
    const walk = scenario(SITE, {
      plugins: [
        {
          name: 'sneaky',
          fetch: (request, next) =>
            request.url.pathname === '/1' ? hook(request, next) : next(request),
        },
      ],
    })
    expect(await walk.run()).toMatchObject({
      delivered: 2,
      failed: { 'handler-error': 1 },
      ended: 'done',
    })
    expect(walk.errors).toEqual([expect.stringMatching(message)])
    expect(walk.site.urls.every((url) => url.startsWith('https://a.test/'))).toBe(true)
    expect(walk.site.urls.filter((url) => url.endsWith('/1')).length).toBeLessThanOrEqual(1)
  })

  test('may wait before a request without breaking the time of its host and address', async () => {
    const walk = scenario(SITE, {
      seeds: ['https://a.test/', 'https://b.test/'],
      resolve: async () => ['93.184.216.34'],
      plugins: [
        {
          name: 'slow',
          fetch: async (request, next) => {
            if (request.url.host === 'a.test') await walk.clock.sleep(400)
            return next(request)
          },
        },
      ],
    })
    expect(await walk.run()).toMatchObject({ delivered: 8 })
  })

  test.each<[string, Plugin, RegExp]>([
    [
      'setup',
      {
        name: 'bad',
        setup: () => {
          throw new Error('no disk')
        },
      },
      /^Plugin "bad" threw in setup: no disk$/,
    ],
    [
      'a listener',
      {
        name: 'bad',
        on: {
          request: () => {
            throw new Error('typo')
          },
        },
      },
      /^A listener for "request" threw: typo$/,
    ],
    [
      'close',
      {
        name: 'bad',
        close: () => {
          throw new Error('late')
        },
      },
      /^Plugin "bad" threw in close: late$/,
    ],
    [
      'admit, for a seed',
      {
        name: 'bad',
        admit: () => {
          throw new Error('oh')
        },
      },
      /^Plugin "bad" threw in admit for https:\/\/a\.test\/: oh$/,
    ],
  ])(
    'that throws in %s ends the run with that error, after closing all',
    async (_, plugin, message) => {
      const closed: string[] = []
      const events: string[] = []
      const walk = scenario(SITE, {
        plugins: [plugin, { name: 'good', close: () => void closed.push('good') }],
      })
      walk.crawler.on('audit', (event) => void events.push(event.event))
      await expect(walk.clock.run(walk.crawler.run())).rejects.toMatchObject({
        code: 'CURTSY_PLUGIN',
        message: expect.stringMatching(message),
      })
      expect(closed).toEqual(['good'])
      expect([events[0], events.at(-1)]).toEqual(['settings', 'stop'])
    },
  )

  test('that throws in admit or extend for a page fails that page', async () => {
    const bad: Plugin = {
      name: 'bad',
      admit: ({ url }) => {
        if (url.pathname === '/3') throw new Error('admit')
      },
      extend: (page) => {
        if (page.url.pathname === '/2') throw new Error('extend')
        return {}
      },
    }
    const walk = scenario(SITE, { plugins: [bad] })
    expect(await walk.run()).toMatchObject({ delivered: 1, failed: { 'handler-error': 2 } })
    expect(walk.errors).toEqual([
      'Plugin "bad" threw in admit for https://a.test/3: admit',
      'Plugin "bad" threw in extend for https://a.test/2: extend',
    ])
  })
})

describe('explain', () => {
  test('tells the chain of decisions before a run, without asking anybody', async () => {
    const walk = scenario(SITE, { exclude: ['/private/*'] })
    const { crawler, clock } = walk
    expect(await clock.run(crawler.explain('HTTPS://A.test:443/1#x'))).toMatchObject({
      asked: 'HTTPS://A.test:443/1#x',
      url: 'https://a.test/1',
      state: { kind: 'unknown' },
      depth: undefined,
      via: undefined,
      attempts: 0,
      robots: { state: 'unknown', allowed: undefined },
      // robots.txt comes first, and the host's delay after it.
      earliestMs: 1_000,
      earliestWhy: 'delay',
    })
    expect(await clock.run(crawler.explain('https://a.test/private/x'))).toMatchObject({
      earliestMs: undefined,
      steps: [
        { passes: true },
        { step: 'admission', passes: false, text: 'off-scope: Fits an exclude pattern.' },
        {},
        {},
        {},
      ],
    })
    expect(await clock.run(crawler.explain('mailto:a@b.test'))).toMatchObject({
      url: undefined,
      steps: [{ step: 'canonicalize', passes: false }, {}, {}, {}, { passes: undefined }],
    })
    expect(walk.site.urls).toEqual([])
  })

  test('tells what became of each URL after a run', async () => {
    const walk = scenario(
      {
        '/robots.txt': robotsTxt(
          'User-agent: *',
          'Disallow: /no',
          'Allow: /no/but',
          'Crawl-delay: 2',
        ),
        '/': links('/no', '/no/but', '/moved', '/gone', 'https://b.test/', '/1'),
        '/no/but': '',
        '/moved': { status: 301, headers: { location: '/1' } },
        '/1': '<title>One</title>',
      },
      { maxPages: 3 },
    )
    await walk.run()
    const once = walk.again({ maxPages: 3 }).crawler
    const ask = (path: string): Promise<object> =>
      walk.clock.run(once.explain(`https://a.test${path}`)) as Promise<object>
    expect(await ask('/1')).toMatchObject({
      state: { kind: 'delivered' },
      depth: 1,
      via: 'https://a.test/',
      attempts: 1,
      details: { status: 200, title: 'One' },
      earliestMs: undefined,
    })
    expect(await ask('/no')).toMatchObject({
      state: { kind: 'refused', reason: 'disallow-rule' },
      robots: { allowed: false, rule: { kind: 'disallow', pattern: '/no', line: 2 } },
    })
    expect(await ask('/no/but')).toMatchObject({
      state: { kind: 'delivered' },
      robots: {
        allowed: true,
        rule: { kind: 'allow', pattern: '/no/but', line: 3 },
        crawlDelay: { seconds: 2, line: 4 },
      },
    })
    expect(await ask('/moved')).toMatchObject({
      state: { kind: 'redirected' },
      details: { status: 301, target: 'https://a.test/1' },
    })
    expect(await ask('/gone')).toMatchObject({
      state: { kind: 'failed', reason: 'http-status' },
      details: { status: 404, message: 'Status 404.' },
    })
    expect(await walk.clock.run(once.explain('https://b.test/'))).toMatchObject({
      state: { kind: 'refused', reason: 'off-scope' },
      host: { slot: 'b.test' },
    })
  })
})
