import { sameDomain, within } from '@curtsy/core'
import type { CrawlerOptions, PluginContext } from '@curtsy/core'
import { describe, expect, test } from 'vitest'
import { recalledOptions, rememberOptions } from './remembered-options.ts'

/** A store's meta, with a crawl in it. */
class Meta {
  readonly values = new Map<string, string>()
  constructor(scope: string) {
    this.values.set(
      'crawl',
      JSON.stringify({ productToken: 'ExampleBot', seeds: ['https://a.test/'], scope }),
    )
  }
  getMeta(name: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(name))
  }
  setMeta(name: string, value: string): Promise<void> {
    this.values.set(name, value)
    return Promise.resolve()
  }
}

async function recalled(
  options: Omit<CrawlerOptions, 'seeds'>,
  scope = 'sameDomain',
): Promise<CrawlerOptions> {
  const meta = new Meta(scope)
  await rememberOptions(options, meta).setup?.({} as PluginContext)
  return recalledOptions(meta, 'crawl.db')
}

const USER_AGENT = 'ExampleBot/1.0 (+https://example.com/bot)'

describe('the options of a crawl, recalled from its store', () => {
  test('are those that decide about a URL, patterns and infinity included', async () => {
    const options = {
      userAgent: USER_AGENT,
      include: ['/a/*', /b$/i],
      exclude: [/c/],
      allowAddresses: ['10.0.0.0/8'],
      maxDepth: Infinity,
    }
    expect(await recalled(options)).toEqual({
      ...options,
      maxDepth: Number.MAX_SAFE_INTEGER,
      seeds: ['https://a.test/'],
      scope: sameDomain,
    })
  })

  test('hold no headers, which may be secret', async () => {
    const meta = new Meta('sameHost')
    const options = {
      userAgent: USER_AGENT,
      headers: { 'https://a.test': { authorization: 'secret' } },
    }
    await rememberOptions(options, meta).setup?.({} as PluginContext)
    expect([...meta.values.values()].join(' ')).not.toContain('secret')
  })

  test.each([
    ['within(/docs/)', within('/docs/').name],
    ['custom scope', 'custom scope'],
  ])('have the scope %s by its name', async (name, expected) => {
    expect((await recalled({ userAgent: USER_AGENT }, name)).scope?.name).toBe(expected)
  })

  test('are enough where a program made the store', async () => {
    expect(await recalledOptions(new Meta('sameHost'), 'crawl.db')).toMatchObject({
      userAgent: 'ExampleBot/0 (+https://example.com/)',
      seeds: ['https://a.test/'],
    })
  })

  test('of a store without a crawl are a sentence', async () => {
    const meta = new Meta('sameHost')
    meta.values.clear()
    await expect(recalledOptions(meta, 'crawl.db')).rejects.toThrow(
      'The store crawl.db holds no crawl yet.',
    )
  })
})
