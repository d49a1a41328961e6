import { describe, expect, test } from 'vitest'
import { RobotsError } from './robots-error.ts'
import { parseRobots } from './robots.ts'

const page = (path: string): string => `https://example.com${path}`
const allowed = (
  file: string | Uint8Array,
  url: string | URL,
  token: string | string[] = 'foobot',
): boolean => parseRobots(file).check(url, token).allowed
const group = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n')
const codeOf = (call: () => unknown): string | undefined => {
  try {
    call()
  } catch (error) {
    if (error instanceof RobotsError) return error.code
  }
  return undefined
}

describe('a verdict', () => {
  const robots = parseRobots(group('Disallow: /a', 'Allow: /a/b', 'Disallow: /é'))
  test.each([
    [
      '/a',
      {
        allowed: false,
        reason: 'disallow-rule',
        rule: { kind: 'disallow', pattern: '/a', line: 2 },
      },
    ],
    [
      '/a/b',
      { allowed: true, reason: 'allow-rule', rule: { kind: 'allow', pattern: '/a/b', line: 3 } },
    ],
    [
      '/%C3%A9',
      {
        allowed: false,
        reason: 'disallow-rule',
        rule: { kind: 'disallow', pattern: '/é', line: 4 },
      },
    ],
    ['/c', { allowed: true, reason: 'no-matching-rule' }],
    ['/robots.txt', { allowed: true, reason: 'robots-txt' }],
  ])('for %s names its reason and its rule', (path, verdict) => {
    expect(robots.check(page(path), 'foobot')).toEqual(verdict)
  })

  test('without a group says so', () => {
    const other = parseRobots('User-agent: other\nDisallow: /')
    expect(other.check(page('/a'), 'foobot')).toEqual({
      allowed: true,
      reason: 'no-matching-group',
    })
  })

  test('of google names a rule without a pattern too', () => {
    const google = parseRobots(group('Disallow:'), { dialect: 'google' })
    const rule = { kind: 'disallow', pattern: '', line: 2 }
    expect(google.check(page('/a'), 'foobot')).toEqual({
      allowed: true,
      reason: 'no-matching-rule',
      rule,
    })
  })

  test('cannot be changed by its receiver', () => {
    const verdict = robots.check(page('/a'), 'foobot')
    expect(Object.isFrozen(verdict) && Object.isFrozen(verdict.rule)).toBe(true)
  })
})

describe('URLs', () => {
  test.each([
    // URL                                          path that is compared
    ['https://example.com', '/'],
    ['https://example.com?q', '/?q'],
    ['https://example.com#f', '/'],
    ['https://example.com/a?', '/a?'],
    ['https://example.com/a?b#c', '/a?b'],
    ['https://user:pw@example.com:8443/a', '/a'],
    ['https://[2001:db8::1]/a', '/a'],
    ['HTTPS://EXAMPLE.COM/A', '/A'],
    ['ftp://example.com/a', '/a'],
    ['ws://example.com/a', '/a'],
    ['foo://example.com/a', '/a'],
    ['https://example.com/a/../b', '/b'],
    ['https://example.com/a/%2e%2E/b', '/b'],
    ['https://example.com/./a', '/a'],
    ['https://example.com/a/..', '/'],
    ['https://example.com/a?b=/../c', '/a?b=/../c'],
    ['https://example.com/.well-known/x', '/.well-known/x'],
    ['https://example.com/a\\b', '/a/b'],
    ['https://example.com/a\tb', '/ab'],
    ['https://example.com/a b?c d', '/a%20b?c%20d'],
    ['https://example.com/é?é', '/%C3%A9?%C3%A9'],
    ['https://example.com/\uD800', '/%EF%BF%BD'],
    ['https://example.com/%c3%a9', '/%C3%A9'],
    ['https://example.com/%61%7e%2a%24%2f', '/a~*$%2F'],
    ['https://example.com/a%2', '/a%2'],
    ['https://example.com/%zz', '/%zz'],
    ['https://example.com/?u=https%3A%2F%2Fx', '/?u=https://x'],
    ['https://example.com/%3A?%26%3D%2B', '/%3A?%26%3D%2B'],
    ['https://example.com/%7Bid%7D', '/{id}'],
    ['https://example.com//a//b', '//a//b'],
  ])('%s is compared as %s', (url, path) => {
    expect(parseRobots(group('Disallow: /')).explain(url, 'foobot').path).toBe(path)
  })

  test('a string and the URL it makes are judged alike', () => {
    const robots = parseRobots(group('Disallow: /{id}', 'Disallow: /a?', 'Disallow: /b'))
    for (const path of ['/{id}', '/a?', '/c/../b', '/%7Bid%7D']) {
      expect(robots.check(page(path), 'foobot').allowed).toBe(false)
      expect(robots.check(new URL(page(path)), 'foobot').allowed).toBe(false)
    }
  })

  test('another origin in between does not confuse', () => {
    const robots = parseRobots(group('Disallow: /a'))
    const urls = [
      'https://example.com/a',
      'https://example.com.evil/b',
      'https://example.co/a',
      'https://example.com/b',
      'https://example.com',
    ]
    expect(urls.map((url) => robots.check(url, 'foobot').allowed)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
  })

  test.each([
    [''],
    ['/a'],
    ['example.com/a'],
    ['//example.com/a'],
    ['https://'],
    ['https:///a'],
    ['https://exa mple.com/'],
    ['https://example.com:99999/'],
    ['mailto:a@example.com'],
    ['data:text/plain,https://example.com/'],
    ['javascript:alert("//example.com/")'],
    ['blob:https://example.com/x'],
    ['file:///etc/robots.txt'],
    [undefined],
    [null],
    [7],
    [{}],
  ])('%s throws CURTSY_URL', (url) => {
    expect(codeOf(() => parseRobots('').check(url as string, 'foobot'))).toBe('CURTSY_URL')
  })
})

describe('product tokens', () => {
  test.each([
    [''],
    [' '],
    ['foo bot'],
    ['foobot/1.0'],
    ['foobot1'],
    ['föobot'],
    ['\u212Aeybot'],
    ['**'],
    [[]],
    [['foobot', '']],
    [undefined],
    [null],
    [{ length: 1 }],
  ])('%s throws CURTSY_TOKEN', (token) => {
    const robots = parseRobots('')
    expect(codeOf(() => robots.check(page('/'), token as string))).toBe('CURTSY_TOKEN')
    expect(codeOf(() => robots.explain(page('/'), token as string))).toBe('CURTSY_TOKEN')
    expect(codeOf(() => robots.crawlDelay(token as string))).toBe('CURTSY_TOKEN')
  })

  test('the message says what was expected and got', () => {
    expect(() => parseRobots('').check(page('/'), 'foobot/1.0')).toThrow(
      'Expected a product token of letters, "_" and "-" such as ExampleBot, got "foobot/1.0".',
    )
  })

  test('* asks for a crawler that nobody names', () => {
    const file = 'User-agent: foobot\nDisallow: /\nUser-agent: *\nDisallow: /a'
    expect([allowed(file, page('/a'), '*'), allowed(file, page('/b'), '*')]).toEqual([false, true])
  })

  test('names of properties are names like others', () => {
    const file = 'User-agent: __proto__\nDisallow: /a\nUser-agent: *\nDisallow: /b'
    expect(allowed(file, page('/a'), '__proto__')).toBe(false)
    expect(allowed(file, page('/a'), 'constructor')).toBe(true)
    expect(allowed(file, page('/b'), 'hasOwnProperty')).toBe(false)
  })

  test('a chain may change between two questions', () => {
    const robots = parseRobots('User-agent: foobot\nDisallow: /a\nUser-agent: bar\nDisallow: /b')
    const chain = ['foobot']
    expect(robots.check(page('/a'), chain).allowed).toBe(false)
    chain[0] = 'bar'
    expect(robots.check(page('/a'), chain).allowed).toBe(true)
  })
})

describe('the file', () => {
  test.each([[undefined], [null], [7], [{}], [[]]])('%s throws CURTSY_INPUT', (input) => {
    expect(codeOf(() => parseRobots(input as unknown as string))).toBe('CURTSY_INPUT')
  })

  test('an unknown dialect throws CURTSY_OPTION', () => {
    expect(codeOf(() => parseRobots('', { dialect: 'constructor' as never }))).toBe('CURTSY_OPTION')
  })

  test('bytes may be a part of a larger buffer, or a Buffer', () => {
    const whole = new TextEncoder().encode(`xx${group('Disallow: /é')}xx`)
    expect(allowed(whole.subarray(2, -2), page('/%C3%A9'))).toBe(false)
    expect(allowed(Buffer.from(group('Disallow: /é')), page('/%C3%A9'))).toBe(false)
  })

  test('a rule that is not UTF-8 is compared octet by octet', () => {
    const file = new Uint8Array([...new TextEncoder().encode(group('Disallow: /caf')), 0xe9])
    expect([allowed(file, page('/caf%E9')), allowed(file, page('/caf%C3%A9'))]).toEqual([
      false,
      true,
    ])
  })

  test('a line cut by the size limit is dropped: /private does not become /', () => {
    const filler = `# ${'x'.repeat(61)}\n`.repeat(8192)
    const start = group('Disallow: /a', '')
    for (let cut = 0; cut <= 20; cut++) {
      const head = start + filler.slice(0, 512 * 1024 - start.length - cut - 1)
      const robots = parseRobots(`${head}\nDisallow: /private\nDisallow: /b\n`)
      expect(robots.check(page('/a'), 'foobot').allowed).toBe(false)
      expect(robots.check(page('/c'), 'foobot').allowed, `cut ${cut}`).toBe(true)
      expect(robots.check(page('/private'), 'foobot').allowed, `cut ${cut}`).toBe(cut < 18)
    }
  })

  test('google reads 500 KiB, yandex nothing of a larger file, python all of it', () => {
    const text = `${group('Disallow: /a')}\n${`#${'x'.repeat(62)}\n`.repeat(8000)}${'#\n'.repeat(100)}Disallow: /b\n`
    const open = (dialect: 'google' | 'yandex' | 'python' | 'rfc9309'): boolean[] => {
      const robots = parseRobots(text, { dialect })
      return ['/a', '/b'].map((path) => robots.check(page(path), 'foobot').allowed)
    }
    expect(open('rfc9309')).toEqual([false, false])
    expect(open('google')).toEqual([false, true])
    expect(open('yandex')).toEqual([true, true])
    expect(open('python')).toEqual([false, false])
  })

  test('many agents times many rules do not multiply', () => {
    const agents = Array.from(
      { length: 9000 },
      (_, at) => `User-agent: a${String.fromCharCode(97 + (at % 26))}${'b'.repeat(at % 30)}`,
    )
    const rules = Array.from({ length: 9000 }, (_, at) => `Disallow: /${at}`)
    const robots = parseRobots([...agents, ...rules].join('\n'))
    expect(robots.check(page('/8999'), 'aabb').allowed).toBe(false)
  })
})

describe('patterns', () => {
  test('forty stars against a long path cost no more than the path is long', () => {
    const robots = parseRobots(
      group(`Disallow: /${'a*'.repeat(40)}b$`, `Disallow: /${'*a'.repeat(40)}b`),
    )
    const started = process.cpuUsage()
    expect(robots.check(page(`/${'a'.repeat(20_000)}`), 'foobot').allowed).toBe(true)
    const { user } = process.cpuUsage(started)
    expect(user).toBeLessThan(100_000)
  })

  test.each([
    // pattern            path                        closed under rfc9309
    ['/*q=%3Arel', '/s?q=%3Arel', true],
    ['/*q=:rel', '/s?q=%3Arel', true],
    ['/*q=%3Arel', '/s?q=:rel', true],
    ['/*%2F', '/a%2Fb', true],
    ['/*%2F', '/a/b', false],
    ['/*%2Fb$', '/a?x=/b', true],
    ['/*%2Fb$', '/a/b', false],
    ['/*%3F*=', '/a?b=', false],
    ['/a?b=%26', '/a?b=&', false],
    ['/%2A', '/*', true],
    ['/%2A', '/x', false],
    ['/a%24', '/a$b', true],
    ['/a$b', '/a%24b', true],
    ['/a**b', '/ab', true],
    ['/a*$', '/a', true],
    ['/*$', '/', true],
    ['*', '/', true],
    ['/{id}', '/%7Bid%7D', true],
  ])('Disallow: %s closes %s: %s', (pattern, path, closed) => {
    expect(allowed(group(`Disallow: ${pattern}`), page(path))).toBe(!closed)
  })

  test('spellings of one pattern have one length, so the tie goes to Allow', () => {
    expect(allowed(group('Disallow: /%7Ea', 'Allow: /~a'), page('/~a'))).toBe(true)
    expect(allowed(group('Disallow: /?u=%3A', 'Allow: /?u=:'), page('/?u=:'))).toBe(true)
    expect(allowed(group('Disallow: /é', 'Allow: /%c3%a9'), page('/é'))).toBe(true)
  })
})

const delay = (...lines: string[]): unknown => parseRobots(lines.join('\n')).crawlDelay('foobot')

describe('crawl-delay', () => {
  test.each([
    ['7', 7],
    ['007', 7],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e9', 1e9],
    ['1e999', Number.MAX_SAFE_INTEGER],
    ['0', undefined],
    ['0.0', undefined],
    ['-3', undefined],
    ['+3', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
    ['5s', undefined],
    ['1,5', undefined],
    ['1 2', undefined],
    ['.', undefined],
    ['', undefined],
  ])('%s is %s seconds', (value, seconds) => {
    expect(parseRobots(group(`Crawl-delay: ${value}`)).crawlDelay('foobot')?.seconds).toBe(seconds)
  })

  test('says on which line and whose it is', () => {
    expect(delay('User-agent: foobot', 'Crawl-delay: 2')).toEqual({
      seconds: 2,
      line: 2,
      from: 'group',
    })
    expect(delay('User-agent: *', 'Crawl-delay: 2')).toEqual({
      seconds: 2,
      line: 2,
      from: 'default',
    })
  })

  test('the largest of several values counts', () => {
    const file = ['User-agent: foobot', 'Crawl-delay: 3', 'Crawl-delay: 8', 'Crawl-delay: 5']
    expect(delay(...file)).toEqual({ seconds: 8, line: 3, from: 'group' })
  })

  test('a Crawl-delay line ends the run of agents for delays, not for rules', () => {
    const file = [
      'User-agent: foobot',
      'Crawl-delay: 5',
      'User-agent: barbot',
      'Crawl-delay: 9',
      'Disallow: /a',
    ]
    const robots = parseRobots(file.join('\n'))
    expect(robots.crawlDelay('foobot')).toEqual({ seconds: 5, line: 2, from: 'group' })
    expect(robots.crawlDelay('barbot')).toEqual({ seconds: 9, line: 4, from: 'group' })
    expect([
      robots.check(page('/a'), 'foobot').allowed,
      robots.check(page('/a'), 'barbot').allowed,
    ]).toEqual([false, false])
  })

  test('an invalid Crawl-delay line ends the run too', () => {
    expect(
      delay('User-agent: *', 'Crawl-delay: x', 'User-agent: foobot', 'Crawl-delay: 9'),
    ).toMatchObject({ seconds: 9 })
    expect(
      parseRobots('User-agent: a\nCrawl-delay: x\nUser-agent: b\nCrawl-delay: 9').crawlDelay('a'),
    ).toBeUndefined()
  })

  test.each([
    ['bing', '30', 30],
    ['bing', '31', undefined],
    ['bing', '0.5', undefined],
    ['google', '5', undefined],
    ['yandex', '5', undefined],
    ['python', '5', 5],
  ] as const)('%s makes of %s: %s', (dialect, value, seconds) => {
    expect(
      parseRobots(group(`Crawl-delay: ${value}`), { dialect }).crawlDelay('foobot')?.seconds,
    ).toBe(seconds)
  })

  test('bing: the delay of * holds beside a group of bingbot', () => {
    const robots = parseRobots(
      'User-agent: *\nCrawl-delay: 10\n\nUser-agent: bingbot\nDisallow: /a',
      { dialect: 'bing' },
    )
    expect(robots.crawlDelay('bingbot')).toEqual({ seconds: 10, line: 2, from: 'default' })
  })
})

describe('dialects', () => {
  test('bing lets msnbot stand in for bingbot', () => {
    const file = 'User-agent: msnbot\nDisallow: /a\nUser-agent: *\nDisallow: /b'
    expect(parseRobots(file, { dialect: 'bing' }).check(page('/a'), 'bingbot').allowed).toBe(false)
    expect(parseRobots(file).check(page('/a'), 'bingbot').allowed).toBe(true)
  })

  test('yandex lets Yandex stand in for its robots', () => {
    const file =
      'User-agent: Yandex\nDisallow: /a\nUser-agent: YandexBot\nDisallow: /b\nUser-agent: *\nDisallow: /c'
    const robots = parseRobots(file, { dialect: 'yandex' })
    const closed = (token: string): string[] =>
      ['/a', '/b', '/c'].filter((path) => !robots.check(page(path), token).allowed)
    expect([closed('YandexImages'), closed('YandexBot'), closed('foobot')]).toEqual([
      ['/a'],
      ['/b'],
      ['/c'],
    ])
  })

  test('yandex leaves out a rule of more than 1,024 characters, and a file of more than 2,048 rules', () => {
    const long = parseRobots(group(`Disallow: /*${'a'.repeat(1023)}`, 'Disallow: /b'), {
      dialect: 'yandex',
    })
    expect(long.check(page(`/${'a'.repeat(1023)}`), 'foobot').allowed).toBe(true)
    expect(long.check(page('/b'), 'foobot').allowed).toBe(false)
    const many = (count: number): boolean =>
      parseRobots(group(...Array.from({ length: count }, () => 'Disallow: /a')), {
        dialect: 'yandex',
      }).check(page('/a'), 'foobot').allowed
    expect([many(2048), many(2049)]).toEqual([false, true])
  })

  test('Clean-param has names, a path and a limit', () => {
    const file = group(
      'Clean-param: ref&sid /shop/',
      'Clean-param: s',
      `Clean-param: ${'x'.repeat(501)}`,
      'Clean-param:',
    )
    expect(parseRobots(file).cleanParams).toEqual([
      { params: ['ref', 'sid'], path: '/shop/', line: 2 },
      { params: ['s'], path: '', line: 3 },
    ])
  })

  test('DisallowAITraining is a rule for google alone', () => {
    const file = group('DisallowAITraining: /a')
    const read = (dialect: 'rfc9309' | 'google'): boolean =>
      parseRobots(file, { dialect }).check(page('/a'), 'foobot').allowed
    expect([read('rfc9309'), read('google')]).toEqual([true, false])
  })
})

describe('groups and sitemaps', () => {
  test('stand as in the file', () => {
    const robots = parseRobots(
      'Sitemap: https://example.com/é.xml\nUser-agent: Foo/2\nUser-agent: *\nAllow: /é\n\nUser-agent: 7\nDisallow:\nSitemap:',
    )
    expect(robots.groups).toEqual([
      {
        userAgents: [
          { token: 'Foo', text: 'Foo/2', line: 2 },
          { token: '*', text: '*', line: 3 },
        ],
        rules: [{ kind: 'allow', pattern: '/é', line: 4 }],
      },
      {
        userAgents: [{ token: '', text: '7', line: 6 }],
        rules: [{ kind: 'disallow', pattern: '', line: 7 }],
      },
    ])
    expect(robots.sitemaps).toEqual([{ url: 'https://example.com/é.xml', line: 1 }])
  })
})
