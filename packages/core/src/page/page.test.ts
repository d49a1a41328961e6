import { describe, expect, expectTypeOf, test } from 'vitest'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import type { Page, PageBase } from './page.ts'
import { directivesSaying, headersOf, pageOf, STILL } from './page.test-support.ts'

const A = 'https://a.test'

describe('what a page says', () => {
  test('of itself', async () => {
    const { page } = await pageOf(
      '<html lang=de><title>T</title><link rel=canonical href=/c><a href=x>',
      'text/html; charset=latin1',
      {
        label: 'list',
        fetchedAtMs: 5,
        attempt: 1,
        wait: { reason: 'crawl-delay', delayMs: 3_000, line: 4 },
      },
    )
    expect(page).toMatchObject({
      url: new URL(`${A}/dir/page`),
      status: 200,
      depth: 1,
      via: `${A}/`,
      contentType: 'text/html',
      charset: 'windows-1252',
      charsetFallback: false,
      title: 'T',
      lang: 'de',
      label: 'list',
      fetchedAt: new Date(5),
      attempt: 1,
      wait: { reason: 'crawl-delay', delayMs: 3_000, line: 4 },
      canonical: `${A}/c`,
      noindex: false,
      truncated: false,
    })
  })

  test('its URL is a copy', async () => {
    const url = new URL(`${A}/dir/page`)
    const { page } = await pageOf('<a href=x>', 'text/html', { url })
    page.url.pathname = '/changed'
    expect(url.href).toBe(`${A}/dir/page`)
    expect(page.links).toEqual([`${A}/dir/x`])
  })

  test('HW-DOC-05 links start from the base, wherever it stands', async () => {
    const { page } = await pageOf(
      '<a href=x><base href=//b.test/><base href=/n/><a href="y#z"><link rel=canonical href=c>',
    )
    expect(page.links).toEqual(['https://b.test/x', 'https://b.test/y'])
    expect(page.canonical).toBe('https://b.test/c')
  })

  test('links are resolved once', async () => {
    const { page } = await pageOf('<a href=x>')
    expect(page.links).toBe(page.links)
  })

  test('text, bytes and JSON', async () => {
    const { page } = await pageOf('\ufeff{"a":"é"}', 'application/json')
    expect(page.text()).toBe('{"a":"é"}')
    expect(page.json()).toEqual({ a: 'é' })
    expect(page.bytes()).toEqual(Buffer.from('\ufeff{"a":"é"}'))
  })

  test('what is no JSON is an error that names page and type', async () => {
    const { page } = await pageOf('<p>', 'text/html')
    expect(() => page.json()).toThrow(
      expect.objectContaining({
        code: 'CURTSY_PAGE',
        message: `Expected JSON for page.json(), but ${A}/dir/page (text/html) is none.`,
      }),
    )
  })

  test('HW-DOC-07 the fallback is marked', async () => {
    const { page } = await pageOf('<p>', 'text/html; charset=utf-7')
    expect(page).toMatchObject({ charset: 'utf-8', charsetFallback: true })
  })

  test('HW-DOC-08 noindex comes from the directives', async () => {
    const { page } = await pageOf('<p>', 'text/html', {
      directives: directivesSaying('noindex'),
    })
    expect(page.noindex).toBe(true)
  })

  test('HW-DOC-08 a page whose date has passed counts as noindex', async () => {
    const { page } = await pageOf('<p>', 'text/html', {
      directives: directivesSaying('unavailable_after: 1 Jan 1969 00:00:00 GMT'),
    })
    expect(page.noindex).toBe(true)
  })

  test('HW-DOC-11 preferences about use are recorded', async () => {
    const headers = headersOf(['content-usage', 'train-ai=n'], ['tdm-reservation', '1'])
    const { page } = await pageOf('<meta name=TDM-Policy content=/policy.json>', 'text/html', {
      headers,
    })
    expect(page.usage).toEqual([
      { source: 'header', name: 'content-usage', value: 'train-ai=n' },
      { source: 'header', name: 'tdm-reservation', value: '1' },
      { source: 'meta', name: 'tdm-policy', value: '/policy.json' },
    ])
  })

  test('HW-DOC-04 a cut is marked', async () => {
    const { page } = await pageOf('<a href=x>'.repeat(5_001))
    expect(page.truncated).toBe(true)
  })
})

describe('page.$', () => {
  test.each(['htmlparser2', 'parse5'] as const)(
    '%s answers selectors, the same document each time',
    async (parser) => {
      const { page } = await pageOf('<table><tr><td>é &amp; b</table>', 'text/html', { parser })
      expect(page.$('td').text()).toBe('é & b')
      expect(page.$).toBe(page.$)
      expect(page.$('tbody')).toHaveLength(parser === 'parse5' ? 1 : 0)
      expect(await page.document()).toBe(page.$)
    },
  )

  test('noscript holds elements for either parser', async () => {
    for (const parser of ['htmlparser2', 'parse5'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two short pages
      const { page } = await pageOf('<body><noscript><b>x</b></noscript>', 'text/html', { parser })
      expect(page.$('noscript b').text()).toBe('x')
    }
  })

  test('XML keeps case and namespaces', async () => {
    const { page } = await pageOf('<Feed><x:Item a="1"/><link>l</link></Feed>', 'application/xml', {
      parser: 'parse5',
    })
    expect(page.$('x\\:Item').attr('a')).toBe('1')
    expect(page.$('Feed > link').text()).toBe('l')
    expect(page.links).toEqual([])
  })

  test.each(['application/json', 'text/plain', 'application/pdf'])(
    'refuses %s and names it',
    async (type) => {
      const { page } = await pageOf('{}', type)
      expect(() => page.$).toThrow(
        expect.objectContaining({
          code: 'CURTSY_PAGE',
          message: `Expected an HTML or XML page for page.$, but ${A}/dir/page is ${type}.`,
        }),
      )
      await expect(page.document()).rejects.toThrow('for page.document()')
    },
  )
})

describe('page.follow', () => {
  const NOTHING = { nofollow: [], invalid: [] }

  test('without a target follows all links, without building a document', async () => {
    const { page, followed } = await pageOf(
      '<a href=x><area href=y><meta http-equiv=refresh content="0;url=z"><a href=mailto:m><a href="http://">',
    )
    expect(page.follow()).toBe(4)
    expect(followed).toEqual([
      {
        urls: [`${A}/dir/x`, `${A}/dir/y`, `${A}/dir/z`, 'mailto:m'],
        options: {},
        leftOut: { nofollow: [], invalid: ['http://'] },
      },
    ])
  })

  test.each([
    ['a.next', ['n']],
    ['nav', ['1', '2']],
    ['nav, a.next, nav a', ['1', '2', 'n']],
    ['link[rel=next]', ['l']],
    ['p', []],
    ['/x', ['/x']],
    ['./x', ['x']],
    ['../x', ['/x']],
    ['?x', ['?x']],
    ['https://b.test/x', ['https://b.test/x']],
    [new URL('https://b.test/y#z'), ['https://b.test/y']],
    [
      ['x', new URL('https://b.test/')],
      ['x', 'https://b.test/'],
    ],
    [new Set(['p']), ['p']],
    [[], []],
  ])('of %s follows %j', async (target, hrefs) => {
    const { page, followed } = await pageOf(
      '<link rel=next href=l><nav><a href=1><a href=2></nav><a class=next href=n><p>',
    )
    page.follow(target, { label: 'x' })
    const urls = hrefs.map((href) => new URL(href, page.url).href)
    expect(followed).toEqual([{ urls, options: { label: 'x' }, leftOut: NOTHING }])
  })

  test.each(['a[', 'a:no-such-thing', '>>'])('refuses %j as a selector', async (selector) => {
    const { page } = await pageOf('<a href=x>')
    expect(() => page.follow(selector)).toThrow(expect.objectContaining({ code: 'CURTSY_OPTION' }))
  })

  test('refuses what is neither string nor URL', async () => {
    const { page } = await pageOf('<a href=x>')
    expect(() => page.follow([undefined as unknown as string])).toThrow('got undefined')
  })

  test('HW-DOC-09 leaves out links that ask not to be followed', async () => {
    const { page, followed } = await pageOf('<a href=x rel=nofollow><a href=y>')
    page.follow()
    page.follow('a')
    const expected = {
      urls: [`${A}/dir/y`],
      options: {},
      leftOut: { nofollow: [`${A}/dir/x`], invalid: [] },
    }
    expect(followed).toEqual([expected, expected])
  })

  test('HW-DOC-08 leaves out all links of a page that asks so', async () => {
    const { page, followed } = await pageOf('<a href=x>', 'text/html', {
      directives: directivesSaying('nofollow'),
    })
    expect(page.follow()).toBe(0)
    expect(page.follow(['/y'])).toBe(0)
    expect(followed.map((call) => call.leftOut.nofollow)).toEqual([[`${A}/dir/x`], [`${A}/y`]])
  })

  test.each([
    [true, {}],
    [false, { followNofollow: true }],
  ])(
    'followNofollow of the crawl %s, of the call %j: follows them',
    async (followNofollow, options) => {
      const directives = directivesSaying('nofollow')
      const { page, followed } = await pageOf('<a href=x rel=nofollow>', 'text/html', {
        followNofollow,
        directives,
      })
      page.follow(undefined, options)
      expect(followed).toEqual([{ urls: [`${A}/dir/x`], options, leftOut: NOTHING }])
    },
  )
})

describe('page.push', () => {
  test('takes a snapshot', async () => {
    const { page, pushed } = await pageOf('')
    const record = { a: 1 }
    page.push(record)
    record.a = 2
    expect(pushed).toEqual(['{"a":1}'])
  })

  test('once the page is settled, push and follow are errors', async () => {
    const opened = await pageOf('<a href=x>')
    opened.settle()
    const { page, pushed, followed } = opened
    for (const late of [() => page.push(1), () => page.follow()]) {
      expect(late).toThrow(expect.objectContaining({ code: 'CURTSY_STATE' }))
    }
    expect([pushed, followed]).toEqual([[], []])
  })
})

describe('documents that are too large', () => {
  const limits = { ...DEFAULT_LIMITS, maxDomNodes: 60_000 }

  test('HW-DOC-02 page.$ refuses them before it begins and names the way out', async () => {
    const { page } = await pageOf('<p>x'.repeat(30_000), 'text/html', { limits })
    expect(() => page.$).toThrow(
      expect.objectContaining({
        code: 'CURTSY_PAGE',
        message: `The document of ${A}/dir/page has 60000 nodes, and page.$ builds at most 50000; use \`await page.document()\`.`,
        details: { url: `${A}/dir/page`, reason: 'parse-limit' },
      }),
    )
    expect((await page.document()).root().children()).toHaveLength(30_000)
  })

  test('HW-DOC-02 repairs count: unclosed formatting that multiplies', async () => {
    const bold = Array.from({ length: 300 }, (_, n) => `<b id=${n}>`).join('')
    const body = `<p>${bold}${'</p><p>x'.repeat(100)}`
    const { page } = await pageOf(body, 'text/html', { parser: 'parse5' })
    expect(() => page.$).toThrow('has more nodes than the 20000 that page.$ builds')
  })

  test('HW-DOC-02 misplaced markup in a table is built in linear time', async () => {
    const { page } = await pageOf(`<table>${'<i></i>x'.repeat(4_000)}`, 'text/html', {
      parser: 'parse5',
    })
    expect(page.$('body > i')).toHaveLength(4_000)
    expect(page.$('body').children().last().is('table')).toBe(true)
  })

  test.each(['htmlparser2', 'parse5'] as const)(
    'HW-DOC-01 %s refuses what is nested deeper than 512',
    async (parser) => {
      const { page } = await pageOf('<div>'.repeat(15_000), 'text/html', { parser })
      expect(page.truncated).toBe(true)
      const sentence = `The document of ${A}/dir/page is nested deeper than limits.maxDomDepth (512).`
      expect(() => page.$).toThrow(sentence)
      await expect(page.document()).rejects.toThrow(sentence)
    },
  )

  test('page.document() gives others their turn and keeps to maxParseMs', async () => {
    let now = 0
    let turns = 0
    const slow = {
      cpuNow: () => (now += 20),
      yieldToLoop: () => {
        turns += 1
        return Promise.resolve()
      },
    }
    const body = '<p>text</p>'.repeat(3_000)
    const { page } = await pageOf(body, 'text/html', { turns: slow })
    await page.document()
    expect(turns).toBe(10)
    const bounded = await pageOf(body, 'text/html', {
      turns: slow,
      limits: { ...limits, maxParseMs: 100 },
    })
    await expect(bounded.page.document()).rejects.toThrow(
      'took more than limits.maxParseMs (100) to build',
    )
  })

  test('documents in slices equal documents in one go, for characters and references at the cut', async () => {
    const body = `<p title="&amp;x">é😀 &lt;b&gt; &copy</p>\r\n`.repeat(700)
    for (const parser of ['htmlparser2', 'parse5'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two pages
      const [{ page }, { page: sliced }] = await Promise.all([
        pageOf(body, 'text/html', { parser }),
        pageOf(body, 'text/html', { parser, turns: STILL }),
      ])
      // oxlint-disable-next-line no-await-in-loop -- two pages
      expect((await sliced.document()).html()).toBe(page.$.html())
      expect(page.$('p')).toHaveLength(700)
      expect(page.$('p').last().text()).toBe('é😀 <b> ©')
    }
  })
})

test('the fields of plugins are typed', () => {
  type Shop = Page<{ product: { price: number } }>
  expectTypeOf<Shop['product']['price']>().toBeNumber()
  expectTypeOf<Shop>().toExtend<PageBase>()
  expectTypeOf<Page['follow']>().returns.toBeNumber()
})
