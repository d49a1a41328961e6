import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import type { CrawlerOptions } from './options.ts'

const GOOD = { userAgent: 'ExampleBot/1.0 (+https://example.com/bot)', seeds: 'https://a.test/' }

/** Options as they come out of a JSON file: of any type. */
function read(options: object): ReturnType<typeof readSettings> {
  return readSettings({ ...GOOD, ...options } as CrawlerOptions)
}

test.each<[object, string]>([
  [
    { seeds: [] },
    'Expected at least one seed, an absolute URL such as "https://example.com/", got none.',
  ],
  [
    { seeds: 'example.com' },
    'Expected a seed to be an absolute URL such as "https://example.com/", got "example.com".',
  ],
  [{ seeds: 'ftp://a.test/' }, 'Expected a seed to be http or https, got "ftp://a.test/".'],
  [{ concurency: 2 }, 'There is no option "concurency". Did you mean "concurrency"?'],
  [{ concurrency: 0 }, 'Expected concurrency to be a whole number from 1 up, got 0.'],
  [{ maxPages: '10' }, 'Expected maxPages to be a number from 1 up, got "10".'],
  [
    { politeness: { delayMs: -1 } },
    'Expected politeness.delayMs to be a number from 0 up, got -1.',
  ],
  [{ politeness: { delayMS: 1 } }, 'There is no politeness.delayMS. Did you mean "delayMs"?'],
  [{ limits: { maxDepht: 1 } }, 'There is no limit "maxDepht". Did you mean "maxDepth"?'],
  [
    { limits: { maxUrlLength: 9_000 } },
    'Expected limits.maxUrlLength to be at most 8192, got 9000.',
  ],
  [
    { limits: { maxBodyBytes: { pages: 1 } } },
    'There is no limits.maxBodyBytes.pages; there are page, robots, sitemap.',
  ],
  [
    { scope: 'host' },
    'Expected scope to be a scope such as sameHost or within("/docs/"), got "host".',
  ],
  [
    { robotsPolicy: 'kind' },
    'Expected robotsPolicy to be one of "careful", "google", "amazon", "last-good", "disallow", got "kind".',
  ],
  [{ parser: 'jsdom' }, 'Expected parser to be one of "htmlparser2", "parse5", got "jsdom".'],
  [{ cookies: 'yes' }, 'Expected cookies to be true or false, got "yes".'],
  [{ include: '/docs/*' }, 'Expected include to be a list such as ["/docs/*"], got "/docs/*".'],
  [
    { exemptOrigins: ['a.test'] },
    'Expected exemptOrigins to name origins such as "https://example.com", got "a.test".',
  ],
  [
    { headers: { 'https://a.test': { 'x\ny': '1' } } },
    'headers["https://a.test"]: "x\\ny" is no header name.',
  ],
  [
    { headers: { 'https://a.test': { x: '1\r\ny: 2' } } },
    'headers["https://a.test"]: the value of x must be one line of text, got "1\\r\\ny: 2".',
  ],
  [
    { headers: { 'https://a.test': { 'User-Agent': 'x' } } },
    'headers["https://a.test"]: user-agent is the userAgent option, the same everywhere.',
  ],
  [
    { headers: { 'https://a.test': { Host: 'b.test' } } },
    'headers["https://a.test"]: host is set by the connection.',
  ],
  [{ plugins: 5 }, 'Expected plugins to be a list such as [cookies()], got 5.'],
  [{ plugins: [{}] }, 'Expected plugins to be plugins with a name, made by definePlugin, got {}.'],
  [{ store: {} }, 'Expected store to be a store such as memoryStore(), got {}.'],
  [{ fetch: 'x' }, 'Expected fetch to be a function, got "x".'],
  [{ robotsTokens: 'x' }, 'Expected robotsTokens to be product tokens'],
  [
    { politeness: { hosts: { 'a b': { delayMs: 1 } } } },
    'Expected politeness.hosts to name hosts such as "a.test", got "a b".',
  ],
])('%j is answered with one sentence', (options, sentence) => {
  expect(() => read(options)).toThrow(sentence)
})

test('limits of one kind leave those of the others', () => {
  const { settings } = read({
    limits: { maxBodyBytes: { page: 5 }, requestDeadlineMs: 7 },
    maxDepth: 3,
  })
  expect(settings.limits).toMatchObject({
    maxBodyBytes: { page: 5, robots: 1_048_576, sitemap: 52_428_800 },
    requestDeadlineMs: { page: 7, robots: 30_000, sitemap: 300_000 },
    maxDepth: 3,
  })
})

test('that robots.txt cannot be switched off is said, not silently ignored', () => {
  expect(read({ robots: false }).notes).toEqual([
    'robots.txt is always obeyed; the option "robots" changes nothing. Name origins of your own in exemptOrigins.',
  ])
})

test('hosts are known however they are written', () => {
  const hosts = {
    'https://A.test': { delayMs: 1 },
    'b.test:443': { delayMs: 2 },
    'c.test:8080': { delayMs: 3 },
  }
  expect(read({ politeness: { hosts } }).settings.politeness.hosts).toEqual({
    'a.test': { delayMs: 1 },
    'b.test': { delayMs: 2 },
    'c.test:8080': { delayMs: 3 },
  })
})
