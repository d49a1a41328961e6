// Random robots.txt files and URLs for tests: alike enough that rules match, odd enough that readers differ.

import * as fc from 'fast-check'

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const seldom = (often: string, ...rare: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(often) }, { weight: 2, arbitrary: oneOf(...rare) })

const PLAIN = oneOf(
  'a',
  'a',
  'b',
  'ab',
  'A',
  '/',
  '/',
  '/a',
  '/b/',
  '.html',
  '?a',
  '?',
  '=',
  '&',
  '-',
)
const ODD = oneOf(
  '//',
  ';',
  '..',
  '.',
  ':',
  '@',
  '+',
  '~',
  ' ',
  "'",
  '!',
  '%',
  '%2F',
  '%2f',
  '%41',
  '%61',
  '%7E',
  '%2A',
  '%24',
  '%3F',
  '%C3%A9',
  '%c3%a9',
  '%E9',
  '%zz',
  '%2',
  'é',
  'ツ',
  '{',
  '|',
  '"',
  'index.html',
  '/index.htm',
  '/index.html',
)
const WILD = oneOf('*', '*', '**', '$', '*$')

/** A path as a URL may hold it, beginning with a slash. */
const path: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 5, arbitrary: PLAIN }, { weight: 1, arbitrary: ODD }), { maxLength: 5 })
  .map((pieces) => `/${pieces.join('')}`)

/** A pattern that has to do with `near`: cut, with a wildcard put in, spelled otherwise, or another one altogether. */
const patternNear = (near: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat(near.length).map((end) => near.slice(0, end) || '/') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.nat(near.length), fc.nat(2), WILD, oneOf('', '', '$', '*', '*b'))
        .map(([at, gap, wild, end]) => near.slice(0, at) + wild + near.slice(at + gap) + end),
    },
    { weight: 1, arbitrary: fc.constant(near.replaceAll('a', '%61').replaceAll('/b', '%2fb')) },
    { weight: 1, arbitrary: path },
    { weight: 1, arbitrary: oneOf('', '/', '*', '/*', '$', '/$', 'a', 'https://example.com/a') },
  )

const token: fc.Arbitrary<string> = oneOf(
  'foobot',
  'FooBot',
  'foo',
  'foobot-news',
  'other',
  'bar_bot',
)

const agent = fc.oneof(
  { weight: 6, arbitrary: oneOf('foobot', 'foobot', 'FooBot', 'foo', 'other') },
  { weight: 6, arbitrary: oneOf('*') },
  {
    weight: 1,
    arbitrary: oneOf('foobot/2.1', 'foobot bar', '* x', '*x', '', 'Mozilla/5.0 foobot', 'foobot*'),
  },
)

const rule = (near: string): fc.Arbitrary<readonly [string, string]> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(
        seldom('Disallow', 'disallow', 'Disalow', 'Disallows', 'DisallowAITraining'),
        patternNear(near),
      ),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(seldom('Allow', 'ALLOW', 'Allowed', 'Alow'), patternNear(near)),
    },
  )
const record = (near: string): fc.Arbitrary<readonly [string, string]> =>
  fc.oneof(
    { weight: 10, arbitrary: rule(near) },
    {
      weight: 3,
      arbitrary: fc.tuple(seldom('User-agent', 'USER-AGENT', 'Useragent', 'User agent'), agent),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(
        oneOf('Crawl-delay', 'Request-rate', 'Sitemap', 'Noindex', 'Unknown'),
        oneOf('5', '0.5', 'x', '', '/a'),
      ),
    },
  )

const spelled = ([key, value]: readonly [string, string]): fc.Arbitrary<string> =>
  fc
    .tuple(
      seldom('', ' ', '\t', '\f'),
      seldom(': ', ':', ' : ', ':\t', ' ', '=', '::'),
      seldom('', ' ', ' # x', '#y', '\0z', '\v'),
    )
    .map(([before, between, after]) => before + key + between + value + after)

const line = (near: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: record(near).chain(spelled) },
    {
      weight: 2,
      arbitrary: oneOf('', '', ' ', '# comment', 'prose without sense', '<html>', ': /a'),
    },
  )

/** A file, the token of a crawler and an absolute URL that the rules of the file have to do with. */
export const robotsCase: fc.Arbitrary<{
  readonly file: string
  readonly token: string
  readonly url: string
}> = path.chain((near) =>
  fc.record({
    file: fc
      .tuple(
        seldom(
          'User-agent: foobot\n',
          'User-agent: *\n',
          '',
          '\uFEFFUser-agent: foobot\n',
          'User-agent: foobot\n\nUser-agent: *\n',
        ),
        fc.array(line(near), { maxLength: 12 }),
        seldom('\n', '\r\n', '\r'),
      )
      .map(([start, lines, end]) => start + lines.join(end)),
    token,
    url: fc
      .tuple(
        seldom('https://example.com', 'http://example.com:8080'),
        fc.oneof(fc.constant(near), fc.constant(near), path),
        seldom('', '#a', '/', '?'),
      )
      .map((parts) => parts.join('')),
  }),
)
