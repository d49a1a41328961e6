import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { robotsCase } from './testing/generated-files.test-support.ts'
import { parseRobots } from './robots.ts'

const ask = (file: string, path: string, name = 'foobot'): unknown =>
  parseRobots(file, { dialect: 'python' }).check(`https://example.com${path}`, name)

describe('python: as urllib.robotparser reads', () => {
  test.each<[string, string, string, boolean]>([
    ['the first rule that matches decides', 'User-agent: *\nAllow: /\nDisallow: /a', '/a', true],
    ['a star is a star', 'User-agent: *\nDisallow: /*.php', '/x.php', true],
    [
      'a star matches itself, both sides encoded',
      'User-agent: *\nDisallow: /*.php',
      '/*.php',
      false,
    ],
    ['a dollar is a dollar', 'User-agent: *\nDisallow: /a$', '/a', true],
    ['a blank line ends a group', 'User-agent: *\n\nDisallow: /a', '/a', true],
    ['a blank line with a blank does not', 'User-agent: *\n \nDisallow: /a', '/a', false],
    ['an agent matches as part of a name', 'User-agent: foo\nDisallow: /a', '/a', false],
    [
      'a name with a version is no part of a token',
      'User-agent: foobot/2.1\nDisallow: /a',
      '/a',
      true,
    ],
    [
      'the first group that matches counts alone',
      'User-agent: foo\nDisallow: /a\n\nUser-agent: foobot\nDisallow: /b',
      '/b',
      true,
    ],
    [
      'the first group of * counts alone',
      'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
      '/b',
      true,
    ],
    [
      'a group with * and a name is the default',
      'User-agent: *\nUser-agent: foobot\nDisallow: /a',
      '/a',
      false,
    ],
    ['%2F is a slash', 'User-agent: *\nDisallow: /a%2Fb', '/a/b', false],
    ['an empty Disallow allows all', 'User-agent: *\nDisallow:\nDisallow: /a', '/a', true],
    ['a lone ? closes everything', 'User-agent: *\nDisallow: ?', '/a', false],
    [
      'a crawl-delay ends the run of agents',
      'User-agent: foobot\nCrawl-delay: 5\nUser-agent: x\nDisallow: /',
      '/a',
      true,
    ],
    ['/robots.txt is like any other', 'User-agent: *\nDisallow: /', '/robots.txt', false],
    ['a missing colon is no colon', 'User-agent: *\nDisallow /a', '/a', true],
    ['a byte order mark spoils the first line', '\uFEFFUser-agent: *\nDisallow: /a', '/a', true],
  ])('%s', (_name, file, path, allowed) => {
    expect(ask(file, path)).toMatchObject({ allowed })
  })

  test('crawl-delay is whole digits only, and the last one of the group counts', () => {
    const robots = parseRobots('User-agent: *\nCrawl-delay: 7\nCrawl-delay: 3\nCrawl-delay: 0.5', {
      dialect: 'python',
    })
    expect(robots.crawlDelay('foobot')).toEqual({ seconds: 3, line: 3, from: 'default' })
  })
})

const SCRIPT = `
import json, sys, urllib.robotparser
out = []
for case in json.load(sys.stdin):
    reader = urllib.robotparser.RobotFileParser()
    try:
        reader.parse(case['file'].splitlines())
        out.append(reader.can_fetch(case['token'], case['url']))
    except ValueError:
        out.append(None)
print(json.dumps(out))
`
const probe = spawnSync(
  'python3',
  [
    '-c',
    'import urllib.parse, urllib.robotparser as r; print(hasattr(r, "normalize_pattern"), urllib.parse.urlunparse(("", "", "//a", "", "", "")))',
  ],
  { encoding: 'utf8' },
)
const [readsByRfc, doubleSlash] = (probe.stdout ?? '').trim().split(' ')
const missing =
  probe.status !== 0
    ? 'there is no python3 here'
    : readsByRfc === 'True'
      ? 'this python3 reads by RFC 9309 already'
      : undefined
if (missing !== undefined) console.log(`Skipped, beside the real urllib.robotparser: ${missing}.`)
// From Python 3.12.6 on a path that begins with two slashes grows by two more.
const sameSlashes = ({ url }: { url: string }): boolean =>
  doubleSlash === '//a' || !/\w\/\//.test(url)

describe.skipIf(missing !== undefined)('python: beside the real one', () => {
  test('agrees in at least 99 % of 3,000 generated cases', { timeout: 60_000 }, () => {
    const seed = 20_261_130
    const cases = fc.sample(robotsCase.filter(sameSlashes), { numRuns: 3000, seed })
    const run = spawnSync('python3', ['-c', SCRIPT], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    expect(run.stderr).toBe('')
    const theirs = JSON.parse(run.stdout) as (boolean | null)[]
    const ours = cases.map(
      ({ file, token, url }) => parseRobots(file, { dialect: 'python' }).check(url, token).allowed,
    )
    const differ = cases.filter((_, at) => theirs[at] !== null && theirs[at] !== ours[at])
    expect(theirs.filter((allowed) => allowed === false).length).toBeGreaterThan(300)
    const share = differ.length / cases.length
    expect(
      share,
      `seed ${seed}, the first that differ: ${JSON.stringify(differ.slice(0, 3))}`,
    ).toBeLessThan(0.01)
  })
})
