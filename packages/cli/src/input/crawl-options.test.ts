import { sameDomain, sameHost, within } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { crawlOptions, mayPush } from './crawl-options.ts'
import { scopeOf, scopeOfName } from './scope-option.ts'

const AGENT = 'ExampleBot/1.0 (+https://example.com/bot)'
const SEEDS = ['https://a.test/']

describe('options of a crawl', () => {
  test('from the command line', () => {
    const flags = {
      agent: AGENT,
      scope: 'domain',
      include: ['/a/*'],
      exclude: ['*.pdf'],
      maxPages: 3,
      maxTime: 5_000,
      depth: 2,
      delay: 0,
      concurrency: 4,
      sitemaps: true,
      allowAddress: ['127.0.0.0/8'],
      fresh: true,
    } as const
    expect(crawlOptions(SEEDS, flags, {}, {})).toEqual({
      userAgent: AGENT,
      seeds: SEEDS,
      scope: sameDomain,
      include: ['/a/*'],
      exclude: ['*.pdf'],
      maxPages: 3,
      maxTimeMs: 5_000,
      maxDepth: 2,
      politeness: { delayMs: 0 },
      concurrency: 4,
      sitemaps: true,
      allowAddresses: ['127.0.0.0/8'],
      fresh: true,
    })
  })

  test('from the config file, where the command line says nothing', () => {
    const config = {
      userAgent: AGENT,
      seeds: SEEDS,
      scope: 'host',
      maxPages: 3,
      politeness: { delayMs: 9, perOriginInFlight: 2 },
    }
    expect(crawlOptions([], {}, config, {})).toEqual({ ...config, scope: sameHost })
    expect(crawlOptions(['https://b.test/'], { delay: 5, maxPages: 4 }, config, {})).toEqual({
      ...config,
      scope: sameHost,
      seeds: ['https://b.test/'],
      maxPages: 4,
      politeness: { delayMs: 5, perOriginInFlight: 2 },
    })
  })

  test('the agent comes from the command line, the config file or the environment, in this order', () => {
    const env = { CURTSY_USER_AGENT: 'Env/1 (+https://env.test)' }
    const config = { userAgent: 'Config/1 (+https://config.test)' }
    expect(crawlOptions(SEEDS, { agent: AGENT }, config, env).userAgent).toBe(AGENT)
    expect(crawlOptions(SEEDS, {}, config, env).userAgent).toBe(config.userAgent)
    expect(crawlOptions(SEEDS, {}, {}, env).userAgent).toBe(env.CURTSY_USER_AGENT)
  })

  test('without an agent or a seed there is a sentence', () => {
    expect(() => crawlOptions(SEEDS, {}, {}, {})).toThrow(
      "Say who crawls: --agent 'ExampleBot/1.0 (+https://example.com/bot)', or set CURTSY_USER_AGENT.",
    )
    expect(() => crawlOptions([], { agent: AGENT }, {}, {})).toThrow('Nothing to crawl: name a URL')
  })

  test.each([
    [{}, false],
    [{ routes: [], plugins: [] }, false],
    [{ onPage: () => undefined }, true],
    [{ plugins: [{ name: 'x' }] }, true],
  ])('%j may push records = %s', (options, expected) => {
    expect(mayPush(options)).toBe(expected)
  })
})

describe('the scope', () => {
  test.each(['host', 'origin', 'domain', '/docs/', 'https://a.test/docs/'])(
    '%s is known again by its name',
    (text) => {
      const scope = scopeOf(text)
      expect(scopeOfName(scope.name)?.name).toBe(scope.name)
    },
  )

  test('a prefix is a prefix', () => {
    expect(scopeOf('/docs/').name).toBe(within('/docs/').name)
  })

  test.each(['hosts', '', 'docs/', 'ftp://a.test/'])('"%s" is refused', (text) => {
    expect(() => scopeOf(text)).toThrow(
      'Expected --scope to be host, origin, domain or a prefix such as /docs/ or https://example.com/docs/',
    )
  })

  test('of code has no name to be known by', () => {
    expect(scopeOfName('custom scope')).toBeUndefined()
  })
})
