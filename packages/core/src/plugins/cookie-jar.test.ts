import { describe, expect, test } from 'vitest'
import { CurtsyError } from '../curtsy-error.ts'
import type { CookieJar } from './cookie-jar.ts'
import {
  createCookieJar,
  MAX_COOKIE_BYTES,
  MAX_COOKIE_HEADER_BYTES,
  MAX_COOKIES_PER_SITE,
} from './cookie-jar.ts'

let nowMs = 0
const now = (): number => nowMs
const jarWith = (url: string, ...setCookie: readonly string[]): CookieJar => {
  const jar = createCookieJar({ now })
  jar.store(url, setCookie)
  return jar
}

describe('HW-CRED-01 a cookie stays on its site', () => {
  test.each([
    // set by              Set-Cookie                    asked for                 Cookie
    ['https://a.test/', 'x=1', 'https://a.test/p', 'x=1'],
    ['https://a.test/', 'x=1', 'https://s.a.test/', undefined],
    ['https://a.test/', 'x=1', 'https://b.test/', undefined],
    ['https://a.test/', 'x=1', 'https://a.test:8443/', 'x=1'],
    ['https://s.a.co.uk/', 'x=1; Domain=a.co.uk', 'https://t.a.co.uk/', 'x=1'],
    ['https://s.a.co.uk/', 'x=1; Domain=.A.co.uk', 'https://a.co.uk/', 'x=1'],
    ['https://a.co.uk/', 'x=1; Domain=co.uk', 'https://a.co.uk/', undefined],
    ['https://a.com/', 'x=1; Domain=com', 'https://a.com/', undefined],
    ['https://a.test/', 'x=1; Domain=test', 'https://a.test/', undefined],
    ['https://x.github.io/', 'x=1; Domain=github.io', 'https://x.github.io/', undefined],
    ['https://a.test/', 'x=1; Domain=b.test', 'https://b.test/', undefined],
    ['https://a.test/', 'x=1; Domain=s.a.test', 'https://s.a.test/', undefined],
    ['http://127.0.0.1/', 'x=1', 'http://127.0.0.1/', 'x=1'],
    ['http://127.0.0.1/', 'x=1; Domain=127.0.0.1', 'http://127.0.0.1/', undefined],
    ['http://127.0.0.1/', 'x=1; Domain=0.0.1', 'http://127.0.0.1/', undefined],
    ['http://a.test/', 'x=1; Domain=127.0.0.1', 'http://127.0.0.1/', undefined],
    ['http://[::1]/', 'x=1; Domain=[::1]', 'http://[::1]/', undefined],
  ])('%s sets %j: %s gets %j', (setter, setCookie, url, header) => {
    expect(jarWith(setter, setCookie).headerFor(url)).toBe(header)
  })

  test('jars share nothing', () => {
    jarWith('https://a.test/', 'x=1')
    expect(createCookieJar({ now }).headerFor('https://a.test/')).toBeUndefined()
  })
})

describe('HW-CRED-02 names, domains and paths that are no names', () => {
  test.each([
    ['__proto__=1'],
    ['constructor=1'],
    ['prototype=1'],
    ['=1'],
    ['1'],
    [''],
    [`${'n'.repeat(5_000)}=1`],
    [`x=1; Path=/${'p'.repeat(2_000)}`],
    ['x=1; Domain=__proto__'],
    ['x=1\r\nX-Evil: 1'],
    ['x=\u0001'],
  ])('%j is dropped', (setCookie) => {
    const jar = jarWith('https://a.test/', setCookie)
    expect(jar.headerFor('https://a.test/')).toBeUndefined()
    expect(JSON.parse(jar.toJSON())).toEqual({ version: 1, cookies: [] })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('a path that is none is the default path', () => {
    expect(
      jarWith('https://a.test/d/p', 'x=1; Path=__proto__').headerFor('https://a.test/d/q'),
    ).toBe('x=1')
  })
})

describe('HW-CRED-03 a flood of cookies', () => {
  test('the oldest of a site goes out, over all its hosts', () => {
    const jar = createCookieJar({ now })
    for (let n = 0; n < MAX_COOKIES_PER_SITE + 2; n += 1) {
      jar.store(n % 2 === 0 ? 'https://s.a.test/' : 'https://t.a.test/', [`c${n}=1; Domain=a.test`])
    }
    const names = jar.headerFor('https://a.test/')?.split('; ')
    expect(names).toHaveLength(MAX_COOKIES_PER_SITE)
    expect(names).not.toContain('c0=1')
    expect(names).not.toContain('c1=1')
    expect(names).toContain('c2=1')
  })

  test('a cookie set anew is young again and counts once', () => {
    const jar = jarWith(
      'https://a.test/',
      ...Array.from({ length: MAX_COOKIES_PER_SITE }, (_, n) => `c${n}=1`),
    )
    jar.store('https://a.test/', ['c0=2', 'new=1'])
    const names = jar.headerFor('https://a.test/')?.split('; ')
    expect(names).toContain('c0=2')
    expect(names).not.toContain('c1=1')
    expect(names).toHaveLength(MAX_COOKIES_PER_SITE)
  })

  test('other sites lose nothing', () => {
    const jar = jarWith('https://b.test/', 'kept=1')
    jar.store(
      'https://a.test/',
      Array.from({ length: 100 }, (_, n) => `c${n}=1`),
    )
    expect(jar.headerFor('https://b.test/')).toBe('kept=1')
  })

  test.each([
    [MAX_COOKIE_BYTES, true],
    [MAX_COOKIE_BYTES + 1, false],
  ])('name and value of %i bytes: kept = %s', (bytes, kept) => {
    const jar = jarWith('https://a.test/', `x=${'v'.repeat(bytes - 1)}; Path=/; Secure`)
    expect(jar.headerFor('https://a.test/') !== undefined).toBe(kept)
  })

  test('a request carries at most 8 KiB: the newest', () => {
    const jar = jarWith(
      'https://a.test/',
      ...Array.from({ length: 20 }, (_, n) => `c${n}=${'v'.repeat(1_000)}`),
    )
    const header = jar.headerFor('https://a.test/') ?? ''
    expect(header.length).toBeLessThanOrEqual(MAX_COOKIE_HEADER_BYTES)
    expect(header.match(/c\d+/g)).toEqual(['c12', 'c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19'])
  })
})

describe('HW-CRED-04 Secure, SameSite and prefixes', () => {
  test.each([
    // set by           Set-Cookie                                      asked for           Cookie
    ['https://a.test/', 'x=1; Secure', 'https://a.test/', 'x=1'],
    ['https://a.test/', 'x=1; Secure', 'http://a.test/', undefined],
    ['http://a.test/', 'x=1; Secure', 'https://a.test/', undefined],
    ['http://localhost/', 'x=1; Secure', 'http://localhost/', undefined],
    ['https://a.test/', '__Secure-x=1; Secure', 'https://a.test/', '__Secure-x=1'],
    ['https://a.test/', '__Secure-x=1', 'https://a.test/', undefined],
    ['https://a.test/', '__secure-x=1', 'https://a.test/', undefined],
    ['https://a.test/', '__Host-x=1; Secure; Path=/', 'https://a.test/', '__Host-x=1'],
    ['https://a.test/', '__Host-x=1; Secure; Path=/d', 'https://a.test/d', undefined],
    ['https://a.test/', '__HOST-x=1; Secure; Path=/; Domain=a.test', 'https://a.test/', undefined],
    ['https://a.test/', 'x=1; SameSite=Strict', 'https://a.test/', 'x=1'],
    ['https://a.test/', 'x=1; SameSite=None; Secure', 'https://a.test/', 'x=1'],
    ['https://a.test/', 'x=1; SameSite=None', 'https://a.test/', undefined],
    ['https://a.test/', 'x=1; HttpOnly; Path=/d', 'https://a.test/d/e', 'x=1'],
    ['https://a.test/', 'x=1; HttpOnly; Path=/d', 'https://a.test/e', undefined],
  ])('%s sets %j: %s gets %j', (setter, setCookie, url, header) => {
    expect(jarWith(setter, setCookie).headerFor(url)).toBe(header)
  })
})

test('HW-CRED-05 credentials in the URL change nothing', () => {
  const jar = jarWith('https://user:pw@a.test/', 'x=1')
  expect(jar.headerFor('https://a.test/')).toBe('x=1')
  expect(jar.headerFor(new URL('https://other:pw@a.test/'))).toBe('x=1')
})

describe('time is the crawl’s own', () => {
  test.each([
    ['x=1; Max-Age=10', 9_999, 'x=1'],
    ['x=1; Max-Age=10', 10_000, undefined],
    ['x=1; Max-Age=0', 0, undefined],
    ['x=1; Max-Age=-1', 0, undefined],
    ['x=1; Expires=Thu, 01 Jan 1970 00:00:10 GMT', 9_999, 'x=1'],
    ['x=1; Expires=Thu, 01 Jan 1970 00:00:10 GMT', 10_000, undefined],
    ['x=1; Max-Age=20; Expires=Thu, 01 Jan 1970 00:00:10 GMT', 19_999, 'x=1'],
    ['x=1; Expires=soon', 1e12, 'x=1'],
  ])('%j after %i ms: %j', (setCookie, afterMs, header) => {
    nowMs = 0
    const jar = jarWith('https://a.test/', setCookie)
    jar.headerFor('https://a.test/')
    nowMs = afterMs
    expect(jar.headerFor('https://a.test/')).toBe(header)
    nowMs = 0
  })

  test('a cookie is taken back by one that has expired', () => {
    const jar = jarWith('https://a.test/', 'x=1', 'x=; Max-Age=0')
    expect(jar.headerFor('https://a.test/')).toBeUndefined()
    expect(JSON.parse(jar.toJSON())).toEqual({ version: 1, cookies: [] })
  })
})

describe('a jar as text', () => {
  test('comes back whole, with the order in which cookies go out', () => {
    const jar = jarWith('https://a.test/', 'x=1; Max-Age=10', 'y=2; Domain=a.test; Secure')
    const copy = createCookieJar({ now })
    copy.store('https://b.test/', ['gone=1'])
    copy.fromJSON(jar.toJSON())
    expect(copy.headerFor('https://a.test/')).toBe('x=1; y=2')
    expect(copy.headerFor('http://s.a.test/')).toBeUndefined()
    expect(copy.headerFor('https://s.a.test/')).toBe('y=2')
    expect(copy.headerFor('https://b.test/')).toBeUndefined()
    copy.store(
      'https://a.test/',
      Array.from({ length: MAX_COOKIES_PER_SITE - 1 }, (_, n) => `c${n}=1`),
    )
    expect(copy.headerFor('https://a.test/')).not.toMatch(/x=1/)
    expect(copy.headerFor('https://a.test/')).toMatch(/y=2/)
  })

  test.each(['', '{}', '{"version":2,"cookies":[]}', '{"version":1,"cookies":[{}]}', 'null'])(
    '%j is none',
    (json) => {
      const jar = jarWith('https://a.test/', 'x=1')
      expect(() => jar.fromJSON(json)).toThrow(CurtsyError)
      expect(jar.headerFor('https://a.test/')).toBe('x=1')
    },
  )
})
