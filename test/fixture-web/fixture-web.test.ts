import { request } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startFixtureWeb } from '../../examples/src/fixture-web/index.ts'
import type { FixtureWeb } from '../../examples/src/fixture-web/index.ts'
import { ask, naiveWalk } from './naive-walk.ts'
import type { Walked } from './naive-walk.ts'

const open: FixtureWeb[] = []

async function start(options?: { maxLifetimeMs: number }): Promise<FixtureWeb> {
  const web = await startFixtureWeb(options)
  open.push(web)
  return web
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((web) => web.close()))
})

/** The lines in which a walk and the expectations differ; `url: expected … got …`. */
function differences(
  web: FixtureWeb,
  walked: ReadonlyMap<string, Walked>,
  sitemaps: boolean,
): readonly string[] {
  const wrong: string[] = []
  for (const [url, expectation] of web.expected) {
    if (expectation.sitemapOnly === true && !sitemaps) continue
    const { outcome = 'nothing', title, noindex = false } = walked.get(url) ?? {}
    if (outcome !== expectation.outcome)
      wrong.push(`${url}: expected ${expectation.outcome}, got ${outcome}`)
    if (expectation.title !== undefined && title !== expectation.title)
      wrong.push(`${url}: title ${title}`)
    if (noindex !== (expectation.noindex ?? false)) wrong.push(`${url}: noindex ${noindex}`)
  }
  const surplus = [...walked.keys()].filter((url) => {
    const expectation = web.expected.get(url)
    return expectation === undefined || (expectation.sitemapOnly === true && !sitemaps)
  })
  return [
    ...wrong,
    ...surplus.map((url) => `${url}: expected nothing, got ${walked.get(url)?.outcome}`),
  ]
}

/** A page of the shop as text, with the port blanked. */
async function withoutPort(web: FixtureWeb, path: string): Promise<string> {
  const { body } = await ask(web, web.origin('shop.demo') + path)
  return body.toString().replaceAll(`:${web.port}`, ':PORT')
}

describe('the expectations of the fixture web', () => {
  test(
    'an independent walk discovers exactly the expected URLs, each with its expected outcome',
    { timeout: 20_000 },
    async () => {
      const web = await start()
      expect(differences(web, await naiveWalk(web), false)).toEqual([])
    },
  )

  test(
    'the same holds with the sitemaps, and each URL takes the expected number of requests',
    { timeout: 20_000 },
    async () => {
      const web = await start()
      expect(differences(web, await naiveWalk(web, { sitemaps: true }), true)).toEqual([])
      const wrong = [...web.expected].flatMap(([url, { requests = 1 }]) => {
        const { host, pathname, search } = new URL(url)
        const seen = web.log.filter(
          (entry) => `${entry.host}:${web.port}` === host && entry.path === pathname + search,
        )
        return seen.length === requests
          ? []
          : [`${url}: expected ${requests} requests, got ${seen.length}`]
      })
      expect(wrong).toEqual([])
    },
  )

  test('there is one for each kind of outcome that a small web can show', async () => {
    const web = await start()
    const outcomes = new Set([...web.expected.values()].map(({ outcome }) => outcome))
    expect([...outcomes].toSorted()).toEqual([
      'delivered',
      'failed:content-type-refused',
      'failed:http-status',
      'failed:redirect-limit',
      'redirected',
      'refused:blocked-scheme',
      'refused:disallow-rule',
      'refused:nofollow',
      'refused:off-scope',
      'refused:trap-suspected',
      'waiting:depth',
      'waiting:robots-unreachable',
    ])
  })

  test('each refusal by a rule names a line of robots.txt that says Disallow', async () => {
    const web = await start()
    const refusals = [...web.expected].filter(
      ([, { outcome }]) => outcome === 'refused:disallow-rule',
    )
    const lines = refusals.map(async ([url, { robotsLine = 0 }]) => {
      const { body } = await ask(web, `${new URL(url).origin}/robots.txt`)
      return body.toString().split('\n')[robotsLine - 1]
    })
    for (const line of await Promise.all(lines)) expect(line).toMatch(/^Disallow: \//)
  })
})

describe('the sites of the fixture web', () => {
  test('each has an address of its own, and nowhere.demo and strangers have none', async () => {
    const web = await start()
    const names = ['shop.demo', 'forum.demo', 'manual.demo', 'b.demo', 'down.demo', 'partner.demo']
    const addresses = (await Promise.all(names.map(web.resolve))).flat()
    // macOS has but one loopback address, which the hosts then share.
    const distinct = process.platform === 'darwin' ? 1 : names.length
    expect(addresses).toHaveLength(names.length)
    expect(new Set(addresses).size).toBe(distinct)
    expect(await web.resolve('nowhere.demo')).toEqual([])
    expect(await web.resolve('example.com')).toEqual([])
  })

  test('two webs run side by side and answer the same bytes but for the port', async () => {
    const [one, other] = await Promise.all([start(), start()])
    expect(one.port).not.toBe(other.port)
    expect(await withoutPort(one, '/item/5')).toBe(await withoutPort(other, '/item/5'))
  })

  test('b.demo asks for a crawl-delay on line 3', async () => {
    const web = await start()
    const { body } = await ask(web, `${web.origin('b.demo')}/robots.txt`)
    expect(body.toString().split('\n')[2]).toBe('Crawl-delay: 2')
  })

  test('the first answer of /item/17 is 503 with Retry-After, the second is the page', async () => {
    const web = await start()
    const url = `${web.origin('shop.demo')}/item/17`
    expect(await ask(web, url)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(await ask(web, url)).toMatchObject({ status: 200 })
  })

  test('an item carries its price as text and as JSON-LD', async () => {
    const web = await start()
    const html = (await ask(web, `${web.origin('shop.demo')}/item/1`)).body.toString()
    const product: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')
    expect(product).toMatchObject({
      name: 'Birch Boot 101',
      sku: 'D-1',
      offers: { price: '17.37', priceCurrency: 'EUR' },
    })
    expect(html).toContain('<span class="price">17.37</span>')
  })

  test('a request for a host that is not here is answered 421, a POST 405', async () => {
    const web = await start()
    const statusOf = (host: string, method: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.11', port: web.port, method, headers: { host } },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
        sent.on('error', reject)
        sent.end()
      })
    expect(await statusOf('stranger.demo', 'GET')).toBe(421)
    expect(await statusOf('shop.demo', 'POST')).toBe(405)
  })
})

describe('the log of the fixture web', () => {
  test('has host, path, agent, address, status and both times of a request', async () => {
    const web = await start()
    await ask(web, `${web.origin('manual.demo')}/manual/?a=b`)
    const [entry] = web.log
    expect(web.log).toHaveLength(1)
    expect(entry).toMatchObject({
      host: 'manual.demo',
      path: '/manual/?a=b',
      method: 'GET',
      status: 404,
      aborted: false,
    })
    expect([entry?.address]).toEqual(await web.resolve('manual.demo'))
    expect(entry?.endMs).toBeGreaterThanOrEqual(entry?.startMs ?? Infinity)
  })

  test('says so when the client leaves before the last byte', async () => {
    const web = await start()
    const [host] = await web.resolve('forum.demo')
    const headers = { host: `forum.demo:${web.port}` }
    const sent = request({ host, port: web.port, path: '/statistics', headers })
    sent.on('error', () => {})
    sent.on('response', (response) => {
      response.on('error', () => {})
      response.once('data', () => sent.destroy())
    })
    sent.end()
    await vi.waitFor(() => expect(web.log[0]?.aborted).toBe(true), { timeout: 4_000 })
    expect(web.log[0]?.endMs).toBeDefined()
  })
})

describe('the end of the fixture web', () => {
  test('after close nobody answers, and a second close does no harm', async () => {
    const web = await start()
    await web.close()
    await web.close()
    await expect(ask(web, web.origin('shop.demo'))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('it closes by itself when its lifetime is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const web = await start({ maxLifetimeMs: 60_000 })
    expect(await ask(web, web.origin('shop.demo'))).toMatchObject({ status: 200 })
    vi.advanceTimersByTime(60_000)
    await expect(ask(web, web.origin('shop.demo'))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
